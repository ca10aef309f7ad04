// After a run: replays of games, then the podium. After that the page shows the table.
import type { Data, Engine, Game } from "./data";
import { h } from "./dom";
import { PlayerLine } from "./nowplaying";
import { Player, REDUCED_MOTION } from "./player";
import { describe, replayOf, type Replay } from "./replay";
import { range, rating } from "./standings";
import { write } from "./status";
import { ending } from "./text";
import { t } from "./texts";

const SHORT = 600_000; // milliseconds: after a shorter run replays start by themselves, after a longer one with the key `r`
const MOST = 10; // games
const [RESULT, PODIUM] = [5000, 20_000]; // milliseconds for which a result and the podium stay

export class Show {
  private readonly head = h("h2");
  private readonly stage = h("div");
  private readonly won = h("p", { class: "won", role: "status" });
  readonly element = h("section", { class: "show", "aria-label": t("Replay"), hidden: true }, this.head, this.stage, this.won, h("p", { class: "muted" }, t("← →: previous, next game · space: pause · End: table · r: from the beginning")));
  private readonly seats = [new PlayerLine("S"), new PlayerLine("N")] as const;
  private games: Game[] = [];
  private known = 0; // number of games of the complete run; 0 until then
  private at = 1; // index in `games`; `games.length` is the podium, `games.length + 1` the table
  private player: Player<Replay> | undefined;
  private due = 0; // time of the next game, the podium or the table, by `performance.now()`
  private paused = false;

  constructor(private readonly data: Data) {}

  /** Begins when the run is complete, or ends when it continues. */
  update(): void {
    const [from, to] = this.data.run.played ?? [0, Infinity];
    const known = this.data.live?.progress.state === "complete" ? this.data.games.length : 0;
    if (known === this.known) return;
    [this.known, this.games] = [known, chosen(this.data)];
    this.go(known > 0 && to - from < SHORT ? 0 : this.games.length + 1);
  }

  tick(): void {
    const game = this.games[this.at];
    if (this.element.hidden || this.paused) return;
    if (game && !this.player) this.load(game);
    else if (this.player && this.player.ply < this.player.last) this.due = performance.now() + RESULT;
    else if (performance.now() >= this.due) this.go(this.at + 1);
  }

  /** Handles a key; returns false if it has no meaning now. */
  key(key: string): boolean {
    const to = { r: 0, ArrowRight: this.at + 1, ArrowLeft: Math.max(0, this.at - 1), End: this.games.length + 1 }[key];
    if (this.known === 0 || (this.element.hidden && to !== 0) || (to === undefined && key !== " ")) return false;
    if (to !== undefined) this.go(to);
    else this.paused = !this.paused;
    if (to === undefined && this.player && this.player.ply < this.player.last) void this.player.toggle();
    this.draw();
    return true;
  }

  private go(at: number): void {
    this.player?.jump(this.player.ply); // stops it
    this.player = undefined;
    [this.at, this.paused, this.due] = [at, false, performance.now() + PODIUM];
    this.stage.replaceChildren(...(at === this.games.length ? [podium(this.data)] : []));
    this.element.hidden = at > this.games.length;
    this.draw();
  }

  private load(game: Game): void {
    const replay = replayOf(this.data, game);
    if (!replay) return void (this.data.failure(game) && this.go(this.at + 1));
    const player = (this.player = new Player(replay));
    if (!REDUCED_MOTION.matches) player.changeSpeed(1);
    player.onChange = () => player === this.player && this.draw();
    this.stage.replaceChildren(this.seats[1].element, player.board.element, this.seats[0].element);
    player.jump(replay.raw.opening);
    if (player.ply < player.last) void player.toggle();
  }

  private draw(): void {
    const [game, player] = [this.games[this.at], this.player];
    const parts = game ? [t("Replay"), `${this.at + 1}/${this.games.length}`, t("Game {number}", { number: game.number }), t("ply {ply}", { ply: player?.ply ?? 0 })] : [t("Standings")];
    write(this.head, [...parts, this.paused && t("paused")].filter(Boolean).join(" · "));
    write(this.won, "");
    if (!game || !player) return;
    const winner = game.result === "draw" ? "" : `${this.data.engineName(game.result === "south" ? game.south : game.north)} · `;
    if (player.ply === player.last) write(this.won, winner + ending(this.data, game));
    player.replay.counts(player.ply).forEach((seeds, side) => this.seats[side]?.show(this.data.engineName(side === 0 ? game.south : game.north), seeds));
    player.board.element.setAttribute("aria-label", describe(player.replay, player.ply));
  }
}

/** The last game of each pair of engines, those of the best engines first. */
function chosen({ games, run }: Data): Game[] {
  const shown = games.filter((game) => game.result !== "void" && game.plies > 0 && game.replay >= 0);
  const last = new Map(shown.map((game) => [Math.min(game.south, game.north) * run.engines.length + Math.max(game.south, game.north), game]));
  return [...last.values()].sort((a, b) => a.south + a.north - b.south - b.north).slice(0, MOST); // rows of the table
}

function podium({ run }: Data): HTMLElement {
  const text = (engine: Engine) => (run.scoring.rank_by === "points" ? `${t("Points")}: ${engine.points}` : `${t("Elo")}: ${rating(engine)}`);
  return h("ol", { class: "podium" }, ...run.engines.slice(0, 3).map((one) => h("li", {}, h("b", {}, range(one.place ?? one.rank)), one.name, h("small", {}, text(one)))));
}
