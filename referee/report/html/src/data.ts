// The data that stands in the page (README.md has the fields), and what is asked of it everywhere.

export type Side = "S" | "N";

export interface Engine {
  name: string;
  group: number;
  rank: [number, number] | null;
  place: [number, number] | null;
  elo: number | null;
  error95: number | null;
  interval95: [number, number] | null;
  prior: boolean;
  los_next: number | null;
  games: number;
  points: number;
  score: number | null;
  wins: number;
  draws: number;
  losses: number;
  score_first: number | null;
  score_second: number | null;
  draw_rate: number | null;
  unique_games: number;
  margin: number | null;
  moves: number;
  ms_per_move: number | null;
  ms_per_move_p99: number | null;
  forfeits: { time: number; crash: number; illegal: number; other: number };
  accuracy?: { percent: number | null; moves: number; inaccuracies: number; mistakes: number; blunders: number };
}

export interface Shape {
  pits_per_side: number;
  rows_per_side: number;
  stores: boolean;
  pit_names: string[];
  tracks: [number[], number[]];
}

export interface SceneData {
  cells: number[];
  norths: number;
  houses: number;
  mover: Side;
}

export interface Sprt {
  baseline: string;
  candidate: string;
  model: string;
  elo0: number;
  elo1: number;
  alpha: number;
  beta: number;
  verdict: string;
  llr: number;
  lower: number;
  upper: number;
  games: number[];
  pairs: number[];
  counted: number;
  most: number;
  headline: string;
  text: string;
  path: [number, number][];
}

interface Columns {
  game: number[];
  pair: number[];
  attempt: number[];
  south: number[];
  north: number[];
  result: number[];
  ending: number[];
  opening: number[];
  south_seeds: number[];
  north_seeds: number[];
  plies: number[];
  replay: number[];
}

export type Results = [number, number, number]; // losses, draws, wins

export interface Run {
  run: {
    name: string;
    format: string;
    variant: string;
    ruleset: string;
    seed: number | null;
    limit: string;
    openings: string;
    version: string;
    config_hash: string;
    isolation: string;
    games_planned: number;
    games: number;
    unique_games: number;
    void_games: number;
    plies: number;
  };
  scoring: { rank_by: string };
  engines: Engine[];
  groups: {
    engines: string[];
    first_mover: { elo: number; error95: number; score: number; fitted: boolean };
  }[];
  forfeits: { time: number; crash: number; illegal: number; other: number };
  superiority: (number | null)[][];
  notes: string;
  shape: Shape;
  start: SceneData;
  position_frame: string[];
  announced: string[];
  limits: string[][];
  meetings: [number, number, Results, Results][];
  history: [number, [number, number, number][]][];
  times: [number, number][][];
  lengths: [number, number][];
  openings: [string, string, number, number, number][];
  openings_in_all: number;
  endings: [string, string, number][];
  games_in_all: number;
  games: Columns;
  sprt: Sprt | null;
}

export interface Fault {
  kind: string;
  detail: string;
  line: string;
  exit: string;
  stderr: string;
}

/** A line of #replays. */
export interface ReplayData {
  game: number;
  attempt: number;
  base?: SceneData;
  opening: number;
  moves: string;
  sides: string;
  traces: string;
  changes?: Record<string, { cells?: number[]; norths?: number; houses?: number }>;
  positions: string;
  counts: "stores" | "all" | number[];
  wall_us?: number[];
  score?: (number | null)[];
  depth?: (number | null)[];
  nodes?: (number | null)[];
  limits: [string, string];
  seed: string;
  started: string;
  duration_ms: number;
  verdict: {
    cause: string;
    reason: string;
    detail?: string;
    special?: string;
    loser?: "south" | "north";
    fault?: Fault;
  };
}

/** One row of the list of games. */
export interface Game {
  index: number;
  number: number;
  pair: number;
  attempt: number;
  south: number;
  north: number;
  result: "south" | "north" | "draw" | "void";
  cause: string;
  reason: string;
  opening: number;
  seeds: [number, number];
  plies: number;
  replay: number;
}

const RESULTS = ["south", "north", "draw", "void"] as const;

export class Data {
  readonly run: Run;
  readonly games: Game[];
  private lines: string[] | undefined;
  private readonly replaysText: () => string;

  constructor(run: Run, replays: () => string) {
    this.run = run;
    this.replaysText = replays;
    const { games } = run;
    const at = (column: number[], index: number) => column[index] ?? 0;
    this.games = games.game.map((number, index) => {
      const ending = run.endings[at(games.ending, index)];
      return {
        index,
        number,
        pair: at(games.pair, index),
        attempt: at(games.attempt, index),
        south: at(games.south, index),
        north: at(games.north, index),
        result: RESULTS[at(games.result, index)] ?? "void",
        cause: ending?.[0] ?? "",
        reason: ending?.[1] ?? "",
        opening: at(games.opening, index),
        seeds: [at(games.south_seeds, index), at(games.north_seeds, index)],
        plies: at(games.plies, index),
        replay: at(games.replay, index),
      };
    });
  }

  engine(row: number): string {
    return this.run.engines[row]?.name ?? "?";
  }

  row(name: string): number {
    return this.run.engines.findIndex((engine) => engine.name === name);
  }

  /** The game of that number; of several attempts the last, unless one is asked for. */
  game(number: number, attempt?: number): Game | undefined {
    const all = this.games.filter((game) => game.number === number);
    return attempt === undefined ? all.at(-1) : all.find((game) => game.attempt === attempt);
  }

  get faults(): Game[] {
    return this.games.filter((game) => game.cause === "fault");
  }

  get replays(): number {
    return this.games.reduce((count, game) => count + (game.replay >= 0 ? 1 : 0), 0);
  }

  replay(game: Game): ReplayData | undefined {
    this.lines ??= this.replaysText().trimStart().split("\n");
    const line = game.replay < 0 ? undefined : this.lines[game.replay];
    return line ? (JSON.parse(line) as ReplayData) : undefined;
  }

  /** How much weaker the winner was rated, in Elo; 0 if it was no upset. */
  upset(game: Game): number {
    const south = this.run.engines[game.south]?.elo;
    const north = this.run.engines[game.north]?.elo;
    if (south == null || north == null) return 0;
    if (game.result === "south") return Math.max(0, north - south);
    if (game.result === "north") return Math.max(0, south - north);
    return 0;
  }
}

export function loaded(): Data {
  const text = (id: string) => document.getElementById(id)?.textContent ?? "";
  return new Data(JSON.parse(text("run")) as Run, () => text("replays"));
}
