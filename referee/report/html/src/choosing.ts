// Chooses a move on the board: first its pit, then a way at each point where the paths of the remaining moves diverge.
import type { Shape } from "./data";
import type { Choice } from "./engine";
import type { Transfer } from "./replay";
import { t } from "./texts";

/** One of the choices at a fork. */
export interface Way {
  cell: number | undefined; // the pit to click; undefined if there is none, or if several ways have the same
  label: string;
  choices: Choice[];
}

export interface Fork {
  at: number; // number of transfers that all choices have in common
  ways: Way[];
}

/** The pit where a move begins: the one whose seeds are lifted, or the one that gets the first seed. */
function origin(choice: Choice, pits: number): number | undefined {
  const first = choice.path[0];
  if (!first) return undefined;
  const cell = first.from < pits ? first.from : first.to;
  return cell < pits ? cell : undefined;
}

/** The moves by first pit; `others` have none, such as a swap. */
export function beginnings(choices: Choice[], shape: Shape): { pits: Map<number, Choice[]>; others: Choice[] } {
  const pits = new Map<number, Choice[]>();
  const others: Choice[] = [];
  for (const choice of choices) {
    const pit = origin(choice, 2 * shape.pits_per_side);
    const list = pit === undefined ? others : (pits.get(pit) ?? []);
    list.push(choice);
    if (pit !== undefined) pits.set(pit, list);
  }
  return { pits, others };
}

const keyOf = (transfer: Transfer | undefined) => (transfer ? `${transfer.from}>${transfer.to}>${transfer.seeds}` : "end");

/** The point where the paths of moves diverge; undefined if there are fewer than two. Moves with the same path get a way each. */
export function fork(choices: Choice[], shape: Shape): Fork | undefined {
  if (choices.length < 2) return undefined;
  const [first] = choices;
  const longest = Math.max(...choices.map((choice) => choice.path.length));
  let at = 0;
  while (at < longest && choices.every((choice) => keyOf(choice.path[at]) === keyOf(first?.path[at]))) ++at;
  if (at === longest) return { at, ways: choices.map((choice) => ({ cell: undefined, label: choice.move, choices: [choice] })) };
  const ways = new Map<string, Way>();
  for (const choice of choices) {
    const key = keyOf(choice.path[at]);
    const way = ways.get(key) ?? { ...described(choice, at, shape), choices: [] };
    way.choices.push(choice);
    ways.set(key, way);
  }
  const list = [...ways.values()];
  const shared = (cell: number | undefined) => list.filter((way) => way.cell === cell).length > 1;
  return { at, ways: list.map((way) => ({ ...way, cell: shared(way.cell) ? undefined : way.cell })) };
}

function described(choice: Choice, at: number, shape: Shape): { cell: number | undefined; label: string } {
  const hand = 2 * shape.pits_per_side + 2;
  const pit = (cell: number) => (cell < 2 * shape.pits_per_side ? cell : undefined);
  const name = (cell: number) => shape.pit_names[cell] ?? t("the store");
  const next = choice.path[at];
  const before = choice.path[at - 1];
  if (!next) return { cell: before && pit(before.to), label: t("stop here") };
  if (next.from === hand) return { cell: pit(next.to), label: t("sow to {pit}", { pit: name(next.to) }) };
  const same = next.from === before?.to;
  if (next.to === hand) return { cell: pit(next.from), label: same ? t("continue sowing") : t("take from {pit}", { pit: name(next.from) }) };
  return { cell: pit(next.from), label: t("move {seeds} from {pit}", { seeds: next.seeds, pit: name(next.from) }) };
}
