// The search for the games that reach a position.
import type { Data, Game, ReplayData } from "./data";
import { decoded } from "./replay";

/** A position to look for: seeds in pits and stores, and the side to move where the text has it. */
export interface Wanted {
  cells: number[];
  mover: string | undefined;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Reads the text of a position. Counters of moves after the cells do not matter. Returns undefined if it is not a position of the run. */
export function wantedOf(data: Data, text: string): Wanted | undefined {
  const pattern = `^\\s*${data.run.position_frame.map((before) => `${escaped(before)}(\\d+)`).join("")}(?!\\d)`;
  const found = new RegExp(pattern).exec(text);
  if (!found) return undefined;
  return { cells: found.slice(1).map(Number), mover: /(?:^|[^A-Za-z])([SN])(?![A-Za-z])/.exec(text.slice(found[0].length))?.[1] };
}

/** The first ply after which the position is on the board; undefined if the game does not reach it. */
export function reachedBy(data: Data, raw: ReplayData, { cells: wanted, mover }: Wanted): number | undefined {
  const traces = raw.traces.split(";");
  let cells = [...(raw.base ?? data.run.start).cells, 0];
  const stands = (ply: number) => wanted.every((seeds, cell) => cells[cell] === seeds) && (mover === undefined || ply === raw.sides.length || raw.sides.charAt(ply) === mover);
  for (let ply = 0; ; ++ply) {
    if (stands(ply)) return ply;
    if (ply === raw.sides.length) return undefined;
    const changed = raw.changes?.[String(ply + 1)]?.cells;
    if (changed) cells = [...changed, 0];
    else decoded(traces[ply] ?? "", data.run.shape, raw.sides.charAt(ply) === "S" ? "S" : "N", cells);
  }
}

const AHEAD = 100; // requested replays at a time
const SLICE = 100; // maximum milliseconds of `look`, so that the page stays responsive

/** A search in the replays that are loaded. Call `look` again when more have arrived, or if it is `due`. */
export class PositionSearch {
  readonly plies = new Map<Game, number>(); // the games that reach the position, and the ply after which they do
  readonly seen = new Set<Game>(); // the searched games
  loading = false;
  due = false;
  stopped = false;

  constructor(
    private readonly data: Data,
    private readonly wanted: Wanted,
  ) {}

  look(): void {
    this.loading = this.due = false;
    if (this.stopped) return;
    let asked = 0;
    const end = performance.now() + SLICE;
    for (const game of this.data.games) {
      if (this.seen.has(game) || game.replay < 0) continue;
      const raw = this.data.replay(game);
      if (!raw) {
        if (this.data.failure(game) === undefined) [asked, this.loading] = [asked + 1, true];
        if (asked === AHEAD) return;
        continue;
      }
      this.seen.add(game);
      const ply = reachedBy(this.data, raw, this.wanted);
      if (ply !== undefined) this.plies.set(game, ply);
      this.due = performance.now() > end;
      if (this.due) return;
    }
  }
}
