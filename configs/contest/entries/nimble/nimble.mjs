// nimble: a whole engine for Kalah that keeps as few seeds on its own side as possible.
import { createInterface } from "node:readline";

const PITS = "ABCDEF.abcdef"; // an index into the board: south's six pits and store, north's six pits and store

// Sows and captures on `board`; returns the next mover.
function sow(board, side, pit) {
  const own = 6 + 7 * side, other = 13 - 7 * side;
  let seeds = board[pit], at = pit;
  board[pit] = 0;
  while (seeds > 0) {
    at = (at + 1) % 14;
    if (at === other) continue;
    board[at]++;
    seeds--;
  }
  if (Math.floor(at / 7) === side && at !== own && board[at] === 1 && board[12 - at] > 0) {
    board[own] += board[12 - at] + 1;
    board[at] = board[12 - at] = 0;
  }
  return at === own ? side : 1 - side;
}

// Board and side to move after `startpos [moves A b …]` or `fen 4-…-4-0-0-S [moves …]`; in a FEN both stores come last.
function read(words) {
  let board = [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0], side = 0;
  if (words[0] === "fen") {
    const fields = words[1].split("-"), seeds = fields.slice(0, 14).map(Number);
    if (fields.length < 15 || seeds.some(Number.isNaN)) throw new Error(`not a position: ${words[1]}`);
    board = [...seeds.slice(0, 6), seeds[12], ...seeds.slice(6, 12), seeds[13]];
    side = fields[14] === "N" ? 1 : 0;
  }
  const moves = words.includes("moves") ? words.slice(words.indexOf("moves") + 1) : [];
  for (const move of moves) side = sow(board, side, PITS.indexOf(move));
  return { board, side };
}

function kept({ board, side }, pit) {
  const after = [...board];
  sow(after, side, pit);
  return after.slice(7 * side, 7 * side + 6).reduce((sum, seeds) => sum + seeds, 0);
}

function choose(position) {
  const own = [0, 1, 2, 3, 4, 5].map((i) => i + 7 * position.side).filter((pit) => position.board[pit] > 0);
  return PITS[own.reduce((a, b) => (kept(position, b) <= kept(position, a) ? b : a))];
}

let position = read(["startpos"]);
const say = (...lines) => process.stdout.write(lines.join("\n") + "\n");
createInterface({ input: process.stdin }).on("line", (line) => {
  const [command, ...words] = line.trim().split(/\s+/);
  if (command === "ugi") say("id name Nimble 1.0", "id author the Ebiri authors", "variants kalah", "ugiok");
  else if (command === "isready") say("readyok");
  else if (command === "position") position = read(words);
  else if (command === "go") say("bestmove " + choose(position));
  else if (command === "quit") process.exit(0);
});
