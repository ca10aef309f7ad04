// The running games, each on a small board.
import { Board } from "./board";
import type { Data, Side } from "./data";
import { h, link } from "./dom";
import type { Live } from "./feed";
import { describe } from "./replay";
import type { Running } from "./running";
import { write } from "./status";
import { clock, count, gameRoute, sideName } from "./text";
import { t } from "./texts";

const STAYS_MS = 4000; // for which an ended game stays if its slot has no new one

const SIDES: Side[] = ["N", "S"];

export class PlayerLine { // name, time and seeds of a side
  readonly element: HTMLElement;
  private readonly who = h("span", { class: "who" });
  private readonly time = h("span", { class: "took" });
  private readonly seeds = h("b");

  constructor(side: Side) {
    this.element = h("div", { class: `seat ${sideName(side)}` }, h("span", { class: "chip", "aria-hidden": "true" }), this.who, this.time, this.seeds);
  }

  show(name: string, seeds: number): void {
    write(this.who, name);
    this.who.title = name;
    write(this.seeds, String(seeds));
  }

  tick(thinks: boolean, thinking: number, left: number | undefined): void {
    this.element.classList.toggle("thinks", thinks);
    write(this.time, left !== undefined ? clock(left) : thinks ? clock(thinking) : "");
  }
}

/** The board of a running game. */
class Card {
  readonly element: HTMLElement;
  private readonly name = link("#/", "");
  private readonly ply = h("span", { class: "muted" });
  private readonly seats: Record<Side, PlayerLine> = { N: new PlayerLine("N"), S: new PlayerLine("S") };
  private readonly board: Board;
  private drawn = "";

  constructor(private readonly data: Data) {
    this.board = new Board(data.run.shape, "plain");
    this.element = h("li", { class: "mini" }, h("h3", {}, this.name, this.ply), this.seats.N.element, this.board.element, this.seats.S.element);
  }

  show(running: Running): void {
    const { game, replay } = running;
    const last = replay.plies.length;
    write(this.name, t("Game {number}", { number: game.number }));
    this.name.setAttribute("href", gameRoute(game));
    write(this.ply, running.ended === undefined ? t("ply {ply}", { ply: last }) : t("over"));
    this.element.classList.toggle("over", running.ended !== undefined);
    this.seats.S.show(this.data.engineName(game.south), game.seeds[0]);
    this.seats.N.show(this.data.engineName(game.north), game.seeds[1]);
    const drawn = `${game.number}@${game.attempt}/${last}/${game.seeds}`;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.board.show(replay.scene(last), replay.roles(last));
    this.board.element.setAttribute("aria-label", `${t("Game {number}", { number: game.number })}: ${describe(replay, last)}`);
  }

  tick(running: Running, connected: boolean): void {
    for (const side of SIDES) {
      const thinks = connected && running.ended === undefined && running.mover === side;
      this.seats[side].tick(thinks, running.thinking, running.left(side));
    }
  }
}

export class NowPlaying {
  readonly element: HTMLElement;
  private readonly list = h("ul", { class: "minis" });
  private readonly more = h("p", { class: "muted" });
  private readonly cards: Card[] = [];
  shown: Running[] = []; // the games on the boards
  private star: Running | undefined; // the featured game

  /** `most`: the maximum number of boards. `features`: the game of the best two engines stays first until its end. */
  constructor(
    private readonly data: Data,
    private readonly live: Live,
    private readonly most: number,
    private readonly features = false,
  ) {
    this.element = h("section", { class: "playing", "aria-label": t("Now playing") }, h("h2", {}, t("Now playing")), this.list, this.more);
    this.update();
  }

  update(): void {
    const now = performance.now();
    const stays = (one: Running) => one.ended === undefined || now - one.ended < STAYS_MS;
    const runs = this.live.progress.state === "running";
    const all = runs ? [...this.live.slots.values()].filter(stays).sort((a, b) => a.slot - b.slot) : [];
    if (this.features) {
      const rank = ({ game }: Running) => game.south + game.north; // rows of the table
      this.star = all.find((one) => one === this.star) ?? [...all].sort((a, b) => rank(a) - rank(b))[0];
      all.sort((a, b) => Number(b === this.star) - Number(a === this.star));
    }
    this.shown = all.slice(0, this.most);
    this.element.hidden = all.length === 0;
    while (this.cards.length < this.shown.length) {
      const card = new Card(this.data);
      this.cards.push(card);
      this.list.append(card.element);
    }
    for (const card of this.cards.splice(this.shown.length)) card.element.remove();
    this.shown.forEach((running, k) => this.cards[k]?.show(running));
    write(this.more, all.length > this.shown.length ? t("and {games} more", { games: count(all.length - this.shown.length) }) : "");
    this.tick();
  }

  tick(): void {
    const now = performance.now();
    this.shown.forEach((running, k) => this.cards[k]?.tick(running, this.live.connected));
    if (this.shown.some((one) => one.ended !== undefined && now - one.ended >= STAYS_MS)) this.update();
  }
}
