// Shows why a move was a mistake: the best answer, played on the board, and its gain.
import type { Data, Side } from "./data";
import { h } from "./dom";
import { Stopped, type Engine, type Info, type Setup, type State } from "./engine";
import { outcomeText, sceneOf, scoreOf } from "./interactive";
import { Player } from "./player";
import { rolesOf, sizeOf, type Plies, type Ply, type Scene } from "./replay";
import { count, many, sideName } from "./text";
import { t } from "./texts";

const NODES = 300_000; // of each search
const VERDICTS = { inaccuracy: "{move} is an inaccuracy: it loses {seeds} seeds", mistake: "{move} is a mistake: it loses {seeds} seeds", blunder: "{move} is a blunder: it loses {seeds} seeds" } as const;
const LINE = 12; // maximum plies of an answer

const lead = (state: Pick<State, "outcome" | "score">, side: Side) => {
  const [south, north] = scoreOf(state);
  return (south - north) * (side === "S" ? 1 : -1);
};

/** The judgement of a move. */
interface Judged {
  by: string;
  better: string; // empty: none is known
  lost: number; // seeds
}

/** Judges a recorded move: by its mark if an analysis gave it one, otherwise with the engine of the page. */
export class Refutation {
  readonly element = h("div", { class: "table-top" });
  private readonly text = h("p", { class: "status", role: "status" });
  private player: Player | undefined;
  private left = false;

  /** `at` is the position after `ply`; `recorded` shows the recorded game. */
  constructor(
    private readonly engine: Engine,
    private readonly data: Data,
    private readonly at: { setup: Setup; moves: string[] },
    private readonly ply: Ply,
    private readonly recorded: Player,
    private readonly back: HTMLElement,
  ) {
    this.text.textContent = t("Judging {move} …", { move: ply.move });
    this.element.append(this.text, h("div", { class: "tools" }, back));
    void this.judge().catch((error: unknown) => {
      if (!this.left && !(error instanceof Stopped)) this.text.textContent = t("Cannot judge the move: {why}", { why: error instanceof Error ? error.message : String(error) });
    });
  }

  leave(): void {
    this.left = true;
    this.engine.interrupt();
    if (this.player) this.player.onChange = () => {};
    this.player?.jump(0);
  }

  key(event: KeyboardEvent): boolean {
    return this.player?.key(event) ?? false;
  }

  private async judge(): Promise<void> {
    const { engine, at, ply } = this;
    const search = (moves: string[]) => engine.think(at.setup, moves, { nodes: NODES, seed: 1 });
    const value = ({ score = 0 }: Info, mover: Side) => (mover === ply.side ? score : -score); // from the view of the move's side
    const states = [await engine.go(at.setup, at.moves)];
    const [first] = states;
    if (!first) return;
    const answer = first.outcome ? undefined : await search(at.moves);
    const after = answer ? value(answer, first.mover) : lead(first, ply.side);
    let judged: Judged;
    if (ply.mark) judged = { by: this.data.run.analysis?.by ?? t("an analysis"), better: ply.mark.better ?? "", lost: ply.mark.lost };
    else {
      const { move, exact } = await search(at.moves.slice(0, -1));
      const better = [...at.moves.slice(0, -1), move];
      const { mover, outcome, score } = await engine.go(at.setup, better);
      const reached = move === ply.move ? after : outcome ? lead({ outcome, score }, ply.side) : value(await search(better), mover);
      const lost = Math.max(0, reached - after);
      judged = { by: exact ? t("exact endgame tables") : t("alphabeta in this page, {nodes} nodes", { nodes: count(NODES) }), better: lost > 0 ? move : "", lost };
    }
    const moves = [...at.moves];
    for (const move of answer?.pv.slice(0, LINE) ?? []) {
      moves.push(move);
      states.push(await engine.go(at.setup, moves));
    }
    if (!this.left) this.show(judged, states, after);
  }

  /** Shows the verdict, and the board with the line, which begins to play. */
  private show(judged: Judged, states: State[], after: number): void {
    const { ply } = this;
    const [first] = states;
    if (!first) return;
    const rival: Side = ply.side === "S" ? "N" : "S";
    const gains = states.map((state) => lead(state, rival) - lead(first, rival));
    const most = Math.max(...gains);
    const end = most > 0 ? gains.indexOf(most) : states.length - 1; // the line ends where it has gained most
    const line = states.slice(0, end + 1);
    const last = line[end]?.outcome;
    const size = ply.mark?.word ?? sizeOf(judged.lost, this.data);
    const seeds = judged.lost.toFixed(1);
    const verdict = size ? `${t(VERDICTS[size], { move: ply.move, seeds })}${judged.better && t(", {move} was better", { move: judged.better })}.` : `${t("{move} is not a mistake", { move: ply.move })}${judged.better && t("; {move} would gain {seeds} seeds more", { move: judged.better, seeds })}.`;
    const side = t(sideName(rival));
    const wins = last && last.winner === sideName(rival) ? t("{side} wins the game", { side }) : most > 0 ? t("{side} gains {seeds}", { side, seeds: many(most, "seed", "seeds") }) : t("{side} gains no seeds at once; according to the evaluation, {ahead} leads by {lead} seeds", { side, ahead: t(sideName(after < 0 ? rival : ply.side)), lead: Math.abs(after).toFixed(1) });
    const moves = line.slice(1).map(({ last }) => last?.move).join(" ");
    const answer = end === 0 ? (first.outcome ? t("The game is over: {result}.", { result: outcomeText(first.outcome) }) : "") : `${t(size ? "The refutation is {moves}: {wins}" : "The best play is {moves}: {wins}", { moves, wins })}${most > 0 ? t(" in {plies}", { plies: many(end, "ply", "plies") }) : ""}.`;
    this.text.textContent = `${verdict} ${answer}`;
    const player = (this.player = new Player(pliesOf(line, ply)));
    if (this.recorded.board.isFlipped) player.board.flip();
    this.element.replaceChildren(this.text, ...player.laidOut(t("Answer"), this.back, t("after {move}", { move: ply.move }), ` ${t("Judged by {judge}.", { judge: judged.by })}`));
    Object.assign(window, { ebiriAnswer: player }); // for tests and the browser's console
    if (player.last > 0) void player.toggle();
  }
}

/** The plies between `states`; the first state is the start or follows `played`. */
export function pliesOf(states: State[], played?: Ply): Plies {
  const [first] = states;
  const shape = first?.shape ?? { pits_per_side: 0, rows_per_side: 1, stores: false, pit_names: [], tracks: [[], []] };
  const scenes = states.map(sceneOf);
  const empty: Scene = { cells: [], norths: 0, houses: 0 };
  const plies = states.slice(1).map(({ last }, index): Ply => ({ number: index + 1, side: last?.side ?? "S", move: last?.move ?? "", transfers: last?.path ?? [], redrawn: last?.redrawn ?? false, before: scenes[index] ?? empty, after: scenes[index + 1] ?? empty, opening: false }));
  return {
    shape,
    plies,
    scene: (ply) => scenes[ply] ?? empty,
    roles: (ply) => {
      const shown = plies[ply - 1] ?? played;
      return shown ? rolesOf(shown.transfers, shown.side, shape) : new Map();
    },
  };
}
