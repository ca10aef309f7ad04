// The rules and the engine alphabeta, in a worker that starts on first use.
import type { Shape, Side } from "./data";
import { script } from "./dom";
import type { Transfer } from "./replay";

declare const WORKER: string; // the script of worker.ts (build.mjs)

/** A game without its moves. */
export interface Setup {
  variant: string;
  rules: string; // ruleset and options: `abapa repetition=third`
  from: string; // the base position; empty for the start
}

/** A move and its effect. */
export interface Choice {
  move: string;
  captured: number;
  path: Transfer[];
  redrawn: boolean; // the path does not lead to the position after the move
}

export interface Outcome {
  winner: "south" | "north" | "draw" | "void";
  reason: string;
  seeds: [number, number];
}

export interface State {
  position: string;
  mover: Side;
  scene: { cells: number[]; norths: number; houses: number };
  score: [number, number];
  arrangement?: { pits: number; seeds: number };
  outcome?: Outcome;
  last?: Choice & { side: Side };
  shape: Shape;
}

/** A finished depth of a search, or a result from endgame tables. The score is in seeds, from the mover's view. */
export interface Info {
  depth: number;
  nodes: number;
  score?: number;
  pv: string[];
  exact?: boolean; // from endgame tables
}

/** The entry of a position in endgame tables: south's lead at the end, and a move that keeps it. */
export interface KnownEnd {
  lead: number;
  move: string;
}

export interface Limits {
  level?: number; // 1 to 10
  nodes?: number;
  ms?: number;
  seed?: number;
}

/** Gets the module, described games and entries of endgame tables for a page. */
export interface Source {
  module: () => Promise<Uint8Array>;
  game: (variant: string) => Promise<Uint8Array | undefined>; // undefined: not a described game
  knownEnd?: (setup: Setup, position: string) => Promise<KnownEnd | null>; // null: not in the tables
}

/** The error of a stopped call. */
export class Stopped extends Error {}

interface Waiting {
  done: (text: string) => void;
  failed: (error: Error) => void;
  report: ((text: string) => void) | undefined;
}

interface Answer {
  id: number;
  text: string;
  failed: boolean;
  broken?: boolean;
  report?: string;
}

const withTransfers = (choice: Choice): Choice => ({ ...choice, path: (choice.path as unknown as [number, number, number][]).map(([from, to, seeds]) => ({ from, to, seeds })) });

/** Decompresses gzip data. */
export async function unzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

declare global {
  interface Window {
    ebiriFile?: (name: string, base64: string) => void;
  }
}

const awaitedFiles = new Map<string, (bytes: Uint8Array<ArrayBuffer>) => void>();

/** Gets the bytes at an address from a script beside it. */
export function scripted(address: string): Promise<Uint8Array<ArrayBuffer>> {
  window.ebiriFile ??= (name, base64) => awaitedFiles.get(name)?.(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
  return new Promise((done, failed) => {
    awaitedFiles.set(address, done);
    script(`${address}${address.endsWith("/") ? "index" : ""}.js`).catch(failed);
  });
}

/** Fetches the bytes at an address. */
export async function fetched(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Looks up a position in the server's endgame tables. */
export const servedEnd = async (position: string): Promise<KnownEnd | null> => JSON.parse(new TextDecoder().decode(await fetched(`./ends/${position}`))) as KnownEnd | null;

const LINE = 12; // maximum plies of a line from endgame tables

export class Engine {
  private worker: Worker | undefined;
  private loaded: Promise<unknown> | undefined; // resolves when the worker has the module
  private readonly waiting = new Map<number, Waiting>();
  private readonly known = new Set<string>(); // variants that the worker has
  private number = 0;
  private searches = 0; // the number of times that a search was started or stopped

  constructor(private readonly source: Source) {}

  /** The position after `moves`. Rejects with the module's message if a move is illegal. */
  async go(setup: Setup, moves: string[]): Promise<State> {
    await this.learn(setup.variant);
    const state = JSON.parse(await this.call("ebiri_go", [setup.variant, setup.rules, setup.from, moves.join(" ")].join("\n"))) as State;
    return state.last ? { ...state, last: { ...state.last, ...withTransfers(state.last) } } : state;
  }

  /** The legal moves after `moves`. Precondition: no arrangement is due. */
  async choices(setup: Setup, moves: string[]): Promise<Choice[]> {
    await this.go(setup, moves);
    return (JSON.parse(await this.call("ebiri_choices")) as Choice[]).map(withTransfers);
  }

  /** Searches a position. Without a level, the result comes from endgame tables if they have the position. */
  async think(setup: Setup, moves: string[], limits: Limits, report?: (info: Info) => void): Promise<Info & { move: string }> {
    const begun = ++this.searches;
    const state = await this.go(setup, moves);
    const known = limits.level === undefined ? await this.knownLine(setup, moves, state) : undefined;
    if (begun !== this.searches) throw new Stopped("stopped");
    if (known) report?.(known);
    if (known) return known;
    const { level = 10, nodes = 0, ms = 0, seed = 0 } = limits;
    return JSON.parse(await this.call("ebiri_think", "", [level, nodes, ms, seed], (text) => report?.(JSON.parse(text) as Info))) as Info & { move: string };
  }

  private async knownLine(setup: Setup, moves: string[], { position, mover }: State): Promise<(Info & { move: string }) | undefined> {
    const first = await this.source.knownEnd?.(setup, position);
    if (!first) return undefined;
    const pv: string[] = [];
    for (let known: KnownEnd | null | undefined = first; known && pv.length < LINE; ) {
      pv.push(known.move);
      const state = await this.go(setup, [...moves, ...pv]);
      known = state.outcome ? null : await this.source.knownEnd?.(setup, state.position);
    }
    return { depth: 0, nodes: 0, score: mover === "S" ? first.lead : -first.lead, pv, move: first.move, exact: true };
  }

  /** Ends the worker, and rejects pending calls with `why`. */
  stop(why: Error = new Stopped("stopped")): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.known.clear();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { failed } of waiting) failed(why);
  }

  /** Stops searches. Ends the worker if calls are pending; otherwise it stays, with its transposition table. */
  interrupt(): void {
    ++this.searches;
    if (this.waiting.size > 0) this.stop();
  }

  private async learn(variant: string): Promise<void> {
    if (this.known.has(variant)) return;
    const bytes = await this.source.game(variant);
    if (bytes) {
      const name = new TextEncoder().encode(`${variant}\n`);
      const text = new Uint8Array(name.length + bytes.length);
      text.set(name);
      text.set(bytes, name.length);
      await this.call("ebiri_learn", text);
    }
    this.known.add(variant);
  }

  private async call(name: string, text: string | Uint8Array = "", numbers: number[] = [], report?: (text: string) => void): Promise<string> {
    const worker = (this.worker ??= this.started());
    const id = ++this.number;
    const answer = new Promise<string>((done, failed) => this.waiting.set(id, { done, failed, report }));
    void this.loaded?.then(() => worker.postMessage({ id, call: name, text, numbers }));
    return answer;
  }

  private started(): Worker {
    const address = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    const worker = new Worker(address);
    this.loaded = this.source.module().then(
      (module) => worker.postMessage({ module }),
      (error: unknown) => this.worker === worker && this.stop(new Error(`cannot load the engine: ${String(error)}`)),
    );
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.answered(data);
    worker.onerror = (event) => this.stop(new Error(`cannot run the engine: ${event.message}`));
    return worker;
  }

  private answered({ id, text, failed, broken, report }: Answer): void {
    const waiting = this.waiting.get(id);
    if (report !== undefined) return waiting?.report?.(report);
    this.waiting.delete(id);
    if (failed) waiting?.failed(new Error(text));
    else waiting?.done(text);
    if (broken) this.stop(new Error(text));
  }
}
