// Every page and every key, in both colour schemes.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { closed, ended, LOOKS, opened, violations, went } from "./browser.mjs";
import { answered, ebiri, FOLDER, played, THREE } from "./runs.mjs";

after(ended);
const file = played("evening", { variant: "oware" }, THREE);

const ROUTES = ["#/", "#/games", "#/engine/alphabeta", "#/pair/alphabeta/random", "#/faults", "#/sprt", "#/game/3/9", "#/game/999", "#/engine/nobody", "#/nowhere"];

for (const look of LOOKS)
  test(`axe finds nothing on any page: ${look.colorScheme}, ${look.viewport.width} wide`, async () => {
    const page = await opened(file, "#/", look);
    for (const route of ROUTES) {
      await went(page, route);
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      assert.deepEqual(await violations(page), [], route);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${route} is ${wide} px too wide`);
    }
    await page.keyboard.press("?");
    assert.deepEqual(await violations(page), [], "keys");
    await closed(page);
  });

const at = (page) => page.evaluate(() => location.hash);
const shown = (page) => page.evaluate(() => [...window.ebiriReplay.board.element.querySelectorAll(".count")].map((one) => Number(one.textContent)).join(" "));

test("an address without the number of a ply shows the end of the game, on any way to it", async () => {
  const page = await opened(file, "#/game/3/x");
  const last = await page.evaluate(() => window.ebiriReplay.last);
  const ply = () => page.evaluate(() => window.ebiriReplay.ply);
  assert.equal(await ply(), last);
  for (const end of ["", "/", "/x"]) {
    await went(page, "#/game/3/0");
    await page.waitForFunction(() => window.ebiriReplay.ply === 0);
    await page.evaluate((hash) => (location.hash = hash), `#/game/3${end}`);
    await page.waitForFunction((wanted) => location.hash === `#/game/3/${wanted}`, last);
    assert.equal(await ply(), last);
  }
  await closed(page);
});

test("keys control the replay", async () => {
  const page = await opened(file, "#/game/3/6", { quick: true });
  const pressed = async (key, hash) => {
    await page.keyboard.press(key);
    await page.waitForFunction((wanted) => location.hash === wanted, hash);
  };
  await pressed("ArrowLeft", "#/game/3/5");
  await pressed("ArrowRight", "#/game/3/6");
  await pressed("Home", "#/game/3/0");
  await pressed("ArrowLeft", "#/game/3/0");
  await page.keyboard.press("End");
  const last = await at(page);
  assert.notEqual(last, "#/game/3/0");
  await pressed("ArrowRight", last);
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => location.hash.startsWith("#/game/4"));
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => location.hash.startsWith("#/game/3"));
  const quickly = await page.evaluate(() => {
    for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "Home"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    return location.hash;
  });
  assert.equal(quickly, "#/game/4/0");
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => location.hash.startsWith("#/game/3"));
  const place = () => page.evaluate(() => document.querySelector(".pit").getAttribute("transform"));
  const before = await place();
  await page.keyboard.press("t");
  assert.notEqual(await place(), before);
  await page.keyboard.press("t");
  assert.equal(await place(), before);
  const pace = () => page.textContent(".pace");
  assert.equal(await pace(), "1×");
  await page.keyboard.press("+");
  assert.equal(await pace(), "2×");
  await page.keyboard.press("-");
  await page.keyboard.press("-");
  assert.equal(await pace(), "0.5×");
  await pressed("Home", "#/game/3/0");
  for (let k = 0; k < 5; ++k) await page.keyboard.press("+");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => window.ebiriReplay.playing && window.ebiriReplay.ply >= 2);
  await page.keyboard.press("Space");
  const stopped = await shown(page);
  assert.equal(await page.evaluate(() => window.ebiriReplay.playing), false);
  await page.keyboard.press("l");
  await page.waitForSelector(".toast.on");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.evaluate(() => location.href));
  assert.equal(await shown(page), stopped);
  await page.keyboard.press("/");
  await page.waitForFunction(() => document.activeElement?.id === "search");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  assert.ok(await page.evaluate(() => document.querySelector("dialog").open));
  await page.keyboard.press("Escape");
  assert.ok(!(await page.evaluate(() => document.querySelector("dialog").open)));
  await closed(page);
});

test("moves, laps and buttons work and have labels", async () => {
  const bao = played("laps", { variant: "bao", pairs: 1 });
  const page = await opened(bao, "#/game/1/1");
  const status = await page.textContent(".status");
  assert.match(status, /^ply 1, south sows .*; \d+–\d+/);
  await page.click(".moves .move >> nth=5");
  assert.equal(await at(page), "#/game/1/5");
  assert.match(await page.textContent(".status"), /^ply 5, /);
  const lapped = await page.evaluate(() => window.ebiriReplay.replay.plies.findIndex((ply) => ply.transfers.filter((one) => one.to === 34).length > 2) + 1);
  assert.ok(lapped > 0);
  await went(page, `#/game/1/${lapped}`);
  const end = await shown(page);
  await page.click(".laps .lap >> nth=0");
  assert.match(await page.textContent(".laps"), /lap 1 of \d+/);
  assert.notEqual(await shown(page), end);
  await page.click("text=Copy position");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, await page.evaluate((ply) => window.ebiriReplay.replay.position(ply), lapped));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download")]);
  assert.equal(download.suggestedFilename(), "game-1.ogn");
  await closed(page);
});

test("the list of games has filters, orders and links", async () => {
  const page = await opened(file, "#/games");
  const rows = () => page.locator("table.games tbody tr").count();
  assert.equal(await rows(), 18);
  await page.selectOption("select[aria-label=Engine]", "alphabeta");
  assert.equal(await rows(), 12);
  await page.selectOption("select[aria-label=Opponent]", "random");
  assert.equal(await rows(), 6);
  assert.match(await at(page), /engine=alphabeta&opponent=random/);
  await page.selectOption("select[aria-label=Order]", "shortest");
  const plies = await page.locator("table.games tbody tr td:nth-child(6)").allTextContents();
  assert.deepEqual(plies.map(Number), plies.map(Number).sort((a, b) => a - b));
  await page.click("table.games tbody td >> text=random");
  await page.waitForFunction(() => location.hash === "#/engine/random");
  await page.goBack();
  await page.selectOption("select[aria-label=Side]", "south");
  const listed = await page.locator("table.games tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual([...new Set(listed.map(([, south, north]) => `${south} ${north}`))], ["alphabeta random"]);
  assert.equal(listed.length, 3);
  const [, , , , , few, reason] = listed[0];
  await page.fill("[aria-label='Maximum plies']", few);
  assert.deepEqual(await page.locator("table.games tbody td:nth-child(6)").allTextContents(), [few]);
  await page.fill("[aria-label='Minimum plies']", String(Number(few) + 1));
  assert.equal(await rows(), 0);
  await page.fill("[aria-label='Maximum plies']", "");
  assert.equal(await rows(), 2);
  const [, text] = reason.split(", ");
  await page.selectOption("select[aria-label=Ending]", { label: text });
  const address = await at(page);
  assert.match(address, /side=south.*ending=.*from=\d+/);
  const kept = await rows();
  await page.reload();
  await page.waitForSelector("h1");
  assert.deepEqual([await at(page), await rows()], [address, kept]);
  await page.click("text=Clear");
  await page.waitForFunction(() => location.hash === "#/games" && document.querySelectorAll("table.games tbody tr").length === 18);
  await page.fill("#search", "no such thing");
  assert.equal(await rows(), 0);
  await page.reload();
  await page.waitForSelector("h1");
  assert.equal(await page.inputValue("#search"), "no such thing");
  await closed(page);
});

test("the rules of the run are a page", async () => {
  const page = await opened(file);
  await page.click("nav >> text=Rules");
  await page.waitForSelector("h1 >> text=Rules: oware abapa");
  const headings = await page.locator(".rules h2").allTextContents();
  assert.equal(headings[0], "Aim");
  assert.ok(!headings.includes("Where to continue"));
  assert.match(await page.textContent(".rules pre"), /north   4   4   4   4   4   4/);
  await closed(page);
});

test("games that reach a position are found, from the board and from a text", async () => {
  const page = await opened(file, "#/game/3/5");
  const position = await page.evaluate(() => window.ebiriReplay.replay.position(5));
  await page.click("text=Find games");
  await page.waitForFunction(() => location.hash.startsWith("#/games?position="));
  assert.equal(await page.inputValue("[aria-label=Position]"), position);
  const found = await page.locator("table.games tbody th a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  assert.ok(found.includes("#/game/3/5"), found.join());
  await page.selectOption("select[aria-label=Order]", "longest");
  assert.equal(await page.locator("table.games tbody tr").count(), found.length);
  // The start: the rules give its text, and every game begins there.
  const [start] = answered(["oware"], [{ moves: [] }]);
  await page.fill("[aria-label=Position]", start.position);
  assert.equal(await page.locator("table.games tbody tr").count(), 18);
  await page.fill("[aria-label=Position]", start.position.replace("4-4", "5-3"));
  assert.equal(await page.locator("table.games tbody tr").count(), 0);
  await page.fill("[aria-label=Position]", "5-3");
  assert.match(await page.textContent("p[role=status]"), /not a position of this board game; 4-4/);
  assert.deepEqual(await violations(page), []);
  await closed(page);
});

test("head to head: results by side and by opening, which add up", async () => {
  const page = await opened(file, "#/pair/alphabeta/random");
  const table = (name) => page.locator(`[data-key="${name}"] tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const sides = await table("Results of alphabeta");
  const openings = await table("Openings");
  const sum = (texts) => texts.map((text) => text.split("–").map(Number)).reduce((a, b) => a.map((value, k) => value + b[k]));
  assert.deepEqual(sum(openings.map((row) => row[2])), sum([sides[0][2]]));
  assert.deepEqual(sum(openings.map((row) => row[3])), sum([sides[1][2]]));
  const [, games] = openings[0];
  await page.click('[data-key="Openings"] tbody a >> nth=0');
  await page.waitForFunction(() => /opening=/.test(location.hash) && document.querySelector("h1").textContent === "Games");
  assert.equal(await page.locator("table.games tbody tr").count(), Number(games));
  await closed(page);
});

test("the conditions of the run and files to download are shown", async () => {
  const page = await opened(file);
  const card = page.locator("[data-key=Conditions]");
  assert.match(await card.textContent(), /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d to .* UTC \(\d+:\d\d\)/);
  const config = await card.locator("pre").textContent();
  assert.match(config, /command: bots\/alphabeta/);
  const downloaded = async (name) => {
    const saved = page.waitForEvent("download");
    await card.locator(`text=${name}`).click();
    assert.equal((await saved).suggestedFilename(), `evening-${name}`);
    return (await saved).path();
  };
  assert.equal(readFileSync(await downloaded("config.yaml"), "utf8"), config);
  assert.equal(readFileSync(await downloaded("games.csv"), "utf8").trimEnd().split("\r\n").length, 1 + 18);
  assert.equal(readFileSync(await downloaded("games.ogn"), "utf8"), readFileSync(join(FOLDER, "results", "evening", "games.ogn"), "utf8"));
  const table = readFileSync(await downloaded("standings.csv"), "utf8").trimEnd().split("\r\n");
  assert.equal(table.length, 1 + 3);
  assert.match(table[0], /^engine,rank_best,/);
  await closed(page);
});

test("the colours can be switched, and the browser keeps the choice", async () => {
  const page = await opened(file, "#/", { colorScheme: "light" });
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.click("[aria-label='Switch to dark colours']");
  const dark = await ground();
  assert.notEqual(dark, light);
  assert.deepEqual(await violations(page), []);
  await page.reload();
  await page.waitForSelector("h1");
  assert.equal(await ground(), dark);
  await page.click("[aria-label='Switch to light colours']");
  assert.equal(await ground(), light);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.equal(await ground(), dark, "without a choice the system decides");
  await closed(page);
});

test("standings can be sorted by every column", async () => {
  const page = await opened(file);
  const heads = page.locator("table.standings th button");
  for (let k = 0; k < (await heads.count()); ++k) {
    await heads.nth(k).click();
    assert.equal(await page.locator("table.standings th[aria-sort]").count(), 1);
  }
  await page.click("table.standings th button >> text=Engine");
  assert.deepEqual(await page.locator("table.standings tbody th").allTextContents(), ["alphabeta", "greedy", "random"]);
  await page.click("table.standings th button >> text=Engine");
  assert.deepEqual(await page.locator("table.standings tbody th").allTextContents(), ["random", "greedy", "alphabeta"]);
  await closed(page);
});

test("an analysis marks moves of engines that send no scores, and shows better ones", async () => {
  const marked = played("marked", { variant: "oware", pairs: 1, limit: "{nodes: 300}" });
  ebiri("analyze", "results/marked", "--limit", "nodes=500", "--quiet");
  const kept = JSON.parse(readFileSync(join(FOLDER, "results/marked/analysis.json"), "utf8"));
  const plies = (game, marks) => [...game.marks].flatMap((mark, k) => (marks.includes(mark) ? [k + game.opening + 1] : []));
  const game = kept.games.find((one) => plies(one, "mb").length > 1);
  assert.ok(game, "random loses seeds");
  for (const look of LOOKS) {
    const page = await opened(marked, `#/game/${game.game}/0`, look);
    assert.equal(await page.locator(".moves .sign").count(), plies(game, "imb").length);
    assert.equal(await page.locator("svg.chart .mark").count(), plies(game, "imb").length);
    assert.deepEqual(await violations(page), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    // The button and the keys go from mistake to mistake; the first follows the last.
    const grave = plies(game, "mb");
    for (const ply of [...grave, grave[0]]) {
      await page.click("text=Next mistake");
      assert.equal(await at(page), `#/game/${game.game}/${ply}`);
      const index = ply - game.opening - 1;
      const text = await page.textContent(".status");
      assert.match(text, new RegExp(`^ply ${ply}, .*; (mistake|blunder), ${game.seeds_lost[index].toFixed(1)} seeds lost, ${game.best[index]} was better$`));
    }
    await page.keyboard.press("Shift+M");
    assert.equal(await at(page), `#/game/${game.game}/${grave.at(-1)}`);
    await page.keyboard.press("m");
    assert.equal(await at(page), `#/game/${game.game}/${grave[0]}`);
    for (const route of ["#/", "#/engine/random"]) {
      await went(page, route);
      assert.deepEqual(await violations(page), [], route);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, route);
    }
    const [number, ply] = (await page.textContent('section[data-key="Costliest moves"] tbody th')).match(/\d+/g);
    await page.click('section[data-key="Costliest moves"] tbody th a');
    assert.equal(await at(page), `#/game/${number}/${ply}`);
    assert.match(await page.textContent(".status"), /seeds lost/);
    await closed(page);
  }
});

test("every chart has its numbers in a table", async () => {
  const page = await opened(file);
  const charts = await page.locator("svg.chart").count();
  assert.ok(charts >= 5);
  const bare = await page.evaluate(() => [...document.querySelectorAll(".card")].filter((card) => card.querySelector("svg.chart") && !card.querySelector("details.twin table")).length);
  assert.equal(bare, 0);
  await closed(page);
});

test("a jump while seeds are sown shows its position", async () => {
  const page = await opened(file, "#/game/3/0");
  const start = await shown(page);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => [...document.querySelectorAll(".pit .count")].some((one) => one.textContent === "5"));
  await page.keyboard.press("Home");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await shown(page), start);
  assert.equal(await page.locator(".flying *").count(), 0);
  await closed(page);
});

test("with reduced motion a ply is shown at once", async () => {
  const page = await opened(file, "#/game/3/0", { reducedMotion: "reduce" });
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => window.ebiriReplay.board.element.querySelector(".flying").children.length), 0);
  assert.equal(await at(page), "#/game/3/1");
  assert.equal(await shown(page), await page.evaluate(() => window.ebiriReplay.replay.scene(1).cells.slice(0, -1).join(" ")));
  await closed(page);
});

test("the printed page has no controls and is complete", async () => {
  const page = await opened(file, "#/game/3/9", { colorScheme: "dark" });
  const ink = () => page.evaluate(() => getComputedStyle(document.querySelector("h1")).color.match(/\d+/g).map(Number));
  assert.ok(Math.min(...(await ink())) > 128);
  await page.emulateMedia({ media: "print" });
  assert.ok(Math.max(...(await ink())) < 128, "dark ink on paper");
  assert.equal(await page.locator("header").isVisible(), false);
  assert.equal(await page.locator(".tools").isVisible(), false);
  assert.equal(await page.locator("svg.board").isVisible(), true);
  assert.ok((await page.pdf()).length > 5000);
  await closed(page);
});
