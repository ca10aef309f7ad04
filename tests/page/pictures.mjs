// Makes two pictures of one running tournament: terminal.svg and live.png.
//
//   node tests/page/pictures.mjs BUILD [FOLDER]     (default results/reference/pictures); needs tmux
//
// terminal.svg shows the screen of a tmux session, live.png the page that the run serves.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { BUILD, ended, opened } from "./browser.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const TARGET = resolve(process.argv[3] ?? join(HERE, "../../results/reference/pictures"));
const COLUMNS = 112;
const ROWS = 12;
const ENOUGH = 90; // games

const CONFIG = `name: evening
variant: oware
seed: 42
pairs: 12
openings: {random-plies: 4}
limit: {nodes: 30000}
placement: free
slots: 8
engines:
  - {name: alphabeta, command: bots/alphabeta}
  - {name: alphabeta-5k, command: bots/alphabeta, limit: {nodes: 5000}}
  - {name: mcts, command: bots/mcts, limit: {nodes: 1000}}
  - {name: greedy, command: bots/greedy}
  - {name: random, command: bots/random}
`;

const SESSION = `ebiri-pictures-${process.pid}`;
const tmux = (...words) => execFileSync("tmux", ["-L", SESSION, ...words], { encoding: "utf8" });
const screen = () => tmux("capture-pane", "-p", "-e", "-t", SESSION);

/** Calls `ask` until it returns something, and returns that. */
async function until(ask) {
  const deadline = performance.now() + 300_000;
  for (;;) {
    const found = ask();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`in vain:\n${screen()}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

const CELL = { width: 8.4, height: 19 };
const COLOURS = { 32: "#3fb950", 33: "#d29922" };
const EIGHTHS = "▏▎▍▌▋▊▉█";
const escaped = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);

/** Runs of text with the same attributes: `{column, text, codes}`. */
function runsOf(line) {
  const runs = [];
  let codes = [];
  let column = 0;
  for (const [, sgr, text] of line.matchAll(/\x1b\[([\d;]*)m|([^\x1b]+)/g)) {
    if (text === undefined) {
      for (const code of (sgr || "0").split(";").map(Number)) codes = code === 0 || code === 39 ? [] : [...codes, code];
      continue;
    }
    for (const part of text.match(/[▏▎▍▌▋▊▉█]+|[^▏▎▍▌▋▊▉█]+/g)) {
      runs.push({ column, text: part, codes });
      column += [...part].length;
    }
  }
  return runs;
}

function drawn({ column, text, codes }, row) {
  const x = 14 + column * CELL.width;
  const y = 14 + row * CELL.height;
  const fill = codes.map((code) => COLOURS[code]).find(Boolean) ?? (codes.includes(2) ? "#8b949e" : "#e6edf3");
  if (EIGHTHS.includes(text[0])) {
    const width = [...text].reduce((sum, c) => sum + (EIGHTHS.indexOf(c) + 1) / 8, 0) * CELL.width;
    return `<rect x="${x.toFixed(1)}" y="${y + 2}" width="${width.toFixed(1)}" height="${CELL.height - 4}" fill="${fill}"/>`;
  }
  const words = [...text.matchAll(/\S+(?: \S+)*/g)]; // text after several blanks keeps its column
  return words
    .map((word) => {
      const length = [...word[0]].length * CELL.width;
      const left = x + [...text.slice(0, word.index)].length * CELL.width;
      const bold = codes.includes(1) ? ' font-weight="bold"' : "";
      return `<text x="${left.toFixed(1)}" y="${y + 14}" textLength="${length.toFixed(1)}" fill="${fill}"${bold}>${escaped(word[0])}</text>`;
    })
    .join("");
}

function svgOf(text) {
  const lines = text.replace(/\s+$/, "").split("\n");
  const width = Math.round(28 + COLUMNS * CELL.width);
  const height = 28 + lines.length * CELL.height;
  const body = lines.flatMap((line, row) => runsOf(line).map((run) => drawn(run, row))).filter(Boolean);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The live view of a run in a terminal">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
${body.join("\n")}
</g>
</svg>
`;
}

const folder = mkdtempSync(join(tmpdir(), "ebiri-pictures-"));
try {
  writeFileSync(join(folder, "evening.yaml"), CONFIG);
  const run = `${join(BUILD, "ebiri")} run evening.yaml --serve 0 2>&1; sleep 600`;
  tmux("-f", "/dev/null", "new-session", "-d", "-s", SESSION, "-x", COLUMNS, "-y", ROWS, "-c", folder, "-e", "LC_ALL=C.UTF-8", "-e", "TERM=xterm-256color", run);
  const [address] = await until(() => screen().match(/http:\/\/[\d.:]+\//));
  const page = await opened(address, "", { viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1 });
  await until(() => Number(screen().match(/(\d+)\/240 games/)?.[1]) >= ENOUGH);
  // Without the first line, the address of the page, which is not always on the screen.
  const seen = screen().split("\n").filter((line) => !/^ebiri: /.test(line)).join("\n");
  writeFileSync(join(TARGET, "terminal.svg"), svgOf(seen));
  await page.waitForFunction(() => document.querySelectorAll("ul.minis li.mini svg").length === 8);
  await page.screenshot({ path: join(TARGET, "live.png") });
} finally {
  await ended();
  try {
    tmux("kill-server");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
