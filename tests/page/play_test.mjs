// The page of `ebiri play --web`, that of a site from file://; evaluations and variations of recorded games.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { closed, DESKTOP, opened, PHONE, violations, went } from "./browser.mjs";
import { answered, ebiri, endAll, FOLDER, pageOf, played, served, started } from "./runs.mjs";
import { needModule } from "../wasm/module.mjs";

needModule();
const RULESETS = [["bao", "bao"], ["kalah", "manchester"], ["namnam", "fast"], ["omweso", "omweso"], ["oware", "abapa"]];
const DESCRIBED = ["hus-12", "toguz-kumalak"];
const QUICKSTART = fileURLToPath(new URL("../../results/reference/quickstart", import.meta.url));
const CALM = { reducedMotion: "reduce" };
const SMALL = { ...CALM, viewport: { width: 320, height: 320 } }; // few pixels to paint after each click

let address;
before(async () => (address = await served("play", "--web")));
after(endAll);

const gameOf = (game, rules, more = {}) => `#${new URLSearchParams({ game, rules, south: "person", north: "person", ...more })}`;
const moves = (page) => page.evaluate(() => window.ebiriGame.played.moves);
const ready = (page, plies) => page.waitForFunction((wanted) => window.ebiriGame?.played.moves.length === wanted && document.querySelector(".board .legal, .board .lay, .ways button"), plies);

/** In the page: clicks on random offered choices until the game is over. */
async function clicked(page) {
  return page.evaluate(async () => {
    const game = window.ebiriGame;
    let state = 1;
    const below = (bound) => (state = (state * 1103515245 + 12345) % 2147483648) % bound;
    const all = (selector) => [...document.querySelectorAll(selector)];
    const shown = () => `${game.played.moves.length} ${all(".board .way").length} ${document.querySelector(".ways").textContent} ${document.querySelector(".status").textContent}`;
    const until = async (condition) => {
      for (let wait = 0; wait < 20_000 && !condition(); ++wait) await new Promise((done) => setTimeout(done, 1));
    };
    const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    let ways = 0;
    for (let clicks = 0; clicks < 5000 && !game.over; ++clicks) {
      await until(() => game.over || all(".board .legal, .board .way, .board .lay, .ways button").length > 0);
      if (game.over) break;
      const done = all(".ways button").find((one) => one.textContent === "Done");
      const choices = done ? (done.disabled ? all(".board .lay") : [done]) : [...all(".board .legal, .board .way"), ...all(".ways button").filter((one) => one.textContent !== "Cancel")];
      if (!done && all(".ways button").length > 0) ++ways;
      const before = shown();
      click(choices[below(choices.length)]);
      await until(() => game.over || shown() !== before);
    }
    return { moves: game.played.moves, over: game.over, ways };
  });
}

/** Plays a game by clicks on a page; returns it. */
async function decided(page, variant, rules) {
  await page.waitForSelector("svg.board");
  const game = await clicked(page);
  const [answer] = answered([variant, ...(rules ? ["--rules", rules] : [])], [{ moves: game.moves }]);
  assert.deepEqual([game.over.winner, game.over.reason, game.over.seeds], [answer.outcome.winner, answer.outcome.reason, answer.outcome.seeds]);
  assert.match(await page.textContent(".status"), new RegExp((game.over.winner === "north" ? game.over.seeds.toReversed() : game.over.seeds).join("-")));
  return game;
}

for (const [variant, rules] of [...RULESETS, ...DESCRIBED.map((name) => [name, ""])]) {
  test(`a game of ${variant} played by clicks has the referee's result`, async () => {
    const page = await opened(address, gameOf(variant, rules), SMALL);
    const game = await decided(page, variant, rules);
    if (variant === "bao") assert.ok(game.ways > 0, "decisions inside a turn were chosen on the board");
    if (variant === "omweso") assert.match(game.moves[0], /^=/);
    await closed(page);
  });
}

test("a site without a server plays a described game, and has an engine that answers", async () => {
  ebiri("site", QUICKSTART, "--output", "site", "--title", "Arena");
  const file = join(FOLDER, "site", "play", "index.html");
  const described = await opened(file, gameOf("toguz-kumalak", ""), SMALL);
  await decided(described, "toguz-kumalak", "");
  await described.waitForFunction(() => document.querySelector(".rules").textContent.length > 500);
  await closed(described);
  const page = await opened(file, gameOf("kalah", "standard", { north: "2" }), CALM);
  await ready(page, 0);
  await page.keyboard.press("A");
  await page.waitForFunction(() => window.ebiriGame.played.moves.length > 1 && document.querySelector(".board .legal"));
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    assert.deepEqual(await violations(page), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  }
  await page.click("text=Arena");
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Arena");
  await closed(page);
});

test("keys make moves, reloads and links keep the game, undo works", async () => {
  const page = await opened(address, gameOf("oware", "abapa"), CALM);
  await ready(page, 0);
  await page.keyboard.press("f");
  await ready(page, 1);
  await page.keyboard.press("Tab");
  await page.locator(".board .legal").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await ready(page, 2);
  const made = await moves(page);
  await page.reload();
  await ready(page, 2);
  assert.deepEqual(await moves(page), made);
  const link = page.url();
  const other = await opened(address, new URL(link).hash, CALM);
  await ready(other, 2);
  assert.deepEqual(await moves(other), made);
  await closed(other);
  await page.keyboard.press("u");
  await ready(page, 1);
  const saved = page.waitForEvent("download");
  await page.click("text=Download OGN");
  const text = readFileSync(await (await saved).path(), "utf8");
  assert.match(text, /\[Variant "Abapa"\]\n.*\n\[Ruleset "abapa"\]\n\[Points "\*"\]\n\[Termination "unfinished"\]/);
  assert.match(text, /\n1\. F \*\n\n$/);
  await closed(page);
});

test("the program reads a saved game that the leading side lost", async () => {
  for (const [lost, result, cause] of [["S resignation", "north", "resigned"], ["S time", "north", "fault"]]) {
    const page = await opened(address, gameOf("kalah", "standard", { moves: "C", lost }), CALM);
    await page.waitForFunction(() => window.ebiriGame?.over);
    const saved = page.waitForEvent("download");
    await page.click("text=Download OGN");
    const file = await (await saved).path();
    assert.match(readFileSync(file, "utf8"), /\n1\. C\+1 1-0\n\n$/);
    const game = JSON.parse(ebiri("convert", file, "--to", "journal").trimEnd().split("\n").at(-1));
    assert.deepEqual([game.moves, game.seeds, game.result, game.cause, game.loser], [["C"], [1, 0], result, cause, "south"]);
    await closed(page);
  }
});

test("the engine answers, hints, evaluates; resigning ends the game, and a new one begins", async () => {
  const page = await opened(address, gameOf("kalah", "standard", { north: "2" }), CALM);
  await ready(page, 0);
  await page.click("text=Hint");
  await page.waitForFunction(() => /^Hint: [A-F]/.test(document.querySelector(".status").textContent));
  await page.click("text=Evaluate");
  await page.waitForFunction(() => /depth \d+, .*Best line: \S/.test(document.querySelector(".evaluation").textContent));
  await page.keyboard.press("A");
  await page.waitForFunction(() => window.ebiriGame.played.moves.length > 1 && document.querySelector(".board .legal"));
  await page.click("text=Resign");
  await page.waitForFunction(() => /^You lost\. .*North wins, south resigned/.test(document.querySelector(".status").textContent));
  assert.deepEqual(await page.$$eval(".seat.south :is(.who, .muted)", (parts) => parts.map((part) => part.textContent)), ["You", "south"]);
  await page.selectOption("#game", "oware");
  await page.selectOption("#ruleset", "awari");
  await page.selectOption("#you", "N");
  await page.click("form button");
  await ready(page, 1); // south, the engine, has moved
  assert.match(page.url(), /game=oware&rules=awari&south=2&north=person/);
  await page.waitForFunction(() => document.querySelector(".rules").textContent.includes("oware awari"));
  await closed(page);
});

test("the clock of a person runs down, gets the increment, and loses the game on time", async () => {
  const page = await opened(address, gameOf("oware", "abapa", { clock: "3600+1800" }), { ...CALM, clock: true }); // half hours, which a busy machine does not miss
  const seconds = (side) => document.querySelector(`.seat.${side} .time`).textContent.split(":").reduce((sum, part) => 60 * sum + parseFloat(part), 0);
  const left = (side) => page.evaluate(seconds, side);
  const southBetween = async (low, high) => {
    for (let now = NaN; !(now > low && now < high); now = await left("south")) await page.evaluate(() => new Promise(requestAnimationFrame));
  };
  await ready(page, 0);
  await southBetween(1800, 3600);
  await page.clock.fastForward(1_800_000);
  await southBetween(0, 1800);
  assert.equal(await left("north"), 3600, "only the clock of the side to move runs");
  await page.keyboard.press("f");
  await ready(page, 1);
  await southBetween(1800, 3600);
  const south = await left("south");
  await page.reload();
  await ready(page, 1);
  assert.equal(await left("south"), south);
  await page.clock.fastForward(3_601_000);
  await page.waitForFunction(() => /South wins, north lost on time/.test(document.querySelector(".status").textContent));
  assert.equal(await page.locator(".board .legal").count(), 0);
  await page.reload();
  await page.waitForFunction(() => /lost on time/.test(document.querySelector(".status")?.textContent));
  assert.equal(await left("north"), 0);
  await page.click("text=Undo");
  await ready(page, 0);
  assert.equal(await left("north"), 3600, "the time before the lost turn");
  assert.equal(await page.evaluate(() => window.ebiriGame.key(new KeyboardEvent("keydown", { key: "u" }))), true);
  const running = await left("south");
  await page.clock.fastForward(10_000);
  assert.ok((await left("south")) < running - 5, "an undo without moves does not stop the clock");
  await page.selectOption("#opponent", "person");
  await page.selectOption("#clock", "180+2");
  await page.click("form button");
  await page.waitForFunction(() => document.querySelector(".seat.north .time")?.textContent === "3:00");
  assert.match(page.url(), /clock=180%2B2/);
  await page.selectOption("#clock", "");
  await page.click("form button");
  await page.waitForFunction(() => document.querySelector(".seat.north .time")?.textContent === "");
  await closed(page);
});

test("on a board with a pit H both the pit and the hint have a key", async () => {
  const page = await opened(address, gameOf("kalah", "standard pits=8"), CALM);
  await ready(page, 0);
  await page.keyboard.press("s");
  await page.waitForFunction(() => /^Hint: [A-H]/.test(document.querySelector(".status").textContent));
  await page.keyboard.press("h");
  await ready(page, 1);
  assert.deepEqual(await moves(page), ["H"]);
  await closed(page);
});

test("a link to another game does not replace the stored game", async () => {
  const page = await opened(address, gameOf("kalah", "standard"), CALM);
  await ready(page, 0);
  await page.keyboard.press("A");
  await page.waitForFunction(() => Object.values(localStorage).some((one) => one.includes("moves=A")));
  const own = await page.evaluate(() => JSON.stringify(localStorage));
  await page.goto(address + gameOf("oware", "abapa"));
  await ready(page, 0);
  assert.equal(await page.evaluate(() => JSON.stringify(localStorage)), own);
  await page.locator(".board .legal").first().click();
  await page.waitForFunction(() => Object.values(localStorage).some((one) => one.includes("game=oware")));
  await closed(page);
});

test("without the browser's storage the page still plays", async () => {
  const page = await opened(address, gameOf("oware", "abapa"), CALM);
  await page.addInitScript(() => Object.defineProperty(window, "localStorage", { get: () => { throw new Error("blocked"); } }));
  await page.reload();
  await ready(page, 0);
  await page.locator(".board .legal").first().click();
  await ready(page, 1);
  await closed(page);
});

test("seeds are sown one by one, except with reduced motion", async () => {
  const page = await opened(address, gameOf("oware", "abapa"));
  await ready(page, 0);
  await page.evaluate(() => {
    window.counts = new Set();
    const look = () => {
      window.counts.add([...document.querySelectorAll(".pit .count")].map((one) => one.textContent).join());
      requestAnimationFrame(look);
    };
    look();
  });
  await page.locator(".board .legal").first().click();
  await ready(page, 1);
  assert.ok((await page.evaluate(() => window.counts.size)) > 4);
  await closed(page);
});

test("the page is accessible and fits the screen", async () => {
  for (const [colorScheme, viewport] of [["light", DESKTOP], ["dark", { width: 320, height: 640 }]]) {
    for (const [variant, rules] of RULESETS) {
      const page = await opened(address, gameOf(variant, rules), { ...CALM, colorScheme, viewport });
      await ready(page, 0);
      if (colorScheme === "light" || variant === "bao") assert.deepEqual(await violations(page), []);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, variant);
      await closed(page);
    }
  }
});

test("the pits of a wide board are large enough to touch, and the arrows scroll it", async () => {
  const page = await opened(address, gameOf("hus-12", ""), { ...CALM, viewport: { width: 320, height: 640 } });
  await ready(page, 0);
  assert.ok((await page.evaluate(() => document.querySelector(".pit .ring").getBoundingClientRect().width)) >= 24);
  await page.locator(".board-box[tabindex]").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".board-box").scrollLeft > 0);
  assert.deepEqual(await violations(page), []);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  await closed(page);
});

test("a row that the sides share is drawn between their own rows", async () => {
  const page = await opened(address, gameOf("selus-massawa", ""), CALM);
  await ready(page, 0);
  const heights = await page.locator("svg.board:visible").evaluate((board) => [...board.querySelectorAll(".pit")].map((pit) => Number(/ ([\d.]+)\)$/.exec(pit.getAttribute("transform"))[1])));
  const [souths, shared, norths] = [heights[0], heights[6], heights[9]];
  assert.ok(norths < shared && shared < souths);
  assert.deepEqual(heights, [souths, norths].flatMap((own) => [...Array(6).fill(own), ...Array(3).fill(shared)]));
  await closed(page);
});

test("a game that the command line names is opened, also the default one", async () => {
  const child = started("play", "oware", "--web", "--port", "0");
  for await (const line of createInterface({ input: child.stderr })) {
    assert.match(line, /#game=oware&/);
    break;
  }
});

test("a game from a link can be replayed from its start", async () => {
  const page = await opened(address, gameOf("oware", "abapa", { moves: "F a" }), CALM);
  await ready(page, 2);
  await page.click("text=Replay");
  const ply = (wanted) => page.waitForFunction((ply) => window.ebiriReplay.ply === ply, wanted);
  await ply(0);
  assert.equal(await page.locator("svg.board:visible").count(), 1);
  await page.keyboard.press("ArrowRight");
  await ply(1);
  await page.waitForSelector("text=1 of 2: south plays F");
  assert.equal(await page.evaluate(() => [...window.ebiriReplay.board.element.querySelectorAll(".count")].map((one) => Number(one.textContent)).slice(0, 12).join()), "4,4,4,4,4,0,5,5,5,5,4,4");
  assert.deepEqual(await violations(page), []);
  await page.locator("[title^='First position']").focus();
  await page.keyboard.press(" ");
  await ply(0);
  await page.keyboard.press("Escape");
  await ready(page, 2);
  assert.equal(await page.locator("svg.board .legal:visible").count() > 0, true);
  await closed(page);
});

test("a link to an impossible game is explained", async () => {
  const page = await opened(address, gameOf("oware", "abapa", { moves: "F F" }), CALM);
  await page.waitForSelector("[role=alert] >> text=north is to move");
  await closed(page);
});

test("endgame tables of the server replace the search, on the page to play on and in a recorded game", async () => {
  ebiri("tables", "oware", "--seeds", "6", "--file", "six.endgames");
  const from = "0-0-0-0-2-0-0-0-1-0-0-1-22-22-S";
  writeFileSync(join(FOLDER, "ends.txt"), `position ${from}\n`);
  played("ends", { variant: "oware", pairs: 1, openings: "{file: ends.txt}" });
  const shown = (page) => page.waitForFunction(() => /^(Even|South \+\d+|North \+\d+), exact: from endgame tables\. Best line: [A-Fa-f]/.exec(document.querySelector(".evaluation").textContent)?.[0]);
  for (const [words, hash] of [[["play", "oware", "--web"], gameOf("oware", "abapa", { from })], [["serve", "results/ends"], "#/game/1/0"]]) {
    const page = await opened(await served(...words, "--tables", "six.endgames"), hash, CALM);
    await page.waitForSelector("svg.board");
    await page.click("text=Evaluate");
    await shown(page);
    await closed(page);
  }
});

test("a position of a recorded game is evaluated and played on, from a file and from a server", async () => {
  played("tried", { variant: "oware", pairs: 1 });
  const plain = readFileSync(pageOf("tried"), "utf8");
  assert.doesNotMatch(plain, /wasm-unsafe-eval|worker-src/);
  ebiri("report", "results/tried", "--interactive");
  for (const place of [pageOf("tried"), await served("serve", "results/tried")]) {
    const page = await opened(place, "#/", CALM);
    await went(page, "#/game/1/6");
    await page.waitForFunction(() => window.ebiriReplay?.ply === 6);
    const recorded = await page.evaluate(() => window.ebiriReplay.replay.plies.slice(0, 6).map(({ move }) => move));
    await page.click("text=Evaluate");
    await page.waitForFunction(() => /depth \d+, .*Best line: \S/.test(document.querySelector(".evaluation").textContent));
    await page.click("text=Play on");
    await ready(page, 6);
    assert.deepEqual(await moves(page), recorded);
    await page.locator(".board .legal").first().click();
    await ready(page, 7);
    for (const key of ["Home", "m"]) await page.keyboard.press(key);
    assert.equal(await page.evaluate(() => window.ebiriReplay.ply), 6, "keys do not reach the hidden game");
    assert.deepEqual(await violations(page), []);
    await page.click("text=Back to the game");
    assert.equal(await page.evaluate(() => window.ebiriReplay.ply), 6);
    await closed(page);
  }
});

test("the answer to a mistake is played on the board, with its gain", async () => {
  played("slips", { variant: "oware", pairs: 1 });
  const replayed = async (file, route) => {
    const page = await opened(file, route, CALM);
    await page.waitForSelector(".moves");
    return page;
  };
  const answer = async (page) => {
    await page.keyboard.press("w");
    await page.waitForFunction(() => window.ebiriAnswer && /Judged by/.test(document.querySelector(".main").textContent));
    const text = await page.textContent(".table-top:not([hidden]) .status");
    return { text, ...(await page.evaluate(() => ({ moves: window.ebiriAnswer.replay.plies.map(({ move }) => move), cells: window.ebiriAnswer.replay.scene(window.ebiriAnswer.last).cells.slice(0, -1) }))) };
  };
  // Without an analysis the engine of the page judges; it never repeats the score of the playing engine.
  ebiri("report", "results/slips", "--interactive");
  const plain = await replayed(pageOf("slips"), "#/game/1/9");
  assert.match((await answer(plain)).text, /^\S+ is (not a mistake|an inaccuracy|a mistake|a blunder)/);
  assert.match(await plain.textContent(".main"), /Judged by alphabeta in this page/);
  await closed(plain);
  ebiri("analyze", "results/slips", "--limit", "nodes=2000", "--quiet");
  ebiri("report", "results/slips", "--interactive");
  const { games } = JSON.parse(readFileSync(join(FOLDER, "results/slips/analysis.json"), "utf8"));
  const game = games.find(({ marks }) => /b.*[mb]/.test(marks));
  assert.ok(game, "random loses seeds");
  const index = game.marks.indexOf("b");
  const page = await replayed(pageOf("slips"), `#/game/${game.game}/${game.opening + index + 1}`);
  assert.equal(await page.locator("text=Why a blunder?").count(), 1);
  const found = await answer(page);
  assert.match(found.text, new RegExp(`is a blunder: it loses ${game.seeds_lost[index].toFixed(1)} seeds, ${game.best[index]} was better\\.`));
  assert.ok(found.moves.length > 0);
  assert.match(found.text, new RegExp(`is ${found.moves.join(" ")}: (south|north) (gains|wins)`));
  // The rules agree with every move, and with the seeds that the sentence claims.
  const before = await page.evaluate((ply) => window.ebiriReplay.replay.plies.slice(0, ply).map(({ move }) => move), game.opening + index + 1);
  const lead = (cells) => (cells[12] - cells[13]) * (found.text.includes(": south ") ? 1 : -1);
  const [start, end] = answered(["oware"], [{ moves: before }, { moves: [...before, ...found.moves] }]).map(({ position }) => position.split("-").slice(0, 14).map(Number));
  assert.deepEqual(found.cells, end);
  const gained = found.text.match(/gains (\d+) seed/);
  if (gained) assert.equal(lead(end) - lead(start), Number(gained[1]));
  await page.keyboard.press("Home");
  assert.equal(await page.evaluate(() => window.ebiriAnswer.ply), 0);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => window.ebiriAnswer.ply === 1);
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("svg.board:visible").count(), 1);
  // The keys of the recorded game still work, also while the move is being judged, and close the answer.
  await page.keyboard.press("w");
  await page.keyboard.press("m");
  const next = game.marks.slice(index + 1).search(/[mb]/) + index + 1;
  assert.equal(await page.evaluate(() => window.ebiriReplay.ply), game.opening + next + 1);
  assert.equal(await page.locator("text=Back to the game").count(), 0);
  await closed(page);
});
