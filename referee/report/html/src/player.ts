// Plays a game on a board: jumps to plies, and sows them one at a time.
import { Board } from "./board";
import { h } from "./dom";
import { iconButton } from "./icons";
import { applied, laps, type Plies, type Ply, type Scene } from "./replay";
import { sideName } from "./text";
import { t } from "./texts";

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

/** Whether the reader prefers positions without animations. */
export const REDUCED_MOTION = matchMedia("(prefers-reduced-motion: reduce)");

export class Player<R extends Plies = Plies> {
  readonly board: Board;
  ply = 0;
  lap: number | undefined; // of the current ply, while the board shows it
  private run = 0; // number of the present animation; older ones stop
  private pass = 0; // number of the present pass of `toggle`; older ones stop
  private speed = SPEEDS.indexOf(1);
  playing = false;
  onChange: () => void = () => {};

  /** `replay` may grow, or be replaced by another replay of the same game. */
  constructor(public replay: R) {
    this.board = new Board(replay.shape);
  }

  get factor(): number {
    return SPEEDS[this.speed] ?? 1;
  }

  changeSpeed(step: 1 | -1): void {
    this.speed = Math.max(0, Math.min(SPEEDS.length - 1, this.speed + step));
    this.onChange();
  }

  get last(): number {
    return this.replay.plies.length;
  }

  /** Shows the position after that ply, without animation. */
  jump(ply: number): void {
    ++this.run;
    this.playing = false;
    this.settle(Math.max(0, Math.min(this.last, ply)));
  }

  /** Shows the board after that number of laps of the current ply. */
  showLap(lap: number): void {
    const ply = this.replay.plies[this.ply - 1];
    const end = ply && laps(ply.transfers, this.replay.shape)[lap - 1];
    if (!ply || end === undefined) return;
    ++this.run;
    this.playing = false;
    this.lap = lap;
    const scene: Scene = { ...ply.before, cells: applied(ply.before.cells, ply.transfers.slice(0, end)) };
    this.board.show(scene);
    this.onChange();
  }

  /** Sows the next ply seed by seed. */
  async next(): Promise<void> {
    const ply = this.replay.plies[this.ply];
    if (!ply) return;
    const own = ++this.run;
    this.ply += 1;
    this.onChange();
    if (!REDUCED_MOTION.matches) await this.sow(ply, () => own !== this.run);
    if (own === this.run) this.settle(ply.number);
  }

  /** Plays to the end, or stops. */
  async toggle(): Promise<void> {
    if (this.playing) {
      this.jump(this.ply);
      return;
    }
    if (this.ply === this.last) this.settle(0);
    this.playing = true;
    const own = ++this.pass;
    this.onChange();
    while (this.playing && own === this.pass && this.ply < this.last) {
      await this.next();
      await new Promise((done) => setTimeout(done, (REDUCED_MOTION.matches ? 900 : 350) / this.factor));
    }
    if (own !== this.pass) return;
    this.playing = false;
    this.onChange();
  }

  /** The board, buttons, and a line of text, which is `start` at the first position. `more` follows each text. */
  laidOut(label: string, back: HTMLElement, start: string, more = ""): HTMLElement[] {
    const text = h("p", { class: "muted", role: "status" });
    this.onChange = () => {
      const { ply, last } = this;
      const shown = this.replay.plies[ply - 1];
      text.textContent = `${shown ? t("{ply} of {last}: {side} plays {move}", { ply, last, side: t(sideName(shown.side)), move: shown.move }) : start}.${more}`;
      this.board.element.setAttribute("aria-label", text.textContent);
    };
    this.jump(0);
    return [this.board.boxed(), h("div", { class: "tools", role: "group", "aria-label": label }, ...this.tools(), back), text];
  }

  /** Buttons that control the player. */
  tools(play?: HTMLElement): HTMLElement[] {
    return [iconButton("first", t("First position (Home)"), () => this.jump(0)), iconButton("back", t("Previous ply (left arrow)"), () => this.jump(this.ply - 1)), play ?? iconButton("play", t("Play or stop (space)"), () => void this.toggle()), iconButton("next", t("Next ply, seed by seed (right arrow)"), () => void this.next()), iconButton("last", t("Last position (End)"), () => this.jump(this.last))];
  }

  /** Acts on a key; returns whether it controls the player. */
  key({ key }: KeyboardEvent): boolean {
    const act = { ArrowLeft: () => this.jump(this.ply - 1), ArrowRight: () => void this.next(), Home: () => this.jump(0), End: () => this.jump(this.last), " ": () => void this.toggle(), "+": () => this.changeSpeed(1), "=": () => this.changeSpeed(1), "-": () => this.changeSpeed(-1), t: () => this.board.flip() }[key];
    act?.();
    return act !== undefined;
  }

  private settle(ply: number): void {
    this.ply = ply;
    this.lap = undefined;
    this.board.show(this.replay.scene(ply), this.replay.roles(ply));
    this.onChange();
  }

  private async sow(ply: Ply, stopped: () => boolean): Promise<void> {
    const ends = laps(ply.transfers, this.replay.shape);
    const begin = (index: number) => {
      const lap = ends.findIndex((end) => index < end) + 1;
      if (ends.length < 2 || this.lap === lap) return;
      this.lap = lap;
      this.onChange();
    };
    await this.board.sow(ply.before, ply.transfers, stopped, { factor: () => this.factor, begin });
  }
}
