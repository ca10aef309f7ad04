// A game on the board: people choose moves on it, and the engine thinks in a worker.
import type { Shape, Side } from "./data";
import { h, wordButton, type Child } from "./dom";
import { beginnings, fork, type Fork } from "./choosing";
import { Engine, Stopped, type Choice, type Info, type Outcome, type Setup, type Source, type State } from "./engine";
import { PlayBoard } from "./playboard";
import { REDUCED_MOTION } from "./player";
import { action, applied, rolesOf, sharedOut, withHand, type Scene, type Transfer } from "./replay";
import { capitalised, clock, count, many, sideName, signed } from "./text";
import { tWord, t } from "./texts";

/** The player of a side: a person, or the level of the engine. */
export type Seat = "person" | number;

export interface PlayedGame {
  setup: Setup;
  seats: Record<Side, Seat>;
  moves: string[];
  clock?: Clock;
  lost?: { side: Side; by: "resignation" | "time" };
}

/** The clocks of both sides; only a person's clock runs. */
export interface Clock {
  base: number; // seconds for the game
  increment: number; // seconds for each move
  left: Record<Side, number>; // milliseconds at the start of the turn
}

const MOVE = 1500; // maximum milliseconds for a move of the engine
const HINT = 1000;
export const EVALUATION = 20_000; // maximum milliseconds
const TICK = 100; // milliseconds between updates of the clock

const side = (which: Side) => capitalised(t(sideName(which)));
const other = (which: Side): Side => (which === "S" ? "N" : "S");
const sentence = (text: string) => `${capitalised(text)}.`;

const wordsOf = ({ move, path, redrawn }: Choice, mover: Side, shape: Shape) => action(move, path, redrawn, mover, shape);

/** `north wins 26-22: majority`, the winner's seeds first. */
export function outcomeText({ winner, reason, seeds }: Outcome): string {
  const values = { winner: t(winner), seeds: (winner === "north" ? seeds.toReversed() : seeds).join("-"), reason: tWord(reason), loser: t(winner === "south" ? "north" : "south") };
  if (reason === "resignation") return t("{winner} wins, {loser} resigned", values);
  if (reason === "time") return t("{winner} wins, {loser} lost on time", values);
  return winner === "void" ? t("void, {by}", { by: values.reason }) : t(winner === "draw" ? "draw {seeds}: {reason}" : "{winner} wins {seeds}: {reason}", values);
}

/** The seeds of both sides; at the end of a game, as the rules count them. */
export const scoreOf = ({ outcome, score }: Pick<State, "outcome" | "score">): [number, number] => outcome?.seeds ?? score;

/** The board; at the end of a game, the stores also have the remaining seeds. */
export const sceneOf = (state: State): Scene => sharedOut(withHand(state.scene), state.shape, state.score, scoreOf(state));

export class InteractiveGame {
  readonly element = h("div", { class: "table-top" });
  private readonly rules: Engine; // never searches, so it answers at once
  private readonly thinker: Engine;
  private board: PlayBoard | undefined;
  private states: State[] = []; // before and after each move
  private run = 0; // number of the present task; older tasks stop
  private evaluating = false;
  private readonly seed = Math.floor(Math.random() * 1e9);
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly ways = h("div", { class: "ways", role: "group", "aria-label": t("Choices") });
  private readonly evaluation = h("p", { class: "evaluation muted" });
  private readonly time: Record<Side, HTMLElement> = { S: h("span", { class: "time" }), N: h("span", { class: "time" }) };
  private since: number | undefined; // start time of the clock of the side to move
  private readonly ticking = setInterval(() => this.tick(), TICK);
  private readonly top = h("div", { class: "seat" });
  private readonly bottom = h("div", { class: "seat" });
  private readonly buttons: Record<"undo" | "hint" | "evaluate" | "resign", HTMLButtonElement>;

  constructor(
    source: Source,
    public played: PlayedGame,
    private readonly changed: () => void,
    private readonly more: HTMLElement | undefined = undefined, // a button after the others
  ) {
    this.rules = new Engine(source);
    this.thinker = new Engine(source);
    this.buttons = {
      undo: wordButton(t("Undo"), () => void this.undo(), t("Take back the last move (u)")),
      hint: wordButton(t("Hint"), () => void this.hint(), t("Suggest a move (s)")),
      evaluate: wordButton(t("Evaluate"), () => this.toggleEvaluation(), t("The engine’s evaluation and its best line (v)")),
      resign: wordButton(t("Resign"), () => this.resign(), t("Resign the game")),
    };
    void this.begin();
  }

  get state(): State | undefined {
    return this.states[this.played.moves.length];
  }

  get isRunning(): boolean {
    return this.played.moves.length > 0 && !this.over;
  }

  /** The states before and after each move. */
  get history(): State[] {
    return this.states.slice(0, this.played.moves.length + 1);
  }

  /** The result: by the rules, by resignation or on time. */
  get over(): Outcome | undefined {
    const { lost } = this.played;
    const { state } = this;
    if (state?.outcome || lost === undefined || !state) return state?.outcome;
    const winner = lost.side === "S" ? "north" : "south";
    return { winner, reason: lost.by, seeds: state.score };
  }

  /** Ends the workers. */
  leave(): void {
    ++this.run;
    clearInterval(this.ticking);
    this.rules.stop();
    this.thinker.stop();
  }

  key(event: KeyboardEvent): boolean {
    // A pit's name comes first: a letter up to P or a digit. The letters of these commands are later in the alphabet.
    const first = () => this.board?.focusFirst();
    const act = { u: () => void this.undo(), s: () => void this.hint(), v: () => this.toggleEvaluation(), t: () => this.flip(), Escape: () => void this.turn(), ArrowLeft: first, ArrowRight: first }[event.key];
    if (this.board?.pickLetter(event.key)) return true;
    act?.();
    return act !== undefined;
  }

  private async begin(): Promise<void> {
    const own = ++this.run;
    this.element.replaceChildren(h("p", { class: "status", role: "status" }, t("Loading the engine …")));
    try {
      const { setup, moves } = this.played;
      const states: State[] = [];
      for (let ply = 0; ply <= moves.length; ++ply) states.push(await this.rules.go(setup, moves.slice(0, ply)));
      if (own !== this.run) return;
      this.states = states;
    } catch (error) {
      return this.broken(error);
    }
    const { state } = this;
    if (!state) return;
    this.board = new PlayBoard(state.shape);
    if (this.played.seats.S !== "person" && this.played.seats.N === "person") this.board.flip();
    const tools = h("div", { class: "tools", role: "group", "aria-label": t("Game") }, ...Object.values(this.buttons), wordButton(t("Turn board"), () => this.flip(), t("Turn the board (t)")), this.more);
    this.element.replaceChildren(this.top, this.board.boxed(), this.bottom, this.ways, this.status, tools, this.evaluation);
    Object.assign(window, { ebiriGame: this }); // for tests and the browser's console
    await this.turn();
  }

  private broken(error: unknown): void {
    if (error instanceof Stopped) return;
    const text = error instanceof Error ? error.message : String(error);
    this.element.replaceChildren(h("p", { class: "notice", role: "alert" }, t("Cannot continue the game: {why}", { why: text })));
  }

  private flip(): void {
    this.board?.flip();
    this.showSeats();
  }

  /** Milliseconds left to a side; the time of the running turn so far is deducted. */
  private left(who: Side): number {
    const { clock } = this.played;
    return (clock?.left[who] ?? 0) - (this.since !== undefined && this.state?.mover === who ? performance.now() - this.since : 0);
  }

  /** Stops the clock of the side to move, which gets the increment if it has moved. */
  private stopClock(moved: boolean): void {
    const { clock } = this.played;
    const mover = this.state?.mover;
    if (this.since === undefined || !clock || !mover) return;
    clock.left[mover] = Math.round(this.left(mover)) + (moved ? 1000 * clock.increment : 0);
    this.since = undefined;
  }

  private tick(): void {
    const { clock: given, lost, seats } = this.played;
    if (!given) return;
    for (const who of ["S", "N"] as const) {
      const left = lost?.by === "time" && lost.side === who ? 0 : this.left(who);
      this.time[who].textContent = seats[who] === "person" ? clock(Math.max(0, left)) : "";
      if (left <= 0 && this.since !== undefined && this.state?.mover === who) this.lose(who, "time");
    }
  }

  private showSeats(): void {
    const near: Side = this.board?.isFlipped ? "N" : "S";
    const { state, over } = this;
    for (const [element, who] of [[this.bottom, near], [this.top, other(near)]] as const) {
      const seat = this.played.seats[who];
      const moves = !over && state?.mover === who;
      element.className = `seat ${sideName(who)}${moves ? " thinks" : ""}`;
      const name = who === this.alone() ? t("You") : seat === "person" ? side(who) : capitalised(t("engine, level {level}", { level: seat }));
      element.replaceChildren(h("span", { class: "chip", "aria-hidden": "true" }), h("span", { class: "who" }, name), h("span", { class: "muted" }, name === side(who) ? "" : side(who).toLowerCase()), h("span", { class: "took" }, moves ? (seat === "person" ? t("to move") : t("thinking …")) : ""), this.time[who], h("b", {}, state ? scoreOf(state)[who === "S" ? 0 : 1] : ""));
    }
  }

  /** Shows the position, without animation. */
  private settle(): void {
    const { board, state } = this;
    if (!board || !state) return;
    board.close();
    board.hint(undefined);
    this.ways.replaceChildren();
    const { last } = state;
    board.show(sceneOf(state), last && rolesOf(last.path, last.side, state.shape));
    board.element.setAttribute("aria-label", t("Board: {position}", { position: state.position }));
    const text = [last && sentence(`${side(last.side)} ${wordsOf(last, last.side, state.shape)}`), this.over ? sentence(outcomeText(this.over)) : last?.side === state.mover && t("{side} moves again.", { side: side(last.side) })].filter(Boolean).join(" ");
    this.status.replaceChildren(...(this.over ? [h("strong", {}, this.verdict(this.over)), " "] : []), text);
    this.showSeats();
    const people = Object.values(this.played.seats).includes("person");
    this.buttons.undo.disabled = this.played.moves.length === 0 || !people;
    this.buttons.hint.disabled = this.over !== undefined || this.played.seats[state.mover] !== "person";
    this.buttons.resign.disabled = this.over !== undefined || !people;
    this.buttons.evaluate.disabled = this.over !== undefined;
    this.changed();
  }

  /** The side of the only person; undefined if two persons or two engines play. */
  private alone(): Side | undefined {
    const people = (["S", "N"] as const).filter((who) => this.played.seats[who] === "person");
    return people.length === 1 ? people[0] : undefined;
  }

  /** `You won.` to a person who played alone against the engine; otherwise `Game over.` */
  private verdict({ winner }: Outcome): string {
    const you = this.alone();
    if (you === undefined || winner === "void") return t("Game over.");
    return winner === "draw" ? t("A draw.") : t((winner === "south") === (you === "S") ? "You won." : "You lost.");
  }

  /** Lets the side to move choose or think. */
  private async turn(): Promise<void> {
    const own = ++this.run;
    const { state } = this;
    if (!state) return;
    this.thinker.interrupt();
    this.settle();
    this.tick();
    if (this.over) return this.evaluation.replaceChildren();
    if (this.played.clock && this.played.seats[state.mover] === "person") this.since ??= performance.now();
    const seat = this.played.seats[state.mover];
    try {
      if (seat !== "person") {
        const found = await this.thinker.think(this.played.setup, this.played.moves, { level: seat, ms: MOVE, seed: this.seed });
        if (own === this.run) await this.play(found.move, []);
        return;
      }
      if (this.evaluating) void this.evaluate();
      if (state.arrangement) return this.arrange(state.arrangement);
      const choices = await this.rules.choices(this.played.setup, this.played.moves);
      if (own === this.run) this.offerMoves(choices, state);
    } catch (error) {
      this.broken(error);
    }
  }

  private offerMoves(choices: Choice[], state: State): void {
    const { pits, others } = beginnings(choices, state.shape);
    const labels = new Map([...pits].map(([pit, list]) => [pit, this.pitLabel(pit, state, list)]));
    this.board?.offer(labels, "legal", (pit) => void this.narrow(pits.get(pit) ?? [], []));
    if (this.played.moves.length < 2) this.status.append(t(" {side} to move: click a pit with a gold ring, or press its letter or digit.", { side: side(state.mover) }));
    this.ways.replaceChildren(...others.map((choice) => wordButton(`${choice.move}: ${wordsOf(choice, state.mover, state.shape)}`, () => void this.play(choice.move, []))));
  }

  private pitLabel(pit: number, state: State, choices: Choice[]): string {
    const seeds = state.scene.cells[pit] ?? 0;
    const [first] = choices;
    const does = first && choices.length === 1 ? wordsOf(first, state.mover, state.shape) : many(choices.length, "move", "moves");
    return `${state.shape.pit_names[pit] ?? ""}, ${many(seeds, "seed", "seeds")}: ${does}`;
  }

  /** Plays the only move left. If several are left, shows their common path and offers the choices at its end. */
  private async narrow(choices: Choice[], shown: Transfer[]): Promise<void> {
    const { board, state } = this;
    const [only] = choices;
    if (!board || !state || !only) return;
    const parting = fork(choices, state.shape);
    if (!parting) return this.play(only.move, shown);
    const own = ++this.run;
    board.close();
    const path = only.path.slice(0, parting.at);
    await this.sow(withHand(state.scene), path, shown.length, own);
    if (own !== this.run) return;
    board.show({ ...state.scene, cells: applied(withHand(state.scene).cells, path) }, rolesOf(path, state.mover, state.shape));
    board.hold(path);
    this.offerWays(parting, path);
  }

  private offerWays(parting: Fork, path: Transfer[]): void {
    const labels = new Map<number, string>();
    for (const way of parting.ways) if (way.cell !== undefined) labels.set(way.cell, way.label);
    const go = (choices: Choice[]) => void this.narrow(choices, path);
    this.board?.offer(labels, "way", (pit) => go(parting.ways.find((way) => way.cell === pit)?.choices ?? []));
    this.ways.replaceChildren(...parting.ways.map((way) => wordButton(capitalised(way.label), () => go(way.choices))), wordButton(t("Cancel"), () => void this.turn()));
    this.status.textContent = t("Choose how to continue: click a marked pit or a button.");
  }

  /** Lets the side to move lay out its seeds, one by one. */
  private arrange(due: { pits: number; seeds: number }): void {
    const { board, state } = this;
    if (!board || !state) return;
    const first = state.mover === "S" ? 0 : state.shape.pits_per_side;
    const laid = Array.from({ length: due.pits }, () => 0);
    let step = 1;
    const left = () => due.seeds - laid.reduce((sum, seeds) => sum + seeds, 0);
    const done = wordButton(t("Done"), () => void this.play(`=${laid.join(",")}`, []));
    const mode = wordButton("", () => ((step = -step), show()));
    const even = wordButton(t("Spread evenly"), () => {
      laid.forEach((_, pit) => (laid[pit] = Math.floor(due.seeds / due.pits) + (pit < due.seeds % due.pits ? 1 : 0)));
      show();
    });
    const clear = wordButton(t("Clear"), () => (laid.fill(0), show()));
    const add = (pit: number, seeds: number) => {
      const now = laid[pit - first] ?? 0;
      laid[pit - first] = now + Math.max(-now, Math.min(seeds, left()));
      show();
    };
    const show = () => {
      const cells = [...withHand(state.scene).cells];
      laid.forEach((seeds, pit) => (cells[first + pit] = seeds));
      board.show({ ...state.scene, cells });
      board.offer(new Map(laid.map((seeds, pit) => [first + pit, t("pit {pit}, {seeds}", { pit: state.shape.pit_names[first + pit] ?? "", seeds: many(seeds, "seed", "seeds") })])), "lay", (pit, event) => add(pit, event instanceof MouseEvent && event.shiftKey ? -step : step));
      mode.textContent = t(step > 0 ? "Take seeds back" : "Add seeds");
      mode.setAttribute("aria-pressed", String(step < 0));
      done.disabled = left() !== 0;
      this.status.textContent = t(step > 0 ? "{side} lays out {seeds} seeds: {left} left. Click a pit to add one." : "{side} lays out {seeds} seeds: {left} left. Click a pit to take back one.", { side: side(state.mover), seeds: due.seeds, left: left() });
    };
    this.ways.replaceChildren(done, mode, even, clear);
    show();
  }

  /** Plays a move. `shown` are the first transfers of its path, which the board has shown. */
  private async play(move: string, shown: Transfer[]): Promise<void> {
    const own = ++this.run;
    const { board, state: before } = this;
    if (!board || !before) return;
    this.thinker.interrupt();
    board.close();
    board.hint(undefined);
    this.ways.replaceChildren();
    try {
      const moves = [...this.played.moves, move];
      const after = await this.rules.go(this.played.setup, moves);
      if (own !== this.run) return;
      this.stopClock(true);
      this.played.moves = moves;
      this.states[moves.length] = after;
      this.changed();
      await this.sow(withHand(before.scene), after.last?.path ?? [], shown.length, own);
    } catch (error) {
      return this.broken(error);
    }
    if (own === this.run) await this.turn();
  }

  /** Animates `path` from its transfer `first` on. */
  private async sow(before: Scene, path: Transfer[], first: number, own: number): Promise<void> {
    if (!REDUCED_MOTION.matches) await this.board?.sow(before, path, () => own !== this.run, { first });
  }

  /** Returns to the last position in which a person chose a move. */
  private async undo(): Promise<void> {
    const { played } = this;
    let ply = played.moves.length;
    if (ply === 0) return;
    delete played.lost;
    this.stopClock(false);
    do --ply;
    while (ply > 0 && played.seats[this.states[ply]?.mover ?? "S"] !== "person");
    played.moves = played.moves.slice(0, ply);
    await this.turn();
  }

  private async hint(): Promise<void> {
    const { state, board } = this;
    if (!state || !board || this.over || this.played.seats[state.mover] !== "person") return;
    const own = this.run;
    this.thinker.interrupt();
    this.status.textContent = t("The engine is thinking …");
    try {
      const found = await this.thinker.think(this.played.setup, this.played.moves, { ms: HINT, seed: this.seed });
      if (own !== this.run) return;
      const shown = await this.rules.choices(this.played.setup, this.played.moves);
      const choice = shown.find((one) => one.move === found.move);
      if (own !== this.run) return;
      board.hint(choice && [...beginnings([choice], state.shape).pits.keys()][0]);
      this.status.textContent = `${t("Hint: {move}", { move: found.move })}${choice ? `, ${wordsOf(choice, state.mover, state.shape)}` : ""}.`;
      if (this.evaluating) void this.evaluate();
    } catch (error) {
      if (!(error instanceof Stopped)) this.broken(error);
    }
  }

  private resign(): void {
    const { seats } = this.played;
    const mover = this.state?.mover ?? "S";
    if (!confirm(t("Resign this game?"))) return;
    this.lose(seats[mover] === "person" ? mover : other(mover), "resignation");
  }

  private lose(who: Side, by: "resignation" | "time"): void {
    if (by === "time") this.since = undefined; // the clock keeps its time at the start of the turn, so that an undo restores it
    else this.stopClock(false);
    this.played.lost = { side: who, by };
    void this.turn();
  }

  /** Shows or hides the evaluation. */
  private toggleEvaluation(): void {
    this.evaluating = !this.evaluating;
    this.buttons.evaluate.setAttribute("aria-pressed", String(this.evaluating));
    if (this.evaluating) return void this.evaluate();
    this.evaluation.replaceChildren();
    if (this.played.seats[this.state?.mover ?? "S"] === "person") this.thinker.interrupt();
  }

  private async evaluate(): Promise<void> {
    const { state } = this;
    if (!state || this.over || this.played.seats[state.mover] !== "person") return;
    const own = this.run;
    this.thinker.interrupt();
    this.evaluation.textContent = t("Evaluating …");
    const show = (info: Info) => own === this.run && this.evaluating && this.evaluation.replaceChildren(...evaluationText(info, state.mover));
    await this.thinker.think(this.played.setup, this.played.moves, { ms: EVALUATION, seed: this.seed }, show).catch((error: unknown) => error instanceof Stopped || this.broken(error));
  }
}

/** `South +3.4, depth 12, 81,000 nodes. Best line: F a E`, or `South +5, exact: from endgame tables. Best line: F a E`. */
export function evaluationText(info: Info, mover: Side): Child[] & (Node | string)[] {
  const souths = (info.score ?? 0) * (mover === "S" ? 1 : -1);
  const lead = Math.abs(souths) < 0.05 ? t("Even") : `${side(souths > 0 ? "S" : "N")} ${signed(Math.abs(souths), info.exact ? 0 : 1)}`;
  return [h("b", {}, lead), info.exact ? t(", exact: from endgame tables. Best line: ") : t(", depth {depth}, {nodes} nodes. Best line: ", { depth: info.depth, nodes: count(info.nodes) }), h("span", { class: "line" }, info.pv.slice(0, 12).join(" "))];
}
