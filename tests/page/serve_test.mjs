// `ebiri serve`: the real server, with a finished run and a running one.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { BUILD, closed, opened, violations, went } from "./browser.mjs";
import { addressOf, ebiri, endAll, FOLDER, journal, played, served, started, THREE } from "./runs.mjs";

after(endAll);

const state = (page, text) => page.waitForFunction((wanted) => document.querySelector("header .state")?.textContent === wanted, text, { timeout: 120_000 });

test("a finished run is complete, and every replay can be fetched", async () => {
  played("done", { variant: "oware" }, THREE);
  const { games } = journal("done");
  const address = await served("serve", "results/done");
  const page = await opened(address);
  await state(page, "complete");
  assert.equal(await page.textContent(".figures b"), String(games.length));
  for (const { game, moves, opening } of games.slice(0, 4)) {
    await went(page, `#/game/${game}`);
    const plies = moves.length + (opening.moves?.length ?? 0);
    await page.waitForFunction(([game, plies]) => location.hash.startsWith(`#/game/${game}/`) && window.ebiriReplay?.last === plies, [game, plies]);
  }
  const route = await page.evaluate(() => location.hash);
  await page.click("text=Find games");
  await page.waitForFunction(() => /^\d+ games?$/.test(document.querySelector(".filters + p")?.textContent)); // all were searched
  const found = await page.locator("table.games tbody th a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  assert.ok(found.includes(route), `${route} in ${found}`);
  assert.ok(await page.locator("button >> text=Stop").isHidden());
  assert.equal((await page.evaluate(async () => (await fetch("./replays/999@1")).status)), 404);
  page.complaints = page.complaints.filter((text) => !/404/.test(text));
  for (const path of ["", "embed"]) {
    const other = await opened(address, path);
    await state(other, "complete");
    assert.deepEqual(await violations(other), []);
    await closed(other);
  }
  await page.click("nav >> text=Rules");
  await page.waitForSelector(".rules h2 >> text=Aim");
  await closed(page);
});

test("an analysis of a served run marks the open page", async () => {
  played("later", { variant: "oware", pairs: 1 });
  const address = await served("serve", "results/later");
  const page = await opened(address, "#/game/1/3");
  await page.waitForFunction(() => window.ebiriReplay?.ply === 3);
  ebiri("analyze", "results/later", "--limit", "nodes=300", "--quiet");
  await page.waitForSelector(".evidence >> text=AlphaBeta 1.0, nodes 300");
  assert.equal(await page.evaluate(() => window.ebiriReplay.ply), 3);
  const { games } = JSON.parse(readFileSync(join(FOLDER, "results/later/analysis.json"), "utf8"));
  const exact = await page.evaluate(() => {
    const { replay } = window.ebiriReplay;
    const shown = (lead, at) => {
      Object.assign(replay.raw.judged, { exact: [at], values: [lead, lead, lead] }); // as after an analysis with endgame tables
      window.ebiriReplay.jump(replay.raw.opening + at);
      return document.querySelector(".status").textContent.split("; ").at(-1);
    };
    return [shown(-5, 1), shown(0, 2)];
  });
  assert.deepEqual(exact, ["exact: north wins by 5 with best play", "exact: a draw with best play"]);
  assert.equal(await page.locator(".moves .sign").count(), [...games[0].marks].filter((mark) => "imb".includes(mark)).length);
  await closed(page);
});

test("a run that is being played is followed to its end", async () => {
  const text = ["name: played", "variant: oware", "seed: 7", "pairs: 6", "openings: {random-plies: 4}", "limit: {move: 10ms}", "placement: free", "slots: 2", "engines:", ...THREE, ""];
  writeFileSync(join(FOLDER, "played.yaml"), text.join("\n"));
  const run = started("run", "played.yaml", "--quiet");
  run.stderr.resume();
  const address = await until(() => journal("played")).then(() => served("serve", "results/played"));
  const page = await opened(address);
  await state(page, "running");
  await page.waitForSelector("ul.minis li.mini svg"); // a board of a running game
  await state(page, "complete");
  const { games } = journal("played");
  assert.equal(games.length, 36);
  await page.waitForFunction((count) => document.querySelector(".figures b")?.textContent === String(count), games.length);
  await closed(page);
});

test("a run that serves itself shows its end, also after its server has ended", async () => {
  const begin = join(FOLDER, "begin"); // engines wait for this file, because browsers start slowly
  const passed_on = `while read -r line; do case $line in go*) while [ ! -e ${begin} ]; do sleep 0.05; done;; esac; echo "$line"; done`;
  writeFileSync(join(FOLDER, "late.sh"), `${passed_on} | ${join(BUILD, "bots", "greedy")}\n`);
  const engines = ["  - {name: late, command: sh late.sh}", "  - {name: random, command: bots/random}"];
  const text = ["name: own", "variant: oware", "seed: 7", "pairs: 20", "openings: {random-plies: 4}", "limit: {nodes: 300}", "placement: free", "slots: 1", "engines:", ...engines, ""];
  writeFileSync(join(FOLDER, "own.yaml"), text.join("\n"));
  const run = started("run", "own.yaml", "--quiet", "--serve", "0");
  const ended = new Promise((done) => run.on("exit", done));
  const page = await opened(await addressOf(run));
  await state(page, "running");
  writeFileSync(begin, "");
  assert.equal(await ended, 0);
  await state(page, "complete");
  const gone = page.waitForEvent("console", (message) => /ERR_CONNECTION/.test(message.text())); // it asks again
  await page.waitForFunction((count) => document.querySelector(".figures b")?.textContent === String(count), journal("own").games.length);
  await gone;
  await state(page, "complete");
  assert.deepEqual(page.complaints.filter((text) => !/ERR_|EventSource/.test(text)), []);
  await page.context().close();
});

/** Calls `ask` until it does not throw, and returns its result. */
async function until(ask) {
  const deadline = performance.now() + 60_000;
  for (;;) {
    try {
      return ask();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}
