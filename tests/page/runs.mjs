// Runs for the tests of the page: played ones, and synthetic journals.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { BUILD, ended } from "./browser.mjs";

export const FOLDER = mkdtempSync(join(tmpdir(), "ebiri-page-"));
process.on("exit", () => rmSync(FOLDER, { recursive: true, force: true }));

const EBIRI = join(BUILD, "ebiri");

export function ebiri(...words) {
  return execFileSync(EBIRI, words, { cwd: FOLDER, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
}

const children = [];

/** Starts a command, which `endAll` ends. */
export function started(...words) {
  const child = spawn(EBIRI, words, { cwd: FOLDER, stdio: ["ignore", "ignore", "pipe"] });
  children.push(child);
  return child;
}

/** The address that a command prints, without the part after `#`. */
export async function addressOf(child) {
  for await (const line of createInterface({ input: child.stderr })) {
    const [found] = line.match(/http:\/\/[^\s#]+/) ?? [];
    if (!found) continue;
    child.stderr.resume();
    return found.endsWith("/") ? found : `${found}/`;
  }
  throw new Error("no address was printed");
}

/** Starts a server; returns its address. */
export const served = (...words) => addressOf(started(...words, "--port", "0"));

/** Ends the browser and all started commands. */
export async function endAll() {
  await ended();
  for (const child of children) child.kill("SIGTERM");
}

/** The answers of the rules to questions (ebiri oracle --help). */
export function answered(rules, questions) {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join("");
  const output = execFileSync(EBIRI, ["oracle", ...rules], { input, encoding: "utf8", maxBuffer: 1 << 30 });
  return output.split("\n").slice(0, -1).map((line) => JSON.parse(line));
}

const TWO = ["  - {name: greedy, command: bots/greedy}", "  - {name: random, command: bots/random}"];
export const THREE = ["  - {name: alphabeta, command: bots/alphabeta}", ...TWO];

/** Plays a run; returns the page. */
export function played(name, settings = {}, engines = TWO) {
  const keys = { seed: 7, pairs: 3, openings: "{random-plies: 4}", limit: "{nodes: 300}", placement: "free", slots: 2, ...settings };
  const text = [`name: ${name}`, ...Object.entries(keys).map(([key, value]) => `${key}: ${value}`), "engines:", ...engines, ""];
  writeFileSync(join(FOLDER, `${name}.yaml`), text.join("\n"));
  ebiri("run", `${name}.yaml`, "--quiet");
  return pageOf(name);
}

export const pageOf = (name) => join(FOLDER, "results", name, "report.html");

/** The journal of a run: its first line and its games. */
export function journal(name) {
  const lines = readFileSync(join(FOLDER, "results", name, "games.jsonl"), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
  return { run: lines[0], plan: lines.find((line) => line.type === "plan"), games: lines.filter((line) => line.type === "game") };
}

/** Writes a journal of version 1, which has no checksums, and its page. */
export function made(name, run, lines) {
  const folder = join(FOLDER, "results", name);
  mkdirSync(folder, { recursive: true });
  const all = [{ ...run, name, journal: 1 }, ...lines].map(({ sum: _, ...line }) => JSON.stringify(line));
  writeFileSync(join(folder, "games.jsonl"), `${all.join("\n")}\n`);
  ebiri("report", join("results", name));
  return pageOf(name);
}

/** Makes `count` games in which `engines` play the moves of `games` in turn. */
export function copied(games, count, engines) {
  return Array.from({ length: count }, (_, k) => {
    const pair = Math.floor(k / 2);
    const a = pair % engines.length;
    const b = (a + 1 + (Math.floor(pair / engines.length) % (engines.length - 1))) % engines.length;
    const [south, north] = k % 2 === 0 ? [a, b] : [b, a];
    return { ...games[k % games.length], game: k + 1, pair: pair + 1, attempt: 1, south: engines[south], north: engines[north] };
  });
}
