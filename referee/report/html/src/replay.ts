// A replay of a game: every position, and the path of every seed between two positions. Both come from the
// `traces` of moves and from `changes` (README.md).
import type { Roles } from "./board";
import type { Data, Game, ReplayData, SceneData, Shape, Side } from "./data";
import { many, sideName } from "./text";
import { t } from "./texts";

export interface Scene {
  cells: number[]; // pits, stores, hand
  norths: number;
  houses: number;
}

export interface Transfer {
  from: number;
  to: number;
  seeds: number;
}

export interface Ply {
  number: number; // from 1, including the opening
  side: Side;
  move: string;
  transfers: Transfer[];
  redrawn: boolean; // the transfers do not lead to `after`
  before: Scene;
  after: Scene;
  opening: boolean;
  wall?: number | undefined; // microseconds
  score?: number | undefined; // seeds, from the mover's view
  depth?: number | undefined;
  nodes?: number | undefined;
  value?: number; // south's lead after the ply in seeds, by the analysis
  mark?: Mark;
}

export type Size = "inaccuracy" | "mistake" | "blunder";

/** A move that lost seeds, as judged by an analysis. */
export interface Mark {
  word: Size;
  lost: number; // seeds
  better?: string; // a better move
}

export const SIGNS: Record<Size, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };
export const SIZES: Record<string, Size> = { i: "inaccuracy", m: "mistake", b: "blunder" };

/** The word for a loss of seeds. The thresholds are those of the analysis; without one, those of referee/analysis/judgement.cpp. */
export function sizeOf(lost: number, { run }: Data): Size | undefined {
  const wide = ["omweso", "bao"].includes(run.run.variant) ? 4 : 1;
  const { inaccuracy, mistake, blunder } = run.analysis ?? { inaccuracy: wide, mistake: 3 * wide, blunder: 6 * wide };
  return lost >= blunder ? "blunder" : lost >= mistake ? "mistake" : lost >= inaccuracy ? "inaccuracy" : undefined;
}

const DIGITS = `0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ${String.fromCharCode(...Array.from({ length: 37 }, (_, k) => 0xc0 + k))}`;

/** Decodes a trace, and applies its transfers to `cells`, the last of which is the hand. */
export function decoded(trace: string, shape: Shape, side: Side, cells: number[]): Transfer[] {
  const hand = cells.length - 1;
  const track = shape.tracks[side === "S" ? 0 : 1];
  const transfers: Transfer[] = [];
  const make = (from: number, to: number, seeds: number) => {
    cells[from] = (cells[from] ?? 0) - seeds;
    cells[to] = (cells[to] ?? 0) + seeds;
    transfers.push({ from, to, seeds });
  };
  let next = 0;
  const digit = () => DIGITS.indexOf(trace.charAt(next++));
  while (next < trace.length) {
    const word = trace.charAt(next++);
    const first = digit();
    if (word === "L") make(first, hand, cells[first] ?? 0);
    else if (word === "C") make(first, digit(), cells[first] ?? 0);
    else if (word === "M") make(first, digit(), digit());
    else {
      const step = word === "S" ? 1 : track.length - 1;
      const times = digit();
      for (let k = 0; k < times; ++k) make(hand, track[(first + k * step) % track.length] ?? hand, 1);
    }
  }
  return transfers;
}

export function applied(cells: number[], transfers: Transfer[]): number[] {
  const after = [...cells];
  for (const { from, to, seeds } of transfers) {
    after[from] = (after[from] ?? 0) - seeds;
    after[to] = (after[to] ?? 0) + seeds;
  }
  return after;
}

export const withHand = (scene: Omit<SceneData, "mover">): Scene => ({ cells: [...scene.cells, 0], norths: scene.norths, houses: scene.houses });

/** The board at the end of a game: `last`. If `score` counts only the stores and `result` differs, the rules have shared out the other seeds: then all are in the stores. */
export function sharedOut(last: Scene, shape: Shape, score: number[], result: number[]): Scene {
  const store = 2 * shape.pits_per_side;
  const shared = shape.stores && score.every((seeds, side) => last.cells[store + side] === seeds) && String(score) !== String(result);
  return shared ? { ...last, cells: last.cells.map((_, cell) => result[cell - store] ?? 0) } : last;
}

/** Plies that a board can show. */
export interface Plies {
  readonly shape: Shape;
  readonly plies: Ply[];
  roles(ply: number): Roles | undefined;
  scene(ply: number): Scene;
}

export class Replay implements Plies {
  readonly plies: Ply[] = [];
  readonly start: Scene;
  readonly shape: Shape;
  private readonly frame: string[];
  private positions: string[] = [];

  constructor(
    data: Data,
    readonly raw: ReplayData,
    public result?: [number, number], // the seeds that the referee counted at the end
  ) {
    this.shape = data.run.shape;
    this.frame = data.run.position_frame;
    this.start = withHand(raw.base ?? data.run.start);
    this.grow(0);
  }

  /** Reads `raw` again from ply `from` on, after new plies of a running game. */
  grow(from: number): void {
    const { raw } = this;
    const moves = raw.moves === "" ? [] : raw.moves.split(" ");
    const traces = raw.traces.split(";");
    this.positions = raw.positions.split(";");
    this.plies.length = Math.min(from, this.plies.length);
    for (let index = this.plies.length; index < moves.length; ++index) this.plies.push(this.ply(index, moves[index] ?? "", traces[index] ?? ""));
    this.mark();
  }

  private ply(index: number, move: string, trace: string): Ply {
    const { raw } = this;
    const before = this.board(index);
    const side: Side = raw.sides.charAt(index) === "S" ? "S" : "N";
    const transfers = decoded(trace, this.shape, side, [...before.cells]);
    const change = raw.changes?.[String(index + 1)];
    const after: Scene = {
      cells: change?.cells ? [...change.cells, 0] : applied(before.cells, transfers),
      norths: change?.norths ?? before.norths,
      houses: change?.houses ?? before.houses,
    };
    const entry = index - raw.opening; // index in the columns, which begin after the opening
    const score = raw.score?.[entry];
    const thought = { wall: raw.wall_us?.[entry] ?? undefined, score: score == null ? undefined : score / 100, depth: raw.depth?.[entry] ?? undefined, nodes: raw.nodes?.[entry] ?? undefined };
    return { number: index + 1, side, move, transfers, redrawn: change?.cells !== undefined, before, after, opening: entry < 0, ...thought };
  }

  roles(ply: number): Roles | undefined {
    const last = this.plies[ply - 1];
    return last && rolesOf(last.transfers, last.side, this.shape);
  }

  private board(ply: number): Scene {
    return this.plies[ply - 1]?.after ?? this.start;
  }

  /** The board after that ply; at the end of the game, the stores also have the remaining seeds. */
  scene(ply: number): Scene {
    return sharedOut(this.board(ply), this.shape, this.score(ply), this.counts(ply));
  }

  /** Whether the game ends after that ply and the referee shares out the seeds in the pits. */
  endsInSharing(ply: number): boolean {
    return this.scene(ply) !== this.board(ply);
  }

  /** The score of both sides after that ply; after the last one, the result. */
  counts(ply: number): [number, number] {
    return (ply === this.plies.length && this.result) || this.score(ply);
  }

  /** The score of both sides after that ply, by the rules. */
  score(ply: number): [number, number] {
    const { counts } = this.raw;
    if (Array.isArray(counts)) return [counts[2 * ply] ?? 0, counts[2 * ply + 1] ?? 0];
    const { cells } = this.board(ply);
    const width = this.shape.pits_per_side;
    const own = (side: 0 | 1) => {
      const store = cells[2 * width + side] ?? 0;
      const pits = cells.slice(side * width, (side + 1) * width);
      return counts === "stores" ? store : pits.reduce((sum, seeds) => sum + seeds, store);
    };
    return [own(0), own(1)];
  }

  /** The text of the position after that ply, as engines receive it. */
  position(ply: number): string {
    const rest = this.positions[ply] ?? "";
    if (rest.startsWith("=")) return rest.slice(1);
    const { cells } = this.board(ply);
    return this.frame.map((before, index) => before + String(cells[index] ?? 0)).join("") + rest;
  }

  private mark(): void {
    const { judged, opening } = this.raw;
    if (!judged) return;
    this.plies.slice(opening).forEach((ply, index) => {
      const value = judged.values[index + 1];
      if (value != null) ply.value = value;
      const word = SIZES[judged.marks.charAt(index)];
      const [better, lost] = judged.better[ply.number] ?? [];
      if (word) ply.mark = { word, lost: lost ?? 0, ...(better && { better }) };
    });
  }

  /** South's lead at the end with best play, if the analysis had the position after that ply in its endgame tables. */
  exact(ply: number): number | undefined {
    const { judged, opening } = this.raw;
    return judged?.exact?.includes(ply - opening) ? (judged.values[ply - opening] ?? undefined) : undefined;
  }

  /** The value of the position after the opening, by the analysis. */
  get firstValue(): number | undefined {
    return this.raw.judged?.values[0] ?? undefined;
  }

  /** The plies that "next mistake" visits: mistakes and blunders; in a game without any, inaccuracies. */
  get slips(): Ply[] {
    const marked = this.plies.filter((ply) => ply.mark);
    const grave = marked.filter((ply) => ply.mark?.word !== "inaccuracy");
    return grave.length > 0 ? grave : marked;
  }
}

/** The end of each lap of a turn, as a number of transfers. A lap lasts until seeds are lifted again. */
export function laps(transfers: Transfer[], shape: Shape): number[] {
  const hand = 2 * shape.pits_per_side + 2;
  const ends: number[] = [];
  let sown = false;
  transfers.forEach(({ from, to }, index) => {
    if (sown && to === hand) ends.push(index);
    sown = from === hand || (sown && to !== hand);
  });
  if (transfers.length > 0) ends.push(transfers.length);
  return ends;
}

/** The roles of cells in a move: its origin, its path, where the last seed fell, and captured pits. */
export function rolesOf(transfers: Transfer[], side: Side, shape: Shape): Roles {
  const hand = 2 * shape.pits_per_side + 2;
  const roles = new Map<number, string>();
  const add = (cell: number | undefined, role: string) => cell !== undefined && roles.set(cell, `${roles.get(cell) ?? ""} ${role}`);
  for (const one of transfers) if (one.from === hand) roles.set(one.to, "sown");
  for (const one of transfers) if (takes(one, side, shape)) roles.set(one.from, "taken");
  add(transfers.find((one) => one.to === hand)?.from, "lifted");
  add(transfers.findLast((one) => one.from === hand)?.to, "last");
  return roles;
}

/** Whether a transfer is a capture: from a pit to the mover's store or, with four rows, from the opponent's pits to the hand. */
function takes({ from, to }: Transfer, side: Side, shape: Shape): boolean {
  const pits = 2 * shape.pits_per_side;
  const own = side === "S" ? 0 : 1;
  const foreign = Math.floor(from / shape.pits_per_side) !== own;
  return from < pits && (to === pits + own || (shape.rows_per_side === 2 && foreign && to === pits + 2));
}

/** The number of captured seeds. */
export const captured = (ply: Ply, shape: Shape): number => ply.transfers.reduce((sum, one) => sum + (takes(one, ply.side, shape) ? one.seeds : 0), 0);

/** `blunder, 7.2 seeds lost, C was better`. */
export const explained = (mark: Mark): string => `${t("{word}, {seeds} seeds lost", { word: t(mark.word), seeds: mark.lost.toFixed(1) })}${mark.better ? t(", {move} was better", { move: mark.better }) : ""}`;

/** `ply 17, south sows C: 5 seeds, captures 3 from b; 12–9`. */
export function describe(replay: Replay, number: number): string {
  const score = replay.counts(number).join("–");
  const ply = replay.plies[number - 1];
  if (!ply) return `${t("start position")}; ${score}`;
  const mark = ply.mark ? `; ${explained(ply.mark)}` : "";
  const exact = replay.exact(number);
  return `${t("ply {ply}, {side} {does}; {score}", { ply: number, side: t(sideName(ply.side)), does: action(ply.move, ply.transfers, ply.redrawn, ply.side, replay.shape), score })}${replay.endsInSharing(number) ? `, ${t("the remaining seeds are shared out")}` : ""}${mark}${exact === undefined ? "" : `; ${exactly(exact)}`}`;
}

/** `exact: south wins by 5 with best play`. */
const exactly = (lead: number): string => (lead === 0 ? t("exact: a draw with best play") : t("exact: {side} wins by {seeds} with best play", { side: t(lead > 0 ? "south" : "north"), seeds: Math.abs(lead) }));

/** A move in words: `sows C: 5 seeds, captures 3 from b`. */
export function action(move: string, transfers: Transfer[], redrawn: boolean, side: Side, shape: Shape): string {
  if (move === "--") return t("loses the turn");
  if (move.startsWith("=")) return t("lays out the seeds");
  const hand = 2 * shape.pits_per_side + 2;
  const seeds = transfers.filter((one) => one.from === hand).length;
  if (seeds === 0) return t("plays {move}", { move });
  const rounds = laps(transfers, shape).length;
  const takings = transfers.filter((one) => takes(one, side, shape));
  const parts = [t("sows {move}: {seeds}", { move, seeds: many(seeds, "seed", "seeds") })];
  if (rounds > 1) parts.push(t("{laps} laps", { laps: rounds }));
  if (takings.length > 0) parts.push(t("captures {seeds} from {pits}", { seeds: takings.reduce((sum, one) => sum + one.seeds, 0), pits: [...new Set(takings.map((one) => shape.pit_names[one.from]))].join(", ") }));
  if (redrawn) parts.push(t("then the board is laid out again"));
  return parts.join(", ");
}

export const replayOf = (data: Data, game: Game): Replay | undefined => {
  const raw = data.replay(game);
  return raw && new Replay(data, raw, game.result === "void" ? undefined : game.seeds);
};
