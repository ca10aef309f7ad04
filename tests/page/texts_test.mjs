// The texts of the pages in other languages: none lacks, none is written elsewhere, and readers see theirs.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { BUILD, closed, launched, opened, PHONE, violations } from "./browser.mjs";
import { FOLDER, played } from "./runs.mjs";
import { needModule } from "../wasm/module.mjs";

needModule();
const SOURCE = fileURLToPath(new URL("../../referee/report/html/src", import.meta.url));
const read = (name) => readFileSync(join(SOURCE, name), "utf8");
const TEXTS = new Map([...read("texts.ts").matchAll(/^  (\w+): (\[".*"\]),$/gm)].map(([, key, texts]) => [key, JSON.parse(texts)]));
const CALM = { reducedMotion: "reduce" };

let browser, server, address, file;
before(async () => {
  browser = await launched();
  file = played("evening", { variant: "oware", pairs: 1 });
  server = spawn(join(BUILD, "ebiri"), ["play", "--web", "--port", "0"], { cwd: FOLDER, stdio: ["ignore", "ignore", "pipe"] });
  for await (const line of createInterface({ input: server.stderr })) if ((address = line.match(/http:\/\/[^\s#]+/)?.[0].replace(/\/?$/, "/"))) break;
});
after(async () => {
  await browser.close();
  server.kill("SIGTERM");
});

test("every text is there in English and in French, with the same values, and is used", () => {
  assert.ok(TEXTS.size > 90);
  const sources = readdirSync(SOURCE).filter((name) => name.endsWith(".ts") && name !== "texts.ts").map(read).join("\n") + read("texts.ts").split("satisfies")[1];
  const values = (text) => [...text.matchAll(/\{\w+\}/g)].map(([value]) => value).sort().join();
  for (const [key, texts] of TEXTS) {
    assert.equal(texts.length, 4, key);
    assert.ok(texts[0] && texts[1], key);
    for (const text of texts.filter(Boolean)) assert.equal(values(text), values(texts[0]), key);
    assert.ok(sources.includes(`"${key}"`), `${key} is not used`);
  }
});

test("the page to play on has no text outside the table", () => {
  for (const name of ["play.ts", "interactive.ts", "playboard.ts", "explore.ts"]) {
    const code = read(name).replace(/^import .*$|\/\/.*$|\/\*\*[^]*?\*\//gm, "");
    const texts = [...code.matchAll(/["`]([A-Z][a-z]+[^"`$\n]*)["`]/g)].map(([, text]) => text);
    const known = ["Event", "Escape", "Enter", "Arrow", "Variant", "Ruleset", "Date", "South", "North", "Result", "Termination", "Ebiri", "Game in a browser"]; // events, keys, tags of OGN
    assert.deepEqual(texts.filter((text) => !known.some((word) => text.startsWith(word))), [], name);
  }
});

/** The English texts on a page that has another language. */
const english = async (page) => {
  const shown = await page.evaluate(() => [...document.querySelectorAll("header *, h1, h2, th, button, label, .seat, [title], [aria-label]")].flatMap((one) => [one.textContent, one.title, one.getAttribute("aria-label")]));
  const foreign = [...TEXTS.values()].filter(([en, fr]) => en !== fr && !en.includes("{")).map(([en]) => en);
  const french = new Set([...TEXTS.values()].map(([, fr]) => fr));
  return foreign.filter((text) => !french.has(text) && shown.includes(text));
};

test("a game is played in French", async () => {
  const page = await opened(browser, address, "#game=oware&rules=abapa&south=person&north=person", { ...CALM, locale: "fr-FR" });
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

test("the switch changes the language, the browser keeps it, and an address decides", async () => {
  const page = await opened(browser, file, "#/game/1/6", CALM);
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
    const asked = await opened(browser, file, `?lang=${language}#/`, CALM);
    await asked.waitForSelector(`nav >> text=${text}`);
    assert.equal(await asked.evaluate(() => document.documentElement.lang), language === "lg" ? "en" : language);
    await closed(asked);
  }
});
