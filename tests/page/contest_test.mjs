// `ebiri contest serve`: the pages of a contest in a browser, also without scripts; a team signs in and submits.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { closed, LOOKS, opened, violations } from "./browser.mjs";
import { ebiri, endAll, FOLDER, played, served } from "./runs.mjs";

const CONTEST = join(FOLDER, "friday");
let address;

const contest = (...words) => ebiri("contest", ...words);
const token = (...words) => contest("token", "friday", ...words).trim().split(/\s+/).at(-1);

/** An entry's folder, and an archive of it. */
function entry(name, authors) {
  const folder = join(FOLDER, "entries", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "entry.yaml"), `name: ${name}\nauthors: ${authors}\nlanguage: python\nrun: python3 main.py\n`);
  writeFileSync(join(folder, "main.py"), "pass\n");
  execFileSync("tar", ["-C", folder, "-czf", `${folder}.tar.gz`, "."]);
  return folder;
}

before(async () => {
  mkdirSync(CONTEST, { recursive: true });
  const finals = "finals:\n  variant: kalah\n  pairs: 1\n  limit: {move: 50ms}\n";
  writeFileSync(join(CONTEST, "contest.yaml"), `name: friday\ndeadline: 2099-11-27T18:00:00Z\nbeacon: the newspaper of Saturday\n${finals}`);
  contest("open", "friday");
  for (const name of ["seed-sower", "nimble", `a${"-very".repeat(12)}`]) contest("add", "friday", entry(name, "[Ann Lee, Bo Chan]"));
  const engines = ["  - {name: seed-sower.1, command: bots/greedy}", "  - {name: nimble.1, command: bots/random}"];
  played("practice", { variant: "kalah" }, engines);
  execFileSync("cp", ["-r", join(FOLDER, "results", "practice"), join(CONTEST, "practice")]);
  const logs = join(CONTEST, "teams", "seed-sower", "1");
  mkdirSync(logs, { recursive: true });
  writeFileSync(join(logs, "build.log"), `+ make <all>\n${"a long line ".repeat(60)}\n`.repeat(40));
  address = await served("contest", "serve", "friday");
});
after(endAll);

/** Checks for violations of axe-core's rules, and for content wider than the screen. */
async function sound(page) {
  assert.deepEqual(await violations(page), []);
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= screen, `${page.url()} is ${wide} wide on a screen of ${screen}`);
}

const signedIn = async (page, secret) => {
  await page.fill("#token", secret);
  await page.click("button");
};

for (const look of LOOKS)
  test(`every page is accessible and fits, ${look.colorScheme}, ${look.viewport.width} wide`, async () => {
    const page = await opened(address, "", { ...look, bypassCSP: true });
    for (const path of ["", "rules/", "entries/seed-sower", "team/"]) {
      await page.goto(address + path);
      await sound(page);
    }
    assert.match(await page.textContent("nav [aria-current]"), /Your team/);
    await signedIn(page, token("seed-sower"));
    await page.waitForSelector("#entry");
    await sound(page);
    await page.goto(`${address}team/1`);
    assert.match(await page.textContent("main"), /\+ make <all>/);
    await sound(page);
    await page.goto(`${address}team/`);
    await page.click("text=Sign out");
    await page.goto(`${address}admin/`);
    await signedIn(page, token("--admin"));
    await page.waitForSelector("text=Only the host sees this");
    await sound(page);
    await closed(page);
  });

test("a team submits, gets an error, submits again, and signs out", async () => {
  const page = await opened(address);
  await page.click("text=Your team");
  await signedIn(page, "0".repeat(64));
  await page.waitForSelector("text=This token is not valid here");
  page.complaints = page.complaints.filter((text) => !/403/.test(text));
  await page.click("text=Again");
  await signedIn(page, token("newcomer"));
  await page.waitForSelector("text=There are no submissions yet.");
  entry("newcomer", "Ann Lee");
  entry("somebody-else", "Ann Lee");
  const submitted = async (name) => {
    await page.setInputFiles("#entry", join(FOLDER, "entries", `${name}.tar.gz`));
    await page.click("button >> text=Submit");
    await page.waitForSelector(".notice");
    return page.textContent("main");
  };
  assert.match(await submitted("somebody-else"), /`name` is `somebody-else`, and this team is `newcomer`/);
  page.complaints = page.complaints.filter((text) => !/422/.test(text));
  await page.click("text=Back to your team");
  assert.match(await submitted("newcomer"), /newcomer 1: 2 files/);
  await page.click("text=Back to your team");
  await page.waitForSelector("td .state");
  const cookies = await page.context().cookies();
  assert.deepEqual(cookies.map(({ name, httpOnly, sameSite, expires }) => [name, httpOnly, sameSite, expires]), [["ebiri-friday", true, "Strict", -1]]);
  contest("token", "friday", "newcomer", "--revoke"); // revoking the token ends the login
  await page.goto(`${address}team/`);
  await page.waitForSelector("text=This token is not valid here");
  assert.deepEqual(await page.context().cookies(), []);
  page.complaints = page.complaints.filter((text) => !/403/.test(text));
  await closed(page);
});

test("times are the visitor's, and count down", async () => {
  const page = await opened(address, "", { timezoneId: "Asia/Tokyo", clock: true });
  const shown = () => page.textContent(".notice");
  assert.match(await shown(), /open until 28 Nov 2099, 03:00 GMT\+9 \(in \d+ d \d\d:\d\d:\d\d\)/);
  const before = await shown();
  await page.clock.fastForward(2000);
  assert.notEqual(await shown(), before);
  assert.equal(await page.getAttribute(".notice time", "title"), "2099-11-27 18:00 UTC");
  await page.evaluate(() => (document.querySelector(".notice [data-until]").dataset.until = "2020-01-01T00:00:00Z"));
  await page.clock.fastForward(1000);
  assert.match(await shown(), /\(passed\)/);
  await closed(page);
  const plain = await opened(address, "", { javaScriptEnabled: false });
  assert.match(await plain.textContent(".notice"), /open until 2099-11-27 18:00 UTC \(in \d+ days\)/);
  await closed(plain);
});

test("a visitor reaches the rules, a template and the team's page by keys", async () => {
  const page = await opened(address);
  const go = async (text) => {
    for (let presses = 0; presses < 80; ++presses) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate(() => document.activeElement.textContent.trim())) === text) return;
    }
    assert.fail(`no key leads to ${text}`);
  };
  await go("python");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  assert.equal(download.suggestedFilename(), "python.zip");
  await go("How entries are judged");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#entries");
  await go("How to play kalah");
  await go("Your team");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#token");
  await closed(page);
});

test("a team sees its games, and its place over time", async () => {
  const page = await opened(address, "team/");
  await signedIn(page, token("nimble"));
  await page.waitForSelector(".places");
  assert.match(await page.textContent("main"), /Place [12] of 2 after 6 games of the ladder/);
  await page.click("td a >> text=practice 6");
  await page.waitForURL(/practice\/#\/game\/6/);
  await page.waitForSelector(".board");
  await closed(page);
});

test("practice is the page of a run", async () => {
  const page = await opened(address);
  await page.click("nav >> text=Practice");
  await page.waitForFunction(() => document.querySelector("header .state")?.textContent === "complete");
  await page.click("header >> text=Home");
  await page.waitForURL(address);
  assert.match(await page.textContent("main"), /games played/);
  await page.goto(`${address}finals/embed`);
  await page.waitForSelector("text=The run has not begun yet");
  page.complaints = page.complaints.filter((text) => !/503/.test(text));
  await closed(page);
});
