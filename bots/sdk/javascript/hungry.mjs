// hungry: a whole engine for Kalah that plays the move with the largest lead in stores. Improve `worth`.
// It knows only the ruleset `standard` with six pits.
import { run, twoRows } from "./ebiri_bot.mjs";

// Sows and captures on `board` (south's six pits and store, north's six pits and store); returns the next mover.
function sow(board, mover, pit) {
  const own = 6 + 7 * mover, other = 13 - 7 * mover;
  let seeds = board[pit], at = pit;
  board[pit] = 0;
  while (seeds > 0) {
    at = (at + 1) % 14;
    if (at === other) continue;
    board[at]++;
    seeds--;
  }
  if (Math.floor(at / 7) === mover && at !== own && board[at] === 1 && board[12 - at] > 0) {
    board[own] += board[12 - at] + 1; // captures the opposite pit
    board[at] = board[12 - at] = 0;
  }
  return at === own ? mover : 1 - mover;
}

function worth(board, mover, pit) {
  const after = [...board];
  const again = sow(after, mover, pit) === mover;
  return after[6 + 7 * mover] - after[13 - 7 * mover] + (again ? 0.5 : 0) + pit / 100;
}

function choose(turn) {
  const { pits, south, north, side } = twoRows(turn.base ?? "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
  const board = [...pits.slice(0, 6), south, ...pits.slice(6), north];
  let mover = side === "N" ? 1 : 0;
  for (const move of turn.moves) mover = sow(board, move < "a" ? 0 : 1, "ABCDEF.abcdef".indexOf(move));
  const own = [0, 1, 2, 3, 4, 5].map((i) => i + 7 * mover).filter((pit) => board[pit] > 0);
  const best = own.reduce((a, b) => (worth(board, mover, b) >= worth(board, mover, a) ? b : a));
  return "ABCDEF.abcdef"[best];
}

run({ name: "Hungry 1.0", author: "the Ebiri authors", variants: ["kalah"], choose });
