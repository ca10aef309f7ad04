// The pages of `ebiri site`, from file://: links, both colour schemes, a phone, openings, replays. play_test.mjs plays.
import assert from "node:assert/strict";
import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { closed, ended, LOOKS, opened, violations } from "./browser.mjs";
import { ebiri, FOLDER } from "./runs.mjs";

const REFERENCE = fileURLToPath(new URL("../../results/reference", import.meta.url));
const SITE = join(FOLDER, "site");

before(() => ebiri("site", REFERENCE, "--output", "site", "--title", "Test arena"));
after(ended);

const PAGES = ["index.html", "games/oware-abapa.html", "engines/index.html", "engines/level-10.html", "engines/alphabeta.html", "runs/index.html", "runs/quickstart/index.html", "runs/ladder-bao/index.html", "rules/index.html", "rules/omweso.html", "openings/index.html", "openings/oware-abapa.html"];

for (const look of LOOKS)
  test(`pages are sound, ${look.colorScheme}, ${look.viewport.width} wide`, async () => {
    const page = await opened(join(SITE, PAGES[0]), "", look);
    for (const path of PAGES) {
      await page.goto(pathToFileURL(join(SITE, path)).href);
      await page.waitForSelector("h1");
      if (path.startsWith("openings/oware")) await page.waitForSelector(".explorer .board");
      assert.deepEqual(await violations(page), [], path);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${path} is ${wide} px too wide`);
    }
    await closed(page);
  });

test("links lead from page to page, back to the first one", async () => {
  const page = await opened(join(SITE, "index.html"), "");
  const went = async (text, title) => {
    await page.click(`main >> text="${text}"`);
    await page.waitForFunction((wanted) => document.querySelector("h1")?.textContent === wanted, title);
  };
  await went("oware abapa", "oware abapa");
  await went("level-10", "level-10");
  await went("ladder-kalah", "ladder-kalah");
  await page.click("nav >> text=Tournaments");
  await went("quickstart", "quickstart");
  await page.click("text=Games, plots and replays");
  await page.waitForSelector("table.standings");
  await page.click("header .brand");
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Test arena");
  await closed(page);
});

test("keys lead to a page, past the navigation and into a table", async () => {
  const page = await opened(join(SITE, "index.html"), "");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter"); // skips to the content
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  for (let presses = 0; presses < 8 && (await focused()) !== "level-10"; ++presses) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "level-10");
  await closed(page);
});

test("a report has its games in several files", async () => {
  const folder = join(SITE, "runs", "quickstart", "report");
  assert.ok(readdirSync(folder).filter((name) => name.startsWith("replays-")).length >= 2);
  const page = await opened(join(folder, "index.html"), "#/game/3/5");
  await page.waitForFunction(() => window.ebiriReplay?.ply === 5);
  assert.equal(await page.evaluate(() => [...window.ebiriReplay.board.element.querySelectorAll(".count")].map((one) => Number(one.textContent)).reduce((sum, seeds) => sum + seeds)), 48);
  await page.evaluate(() => (location.hash = "#/game/160/2"));
  await page.waitForFunction(() => window.ebiriReplay?.ply === 2 && document.querySelector("h1").textContent.includes("160"));
  await closed(page);
});

test("openings: a wrong address shows the start, and a file that is missing is loaded once it is there", async () => {
  const file = join(SITE, "openings", "oware-abapa-0.js");
  renameSync(file, `${file}.away`);
  const page = await opened(join(SITE, "openings", "oware-abapa.html"), "#%");
  await page.waitForSelector("[role=alert] >> text=cannot load oware-abapa-0.js");
  page.complaints.length = 0; // the browser's about the file
  renameSync(`${file}.away`, file);
  await page.evaluate(() => (location.hash = "#%2"));
  await page.waitForSelector(".explorer tbody tr");
  await closed(page);
});

test("openings: the moves of the first position lead on, and back", async () => {
  const page = await opened(join(SITE, "openings", "oware-abapa.html"), "");
  await page.waitForSelector(".explorer tbody tr");
  const games = async () => Number((await page.textContent(".explorer .card p")).match(/^\d+/)[0]);
  const all = await games();
  const [move, some] = await page.$eval(".explorer tbody tr", (row) => [row.cells[0].textContent, Number(row.cells[1].textContent)]);
  await page.click(`.explorer tbody th >> text="${move}"`);
  await page.waitForFunction((wanted) => document.querySelector(".explorer .card p").textContent.startsWith(`${wanted} games`), some);
  assert.ok(some < all);
  await page.click("text=start");
  await page.waitForFunction((wanted) => document.querySelector(".explorer .card p").textContent.startsWith(`${wanted} games`), all);
  await closed(page);
});
