// Follows a run that is being played: events from the page's server (README.md, "A served page") change the data.
import { Data, type Columns, type Game, type Progress, type ReplayData, type Run } from "./data";
import { keyOf, Running, type News } from "./running";
import { t } from "./texts";

export type Change = "run" | "playing" | "connection";

/** The state of a served run besides its data: connection, progress, running games. */
export class Live {
  connected = false;
  /** By slot: the running game, or the last game until a new one begins. */
  readonly slots = new Map<number, Running>();
  private readonly listeners: ((change: Change) => void)[] = [];
  private received = performance.now();
  progress: Progress = { state: "stopped", slots: 0, elapsed_ms: 0, eta_ms: null, per_second: null };

  take(progress: Progress): void {
    this.progress = progress;
    this.received = performance.now();
  }

  /** Milliseconds since the start of the run, and until its end (`eta`). */
  get elapsed(): number {
    return this.progress.elapsed_ms + this.since;
  }
  get eta(): number | null {
    return this.progress.eta_ms === null ? null : Math.max(0, this.progress.eta_ms - this.since);
  }
  private get since(): number {
    return this.progress.state === "running" && this.connected ? performance.now() - this.received : 0;
  }

  get running(): Running[] {
    return [...this.slots.values()].filter((one) => one.ended === undefined).sort((a, b) => a.slot - b.slot);
  }

  /** The running game with that number; any attempt unless one is given. */
  game(number: number, attempt?: number): Running | undefined {
    return this.running.find((one) => one.game.number === number && (attempt === undefined || one.game.attempt === attempt));
  }

  listen(listener: (change: Change) => void): void {
    this.listeners.push(listener);
  }
  notify(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}

const RECONNECT_MS = 3000; // before a new connection, if the browser does not reconnect by itself

export class Feed {
  private readonly live = new Live();
  private readonly fetched: FetchedReplays;
  private source: EventSource | undefined;
  private last = ""; // id of the last event that had one
  private data: Data | undefined;

  /** Calls `ready` once, when the first data of the run arrive. Before that, `waiting` gets the reason for the wait. */
  constructor(
    private readonly ready: (data: Data) => void,
    waiting: (why: string) => void,
  ) {
    this.fetched = new FetchedReplays(() => this.live.notify("run"));
    // A browser has six connections to a server for all its tabs: only visible tabs use one.
    const onVisibility = () => (document.hidden ? this.disconnect() : this.connect(waiting));
    document.addEventListener("visibilitychange", onVisibility);
    onVisibility();
  }

  private disconnect(): void {
    this.source?.close();
    this.source = undefined;
  }

  private connect(waiting: (why: string) => void): void {
    this.disconnect();
    const source = new EventSource(this.last ? `./events?after=${encodeURIComponent(this.last)}` : "./events");
    this.source = source;
    const on = <T>(name: string, take: (news: T) => void) =>
      source.addEventListener(name, (event) => {
        if (source !== this.source) return;
        const { data, lastEventId } = event as MessageEvent<string>;
        this.last = lastEventId || this.last;
        take(JSON.parse(data) as T);
      });
    on<Run>("run", (run) => this.run(run));
    const reconnect = () => setTimeout(() => source === this.source && this.connect(waiting), RECONNECT_MS);
    const restart = () => {
      this.last = "";
      reconnect();
    };
    on<{ from: number; games: Columns }>("games", ({ from, games }) => this.games(from, games) || restart());
    on<Playing>("playing", (news) => this.playing(news) || reconnect());
    source.onopen = () => {
      this.fetched.forgetFailures();
      if (!this.data) waiting(t("The run has not begun yet."));
      this.connection(true);
    };
    source.onerror = () => {
      if (source !== this.source) return;
      this.connection(false);
      const refused = source.readyState === EventSource.CLOSED; // the server answered without events, because nothing is recorded yet
      if (!this.data) waiting(refused ? t("The run has not begun yet.") : t("The server does not answer. Trying again …"));
      if (refused) reconnect();
    };
  }

  private connection(connected: boolean): void {
    this.live.connected = connected;
    this.live.notify("connection");
  }

  private run(run: Run): void {
    const { data, live } = this;
    if (run.live) live.take(run.live);
    if (!data) {
      this.fetched.setAnalysis(run.live?.analysis);
      this.data = new Data(run, this.fetched, live);
      this.ready(this.data);
      return;
    }
    this.reorder(data, data.run, run);
    this.fetched.setAnalysis(run.live?.analysis);
    data.run = run;
    live.notify("run");
  }

  // Games refer to engines by row, and rows change with the ratings.
  private reorder(data: Data, before: Run, after: Run): void {
    const rows = before.engines.map((engine) => after.engines.findIndex((other) => other.name === engine.name));
    if (rows.every((row, index) => row === index)) return;
    const games = [...data.games, ...[...this.live.slots.values()].map((one) => one.game)];
    for (const game of games) {
      game.south = rows[game.south] ?? -1;
      game.north = rows[game.north] ?? -1;
    }
  }

  // Returns false if earlier rows are missing.
  private games(from: number, columns: Columns): boolean {
    const { data } = this;
    if (!data || from > data.games.length) return false;
    if (from === 0) this.fetched.forget();
    data.games.length = from;
    data.append(columns);
    for (const one of this.live.slots.values()) {
      const row = data.games.slice(from).find((game) => keyOf(game) === keyOf(one.game));
      if (row) one.close(row);
    }
    this.live.notify("run");
    return true;
  }

  // Returns false if earlier plies are missing.
  private playing({ all, changed, over }: Playing): boolean {
    const { data } = this;
    const { slots } = this.live;
    if (!data) return false;
    const now = performance.now();
    const named = new Set(changed.map((news) => `${news.game}@${news.attempt}`));
    for (const [slot, one] of slots) {
      const key = keyOf(one.game);
      if (all && !named.has(key) && !over.includes(key) && one.ended === undefined) slots.delete(slot);
    }
    let whole = true;
    for (const news of changed) {
      const known = [...slots.values()].find((one) => one.game.number === news.game && one.game.attempt === news.attempt);
      const running = known ?? new Running(data, news);
      whole = running.take(news) && whole;
      slots.set(news.slot, running);
    }
    for (const one of slots.values()) if (over.includes(keyOf(one.game))) one.ended ??= now;
    this.live.notify("playing");
    return whole;
  }
}

interface Playing {
  all: boolean;
  changed: News[];
  over: string[];
}

const MOST_KEPT = 1000; // replays
const INTERVAL = 100; // milliseconds between calls of `changed` while more replays are being fetched

/** Replays that are fetched from the server on demand. The browser limits the number of requests at a time. */
class FetchedReplays {
  private answers = new Map<string, ReplayData | string | undefined>(); // by game: a text says why there is none; undefined while it is being fetched
  private asking = 0; // number of requests
  private due: ReturnType<typeof setTimeout> | undefined;
  private analysis: string | undefined;

  constructor(private readonly changed: () => void) {}

  get(game: Game): ReplayData | undefined {
    const key = keyOf(game);
    if (!this.answers.has(key)) void this.ask(key);
    const found = this.answers.get(key);
    return typeof found === "string" ? undefined : found;
  }

  failure(game: Game): string | undefined {
    const found = this.answers.get(keyOf(game));
    return typeof found === "string" ? found : undefined;
  }

  forgetFailures(): void {
    for (const [key, found] of this.answers) if (typeof found === "string") this.answers.delete(key);
  }

  forget(): void {
    this.answers = new Map(); // requests put their answers into the old one
  }

  /** Sets the analysis whose marks replays must have; forgets replays with the marks of another. */
  setAnalysis(analysis: string | undefined): void {
    if (analysis !== this.analysis) this.forget();
    this.analysis = analysis;
  }

  private async ask(key: string): Promise<void> {
    const { answers } = this;
    answers.set(key, undefined);
    ++this.asking;
    answers.set(key, await answer(this.analysis ? `${key}?analysis=${this.analysis}` : key));
    --this.asking;
    const [oldest] = answers.keys();
    if (answers.size > MOST_KEPT && oldest !== undefined) answers.delete(oldest);
    this.due ??= setTimeout(() => ((this.due = undefined), this.changed()), this.asking > 0 ? INTERVAL : 0);
  }
}

/** A replay, or the reason why it is not available. */
async function answer(key: string): Promise<ReplayData | string> {
  try {
    const response = await fetch(`./replays/${key}`);
    if (response.ok) return (await response.json()) as ReplayData;
    const said = (await response.json().catch(() => ({}))) as { error?: unknown };
    return typeof said.error === "string" ? said.error : t("the server answered with status {status}", { status: response.status });
  } catch {
    return t("the server does not answer");
  }
}
