// The page in every state of a run, and with malicious names and texts.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { closed, ended, opened, PHONE, violations, went } from "./browser.mjs";
import { copied, ebiri, journal, made, pageOf, played } from "./runs.mjs";

after(ended);
played("seed", { pairs: 4 });
const { run, games } = journal("seed");

const EVIL = '</script><img src=x onerror="window.harmed=1"><!--<script>';

/** Checks a page: no complaint, no violation of axe, nothing too wide on both devices. Returns it open on the phone. */
async function sound(file, routes = ["#/", "#/games", "#/faults"], without) {
  const page = await opened(file);
  for (const viewport of [{ width: 1280, height: 900 }, PHONE]) {
    await page.setViewportSize(viewport);
    for (const route of routes) {
      await went(page, route);
      if (viewport !== PHONE) assert.deepEqual(await violations(page, without), [], route);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${route} is ${wide} px too wide at ${viewport.width}`);
    }
  }
  await went(page, routes[0]);
  return page;
}

const harmed = (page) => page.evaluate(() => window.harmed ?? document.querySelectorAll("img").length);

test("an empty run has a page", async () => {
  const page = await sound(made("empty", run, []));
  assert.match(await page.textContent("main"), /No game is finished yet/);
  await closed(page);
});

test("a finished run has no notice about its state", async () => {
  const page = await sound(pageOf("seed"));
  assert.equal(await page.locator(".notice").count(), 0);
  assert.equal(await page.locator(".figures b").first().textContent(), "8");
  await page.click("text=Abbreviations");
  await page.waitForSelector("text=LOS: likelihood that the first engine is stronger");
  await closed(page);
});

test("an interrupted run shows its progress", async () => {
  const { plan } = journal("seed");
  const page = await sound(made("interrupted", run, [plan, ...games.slice(0, 3)]));
  assert.match(await page.textContent(".notice"), /Interrupted: 3 of 8 games/);
  await closed(page);
});

test("a game that stays void is over, and its attempts are not counted as games", async () => {
  const { plan } = journal("seed");
  const attempts = [1, 2, 3, 4].map((attempt) => ({ ...games[7], attempt, result: "void", cause: "machine", reason: "busy-machine", detail: "1 s", loser: undefined }));
  const complete = await opened(made("stays-void", run, [plan, ...games.slice(0, 7), ...attempts]));
  assert.equal(await complete.locator("text=Interrupted").count(), 0);
  await closed(complete);
  const open = await opened(made("void-and-open", run, [plan, ...games.slice(0, 6), ...attempts]));
  assert.match(await open.textContent(".notice"), /Interrupted: 6 of 8 games/);
  await closed(open);
});

test("one engine alone has a page", async () => {
  const alone = games.slice(0, 2).map((game) => ({ ...game, result: "void", cause: "machine", reason: "busy-machine", detail: "1 s", loser: undefined }));
  const page = await sound(made("alone", run, alone.map((game) => ({ ...game, south: "one", north: "one" }))), ["#/", "#/games", "#/engine/one"]);
  await closed(page);
});

test("sixty engines fit", async () => {
  const engines = Array.from({ length: 60 }, (_, k) => `engine-${k + 1}`);
  const file = made("sixty", run, copied(games, 1200, engines));
  const page = await sound(file, ["#/", "#/engine/engine-7", "#/pair/engine-1/engine-2"], "tbody tr:nth-child(n+5)");
  assert.equal(await page.locator("table.standings tbody tr").count(), 60);
  assert.equal(await page.locator("table.cross.dense tbody tr").count(), 60);
  await closed(page);
});

test("a fault shows its evidence, and output of engines is shown as text", async () => {
  const fault = { kind: "malformed", detail: `read ${EVIL}`, line: EVIL, exit: "exit status 3", stderr: `Traceback\n${EVIL}\n`, asked: `position ${EVIL}\ngo` };
  const lost = (game) => ({ ...game, result: "north", cause: "fault", reason: "malformed", loser: "south", fault });
  const names = (game) => ({ ...game, south: game.game % 2 ? EVIL : "other & \"co\"", north: game.game % 2 ? "other & \"co\"" : EVIL });
  const file = made("evil", { ...run, openings: EVIL }, games.map((game, k) => (k % 3 === 0 ? lost(names(game)) : names(game))));
  const page = await sound(file, ["#/", "#/games", "#/faults", `#/engine/${encodeURIComponent(EVIL)}`, `#/pair/${encodeURIComponent(EVIL)}/${encodeURIComponent('other & "co"')}`, "#/game/1/3"]);
  assert.equal(await harmed(page), 0);
  await went(page, "#/faults");
  assert.ok((await page.textContent(".evidence")).includes(EVIL));
  const groups = await page.$$eval("[data-key='By engine and fault'] tbody tr", (rows) => rows.map((row) => [row.cells[0].textContent, Number(row.cells[2].textContent)]));
  const losers = games.filter((_, k) => k % 3 === 0).map((game) => names(game).south);
  assert.deepEqual(new Map(groups), new Map([...new Set(losers)].map((name) => [name, losers.filter((one) => one === name).length])));
  assert.equal(await harmed(page), 0);
  await page.click(".card h2 a");
  await page.waitForSelector("svg.board");
  assert.ok((await page.textContent(".replay .evidence >> nth=0")).includes("malformed") || (await page.textContent(".replay")).includes(EVIL));
  assert.equal(await harmed(page), 0);
  await closed(page);
});

test("the cells of downloaded tables are quoted as in the files of the program", async () => {
  const names = { [games[0].south]: "a;b\tc", [games[0].north]: " =1 \"x\"" };
  const page = await opened(made("cells", run, games.map((game) => ({ ...game, south: names[game.south], north: names[game.north] }))));
  const saved = page.waitForEvent("download");
  await page.click("text=standings.csv");
  const table = readFileSync(await (await saved).path(), "utf8");
  for (const cell of ['\n"a;b\tc",', '\n"\' =1 ""x""",']) assert.ok(table.includes(cell), table);
  assert.match(table, /,place_first,place_last\r\n.*,,\r\n/);
  await closed(page);
});

test("the downloaded standings have the places of a run that ranks by points", async () => {
  const page = await opened(played("places", { "rank-by": "points" }));
  const saved = page.waitForEvent("download");
  await page.click("text=standings.csv");
  const rows = readFileSync(await (await saved).path(), "utf8").trimEnd().split("\r\n");
  assert.deepEqual(rows.slice(1).map((row) => row.split(",").slice(-2)), [["1", "1"], ["2", "2"]]);
  await closed(page);
});

test("the downloaded games.ogn is that of the run, whatever ended its games", async () => {
  const fault = { kind: "crashed", detail: "it ended", line: "", exit: "exit status 1", stderr: "", asked: "go" };
  const ends = [
    { result: "north", cause: "fault", reason: "crashed", loser: "south", fault },
    { result: "south", cause: "resigned", reason: "resigned", loser: "north" },
    { result: "void", cause: "machine", reason: "busy-machine", detail: "1 s", loser: undefined },
    { result: "draw", cause: "adjudicated", reason: "ply-cap" },
  ];
  const half = 62_500; // µs, half-way between two milliseconds
  const file = made("ends", run, games.map((game, k) => ({ ...game, ...ends[k], wall_us: game.wall_us.map(() => half) })));
  const page = await opened(file);
  const saved = page.waitForEvent("download");
  await page.click("text=games.ogn");
  const text = readFileSync(await (await saved).path(), "utf8");
  assert.equal(text, readFileSync(join(dirname(file), "games.ogn"), "utf8"));
  for (const tag of ['Points "0-1"', 'Points "*"', 'Termination "south crashed"', 'Termination "north resigned"', 'Termination "adjudication: ply-cap"']) assert.ok(text.includes(`[${tag}]`), tag);
  await closed(page);
});

test("the overview and the game begin with the reason of a fault and the command to reproduce it", async () => {
  const fault = { kind: "crashed", detail: "it ended", line: "", exit: "exit status 1", stderr: "Traceback\nValueError: pit 7\n", asked: "position startpos\ngo movetime 100" };
  const lost = games.map((game, k) => (k === 3 ? { ...game, result: "north", cause: "fault", reason: "crashed", loser: "south", fault } : game));
  const page = await sound(made("crash", run, lost), ["#/", `#/game/${games[3].game}`]);
  await went(page, "#/");
  const notice = await page.textContent(".notice");
  assert.match(notice, new RegExp(`Game ${games[3].game}: ${games[3].south} forfeits: crashed after “go movetime 100”: ValueError: pit 7`));
  assert.ok(notice.includes(`ebiri reproduce results/crash ${games[3].game}`), notice);
  await page.click(".notice a");
  await page.waitForSelector(".evidence >> text=ebiri reproduce");
  await closed(page);
});

test("the machines of a fleet are listed", async () => {
  const file = made("fleet", run, games);
  const line = (game, k) => `${game.game},${game.attempt},node${k % 2}/7,0,0.50,2,12.5,1,40,20,0,${k % 2 ? "Fast CPU" : EVIL.replaceAll('"', "'")}`;
  writeFileSync(join(dirname(file), "hosts.csv"), ["game,attempt,host,spoilt,load,slots,speed,time_scale,duration_ms,cpu_ms,wait_ms,cpu", ...games.map(line), ""].join("\n"));
  ebiri("report", dirname(file));
  const page = await sound(file, ["#/"]);
  const rows = await page.locator("[data-key=Machines] tbody tr").allTextContents();
  assert.equal(rows.length, 2);
  assert.match(rows[1], new RegExp(`^node1${games.length / 2}00.5012.5Fast CPU$`));
  assert.equal(await harmed(page), 0);
  await closed(page);
});

test("the page's policy allows nothing else", async () => {
  const page = await opened(pageOf("seed"));
  const refused = await page.evaluate(async () => {
    const tag = document.createElement("script");
    tag.textContent = "window.harmed = 1";
    document.head.append(tag);
    const image = new Image();
    const lost = new Promise((done) => (image.onerror = () => done(true)));
    image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
    return window.harmed === undefined && (await lost);
  });
  assert.ok(refused);
  page.complaints = page.complaints.filter((text) => !/Content Security Policy/.test(text));
  await closed(page);
});

test("a falling score of an engine alone marks no mistake", async () => {
  const scored = games.map((game) => {
    const turns = { S: 0, N: 0 };
    const score = [...game.sides].map((side) => (side === "S" && ++turns.S === 3 ? -6 : 1));
    return { ...game, score, score_unit: game.moves.map(() => "seeds") };
  });
  const page = await opened(made("scored", run, scored), "#/game/1/0");
  const marks = await page.evaluate(() => window.ebiriReplay.replay.plies.flatMap((ply) => (ply.mark ? [[ply.side, ply.mark.word, ply.mark.lost]] : [])));
  assert.deepEqual(marks, []);
  assert.equal(await page.locator("svg.chart .mark").count(), 0);
  await closed(page);
});

test("moves of less than 50 µs are counted from 0 on", async () => {
  const page = await opened(made("fast", run, games.map((game) => ({ ...game, wall_us: game.wall_us.map(() => 9) }))));
  const rows = await page.locator("[data-key='Time per move'] table tbody tr").evaluateAll((list) => list.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(rows.map(([from]) => from), ["0 µs"]);
  assert.doesNotMatch(await page.textContent("[data-key='Time per move'] svg.chart"), /50 µs/);
  assert.equal(Number(rows[0][1].replace(/\D/g, "")), games.reduce((sum, game) => sum + game.moves.length, 0));
  await closed(page);
});

test("a sequential test has a page", async () => {
  const file = played("sprt", { pairs: 12, sprt: "{baseline: random, candidate: greedy, elo0: 0, elo1: 200, model: logistic}" });
  const page = await sound(file, ["#/", "#/sprt"]);
  await went(page, "#/sprt");
  assert.match(await page.textContent(".subtitle"), /greedy against random/);
  assert.ok((await page.locator("svg.chart path.line").count()) > 0);
  await closed(page);
});

test("a page of selected games has their replays", async () => {
  ebiri("report", "results/seed", "--page", "some.html", "--replays", "3-4");
  const page = await opened(pageOf("seed").replace("results/seed/report.html", "some.html"), "#/game/3/1");
  assert.equal(await page.locator("svg.board").count(), 1);
  await went(page, "#/game/5/1");
  assert.match(await page.textContent("main"), /Game not found|does not contain the replay/);
  await closed(page);
});
