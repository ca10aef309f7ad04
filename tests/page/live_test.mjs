// The page of a run that is being played, from a server that the test directs.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closed, ended, LOOKS, opened, violations, went } from "./browser.mjs";
import { LiveServer } from "./live_server.mjs";
import { journal, made, played, THREE } from "./runs.mjs";

after(ended);
const file = played("evening", { variant: "oware", pairs: 4 }, THREE);

/** A server with the given number of finished games, and four running ones. */
async function served(finished = 12, report = file) {
  const server = new LiveServer(report, ["oware"]);
  server.finished = finished;
  const address = await server.open();
  for (let slot = 0; slot < 4; ++slot) server.play(finished + slot, 6 + slot, { slot, clock: slot % 2 ? [12_000, 65_000] : null });
  return { server, address };
}

/** Removes the complaints about connections that a test breaks on purpose. */
const forgiven = (page) => (page.complaints = page.complaints.filter((text) => !/ERR_|Failed to load resource/.test(text)));

const shows = (page, selector, text) => page.waitForFunction(([where, wanted]) => document.querySelector(where)?.textContent.includes(wanted), [selector, text]);
const state = (page, text) => shows(page, "header .state", text);
const latest = (page) => page.locator("section[data-key='Latest games'] tbody th").allTextContents();
const row = (server, index) => String(server.columns.game[index]);

async function end(page, server) {
  await closed(page);
  await server.close();
}

test("the overview shows the progress and the running games", async () => {
  const { server, address } = await served();
  const page = await opened(address);
  assert.match(await page.textContent(".live-line"), /^running 12 of 24 games · 50 % · 3\.1 games\/s · elapsed 1:0\d · ETA 2:0\d · 4 slots/);
  await page.waitForFunction(() => document.querySelectorAll(".mini").length === 4);
  assert.match(await page.getAttribute(".mini .board >> nth=2", "aria-label"), /^Game \d+: ply 8, /);
  assert.equal(await page.locator(".mini .ring.last").count(), 4);
  assert.deepEqual(await latest(page), [11, 10, 9, 8, 7, 6, 5, 4].map((index) => row(server, index)));
  server.play(12, 20, { slot: 0 });
  await shows(page, ".mini", "ply 20");
  server.finish();
  await shows(page, ".figures b", "13");
  assert.equal((await latest(page))[0], row(server, 12));
  await shows(page, ".mini", "over");
  server.play(16, 5, { slot: 0 });
  await shows(page, ".mini h3", `Game ${row(server, 16)}`);
  assert.equal(await page.locator(".mini").count(), 4);
  await end(page, server);
});

test("at most twelve running games are shown", async () => {
  const { server, address } = await served(0);
  const page = await opened(address);
  for (let slot = 0; slot < 20; ++slot) server.play(slot, 6, { slot });
  await shows(page, ".playing > .muted", "and 8 more");
  assert.equal(await page.locator(".mini").count(), 12);
  assert.match(await page.textContent("main"), /No game is finished yet/);
  await end(page, server);
});

test("an update keeps order, scroll position, focus and open details", async () => {
  const { server, address } = await served();
  const page = await opened(address);
  await page.click("table.standings th button >> text=Engine");
  await page.click("section[data-key='Elo with 95 % intervals'] details summary");
  await page.focus("table.standings tbody a >> nth=2");
  await page.evaluate(() => scrollTo(0, 400));
  const [y, focused] = await page.evaluate(() => [scrollY, document.activeElement.textContent]);
  server.run.engines.reverse(); // as if ratings had changed places
  server.finish();
  await shows(page, ".figures b", "13");
  assert.deepEqual(await page.locator("table.standings tbody th").allTextContents(), ["alphabeta", "greedy", "random"]);
  assert.ok(await page.evaluate(() => document.querySelector("section[data-key='Elo with 95 % intervals'] details").open));
  assert.deepEqual(await page.evaluate(() => [scrollY, document.activeElement.textContent]), [y, focused]);
  await end(page, server);
});

test("the list of games grows, and keeps its filter and order", async () => {
  const { server, address } = await served();
  const names = (index) => ["south", "north"].map((side) => server.run.engines[server.columns[side][index]].name);
  const page = await opened(address, "#/games?order=latest");
  await shows(page, ".filters + p", "12 games");
  await page.fill("#search", "random");
  const wanted = (count) => Array.from({ length: count }, (_, k) => k).filter((index) => names(index).includes("random")).length;
  await shows(page, ".filters + p", `${wanted(12)} games`);
  server.finish(6);
  await shows(page, ".filters + p", `${wanted(18)} games`);
  assert.equal(await page.inputValue("#search"), "random");
  assert.equal(await page.evaluate(() => document.activeElement.id), "search");
  assert.equal(await page.locator("table.games tbody tr").count(), wanted(18));
  await end(page, server);
});

test("engines change places, and every game keeps its players", async () => {
  const { server, address } = await served();
  const page = await opened(address, "#/games");
  await page.waitForSelector("table.games tbody tr");
  const players = () => page.locator("table.games tbody tr").evaluateAll((rows) => rows.map((one) => [...one.querySelectorAll("td")].slice(0, 2).map((cell) => cell.textContent)));
  const first = await players();
  server.run.engines = [...server.run.engines].reverse();
  for (const side of ["south", "north"]) server.columns[side] = server.columns[side].map((index) => 2 - index);
  server.finish(2);
  await shows(page, ".filters + p", "14 games");
  assert.deepEqual((await players()).slice(0, 12), first);
  const names = server.columns.south.slice(0, 14).map((index, k) => [server.run.engines[index].name, server.run.engines[server.columns.north[k]].name]);
  assert.deepEqual(await players(), names);
  await end(page, server);
});

test("a game is followed ply by ply, and becomes its replay when it ends", async () => {
  const { server, address } = await served();
  const { replays, columns } = server;
  const number = columns.game[12];
  const page = await opened(address, `#/game/${number}`, { reducedMotion: "reduce" });
  const ply = (wanted) => page.waitForFunction((count) => window.ebiriReplay?.ply === count, wanted);
  await ply(6);
  assert.match(await page.textContent(".subtitle"), /^being played · ply 6/);
  assert.match(await page.textContent(".seat.thinks .took"), /thinking \d\.\d s/);
  assert.equal(await page.evaluate(() => location.hash), `#/game/${number}`);
  server.drop(); // then the server sends the game from its beginning
  await state(page, "reconnecting …");
  await state(page, "running");
  server.play(12, 9);
  await ply(9);
  assert.equal(await page.locator(".moves .move").count(), 10);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  server.play(12, 12);
  await shows(page, ".follow", "Live: 6 plies ahead");
  assert.equal(await page.evaluate(() => window.ebiriReplay.ply), 6);
  assert.equal(await page.evaluate(() => location.hash), `#/game/${number}/6`);
  server.play(12, 11, { from: 8 }); // sent again from ply 8 on
  await shows(page, ".follow", "Live: 5 plies ahead");
  await page.click(".follow");
  await ply(11);
  assert.equal(await page.locator(".follow").isVisible(), false);
  const drawn = await page.evaluate(() => [window.ebiriReplay.replay.position(11), window.ebiriReplay.replay.counts(11), [...document.querySelectorAll(".table-top .count")].map((one) => one.textContent)]);
  server.finish();
  const all = replays[12].moves.split(" ").length;
  await ply(all);
  await page.waitForFunction(() => !document.querySelector(".subtitle").textContent.startsWith("being played"));
  assert.match(await page.textContent(".subtitle"), new RegExp(`· ${columns.south_seeds[12]}–${columns.north_seeds[12]} ·`));
  assert.deepEqual(server.fetched, [`${number}@1`]);
  await page.evaluate(() => window.ebiriReplay.jump(11));
  assert.deepEqual(await page.evaluate(() => [window.ebiriReplay.replay.position(11), window.ebiriReplay.replay.counts(11), [...document.querySelectorAll(".table-top .count")].map((one) => one.textContent)]), drawn);
  assert.match(await page.textContent(".side"), /Seed/);
  forgiven(page);
  await end(page, server);
});

test("seeds of the newest ply are sown for a viewer at the end", async () => {
  const { server, address } = await served();
  const page = await opened(address, `#/game/${server.columns.game[12]}`, { quick: true });
  await page.waitForFunction(() => window.ebiriReplay?.ply === 6);
  await page.evaluate(() => {
    const { board } = window.ebiriReplay;
    const move = board.move.bind(board);
    window.sown = 0;
    board.move = (...words) => (++window.sown, move(...words));
  });
  server.play(12, 7);
  await page.waitForFunction(() => window.ebiriReplay.ply === 7 && window.sown > 1);
  await end(page, server);
});

test("a game that has not begun is shown when it begins", async () => {
  const { server, address } = await served();
  const number = server.columns.game[20];
  const page = await opened(address, `#/game/${number}`);
  assert.match(await page.textContent("main"), /appears here when it begins/);
  server.play(20, 7, { slot: 4 });
  await page.waitForFunction(() => window.ebiriReplay?.ply === 7);
  await end(page, server);
});

test("replays of finished games are fetched; a missing one is explained", async () => {
  const { server, address } = await served();
  const page = await opened(address, `#/game/${server.columns.game[3]}/5`);
  await page.waitForFunction(() => window.ebiriReplay?.ply === 5);
  assert.deepEqual(server.fetched, [`${server.columns.game[3]}@1`]);
  server.replays.splice(4, 1);
  await went(page, `#/game/${server.columns.game[4]}`);
  await shows(page, ".notice", "cannot be shown: no game");
  forgiven(page);
  await end(page, server);
});

test("the evidence of old and new faults is shown", async () => {
  const { run, games } = journal("evening");
  const fault = { kind: "malformed", detail: "read `Z9`", line: "bestmove Z9", exit: "exit status 3", stderr: "Traceback\n", asked: "position startpos\ngo movetime 50" };
  const lost = games.map((game, k) => (k % 3 === 0 ? { ...game, result: "north", cause: "fault", reason: "malformed", loser: "south", fault } : game));
  const { server, address } = await served(12, made("faulty", run, lost));
  const page = await opened(address, "#/faults");
  const evidence = (count) => page.waitForFunction((wanted) => document.querySelectorAll("dl.evidence").length === wanted, count);
  const faults = () => server.columns.ending.slice(0, server.finished).filter((index) => server.run.endings[index][0] === "fault").length;
  assert.ok(faults() > 0);
  await evidence(faults());
  assert.match(await page.textContent("dl.evidence"), /position startpos\ngo movetime 50.*bestmove Z9/s);
  assert.equal(server.fetched.length, faults());
  server.finish(6);
  await evidence(faults());
  await shows(page, "nav", `Faults ${faults()}`);
  assert.equal(server.fetched.length, faults());
  await end(page, server);
});

test("a broken connection is shown, and missed events come later", async () => {
  const { server, address } = await served();
  const page = await opened(address);
  await state(page, "running");
  server.refusing = true;
  server.drop();
  await state(page, "reconnecting …");
  await shows(page, ".live-line", "reconnecting …");
  server.finish(3);
  server.refusing = false;
  await state(page, "running");
  await shows(page, ".figures b", "15");
  await page.waitForFunction((number) => document.querySelector("section[data-key='Latest games'] tbody th").textContent === number, row(server, 14));
  assert.equal(server.connections[0], undefined);
  assert.equal(server.connections.at(-1), "12");
  await went(page, "#/games");
  await shows(page, ".filters + p", "15 games");
  const listed = await page.locator("table.games tbody th").allTextContents();
  assert.deepEqual(listed, server.columns.game.slice(0, 15).map(String));
  forgiven(page);
  await end(page, server);
});

test("a hidden page uses no connection, and catches up when it is visible", async () => {
  const { server, address } = await served();
  const page = await opened(address);
  await state(page, "running");
  const seen = (yes) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, !yes);
  const left = new Promise((done) => server.server.once("left", done));
  await seen(false);
  await left;
  assert.equal(server.listeners, 0);
  server.finish(3);
  await seen(true);
  await shows(page, ".figures b", "15");
  assert.equal(server.connections.at(-1), "12");
  assert.equal(server.listeners, 1);
  await end(page, server);
});

test("a restarted server with another journal replaces the data", async () => {
  const { server, address } = await served();
  const page = await opened(address, "#/games");
  await shows(page, ".filters + p", "12 games");
  await server.close();
  await state(page, "reconnecting …");
  const other = new LiveServer(file, ["oware"]);
  other.finished = 5;
  await other.open(server.port);
  await shows(page, ".filters + p", "5 games");
  forgiven(page);
  await end(page, other);
});

test("a page with missing plies asks for all of them again", async () => {
  const { server, address } = await served();
  const page = await opened(address, "#/games");
  await shows(page, ".filters + p", "12 games");
  server.tell("games", { from: 15, games: server.document().games }, 15);
  const begin = server.connections.length;
  while (server.connections.length === begin) await new Promise((done) => server.server.once("request", done));
  assert.equal(server.connections.at(-1), undefined);
  await shows(page, ".filters + p", "12 games");
  await end(page, server);
});

for (const [name, words] of Object.entries({ complete: /^complete 24 games/, stopped: /^stopped 12 of 24 games.*The run is stopped/ }))
  test(`a ${name} run shows its state`, async () => {
    const { server, address } = await served();
    const page = await opened(address);
    await page.waitForFunction(() => document.querySelectorAll(".mini").length === 4);
    server.live = { ...server.live, state: name, eta_ms: null, per_second: null };
    if (name === "complete") server.finish(12);
    else server.changed();
    await state(page, name);
    await page.waitForFunction(() => document.querySelectorAll(".mini").length === 0 || document.querySelector(".playing").hidden);
    await page.waitForFunction((wanted) => new RegExp(wanted).test(document.querySelector(".live-line").textContent), words.source);
    assert.deepEqual(await violations(page), []);
    await server.close();
    if (name !== "complete") await state(page, "reconnecting …");
    else assert.equal(await page.textContent("header .state"), "complete");
    forgiven(page);
    await closed(page);
  });

test("a sequential test may be complete before all games are played", async () => {
  const { server, address } = await served();
  server.live = { ...server.live, state: "complete", eta_ms: null, per_second: null };
  const page = await opened(address);
  assert.match(await page.textContent(".live-line"), /^complete 12 games · elapsed/);
  assert.equal(await page.evaluate(() => document.querySelector("progress").value), 1);
  await end(page, server);
});

test("a page without a server or a run shows that it waits", async () => {
  const { server, address } = await served();
  server.refusing = true;
  const page = await opened(address);
  await shows(page, "main", "The server does not answer");
  server.begun = server.refusing = false;
  await shows(page, "main", "The run has not begun yet");
  server.begun = true;
  server.changed();
  await page.waitForSelector(".live-line");
  forgiven(page);
  await end(page, server);
});

for (const look of LOOKS)
  test(`axe finds nothing while a run is being played: ${look.colorScheme}, ${look.viewport.width} wide`, async () => {
    const { server, address } = await served();
    const page = await opened(address, "#/", look);
    for (const route of ["#/", "#/games", "#/faults", `#/game/${server.columns.game[12]}`, "#/game/999"]) {
      await went(page, route);
      if (route.startsWith("#/game/") && route !== "#/game/999") await page.waitForSelector("svg.board");
      assert.deepEqual(await violations(page), [], route);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${route} is ${wide} px too wide`);
    }
    await end(page, server);
  });

const EVIL = '</script><img src=x onerror="window.harmed=1"><!--<script>';

test("names of engines are shown as text", async () => {
  const { server, address } = await served();
  server.run.engines[0].name = EVIL;
  for (const path of ["", "embed"]) {
    const page = await opened(address, path);
    await page.waitForFunction((name) => document.querySelector("main table").textContent.includes(name) && document.querySelector(".mini")?.parentElement.textContent.includes(name), EVIL);
    const plies = path === "" ? 20 : 21;
    server.play(12, plies);
    await shows(page, ".minis", `ply ${plies}`); // the projector's first board has another game
    assert.equal(await page.evaluate(() => window.harmed ?? document.querySelectorAll("img").length), 0);
    await closed(page);
  }
  await server.close();
});
