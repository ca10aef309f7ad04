// The module of referee/wasm equals the native rules and the native alphabeta, and answers bad input with an
// error text.
//
// node module_test.mjs BUILD
//
// EBIRI_TEST_TURNS and EBIRI_TEST_SEARCHES make it longer: the number of random turns of each variant, and of all
// searches. 100000 and 1000 take some minutes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BUILD, conversation, FILE, loaded, needModule, randomFrom } from "./module.mjs";

needModule();
const SAMPLED = process.env.EBIRI_TEST_SAMPLING === "1";
const TURNS = Number(process.env.EBIRI_TEST_TURNS ?? (SAMPLED ? 1000 : 6000));
const SEARCHES = Number(process.env.EBIRI_TEST_SEARCHES ?? (SAMPLED ? 25 : 200));
const ebiri = (...words) => execFileSync(join(BUILD, "ebiri"), words, { encoding: "utf8", maxBuffer: 1 << 28 });
const VARIANTS = ["bao", "kalah", "namnam", "omweso", "oware"].map((name) => JSON.parse(ebiri("rules", name, "--json")));

test("it has at most 180 kB", () => assert.ok(statSync(FILE).size <= 180_000, `${statSync(FILE).size} bytes`));

/** A random move in the module's position, which has that state. */
function anyMove(call, { arrangement }, below) {
  if (!arrangement) {
    const choices = call("ebiri_choices");
    return choices[below(choices.length)].move;
  }
  const pits = Array.from({ length: arrangement.pits }, () => 0);
  for (let seed = 0; seed < arrangement.seeds; ++seed) ++pits[below(pits.length)];
  return `=${pits.join(",")}`;
}

/** Plays random games until `least` turns were made, and asks the native rules for every position and all moves in it. */
async function compare(name, rules, least, below) {
  const module = loaded();
  const oracle = conversation("ebiri", "oracle", name, ...(rules ? ["--rules", rules] : []));
  let turns = 0;
  while (turns < least) {
    const moves = [];
    for (let ply = 0; ply < 400; ++ply) {
      const state = module.go(name, rules, "", moves);
      oracle.say(JSON.stringify({ moves }));
      const native = JSON.parse((await oracle.until("{"))[0]);
      const choices = state.arrangement ? [] : module.call("ebiri_choices");
      const legal = state.arrangement ? "arrangement" : choices.map(({ move }) => move);
      assert.deepEqual([state.position, legal, state.outcome?.reason], [native.position, native.legal, native.outcome?.reason], `${name} ${rules}: ${moves.join(" ")}`);
      if (state.outcome) {
        assert.deepEqual([state.outcome.winner, state.outcome.seeds], [native.outcome.winner, native.outcome.seeds]);
        break;
      }
      ++turns;
      if (!state.arrangement) {
        const captured = Object.fromEntries(choices.map((choice) => [choice.move, choice.captured]));
        assert.deepEqual(captured, Object.fromEntries(Object.entries(native.after).map(([move, after]) => [move, after.captured])));
      }
      moves.push(anyMove(module.call, state, below));
    }
  }
  oracle.end();
  return turns;
}

test("random games of every ruleset equal the native rules", async () => {
  const below = randomFrom(29);
  for (const { name, rulesets } of VARIANTS) {
    let turns = 0;
    for (const ruleset of rulesets) turns += await compare(name, ruleset.name, TURNS / rulesets.length, below);
    assert.ok(turns >= TURNS, name);
  }
});

test("the path of a move leads to the position after it", () => {
  const below = randomFrom(7);
  const { call, go } = loaded();
  for (const { name } of VARIANTS) {
    const moves = [];
    let checked = 0;
    for (let ply = 0; ply < 60; ++ply) {
      const before = go(name, "", "", moves);
      if (before.outcome) break;
      if (!before.arrangement) {
        for (const choice of call("ebiri_choices")) {
          const cells = [...before.scene.cells, 0];
          for (const [from, to, seeds] of choice.path) {
            cells[from] -= seeds;
            cells[to] += seeds;
            assert.ok(cells[from] >= 0);
          }
          const after = go(name, "", "", [...moves, choice.move]);
          if (!choice.redrawn) assert.deepEqual(cells, [...after.scene.cells, 0], `${name}: ${[...moves, choice.move].join(" ")}`);
          checked += choice.redrawn ? 0 : 1;
        }
      }
      go(name, "", "", moves);
      moves.push(anyMove(call, before, below));
    }
    assert.ok(checked > 20, name);
  }
});

test("searches with a limit of nodes find the moves, scores and lines of alphabeta", async () => {
  const below = randomFrom(3);
  for (const { name } of VARIANTS) {
    const module = loaded();
    const bot = conversation("bots/alphabeta");
    bot.say("ugi", `setoption name UGI_Variant value ${name}`, "setoption name UGI_Seed value 11");
    for (let search = 0, done = 0; done < SEARCHES / VARIANTS.length; ++search) {
      const moves = [];
      for (let state = module.go(name, "", "", []); moves.length < search % 30; state = module.go(name, "", "", moves)) {
        if (state.outcome) break;
        moves.push(anyMove(module.call, state, below));
      }
      if (module.go(name, "", "", moves).outcome) continue;
      ++done;
      const nodes = 200 + below(2000);
      bot.say("uginewgame", `position startpos${moves.length > 0 ? ` moves ${moves.join(" ")}` : ""}`, `go nodes ${nodes}`);
      const heard = await bot.until("bestmove ");
      const found = module.call("ebiri_think", "", 10, nodes, 0, 11);
      assert.equal(`bestmove ${found.move}`, heard.at(-1), `${name}: ${moves.join(" ")}, ${nodes} nodes`);
      const [, depth, score, line] = heard.findLast((one) => one.startsWith("info depth"))?.match(/^info depth (\d+) score seeds (\S+) .*pv (.*)$/) ?? [];
      if (depth === undefined) continue; // no finished depth
      assert.deepEqual([found.depth, found.score.toFixed(1), found.pv.join(" ")], [Number(depth), Number(score).toFixed(1), line]);
    }
    bot.say("quit");
  }
});

test("a limit of time is respected", () => {
  const { call, go } = loaded();
  go("oware", "", "", []);
  const begin = performance.now();
  call("ebiri_think", "", 10, 0, 200, 1);
  assert.ok(performance.now() - begin < 2000);
});

test("bad input gets an error text, and the module continues", () => {
  const { call, go } = loaded();
  const throws = (act, text) => assert.throws(act, (error) => error.message.includes(text) && !error.message.includes("the module failed"));
  throws(() => call("ebiri_choices"), "no game has begun");
  throws(() => call("ebiri_go", "oware"), "expected four lines");
  throws(() => go("owre", "", "", []), "did you mean `oware`");
  throws(() => go("oware", "abappa", "", []), "did you mean `abapa`");
  throws(() => go("oware", "", "1-2-3", []), "fields");
  throws(() => go("oware", "", "", ["F", "F"]), "north is to move");
  throws(() => call("ebiri_learn", "name\nbytes"), "damaged");
  go("oware", "", "", []);
  throws(() => call("ebiri_think", "", 11, 100, 0, 0), "level");
  throws(() => call("ebiri_think", "", 1, NaN, 0, 0), "needs a limit");
  throws(() => call("ebiri_think", "", 1, 0, 0, 0), "needs a limit");
  assert.equal(go("oware", "", "", ["F"]).mover, "N");
});

test("random and mutated input never breaks the module", () => {
  const below = randomFrom(5);
  const { call, go } = loaded();
  const good = ["oware\nabapa\n\nF f", "bao\nbao\n\nA6L", "kalah\nstandard seeds=3\n\nC F", "omweso\nomweso-mcgill\n\n0 0", "namnam\n\n\nA"];
  let refused = 0;
  for (let round = 0; round < (SAMPLED ? 500 : 5000); ++round) {
    const bytes = Buffer.from(good[below(good.length)]);
    for (let change = 0; change <= below(3); ++change) bytes[below(bytes.length)] = below(128);
    try {
      call("ebiri_go", bytes);
    } catch (error) {
      assert.doesNotMatch(error.message, /the module failed|unreachable|out of bounds/);
      ++refused;
    }
  }
  assert.ok(refused > 0);
  assert.equal(go("oware", "", "", []).mover, "S");
});
