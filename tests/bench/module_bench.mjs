// The speed of the search in a page beside the native alphabeta, and the size of the module.
//
//     ./ebiri bench module [--nodes N] [--repeat N]
//
// Both search the same positions with the same limit of nodes, in turn, and find the same moves. The page runs the
// module in its worker, in Chromium. Each figure is the best of its repetitions, because other work on the machine
// only takes time. The promise: the page searches at least 75 % of the native nodes per second in the mean, and the
// module has at most 180 kB. Exit code 1 if it is broken, 4 if the module is not built.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { BUILD, ended, opened } from "../page/browser.mjs";
import { conversation, FILE, needModule } from "../wasm/module.mjs";

needModule();
const { nodes, repeat } = parseArgs({ args: process.argv.slice(3), options: { nodes: { type: "string", default: "1000000" }, repeat: { type: "string", default: "5" } } }).values;
const RULESETS = [["oware", "abapa"], ["kalah", "standard"], ["namnam", "namnam"], ["omweso", "omweso-mcgill"], ["omweso", "hus8"], ["bao", "bao"]];
const PROMISE = 0.75;
const MOST_BYTES = 180_000;

const server = spawn(join(BUILD, "ebiri"), ["play", "--web", "--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
let address;
for await (const line of createInterface({ input: server.stderr })) if ((address = line.match(/http:\/\/[^\s#]+/)?.[0])) break;

async function native(variant, rules) {
  const bot = conversation("bots/alphabeta");
  bot.say("ugi", `setoption name UGI_Variant value ${variant}`, `setoption name UGI_Ruleset value ${rules}`, "setoption name UGI_Seed value 1", "isready");
  await bot.until("readyok");
  return {
    search: async () => {
      bot.say("uginewgame", "position startpos", "isready");
      await bot.until("readyok");
      const begin = performance.now();
      bot.say(`go nodes ${nodes}`);
      const move = (await bot.until("bestmove ")).at(-1).split(" ")[1];
      return { move, seconds: (performance.now() - begin) / 1000 };
    },
    end: () => bot.say("quit"),
  };
}

async function inPage(variant, rules) {
  const page = await opened(address.endsWith("/") ? address : `${address}/`, `#${new URLSearchParams({ game: variant, rules, south: "person", north: "person" })}`);
  await page.waitForSelector("svg.board");
  const search = () =>
    page.evaluate(
      async ([variant, rules, nodes]) => {
        const engine = window.ebiriGame.thinker;
        engine.stop(); // a new worker has an empty table
        await engine.choices({ variant, rules, from: "" }, []);
        const begin = performance.now();
        const { move } = await engine.think({ variant, rules, from: "" }, [], { nodes, seed: 1 });
        return { move, seconds: (performance.now() - begin) / 1000 };
      },
      [variant, rules, Number(nodes)],
    );
  return { search, end: () => page.context().close() };
}

console.log(`${"nodes/s".padEnd(24)}${"native".padStart(12)}${"page".padStart(12)}${"share".padStart(8)}`);
const shares = [];
for (const [variant, rules] of RULESETS) {
  const both = [await native(variant, rules), await inPage(variant, rules)];
  const best = [Infinity, Infinity];
  for (let k = 0; k < Number(repeat); ++k) {
    const found = [];
    for (const [side, { search }] of both.entries()) {
      found.push(await search());
      best[side] = Math.min(best[side], found[side].seconds);
    }
    assert.equal(found[0].move, found[1].move);
  }
  shares.push(best[0] / best[1]);
  const speed = (seconds) => Math.round(nodes / seconds).toLocaleString("en").padStart(12);
  console.log(`${`${variant} ${rules}`.padEnd(24)}${speed(best[0])}${speed(best[1])}${`${Math.round((100 * best[0]) / best[1])} %`.padStart(8)}`);
  for (const one of both) await one.end();
}
await ended();
server.kill("SIGTERM");
const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
const { size } = statSync(FILE);
console.log(`mean ${Math.round(100 * mean)} %, promised ${100 * PROMISE} %; module ${size} bytes with gzip, promised ${MOST_BYTES}`);
process.exitCode = mean >= PROMISE && size <= MOST_BYTES ? 0 : 1;
