// Evaluates positions of a recorded game, and plays variations from them. Only pages with the module have it.
import type { Data } from "./data";
import { h, once, wordButton } from "./dom";
import { Engine, Stopped, fetched, servedEnd, unzipped, type Setup, type Source } from "./engine";
import type { Player } from "./player";
import { EVALUATION, evaluationText, InteractiveGame, outcomeText } from "./interactive";
import { Refutation } from "./refute";
import type { Ply, Replay } from "./replay";
import { t } from "./texts";

const WHY = { inaccuracy: "Why an inaccuracy?", mistake: "Why a mistake?", blunder: "Why a blunder?" } as const;

/** The bytes of a block of the page; undefined if the page has no such block. */
function inlined(id: string): Uint8Array<ArrayBuffer> | undefined {
  const text = document.getElementById(id)?.textContent;
  return text ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) : undefined;
}

const source: Source = {
  module: once(async () => unzipped(inlined("module") ?? (await fetched("./ebiri.wasm.gz")))),
  game: async () => {
    if (!document.getElementById("live")) return inlined("book");
    const book = await fetched("./book");
    return book.length > 0 ? book : undefined;
  },
  knownEnd: async ({ variant }, position) => (variant === "oware" && document.getElementById("live") ? servedEnd(position) : null),
};

export class Explorer {
  private readonly evaluate = h("button", { type: "button", class: "word", title: t("The engine’s evaluation and its best line (v)"), "aria-pressed": "false", click: () => this.toggle() }, t("Evaluate"));
  private readonly playOn = wordButton(t("Play on"), () => this.open(), t("Try other moves from this position (p)"));
  private readonly why = wordButton(t("Was it a mistake?"), () => this.refute(), t("Judge the last move, and play the best answer on the board (w)"));
  readonly tools = [this.evaluate, this.playOn, this.why];
  readonly line = h("p", { class: "evaluation muted", "aria-live": "off" });
  private readonly engine = new Engine(source);
  private variation: InteractiveGame | Refutation | undefined;
  private openedAt = 0; // the ply of `variation`
  private on = false;

  /** Explores the positions that `player` shows; `board` is the card around its board. */
  constructor(
    private readonly data: Data,
    private readonly player: Player<Replay>,
    private readonly board: HTMLElement,
  ) {}

  leave(): void {
    this.engine.stop();
    this.variation?.leave();
  }

  /** Call it when the board shows another position. */
  refresh(): void {
    if (this.variation instanceof Refutation && this.player.ply !== this.openedAt) this.close();
    const ply = this.ply;
    this.why.disabled = !ply || ply.opening || ply.redrawn || ply.move === "--" || ply.move.startsWith("=");
    this.why.textContent = t(ply?.mark ? WHY[ply.mark.word] : "Was it a mistake?");
    if (this.on) void this.showEvaluation();
  }

  /** Whether the viewer plays another game in place of the recorded one. */
  get playsOn(): boolean {
    return this.variation instanceof InteractiveGame;
  }

  key(event: KeyboardEvent): boolean {
    if (this.variation) {
      if (event.key !== "Escape") return this.variation.key(event);
      this.close();
    } else if (event.key === "v") this.toggle();
    else if (event.key === "p") this.open();
    else if (event.key === "w") this.refute();
    else return false;
    return true;
  }

  /** The last move. */
  private get ply(): Ply | undefined {
    return this.player.replay.plies[this.player.ply - 1];
  }

  private at(): { setup: Setup; moves: string[] } {
    const { run } = this.data.run;
    const { replay, ply } = this.player;
    const setup = { variant: run.variant, rules: run.ruleset, from: replay.raw.base ? replay.position(0) : "" };
    return { setup, moves: replay.plies.slice(0, ply).map(({ move }) => move) };
  }

  private toggle(): void {
    this.on = !this.on;
    this.evaluate.setAttribute("aria-pressed", String(this.on));
    if (this.on) return void this.showEvaluation();
    this.engine.interrupt();
    this.line.replaceChildren();
  }

  private async showEvaluation(): Promise<void> {
    const { setup, moves } = this.at();
    this.engine.interrupt();
    this.line.textContent = t("Evaluating …");
    try {
      const state = await this.engine.go(setup, moves);
      if (state.outcome) return this.line.replaceChildren(t("The game is over: {result}.", { result: outcomeText(state.outcome) }));
      await this.engine.think(setup, moves, { ms: EVALUATION }, (info) => this.line.replaceChildren(...evaluationText(info, state.mover)));
    } catch (error) {
      if (!(error instanceof Stopped)) this.line.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** Replaces the board of the recorded game by one on which the viewer moves both sides. */
  private open(): void {
    this.show((back) => new InteractiveGame(source, { ...this.at(), seats: { S: "person", N: "person" } }, () => {}, back));
  }

  /** Replaces the board by one that shows the best answer to the last move. */
  private refute(): void {
    const { ply } = this;
    if (ply && !this.why.disabled) this.show((back) => new Refutation(this.engine, this.data, this.at(), ply, this.player, back));
  }

  private show(made: (back: HTMLElement) => InteractiveGame | Refutation): void {
    if (this.on) this.toggle();
    this.player.jump(this.player.ply);
    this.openedAt = this.player.ply;
    this.variation = made(wordButton(t("Back to the game"), () => this.close(), t("Back to the recorded game (Esc)")));
    this.board.hidden = true;
    this.board.before(this.variation.element);
  }

  private close(): void {
    this.variation?.leave();
    this.variation?.element.remove();
    this.variation = undefined;
    this.board.hidden = false;
  }
}
