// The texts of the pages in other languages: all are translated, none is outside the table, and readers see them.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { closed, opened, PHONE, violations, went } from "./browser.mjs";
import { ebiri, endAll, FOLDER, journal, made, played, served, THREE } from "./runs.mjs";
import { needModule } from "../wasm/module.mjs";

needModule();
const place = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const SOURCE = place("referee/report/html/src");
const TEMPLATES = place("referee/site/pages");
const files = (folder, end) => readdirSync(folder).filter((name) => name.endsWith(end)).map((name) => join(folder, name));
const SCRIPTS = [...files(SOURCE, ".ts"), ...files(TEMPLATES, ".ts")];
const read = (file) => readFileSync(file, "utf8");
const { pages, words } = JSON.parse(read(join(SOURCE, "texts.json")));
const TEXTS = new Map(Object.entries({ ...pages, ...words }));
const CALM = { reducedMotion: "reduce" };

let address, file, faulty;
before(async () => {
  played("evening", { variant: "oware", pairs: 4 }, THREE);
  const { run, games } = journal("evening");
  const fault = { kind: "crash", detail: "the process ended", line: "", exit: "exit status 1", stderr: "ValueError", asked: "go nodes 300" };
  faulty = games.find(({ game }) => game !== 1).game; // game 1 is shown below
  file = made("evening", run, games.map((game) => (game.game === faulty ? { ...game, result: "north", loser: "south", cause: "fault", reason: "crash", fault } : game)));
  ebiri("analyze", "results/evening", "--limit", "nodes=300", "--quiet");
  ebiri("report", "results/evening", "--interactive");
  address = await served("play", "--web");
});
after(endAll);

test("every text has its French, with the same values, and is used", () => {
  assert.ok(TEXTS.size > 400);
  const sources = SCRIPTS.filter((file) => basename(file) !== "texts.ts").map(read).join("\n");
  const site = [...files(TEMPLATES, ".mustache"), place("referee/report/html/page.mustache"), place("referee/site/pages.cpp")].map((name) => read(name).replace(name.endsWith(".cpp") ? "" : /\{\{.*?\}\}/g, "")).join("\n");
  const values = (text) => [...text.matchAll(/\{\w+\}/g)].map(([value]) => value).sort().join();
  const unused = [];
  for (const [english, texts] of TEXTS) {
    assert.equal(texts.length, 3, english);
    assert.ok(texts[0], `no French: ${english}`);
    for (const text of texts.filter(Boolean)) assert.equal(values(text), values(english), english);
    const parts = english.split(/\{\w+\}|,/).map((part) => part.trim()).filter(Boolean);
    if (!(english in words || sources.includes(JSON.stringify(english)) || parts.every((part) => site.includes(part)))) unused.push(english);
  }
  assert.deepEqual(unused, []);
});

test("the pages have no text outside the table", () => {
  const known = /^(Arrow|Esc|not all|End|Enter|Escape|Home|DeepL|M\d|[CLM]$|Ebiri|RUN|AZ|Game in a browser|Abapa|Variant|Ruleset|Event|Site|Date|Round|South|North|Result|GameId|FEN|TimeControl|Termination)/; // keys, icons, tags of OGN
  const names = SCRIPTS.filter((file) => !["texts.ts", "worker.ts", "icons.ts"].includes(basename(file)));
  const left = names.flatMap((name) => {
    const code = read(name).replace(/^import .*$|^\s*\/\/.*$|\/\*\*[^]*?\*\/|new Error\(.*?\)|class: [^,}]*/gm, "");
    const texts = [...code.matchAll(/"([A-Z][a-z]+[^"$\n]*|[a-z]+ [a-z][^"$\n]*)"|`([A-Z][a-z]+[^`$\n]*)/g)].map(([, one, other]) => one ?? other);
    return texts.filter((text) => !TEXTS.has(text) && !known.test(text)).map((text) => `${name}: ${text}`);
  });
  assert.deepEqual(left, []);
});

/** In the page: its texts and labels, but not those of generated rules, engines and files. */
const shown = (page) =>
  page.evaluate(() => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) if (!node.parentElement.closest("pre, code, script, noscript, style, kbd, .rules, #game option, #ruleset option")) found.push(node.data);
    for (const one of document.querySelectorAll("body :not(#ruleset option)")) for (const name of ["title", "aria-label", "placeholder"]) found.push(one.getAttribute(name) ?? "");
    return found.map((text) => text.trim()).filter(Boolean);
  });

/** The English texts of the table on a page that has another language: whole texts, parts of a text between dots and
 * commas, and longer ones anywhere. */
async function english(page) {
  const pattern = (text) => text.trim().replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+");
  const foreign = [...TEXTS].filter(([text, [french]]) => text !== french && /[A-Za-z]{2}.*[A-Za-z]{2}/.test(text.replace(/\{\w+\}/g, "")));
  const french = [...TEXTS.values()].map(([text]) => new RegExp(`^${pattern(text)}$`));
  const texts = [...new Set(await shown(page))];
  const parts = new Set([...texts, ...texts.flatMap((text) => text.split(/ · |, |: |; |\. /)).filter((part) => part.length > 4)]);
  const left = [...parts].filter((part) => !french.some((one) => one.test(part)));
  const words = (text) => text.replace(/\{\w+\}/g, "").trim().split(/\s+/).length;
  return foreign.flatMap(([text]) => left.filter((part) => new RegExp(words(text) > 2 ? pattern(text) : `^${pattern(text)}$`).test(part)).map((part) => `${text}: ${part}`));
}

test("a game is played in French", async () => {
  const page = await opened(address, "#game=oware&rules=abapa&south=person&north=person", { ...CALM, locale: "fr-FR" });
  await page.waitForSelector(".board .legal");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "fr");
  assert.match(await page.textContent(".status"), /Sud joue : cliquez sur une case/);
  assert.deepEqual(await english(page), []);
  assert.deepEqual(await violations(page), []);
  for (const width of [320, PHONE.width]) {
    await page.setViewportSize({ width, height: 700 });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, `${width} px`);
  }
  await closed(page);
});

test("no page of a run shows English in French", async () => {
  const page = await opened(file, "?lang=fr#/", CALM);
  for (const route of ["#/", "#/games", "#/games?position=nonsense", "#/engine/alphabeta", "#/engine/nobody", "#/pair/alphabeta/greedy", "#/faults", "#/sprt", "#/rules", "#/game/1/9", "#/game/1", `#/game/${faulty}`, "#/game/999", "#/nowhere"]) {
    await went(page, route);
    assert.deepEqual(await english(page), [], route);
  }
  await page.keyboard.press("?");
  assert.deepEqual(await english(page), []);
  await closed(page);
});

test("no page of a site shows English in French", async () => {
  ebiri("site", place("results/reference/quickstart"), "--output", "site", "--title", "Arena");
  for (const path of ["index.html", "games/oware-abapa.html", "engines/index.html", "engines/alphabeta.html", "runs/index.html", "runs/quickstart/index.html", "rules/index.html", "rules/oware.html", "openings/index.html", "openings/oware-abapa.html", "play/index.html"]) {
    const page = await opened(join(FOLDER, "site", path), "?lang=fr", CALM);
    if (path.startsWith("openings/oware")) await page.waitForSelector(".explorer .board");
    await page.waitForFunction(() => document.documentElement.lang === "fr");
    assert.deepEqual(await english(page), [], path);
    await closed(page);
  }
});

test("the switch changes the language, the browser keeps it, and an address decides", async () => {
  const page = await opened(file, "#/game/1/6", CALM);
  await page.waitForSelector(".moves");
  await page.selectOption("select.language", "fr");
  await page.waitForSelector("nav >> text=Parties");
  assert.equal(new URL(page.url()).hash, "#/game/1/6");
  await page.waitForSelector(".moves");
  assert.deepEqual(await english(page), []);
  await page.reload();
  await page.waitForSelector("nav >> text=Parties");
  await closed(page);
  for (const [language, text] of [["fr", "Parties"], ["lg", "Games"]]) {
    const asked = await opened(file, `?lang=${language}#/`, CALM);
    await asked.waitForSelector(`nav >> text=${text}`);
    assert.equal(await asked.evaluate(() => document.documentElement.lang), language === "lg" ? "en" : language);
    await closed(asked);
  }
});
