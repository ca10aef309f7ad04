// The page for a projector, and a served run of very many games.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closed, ended, opened, violations } from "./browser.mjs";
import { LiveServer } from "./live_server.mjs";
import { copied, journal, made, played, THREE } from "./runs.mjs";

after(ended);
const file = played("evening", { variant: "oware", pairs: 4 }, THREE);
const bao = played("rows", { variant: "bao", pairs: 3 }, THREE);
const { run, games } = journal("evening");
const sixty = made("sixty", run, copied(games, 240, Array.from({ length: 60 }, (_, k) => `a-rather-long-name-of-an-engine-${k + 1}`)));

/** A server with twelve finished games and the given number of running ones. */
async function served(from, running) {
  const server = new LiveServer(from, [from === bao ? "bao" : "oware"]);
  server.finished = 12;
  const address = await server.open();
  for (let slot = 0; slot < running; ++slot) server.play(12 + (slot % 12), 6 + slot, { slot, clock: [12_000, 65_000] });
  return { server, address };
}

const boards = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll(".mini").length === wanted, count);

/** Content that does not fit: parts of the page beyond the screen, and truncated numbers. */
const lost = (page) =>
  page.evaluate(() => {
    const beyond = [...document.querySelectorAll("td, tbody th, .mini, .board, progress, .embed-text, .embed-pages, .playing > .muted")].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.right > innerWidth || box.bottom > innerHeight || box.left < 0 || box.top < 0;
    });
    const cut = [...document.querySelectorAll("td, .seat b, .embed-text")].filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0);
    const scrolls = document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth;
    return [...beyond, ...cut].map((one) => `${one.tagName}.${one.className} ${one.textContent.slice(0, 40)}`).concat(scrolls ? ["the page scrolls"] : []);
  });

for (const [colorScheme, viewport] of [["light", { width: 1920, height: 1080 }], ["dark", { width: 1280, height: 720 }]])
  test(`everything is on one screen: ${colorScheme}, ${viewport.width}x${viewport.height}`, async () => {
    for (const [from, running, shown] of [[file, 1, 1], [file, 2, 2], [file, 4, 4], [bao, 5, 2], [sixty, 12, 5], [sixty, 0, 0]]) {
      const { server, address } = await served(from, running);
      const page = await opened(address, "embed", { colorScheme, viewport });
      await boards(page, shown);
      assert.deepEqual(await lost(page), [], `${running} boards`);
      if (running > 4 || colorScheme === "light") assert.deepEqual(await violations(page), []);
      const size = await page.evaluate(() => parseFloat(getComputedStyle(document.querySelector("td")).fontSize) / innerHeight);
      assert.ok(size > 1 / 33, "rows can be read from afar");
      assert.equal(await page.locator("nav, button").count(), 0);
      await closed(page);
      await server.close();
    }
  });

test("sixty engines are shown twelve at a time, in turn and by keys", async () => {
  const { server, address } = await served(sixty, 4);
  const page = await opened(address, "embed", { clock: true, viewport: { width: 1280, height: 720 } });
  const pages = async (text) => assert.equal(await page.textContent(".embed-pages"), text);
  await boards(page, 4);
  const first = () => page.textContent("tbody th");
  const best = await first();
  assert.equal(await page.locator("tbody tr").count(), 12);
  await pages("1–12 of 60");
  await page.clock.fastForward(10_500);
  await pages("13–24 of 60");
  assert.notEqual(await first(), best);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await pages("49–60 of 60");
  await page.keyboard.press("Space");
  await page.clock.fastForward(30_000);
  await pages("49–60 of 60 · paused");
  await page.keyboard.press("Space");
  await page.clock.fastForward(10_500);
  await pages("1–12 of 60");
  await closed(page);
  await server.close();
});

test("results and boards change in place", async () => {
  const { server, address } = await served(file, 4);
  const page = await opened(address, "embed");
  await boards(page, 4);
  server.play(12, 21, { slot: 0 });
  await page.waitForFunction(() => document.querySelector(".minis").textContent.includes("ply 21"));
  server.run.engines[0].elo = 1234;
  server.finish();
  await page.waitForFunction(() => document.querySelector("tbody").textContent.includes("+1234"));
  assert.match(await page.textContent(".embed-text"), /^13 of 24 games/);
  server.live = { ...server.live, state: "complete" };
  server.finish(11);
  await page.waitForFunction(() => document.querySelector(".state").textContent === "complete");
  await page.waitForFunction(() => document.querySelector(".playing").hidden);
  await closed(page);
  await server.close();
});

test("the game of the best engines is featured until its end, and the next games are announced", async () => {
  const { server, address } = await served(file, 4);
  const { game, south, north } = server.columns;
  const name = (row) => server.run.engines[row].name;
  const next = [12, 13, 14, 15, 16, 17, 18, 19].map((row) => [game[row], name(south[row]), name(north[row])]); // four of them are running
  const best = [12, 13, 14, 15].sort((a, b) => south[a] + north[a] - south[b] - north[b])[0];
  server.live = { ...server.live, next };
  server.changed();
  const page = await opened(address, "embed", { viewport: { width: 1920, height: 1080 } });
  await boards(page, 4);
  await page.waitForSelector("text=Next games: ");
  assert.equal(await page.textContent(".embed-next"), `Next games: ${next.slice(4, 7).map(([, one, other]) => `${one} – ${other}`).join(" · ")}`);
  const first = () => page.textContent(".mini h3");
  const widths = await page.evaluate(() => [...document.querySelectorAll(".mini")].map((one) => one.getBoundingClientRect().width));
  assert.ok(widths[0] > 1.8 * widths[1] && widths[1] === widths[2], "one board is larger");
  const featured = await first();
  assert.match(featured, new RegExp(`^Game ${game[best]}ply`));
  server.run.engines[0].elo = 1234;
  server.changed();
  await page.waitForFunction(() => document.querySelector("tbody").textContent.includes("+1234"));
  assert.equal(await first(), featured);
  assert.equal(await page.locator("audio, video").count(), 0);
  await closed(page);
  await server.close();
});

/** A server whose run is over, after a number of games. */
async function over(finished) {
  const { server, address } = await served(file, 0);
  server.live = { state: "complete", slots: 0, elapsed_ms: 0, eta_ms: null, per_second: null };
  server.finished = finished;
  return { server, address };
}

test("after a short run its games are replayed, then come the podium and the table", async () => {
  const { server, address } = await over(24);
  server.run.scoring.rank_by = "points"; // as in finals
  const page = await opened(address, "embed", { clock: true, reducedMotion: "reduce", viewport: { width: 1920, height: 1080 } });
  const head = () => page.textContent(".show h2");
  const ply = async () => Number((await head()).match(/ply (\d+)/)[1]);
  await page.waitForSelector(".show .board");
  assert.match(await head(), /^Replay · 1\/3 · Game \d+ · ply \d+$/);
  assert.equal(await page.locator(".embed-table").isVisible(), false, "the table gives nothing away");
  assert.deepEqual((await page.locator(".show .who").allTextContents()).sort(), server.run.engines.slice(0, 2).map(({ name }) => name).sort(), "the best two come first");
  assert.deepEqual(await lost(page), []);
  assert.deepEqual(await violations(page), []);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000)); // more than the time until the page hears of it
  const begin = await ply();
  while ((await ply()) === begin) await page.clock.runFor(50); // until a ply has just begun: each takes 900 ms
  await page.clock.runFor(9.5 * 900);
  assert.equal((await ply()) - begin, 10);
  await page.keyboard.press("Space");
  await page.clock.runFor(9000);
  assert.equal((await ply()) - begin, 10);
  assert.match(await head(), /paused$/);
  await page.keyboard.press("Space");
  const won = () => page.textContent(".won");
  for (let second = 0; !(await won()); ++second) {
    assert.ok(second < 300, "the game ends");
    await page.clock.runFor(1000);
  }
  assert.match(await won(), /wins|drawn/);
  await page.clock.runFor(6000);
  assert.match(await head(), / 2\/3 /);
  await page.keyboard.press("ArrowLeft");
  assert.match(await head(), / 1\/3 /);
  for (let game = 1; game <= 3; ++game) await page.keyboard.press("ArrowRight");
  const podium = await page.locator(".podium li").allTextContents();
  assert.deepEqual(podium, server.run.engines.map(({ name, points, rank }) => `${[...new Set(rank)].join("–")}${name}Points: ${points}`));
  assert.deepEqual(await lost(page), []);
  await page.clock.resume(); // axe-core waits for timers
  assert.deepEqual(await violations(page), []);
  await page.clock.runFor(21_000);
  assert.equal(await page.locator(".embed-table").isVisible(), true);
  assert.equal(await page.locator(".show").isVisible(), false);
  await page.keyboard.press("r");
  assert.match(await head(), / 1\/3 /);
  await page.keyboard.press("End");
  assert.equal(await page.locator(".embed-table").isVisible(), true);
  await closed(page);
  await server.close();
});

test("a replay sows seed by seed", async () => {
  const { server, address } = await over(2);
  const page = await opened(address, "embed");
  await page.waitForSelector(".show .flying *", { state: "attached" });
  await closed(page);
  await server.close();
});

test("a replay of a long run begins with a key", async () => {
  const { server, address } = await over(24);
  server.run.played = [0, 3_600_000];
  const page = await opened(address, "embed");
  await page.waitForFunction(() => document.querySelector(".state").textContent === "complete");
  assert.equal(await page.locator(".show").isVisible(), false);
  assert.equal(await page.locator(".embed-table").isVisible(), true);
  await page.keyboard.press("r");
  await page.waitForSelector(".show .board");
  await closed(page);
  await server.close();
});

test("the page is fast with a hundred thousand games", async (t) => {
  const { server, address } = await served(file, 4);
  server.enlarge(100_000);
  server.finished = 99_000;
  const page = await opened(address, "#/games?order=upsets&search=random");
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (window.longest = Math.max(window.longest, duration)))).observe({ type: "longtask", buffered: true });
  });
  const games = () => page.evaluate(() => Number(document.querySelector(".filters + p").textContent.replace(/\D/g, "")));
  await page.waitForFunction(() => Number(document.querySelector(".filters + p").textContent.replace(/\D/g, "")) > 10_000);
  const before = await games();
  const longest = async (what) => {
    t.diagnostic(`${what}: the longest task took ${Math.round(await page.evaluate(() => window.longest))} ms`);
    await page.evaluate(() => (window.longest = 0));
  };
  await longest("99,000 games come");
  server.finish(1000);
  await page.waitForFunction((count) => Number(document.querySelector(".filters + p").textContent.replace(/\D/g, "")) > count, before);
  await longest("1,000 more, filtered and ordered");
  assert.equal(await page.locator("table.games tbody tr").count(), 100);
  await page.click(".more");
  assert.equal(await page.locator("table.games tbody tr").count(), 200);
  await page.evaluate(() => (location.hash = "#/"));
  await page.waitForSelector(".live-line");
  server.changed();
  await page.waitForFunction(() => document.querySelector(".live-line").textContent.includes("100,000 games"));
  await longest("the overview");
  assert.equal(await page.locator("section[data-key='Latest games'] tbody tr").count(), 8);
  await closed(page);
  await server.close();
});
