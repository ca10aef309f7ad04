// A simulated server of a run (referee/report/html/README.md, "A served page"). A test directs it: games
// begin, continue and end, and connections break. Its data are the report of a played run.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { answered } from "./runs.mjs";

const part = (html, id) => html.match(new RegExp(`<script type="[^"]*" id="${id}">([^]*?)</script>\n`));

/** The page without its data. */
function pageWithoutData(html) {
  return html
    .replace(/(http-equiv="Content-Security-Policy" content="[^"]*)"/, (_, policy) => `${policy}; connect-src 'self'"`)
    .replace(part(html, "run")[0], '<script type="application/json" id="live">{}</script>\n')
    .replace(part(html, "replays")[0], "");
}

const words = (text, between) => (text === "" ? [] : text.split(between));

export class LiveServer {
  /** The state of the run besides its tables. */
  live = { state: "running", slots: 4, elapsed_ms: 61_000, eta_ms: 125_000, per_second: 3.14 };
  /** The last known event of each connection: Last-Event-ID, or `after`; undefined without either. */
  connections = [];
  fetched = [];
  refusing = false;
  begun = true;
  finished = 0;
  #playing = new Map();
  #clients = new Set();

  constructor(file, rules) {
    const html = readFileSync(file, "utf8");
    this.html = pageWithoutData(html);
    this.run = JSON.parse(part(html, "run")[1]);
    this.columns = this.run.games;
    this.rules = rules;
    this.replays = words(part(html, "replays")[1].trim(), "\n").map((line) => JSON.parse(line));
    this.server = createServer((request, response) => this.#answer(request, response));
  }

  async open(port = 0) {
    await new Promise((done) => this.server.listen(port, "127.0.0.1", done));
    this.server.unref(); // a test that fails leaves it open
    this.port = this.server.address().port;
    return `http://127.0.0.1:${this.port}/`;
  }

  async close() {
    if (!this.server.listening) return;
    this.drop();
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  /** The connections for events. */
  get listeners() {
    return this.#clients.size;
  }

  /** Breaks every connection for events. */
  drop() {
    for (const client of this.#clients) client.destroy();
  }

  #answer(request, response) {
    const { pathname, searchParams } = new URL(request.url, "http://run");
    const send = (status, type, text) => response.writeHead(status, { "content-type": type }).end(text);
    if (pathname === "/" || pathname === "/embed") return send(200, "text/html; charset=utf-8", this.html);
    if (pathname === "/events") return this.#connect(request.headers["last-event-id"] ?? searchParams.get("after") ?? undefined, response);
    const [, game, attempt] = pathname.match(/^\/replays\/(\d+)@(\d+)$/) ?? [];
    this.fetched.push(`${game}@${attempt}`);
    const found = this.replays.find((one) => one.game === Number(game) && one.attempt === Number(attempt));
    const ended = this.columns.game.indexOf(Number(game)) < this.finished;
    if (!found || !ended) return send(404, "application/json", JSON.stringify({ error: `no game ${game}@${attempt} is finished` }));
    send(200, "application/json", JSON.stringify(found));
  }

  #connect(knows, response) {
    this.connections.push(knows);
    if (this.refusing) return response.destroy();
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write("retry: 50\n: hello\n\n");
    this.#clients.add(response);
    response.on("close", () => {
      this.#clients.delete(response);
      this.server.emit("left");
    });
    if (!this.begun) return;
    const known = Number(knows ?? 0);
    this.tell("run", this.document(), undefined, [response]);
    this.#games(known > this.finished ? 0 : known, [response]);
    const changed = [...this.#playing.values()].map((one) => this.#news(one, 0));
    this.tell("playing", { all: true, changed, over: [] }, undefined, [response]);
  }

  tell(event, data, id, clients = this.#clients) {
    for (const client of clients) client.write(`event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
  }

  document() {
    const empty = Object.fromEntries(Object.keys(this.columns).map((name) => [name, []]));
    const { run } = this.run;
    return { ...this.run, run: { ...run, games: this.finished, games_planned: this.columns.game.length }, games_in_all: this.finished, games: empty, live: this.live };
  }

  /** Sends the changed tables or state. */
  changed() {
    this.tell("run", this.document());
  }

  #games(from, clients = this.#clients) {
    const games = Object.fromEntries(Object.entries(this.columns).map(([name, values]) => [name, values.slice(from, this.finished)]));
    games.replay = games.replay.map((line) => (line < 0 ? -1 : 0));
    this.tell("games", { from, games }, this.finished, clients);
  }

  /** Adds many games at once, as if they had been played. */
  enlarge(count) {
    const { columns } = this;
    const own = columns.game.length;
    for (const [name, values] of Object.entries(columns)) columns[name] = Array.from({ length: count }, (_, k) => (name === "game" ? k + 1 : values[k % own]));
    columns.replay = columns.replay.map(() => 0);
  }

  /** Ends the next games of the list. */
  finish(count = 1) {
    const from = this.finished;
    const over = [];
    for (let row = from; row < from + count; ++row) {
      const key = `${this.columns.game[row]}@${this.columns.attempt[row]}`;
      if (this.#playing.delete(key)) over.push(key);
    }
    this.finished += count;
    this.changed();
    this.#games(from);
    if (over.length > 0) this.tell("playing", { all: false, changed: [], over });
  }

  /** Continues the game in that row of the list up to a number of plies. */
  play(row, plies, { slot = 0, clock = null, from } = {}) {
    const replay = this.replays[row];
    const key = `${replay.game}@${replay.attempt}`;
    const known = this.#playing.get(key);
    const one = { row, plies, slot, clock, replay };
    this.#playing.set(key, one);
    this.tell("playing", { all: false, changed: [this.#news(one, from ?? known?.plies ?? 0)], over: [] });
  }

  #news({ row, plies, slot, clock, replay }, from) {
    const moves = words(replay.moves, " ");
    const positions = replay.positions.split(";");
    const begin = from === 0 ? 0 : from + 1;
    const asked = Array.from({ length: plies + 1 - begin }, (_, k) => ({ moves: moves.slice(0, begin + k) }));
    // Tests do not check these for games other than Oware.
    const counts = answered(this.rules, asked).flatMap(({ position }) => (this.rules[0] === "oware" ? position.split("-").slice(12, 14).map(Number) : [0, 0]));
    const column = (values) => values?.slice(Math.max(0, from - replay.opening), Math.max(0, plies - replay.opening));
    return {
      slot,
      game: replay.game,
      attempt: replay.attempt,
      south: this.columns.south[row],
      north: this.columns.north[row],
      from,
      mover: replay.sides[plies - 1] === "S" ? "N" : "S",
      thinking_ms: 1500,
      clock_ms: clock,
      ...(from === 0 ? { opening: replay.opening, limits: replay.limits } : {}),
      moves: moves.slice(from, plies).join(" "),
      sides: replay.sides.slice(from, plies),
      traces: replay.traces.split(";").slice(from, plies).join(";"),
      positions: positions.slice(begin, plies + 1).join(";"),
      counts,
      wall_us: column(replay.wall_us),
      score: column(replay.score),
    };
  }
}
