// A running game, whose plies come from the server one by one.
import type { Data, Game, ReplayData, Side } from "./data";
import { Replay } from "./replay";

const COLUMNS = ["wall_us", "score", "depth", "nodes"] as const;

/** An update of one running game: fields of a replay, for the plies from `from` on, and others (README.md). */
export interface News extends Pick<ReplayData, "game" | "attempt" | "base" | "moves" | "sides" | "traces" | "positions" | "changes" | (typeof COLUMNS)[number]>, Partial<Pick<ReplayData, "opening" | "limits">> {
  slot: number;
  south: number;
  north: number;
  from: number;
  thinking_ms: number;
  clock_ms: [number, number] | null;
  mover: Side;
  counts: number[];
}

/** The first `keep` words of a list, followed by the `count` words of `more`. */
function spliced(old: string, keep: number, more: string, count: number, between: string): string {
  const known = keep === 0 ? [] : old.split(between).slice(0, keep);
  return [...known, ...(count === 0 ? [] : more.split(between))].join(between);
}

const emptyReplay = (news: News): ReplayData => ({
  game: news.game,
  attempt: news.attempt,
  opening: 0,
  moves: "",
  sides: "",
  traces: "",
  positions: "",
  counts: [],
  limits: ["", ""],
  seed: "",
  started: "",
  duration_ms: 0,
  cause: "running",
  reason: "",
});

export class Running {
  /** The game as a row of the list; its cause is `running`. */
  readonly game: Game;
  slot: number;
  mover: Side;
  /** Time of the end, by `performance.now()`. */
  ended: number | undefined;
  private readonly raw: ReplayData;
  private readonly current: Replay;
  private staleFrom = Infinity; // plies from this number on must be read again into `current`
  private thinkingSince = 0;
  private clock: [number, number] | null = null;

  constructor(data: Data, news: News) {
    const { slot, game, attempt, south, north, mover } = news;
    this.slot = slot;
    this.mover = mover;
    this.raw = emptyReplay(news);
    if (news.base) this.raw.base = news.base;
    this.current = new Replay(data, this.raw);
    this.game = { index: -1, number: game, pair: 0, attempt, south, north, result: "void", cause: "running", reason: "", opening: -1, seeds: [0, 0], plies: 0, replay: -1 };
  }

  /** Applies an update; returns false if plies are missing before it. */
  take(news: News): boolean {
    const { raw } = this;
    const { from } = news;
    if (from > raw.sides.length) return false;
    if (from === 0) {
      raw.opening = news.opening ?? 0;
      raw.limits = news.limits ?? raw.limits;
    }
    const plies = news.sides.length;
    const positions = from === 0 ? 0 : from + 1; // number of positions to keep: none, or the first and one after each kept ply
    raw.moves = spliced(raw.moves, from, news.moves, plies, " ");
    raw.sides = raw.sides.slice(0, from) + news.sides;
    raw.traces = spliced(raw.traces, from, news.traces, plies, ";");
    raw.positions = spliced(raw.positions, positions, news.positions, plies + (from === 0 ? 1 : 0), ";");
    const counts = [...(Array.isArray(raw.counts) ? raw.counts.slice(0, 2 * positions) : []), ...news.counts];
    raw.counts = counts;
    raw.changes = { ...Object.fromEntries(Object.entries(raw.changes ?? {}).filter(([ply]) => Number(ply) <= from)), ...news.changes };
    for (const column of COLUMNS) this.extend(column, Math.max(0, from - raw.opening), Math.max(0, from + plies - raw.opening), news[column]);
    this.staleFrom = Math.min(this.staleFrom, from);
    this.game.plies = raw.sides.length;
    this.game.seeds = [counts.at(-2) ?? 0, counts.at(-1) ?? 0];
    [this.game.south, this.game.north] = [news.south, news.north];
    this.slot = news.slot;
    this.mover = news.mover;
    this.clock = news.clock_ms;
    this.thinkingSince = performance.now() - news.thinking_ms;
    return true;
  }

  private extend(column: (typeof COLUMNS)[number], from: number, to: number, more: (number | null)[] | undefined): void {
    const known: (number | null)[] = this.raw[column] ?? [];
    if (known.length === 0 && !more) return;
    const all = Array.from({ length: to }, (_, k) => (k < from ? known[k] : more?.[k - from]) ?? null);
    this.raw[column] = all as number[];
  }

  /** Takes the result from the list of games. */
  close({ seeds, result }: Game): void {
    if (result === "void") return;
    this.game.seeds = this.current.result = seeds;
  }

  /** The replay so far; always the same object. Updated on demand, because many games may be running. */
  get replay(): Replay {
    if (this.staleFrom < Infinity) this.current.grow(this.staleFrom);
    this.staleFrom = Infinity;
    return this.current;
  }

  /** Milliseconds that the side to move has been thinking. */
  get thinking(): number {
    return Math.max(0, (this.ended ?? performance.now()) - this.thinkingSince);
  }

  /** Milliseconds left on a side's clock, if it has one. */
  left(side: Side): number | undefined {
    const rest = this.clock?.[side === "S" ? 0 : 1];
    if (rest == null) return undefined;
    return Math.max(0, side === this.mover && this.ended === undefined ? rest - this.thinking : rest);
  }
}

export const keyOf = (game: { number: number; attempt: number }) => `${game.number}@${game.attempt}`;
