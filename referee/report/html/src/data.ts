// The data of a run, and queries for several views. README.md describes the fields; the types have those that the page
// reads. The data are in the page, in scripts beside it, or come from a server during the run (feed.ts).
import { script } from "./dom";
import type { Live } from "./feed";
import type { Block } from "./rules";
import { t } from "./texts";

export type Side = "S" | "N";

type Numbers<Names extends string> = Record<Names, number>;
type Maybe<Names extends string> = Record<Names, number | null>;
type Forfeits = Numbers<"time" | "crash" | "illegal" | "other">;
type EngineNumbers = Numbers<"games" | "points" | "wins" | "draws" | "losses"> & Maybe<"elo" | "error95" | "low" | "high" | "los_next" | "score" | "score_first" | "score_second" | "margin" | "ms_per_move" | "ms_per_move_p99">;

export interface Engine extends EngineNumbers {
  name: string;
  rank: [number, number] | null;
  place: [number, number] | null;
  prior: boolean;
  forfeits: Forfeits;
  accuracy?: Numbers<"inaccuracies" | "mistakes" | "blunders"> & Maybe<"percent">;
}

export interface Shape {
  pits_per_side: number;
  rows_per_side: number; // 1.5: three rows, the middle one shared
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
  candidate: string;
  lower: number;
  upper: number;
  pairs: number[]; // by points: 0, ½, 1, 1½, 2
  ended: string | null;
  headline: string;
  text: string;
  path: [number, number][];
}

/** A costly move: row of the engine, game, attempt, ply, move, better move, seeds lost, points lost (0 to 1), and `i`, `m` or `b`. */
export type Slip = [number, number, number, number, string, string, number, number, string];

/** The results of `ebiri analyze`. */
export interface Analysis {
  by: string;
  games: number;
  inaccuracy: number; // minimum loss in seeds
  mistake: number;
  blunder: number;
  worst: Slip[]; // costly moves of each engine, the costliest first
}

/** The progress of a served run. */
export interface Progress {
  state: "running" | "complete" | "stopped";
  slots: number;
  elapsed_ms: number;
  eta_ms: number | null;
  per_second: number | null;
  next?: [number, string, string][]; // games that have not ended, in order: number, south, north
  analysis?: string; // an identifier of the current analysis, for `?analysis=`
  home?: string; // address of the site that the run belongs to
}

export type Columns = Record<"game" | "pair" | "attempt" | "south" | "north" | "result" | "ending" | "opening" | "south_seeds" | "north_seeds" | "plies" | "replay", number[]>;

export type Results = [number, number, number]; // losses, draws, wins

export interface Run {
  run: Record<"name" | "format" | "variant" | "ruleset" | "limit" | "openings" | "version" | "config_hash" | "isolation", string> & Numbers<"games_planned" | "games" | "unique_games" | "void_games" | "plies"> & Maybe<"seed">;
  scoring: { rank_by: string };
  engines: Engine[];
  groups: { first_mover: { elo: number; error95: number; score: number; fitted: boolean; prior: boolean } }[];
  forfeits: Forfeits;
  superiority: (number | null)[][];
  notes: string;
  match: string; // the summary of a match of two engines, or empty
  shape: Shape;
  start: SceneData;
  position_frame: string[];
  announced: string[];
  limits: string[][];
  meetings: [number, number, Results, Results][]; // two rows, and the results of each as south
  history: [number, [number, number, number][]][];
  times: [number, number][][];
  lengths: [number, number][];
  openings: [string, string, number, number, number][];
  openings_in_all: number;
  endings: [string, string, number][];
  games_in_all: number;
  games: Columns;
  sprt: Sprt | null;
  played?: [number, number] | null; // milliseconds since 1970
  config?: string;
  rules?: Block[]; // a served page loads them when needed
  machines?: [name: string, cpu: string, games: number, voids: number, tooManyVoids: boolean, load: number, speed: number][]; // of a fleet
  analysis?: Analysis; // of a run that was analysed
  live?: Progress; // of a served run
  shards?: number[]; // of a page in several files: the first replay in each file of replays
}

export interface Fault {
  kind: string;
  detail: string;
  line: string;
  exit: string;
  stderr: string;
  asked?: string; // absent in journals of older versions
  time?: TimeEvidence; // if the fault is about time, cores or the CPU counter
}

/** Time measurements of a move, in microseconds. */
export interface TimeEvidence {
  limit_us: number;
  lower_us: number;
  upper_us: number;
  cpu_us: number;
  engine_wait_us: number;
  referee_wait_us: number;
  cpu_source: string;
}

/** Fields of the game record in a replay, named as in referee/record/game_fields.hpp. */
export interface RecordFields {
  game: number;
  attempt: number;
  limits: [string, string];
  started: string;
  duration_ms: number;
  cause: string;
  reason: string;
  detail?: string;
  loser?: "south" | "north";
  fault?: Fault;
  caused_by?: "south" | "north"; // of a void game
  time?: TimeEvidence; // of a void game
  wall_us?: number[];
  depth?: (number | null)[];
  nodes?: (number | null)[];
}

/** A line of #replays. */
export interface ReplayData extends RecordFields {
  base?: SceneData;
  opening: number;
  moves: string;
  sides: string;
  traces: string;
  changes?: Record<string, { cells?: number[]; norths?: number; houses?: number }>;
  positions: string;
  counts: "stores" | "all" | number[];
  score?: (number | null)[];
  judged?: {
    values: (number | null)[]; // south's lead in seeds from the end of the opening on
    marks: string; // a letter for each ply after the opening
    better: Record<string, [string, number]>; // by number of the ply: a better move, and seeds lost
    exact?: number[]; // indices of the values from endgame tables
  };
  seed: string;
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

/** A source of replays. */
export interface Replays {
  /** The replay of a game, if it is loaded. Otherwise the source begins to load it, and reports its arrival to the page. */
  get(game: Game): ReplayData | undefined;
  /** The reason why the replay is not available; undefined if it is loaded or being loaded. */
  failure(game: Game): string | undefined;
}

export class Data {
  readonly games: Game[] = [];

  /** `live`: the running games and the connection of a served run. */
  constructor(
    public run: Run,
    private readonly source: Replays,
    readonly live?: Live,
  ) {
    this.append(run.games);
  }

  /** Appends rows to the list of games. Endings and openings are those of the current run. */
  append(columns: Columns): void {
    const at = (column: number[], index: number) => column[index] ?? 0;
    columns.game.forEach((number, index) => {
      const ending = this.run.endings[at(columns.ending, index)];
      this.games.push({
        index: this.games.length,
        number,
        pair: at(columns.pair, index),
        attempt: at(columns.attempt, index),
        south: at(columns.south, index),
        north: at(columns.north, index),
        result: RESULTS[at(columns.result, index)] ?? "void",
        cause: ending?.[0] ?? "",
        reason: ending?.[1] ?? "",
        opening: at(columns.opening, index),
        seeds: [at(columns.south_seeds, index), at(columns.north_seeds, index)],
        plies: at(columns.plies, index),
        replay: at(columns.replay, index),
      });
    });
  }

  engineName(row: number): string {
    return this.run.engines[row]?.name ?? "?";
  }

  row(name: string): number {
    return this.run.engines.findIndex((engine) => engine.name === name);
  }

  /** The game with that number; its last attempt unless one is given. */
  game(number: number, attempt?: number): Game | undefined {
    const all = this.games.filter((game) => game.number === number);
    return attempt === undefined ? all.at(-1) : all.find((game) => game.attempt === attempt);
  }

  /** Whether the page loads replays when they are needed. */
  get loadsReplays(): boolean {
    return this.live !== undefined || this.run.shards !== undefined;
  }

  get faults(): Game[] {
    return this.games.filter((game) => game.cause === "fault");
  }

  get replayCount(): number {
    return this.games.reduce((count, game) => count + (game.replay >= 0 ? 1 : 0), 0);
  }

  replay(game: Game): ReplayData | undefined {
    return game.replay < 0 ? undefined : this.source.get(game);
  }

  failure(game: Game): string | undefined {
    return game.replay < 0 ? t("it is not in this page") : this.source.failure(game);
  }

  /** The rating difference that the winner overcame, in Elo; 0 if there is none. */
  upset(game: Game): number {
    const south = this.run.engines[game.south]?.elo;
    const north = this.run.engines[game.north]?.elo;
    if (south == null || north == null) return 0;
    if (game.result === "south") return Math.max(0, north - south);
    if (game.result === "north") return Math.max(0, south - north);
    return 0;
  }
}

declare global {
  interface Window {
    ebiriParts?: string[]; // of the text of the run
    ebiriReplays?: (from: number, replays: ReplayData[]) => void;
  }
}

/** The data in the page, or in scripts beside it (`site/runs.cpp`). Scripts with replays are loaded when they are first
 * needed; `changed` is called when one has arrived. */
export function loadFromPage(changed: () => void): Data {
  const text = (id: string) => document.getElementById(id)?.textContent ?? "";
  const run = JSON.parse(window.ebiriParts?.join("") ?? text("run")) as Run;
  if (run.shards) return new Data(run, scriptedReplays(run.shards, changed));
  let lines: string[] | undefined;
  const get = (game: Game) => {
    lines ??= text("replays").trimStart().split("\n");
    const line = lines[game.replay];
    return line ? (JSON.parse(line) as ReplayData) : undefined;
  };
  return new Data(run, { get, failure: (game) => (get(game) ? undefined : t("it is not in this page")) });
}

/** Replays in scripts beside the page. A script is loaded when it is needed. */
function scriptedReplays(firsts: number[], changed: () => void): Replays {
  const replays = new Map<number, ReplayData>();
  const failures = new Map<number, string | undefined>(); // by requested file: why a replay in it is missing; undefined while the file is loading
  const fileOf = ({ replay }: Game) => firsts.findLastIndex((first) => first <= replay);
  window.ebiriReplays = (from, some) => some.forEach((replay, k) => replays.set(from + k, replay));
  const load = async (file: number) => {
    const name = `replays-${file}.js`;
    failures.set(file, undefined);
    failures.set(file, await script(name).then(() => t("it is not in this page"), () => t("cannot load {file}", { file: name })));
    changed();
  };
  return {
    get: (game) => {
      if (!failures.has(fileOf(game))) void load(fileOf(game));
      return replays.get(game.replay);
    },
    failure: (game) => (replays.has(game.replay) ? undefined : failures.get(fileOf(game))),
  };
}
