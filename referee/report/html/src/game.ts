// The page of one game: the board, its moves, its graphs.
import type { Data, Game } from "./data";
import { card, facts, h, link, wordButton, type Child } from "./dom";
import { evidence, voidEvidence } from "./faults";
import { Explorer } from "./explore";
import { clocks, evaluation, type Graph } from "./graphs";
import { drawnIcon, iconButton } from "./icons";
import { moveList } from "./moves";
import { Player, REDUCED_MOTION } from "./player";
import { download, gameOgn } from "./record";
import { renew } from "./renew";
import { laps, replayOf, describe, type Ply, type Replay, type Size } from "./replay";
import type { Running } from "./running";
import { write } from "./status";
import { capitalised, clock, duration, ending, engineLink, engineRoute, gameRoute, many, pairRoute, points, sideName, signed } from "./text";
import type { View } from "./view";
import { t, type Text } from "./texts";

declare const INTERACTIVE: boolean; // whether the page can have the module (build.mjs)

/** `remake` builds the same page again. */
export function gamePage(data: Data, number: number, attempt: number | undefined, ply: number, say: (text: string) => void, remake: () => void): View {
  const running = data.live?.game(number, attempt);
  const game = running?.game ?? data.game(number, attempt);
  if (!game) return { content: [h("h1", { tabindex: -1 }, t("Game not found")), h("p", { class: "empty" }, noGameText(data))], ...(data.live && { update: () => data.game(number, attempt) && remake(), playing: () => data.live?.game(number, attempt) && remake() }) };
  if (running) return new GameView(data, game, running.replay, running, ply, say).view;
  const replay = replayOf(data, game);
  if (replay) return new GameView(data, game, replay, undefined, ply, say).view;
  const notice = h("p", { class: "notice" }, noReplayText(data, game));
  const update = () => {
    if (data.replay(game)) remake();
    else notice.textContent = noReplayText(data, game);
  };
  return { content: [title(data, game), notice], ...(data.loadsReplays && { update }) };
}

const noGameText = (data: Data) =>
  data.live ? t("No game with that number has begun yet. The game appears here when it begins.") : t("This page lists no game with that number. All games are in games.jsonl and games.ogn.");

function noReplayText(data: Data, game: Game): string {
  const failure = data.failure(game);
  if (data.loadsReplays) return failure === undefined ? t("The game is being fetched …") : t("The game cannot be shown: {why}.", { why: failure });
  return t("This page does not contain the replay of this game. “ebiri report RUN --replays {games} --page FILE.html” writes a page that contains it.", { games: `${Math.max(1, game.number - 50)}-${game.number + 50}` });
}

const title = (data: Data, game: Game): HTMLElement => h("h1", { tabindex: -1 }, `${t("Game {number}", { number: game.number })}: `, engineLink(data, game.south), " – ", engineLink(data, game.north));

const resultText = (data: Data, game: Game) => `${points(game)} · ${game.seeds[0]}–${game.seeds[1]} · ${ending(data, game)}`;

const CALM_MS = 1000; // plies that arrive at least this many milliseconds apart are sown seed by seed

class GameView {
  readonly view: View;
  private readonly player: Player<Replay>;
  private moves: HTMLElement[] = [];
  private readonly subtitle = h("p", { class: "subtitle" });
  private readonly side = h("div", { class: "side" });
  private readonly extras = h("div", { class: "extras" });
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly lapRow = h("div", { class: "laps" });
  private readonly thought: Record<"S" | "N", HTMLElement> = { S: h("span", { class: "took" }), N: h("span", { class: "took" }) };
  private readonly score: Record<"S" | "N", HTMLElement> = { S: h("b"), N: h("b") };
  private readonly play = h("button", { type: "button", class: "tool", title: t("Play or stop (space)") });
  private readonly follow = h("button", { type: "button", class: "word follow", hidden: true, click: () => this.go(this.player.last) });
  private readonly slip = h("button", { type: "button", class: "word", hidden: true, title: t("Next mistake (m); previous mistake (M)"), click: () => this.toSlip(1) }, t("Next mistake"));
  private readonly pace = h("span", { class: "pace" });
  private readonly save = wordButton(t("Download"), () => download(`game-${this.game.number}.ogn`, gameOgn(this.data, this.game, this.replay)));
  private readonly explorer: Explorer | undefined;
  private graphs: Graph[] = [];
  private shown = -1;
  private known: number; // number of plies in the list of moves
  private grown = -Infinity; // when the last ply arrived

  constructor(
    private readonly data: Data,
    private game: Game,
    private replay: Replay,
    private running: Running | undefined,
    ply: number,
    private readonly say: (text: string) => void,
  ) {
    this.known = replay.plies.length;
    this.player = new Player(replay);
    this.player.onChange = () => this.refresh();
    const board = h("div", { class: "table-top" });
    if (INTERACTIVE) this.explorer = new Explorer(data, this.player, board);
    board.append(this.name("N"), this.player.board.boxed(), this.name("S"), this.status, this.tools(), this.lapRow, this.explorer?.line ?? "");
    this.draw();
    this.view = {
      content: [title(data, game), this.subtitle, h("div", { class: "replay" }, h("div", { class: "main" }, board, this.extras), this.side)],
      leave: () => {
        this.explorer?.leave();
        this.player.onChange = () => {};
        this.player.jump(this.player.ply);
      },
      key: (event) => this.key(event),
      ply: (wanted) => {
        if (wanted !== this.player.ply) this.player.jump(wanted);
      },
      update: () => this.finish(),
      playing: () => this.grow(),
      tick: () => this.running && this.seats(),
    };
    this.player.jump(ply);
    requestAnimationFrame(() => this.reveal(this.moves[this.player.ply]));
    Object.assign(window, { ebiriReplay: this.player }); // for tests and the browser's console
  }

  /** Renders the parts that depend on the known plies and on the ending. */
  private draw(): void {
    const { data, game, replay } = this;
    this.graphs = [evaluation(replay, data.run.analysis?.by, this.go), clocks(replay, this.go)].filter((graph) => graph !== undefined);
    const found = game.cause === "fault" ? evidence(data, game) : null;
    const voided = game.cause === "machine" ? voidEvidence(data, game) : null;
    renew(this.extras, h("div", { class: "extras" }, ...this.graphs.map((graph) => graph.element), found && card(t("Fault"), found), voided && card(t("Why the game is void"), voided)));
    renew(this.side, h("div", { class: "side" }, moveList(replay, this.go), this.facts()));
    this.moves = [...this.side.querySelectorAll<HTMLElement>("button.move")];
    this.slip.hidden = replay.slips.length === 0;
    this.subtitle.textContent = this.running ? this.stateText() : resultText(data, game);
  }

  private stateText(): string {
    const runs = this.running?.ended === undefined && this.data.live?.progress.state === "running";
    return `${runs ? t("being played") : t("not finished")} · ${t("ply {ply}", { ply: this.replay.plies.length })} · ${this.game.seeds[0]}–${this.game.seeds[1]}`;
  }

  /** Shows new plies of a running game. A viewer at the last ply follows; others stay at their ply. */
  private grow(): void {
    const { running, player } = this;
    if (!running) return;
    const last = running.replay.plies.length;
    if (last === this.known) return;
    const followed = player.ply === this.known;
    const [before, now] = [this.grown, performance.now()];
    [this.known, this.grown] = [last, now];
    this.draw();
    this.shown = -1;
    if (!followed) {
      if (player.ply > last) player.jump(last);
      else this.refresh();
    } else if (now - before < CALM_MS || REDUCED_MOTION.matches) {
      player.jump(last);
    } else {
      player.jump(last - 1);
      void player.next();
    }
  }

  /** Shows the final replay of a game that ended, or one with the marks of the current analysis, once it has arrived. */
  private finish(): void {
    const { game, player, running } = this;
    const row = running ? this.data.game(game.number, game.attempt) : game;
    const raw = row && this.data.replay(row);
    if (running && !raw) this.subtitle.textContent = row ? resultText(this.data, row) : this.stateText();
    const replay = row && raw !== this.replay.raw && replayOf(this.data, row);
    if (!row || !replay) return;
    const followed = running && player.ply === this.known;
    this.running = undefined;
    this.game = row;
    this.replay = player.replay = replay;
    this.known = replay.plies.length;
    this.shown = -1;
    this.draw();
    if (followed || player.ply > player.last) player.jump(player.last);
    else this.refresh();
  }

  private readonly go = (ply: number) => this.player.jump(ply);

  /** Goes to the next or the previous mistake; the first follows the last. */
  private toSlip(step: 1 | -1): void {
    const slips = this.replay.slips.map((ply) => ply.number);
    const now = this.player.ply;
    const next = step > 0 ? (slips.find((ply) => ply > now) ?? slips[0]) : (slips.findLast((ply) => ply < now) ?? slips.at(-1));
    if (next !== undefined) this.go(next);
  }

  private name(side: "S" | "N"): HTMLElement {
    const engine = this.data.engineName(side === "S" ? this.game.south : this.game.north);
    return h("div", { class: `seat ${sideName(side)}` }, h("span", { class: "chip", "aria-hidden": "true" }), link(engineRoute(engine), engine, { class: "who" }), h("span", { class: "muted" }, t(sideName(side))), this.thought[side], this.score[side]);
  }

  private tools(): HTMLElement {
    this.play.addEventListener("click", () => void this.player.toggle());
    return h(
      "div",
      { class: "tools", role: "group", "aria-label": t("Replay") },
      ...this.player.tools(this.play),
      this.slip,
      h("span", { class: "space" }),
      iconButton("slower", t("Slower (-)"), () => this.player.changeSpeed(-1)),
      this.pace,
      iconButton("faster", t("Faster (+)"), () => this.player.changeSpeed(1)),
      iconButton("flip", t("Turn the board (t)"), () => this.player.board.flip()),
      h("span", { class: "space" }),
      this.follow,
      wordButton(t("Copy link"), () => this.copyLink(), t("Copy a link to this ply (l)")),
      wordButton(t("Copy position"), () => void this.copy(this.replay.position(this.player.ply), t("Position copied"))),
      wordButton(t("Find games"), () => (location.hash = `#/games?${new URLSearchParams({ position: this.replay.position(this.player.ply) })}`), t("List the games that reach this position")),
      this.save,
      ...(this.explorer?.tools ?? []),
    );
  }

  private facts(): HTMLElement {
    const { raw } = this.replay;
    const listed = this.data.run.openings[this.game.opening];
    const openingMoves = raw.moves.split(" ").slice(0, raw.opening).join(" ");
    const limits = raw.limits[0] === raw.limits[1] ? raw.limits[0] : raw.limits.join(" / ");
    if (this.running) return card(t("About"), facts([[t("Opening"), openingMoves || t("start position")], [t("Limit"), limits]]));
    const rows: [string, Child][] = [
      [t("Pair"), link(pairRoute(this.data.engineName(this.game.south), this.data.engineName(this.game.north)), String(this.game.pair))],
      [t("Opening"), listed ? `${listed[0] || t("start")}${listed[1] ? `: ${listed[1]}` : ""}` : openingMoves || t("position {position}", { position: raw.positions.split(";")[0] ?? "" })],
      [t("Limit"), limits],
      [t("Seed"), raw.seed],
      [t("Played"), `${raw.started.replace("T", " ").replace(/\.\d+Z$/, " UTC")}, ${duration(raw.duration_ms * 1000)}`],
    ];
    if (raw.detail) rows.push([t("Verdict"), raw.detail]);
    if (raw.judged) rows.push([t("Judged by"), this.data.run.analysis?.by ?? t("an analysis")], [capitalised(t("south")), this.slipsOf("S")], [capitalised(t("north")), this.slipsOf("N")]);
    return card(t("About"), facts(rows));
  }

  /** `2 inaccuracies, 1 mistake, no blunder`. */
  private slipsOf(side: "S" | "N"): string {
    const words = (size: Size, more: Text) => {
      const count = this.replay.plies.filter((ply) => ply.side === side && ply.mark?.word === size).length;
      return count === 0 ? t("no {thing}", { thing: t(size) }) : many(count, size, more);
    };
    return [words("inaccuracy", "inaccuracies"), words("mistake", "mistakes"), words("blunder", "blunders")].join(", ");
  }

  private refresh(): void {
    const { player, replay } = this;
    const ply = replay.plies[player.ply - 1];
    const text = describe(replay, player.ply);
    this.play.replaceChildren(drawnIcon(player.playing ? "stop" : "play"));
    this.play.setAttribute("aria-label", player.playing ? t("Stop (space)") : t("Play (space)"));
    this.pace.textContent = `${player.factor}×`;
    const [south, north] = replay.counts(player.ply);
    this.score.S.textContent = String(south);
    this.score.N.textContent = String(north);
    this.seats();
    this.showLaps(ply);
    const behind = player.last - player.ply;
    this.save.hidden = this.running !== undefined;
    this.follow.hidden = !this.running || behind === 0;
    this.follow.textContent = t("Live: {plies} ahead", { plies: many(behind, "ply", "plies") });
    player.board.element.setAttribute("aria-label", `${text}. ${replay.position(player.ply)}`);
    if (this.shown === player.ply) return;
    this.shown = player.ply;
    this.explorer?.refresh();
    this.status.textContent = text;
    this.moves.forEach((button, number) => (button.ariaCurrent = number === player.ply ? "true" : null));
    this.reveal(this.moves[player.ply]);
    for (const graph of this.graphs) graph.mark(player.ply);
    const follows = this.running && player.ply === player.last; // a link without a ply shows the end of the game
    history.replaceState(null, "", gameRoute(this.game, follows ? undefined : player.ply));
  }

  /** Shows the players' evaluations of their last moves, and the clocks of a running game. */
  private seats(): void {
    const { player, replay, running } = this;
    const thinking = running && running.ended === undefined && player.ply === player.last ? running : undefined;
    for (const side of ["S", "N"] as const) {
      const own = replay.plies.slice(0, player.ply).findLast((one) => one.side === side);
      const parts = [own?.score !== undefined && signed(own.score, 1), own?.depth !== undefined && t("depth {depth}", { depth: own.depth }), own?.wall !== undefined && duration(own.wall)];
      const thinks = thinking?.mover === side && this.data.live?.connected;
      const left = thinking?.left(side);
      if (thinks) parts.push(t("thinking {time}", { time: clock(thinking?.thinking ?? 0) }));
      if (left !== undefined) parts.push(t("{time} left", { time: clock(left) }));
      write(this.thought[side], parts.filter(Boolean).join(" · "));
      this.thought[side].parentElement?.classList.toggle("thinks", Boolean(thinks));
    }
  }

  // Scrolls the box only, not the page.
  private reveal(button: HTMLElement | undefined): void {
    const box = button?.closest<HTMLElement>(".move-box");
    if (!button || !box) return;
    const top = button.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
    if (top < box.scrollTop + 40 || top > box.scrollTop + box.clientHeight - 60) box.scrollTop = top - box.clientHeight / 2;
  }

  private showLaps(ply: Ply | undefined): void {
    const all = ply ? laps(ply.transfers, this.replay.shape).length : 0;
    this.lapRow.hidden = all < 2;
    if (all < 2) return;
    const now = this.player.lap;
    const most = 12;
    const shown = Array.from({ length: Math.min(all, most) }, (_, k) => k + 1);
    this.lapRow.replaceChildren(
      h("span", { class: "muted" }, now ? t("lap {now} of {laps}", { now, laps: all }) : t("{laps} laps", { laps: all })),
      ...shown.map((lap) => h("button", { type: "button", class: "lap", "aria-label": t("Board after lap {lap}", { lap }), "aria-pressed": String(lap === now), click: () => this.player.showLap(lap) }, lap)),
    );
  }

  private key(event: KeyboardEvent): boolean {
    if (this.explorer?.key(event)) return true;
    if (this.explorer?.playsOn) return false; // the recorded game is hidden
    if (this.player.key(event)) return true;
    const step = (by: 1 | -1) => {
      let index = this.running ? this.data.games.length : this.game.index;
      do index += by;
      while (this.data.games[index] && (this.data.games[index]?.replay ?? -1) < 0);
      const next = this.data.games[index];
      if (next) location.hash = gameRoute(next);
    };
    const keys: Record<string, () => void> = {
      ArrowUp: () => step(-1),
      ArrowDown: () => step(1),
      l: () => this.copyLink(),
      m: () => this.toSlip(1),
      M: () => this.toSlip(-1),
    };
    const action = keys[event.key];
    action?.();
    return action !== undefined;
  }

  private copyLink(): void {
    void this.copy(location.href, t("Link to this ply copied"));
  }

  private async copy(text: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.say(done);
    } catch {
      this.say(text); // without access to the clipboard, show the text to copy by hand
    }
  }
}
