// Shared by the tests of the page: a browser without a network. Its errors and warnings fail a test.
//
// node TEST BUILD: packages come from BUILD/page/node_modules, the browser from the machine (EBIRI_CHROMIUM,
// or `chromium-headless-shell` in the PATH, which needs less than half the time of `chromium`).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

export const BUILD = resolve(process.argv[2] ?? ".");
const required = createRequire(join(BUILD, "page", "package.json"));
const { chromium } = required("playwright-core");
const axe = readFileSync(required.resolve("axe-core/axe.min.js"), "utf8");

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** Each screen and each colour scheme once: what fits depends on the screen, contrasts on the colours. */
export const LOOKS = [{ colorScheme: "light", viewport: DESKTOP }, { colorScheme: "dark", viewport: PHONE }];
const PATIENCE = 180_000; // milliseconds: long, because the machine may be busy

let browser;

function launched() {
  const executablePath = process.env.EBIRI_CHROMIUM ?? execFileSync("which", ["chromium-headless-shell"], { encoding: "utf8" }).trim();
  // Without its sandbox, which is not available everywhere. The browser opens only files of the tests.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/** Closes the browser, which the first page started. */
export const ended = async () => (await browser)?.close();

/** Opens a file, or the address of a server. `complaints` has the page's errors, and its requests to other addresses. */
export async function opened(file, route = "#/", options = {}) {
  const address = file.startsWith("http:") ? file : pathToFileURL(file).href;
  browser ??= launched();
  const context = await (await browser).newContext({ viewport: DESKTOP, ...options });
  context.setDefaultTimeout(PATIENCE);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
  if (options.quick) await context.addInitScript(quickFrames);
  const page = await context.newPage();
  page.complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.complaints.push(message.text());
  });
  page.on("dialog", (dialog) => dialog.accept());
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url()) && !request.url().startsWith(address)) page.complaints.push(`asked for ${request.url()}`);
  });
  if (options.clock) await page.clock.install();
  await page.goto(address + route);
  await page.waitForSelector("h1");
  return page;
}

/** Makes animations end at once, still frame by frame. */
function quickFrames() {
  let now = 0;
  const waiting = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => waiting.shift()?.((now += 1e6));
  window.requestAnimationFrame = (frame) => {
    waiting.push(frame);
    port2.postMessage(0);
    return 1;
  };
}

/** Waits for the page's own handler of the new address too, which was added earlier and so is called first, and for charts,
 * which are drawn when their size is known: before the second frame. */
export async function went(page, route) {
  await page.evaluate(async (hash) => {
    const before = location.hash;
    location.hash = hash;
    if (location.hash !== before) await new Promise((done) => addEventListener("hashchange", done, { once: true }));
    for (let frame = 0; frame < 2; ++frame) await new Promise((done) => requestAnimationFrame(done));
  }, route);
  await page.waitForSelector("h1");
}

/** In the page: marks one element of each combination of text style and backgrounds. axe-core checks the contrast of only
 * these, because it is the same in the others and takes most of the time. */
function markStyles() {
  const backgrounds = new Map();
  const behind = (element) => {
    if (!element) return "";
    if (!backgrounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const plain = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1";
      backgrounds.set(element, behind(element.parentElement) + (plain ? "" : `${backgroundColor} ${backgroundImage} ${opacity};`));
    }
    return backgrounds.get(element);
  };
  const seen = new Set();
  for (const element of document.querySelectorAll("body *")) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (texts.length === 0 && !element.placeholder && !element.value) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const style = `${element.tagName} ${element.className} ${color} ${fontSize} ${fontWeight} ${textShadow} ${behind(element)}`;
    element.toggleAttribute("data-style", !seen.has(style) && element.checkVisibility());
    if (element.hasAttribute("data-style")) seen.add(style);
  }
  window.axe.configure({ rules: [{ id: "color-contrast", selector: "[data-style]" }] });
}

/** Violations of axe-core's rules, by name and element, outside the elements of the selector `without`. */
export async function violations(page, without = "tbody tr:nth-child(n+12)") {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  await page.evaluate(markStyles);
  const context = { include: [["html"]], exclude: [[without]] };
  const found = await page.evaluate((where) => window.axe.run(where, { resultTypes: ["violations"], preload: false }), context);
  await page.evaluate(() => document.querySelectorAll("[data-style]").forEach((element) => element.removeAttribute("data-style")));
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.html.slice(0, 120)} ${node.any.map((one) => one.message).join("; ")}`));
}

export async function closed(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}
