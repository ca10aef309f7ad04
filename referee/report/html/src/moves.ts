// The moves of a game, in a list.
import { card, h } from "./dom";
import { captured, explained, laps, SIGNS, describe, type Ply, type Replay } from "./replay";
import { t } from "./texts";

/** A button for each position; `go` shows it. */
export function moveList(replay: Replay, go: (ply: number) => void): HTMLElement {
  const list = h("ol", { class: "moves", "aria-label": t("Moves") });
  const start = moveButton(replay, 0, t("start"), undefined, go);
  list.append(h("li", { class: "full" }, start));
  let row: HTMLElement | undefined;
  let number = 0;
  let last = "N";
  for (const ply of replay.plies) {
    if (!row || ply.side === "S" || last === ply.side) {
      if (!row || ply.side === "S") ++number;
      row = h("li", {}, h("span", { class: "number" }, `${number}.`));
      if (ply.side === "N") row.append(h("span"));
      list.append(row);
    }
    row.append(moveButton(replay, ply.number, ply.move, ply, go));
    last = ply.side;
    if (ply.side === "N") row = row.children.length > 2 ? undefined : row;
  }
  return card(t("Moves"), h("div", { class: "move-box", tabindex: 0, role: "region", "aria-label": t("Move list") }, list));
}

function moveButton(replay: Replay, number: number, text: string, ply: Ply | undefined, go: (ply: number) => void): HTMLElement {
  const taken = ply ? captured(ply, replay.shape) : 0;
  const rounds = ply ? laps(ply.transfers, replay.shape).length : 0;
  const more = [taken > 0 && `+${taken}`, rounds > 1 && `↻${rounds}`].filter(Boolean).join(" ");
  return h(
    "button",
    { type: "button", class: `move ${ply?.opening ? "book" : ""}`, "aria-label": describe(replay, number), click: () => go(number) },
    text.length > 14 ? `${text.slice(0, 12)}…` : text,
    ply?.mark && h("span", { class: `sign ${ply.mark.word}`, title: explained(ply.mark) }, SIGNS[ply.mark.word]),
    more && h("small", {}, more),
  );
}
