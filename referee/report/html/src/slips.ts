// Tables of the costliest moves, as judged by an analysis.
import type { Data, Slip } from "./data";
import { card, h, link, table, type Child } from "./dom";
import { SIGNS, SIZES } from "./replay";
import { engineRoute, gameRoute } from "./text";

/** The costliest moves of one engine; null if the analysis has none, or there is no analysis. */
export function slipsOf(data: Data, row: number): HTMLElement | null {
  const own = data.run.analysis?.worst.filter(([engine]) => engine === row) ?? [];
  return own.length === 0 ? null : slipsCard(data, own, false);
}

/** The costliest move of each engine. */
export function costliest(data: Data): HTMLElement | null {
  const worst = data.run.analysis?.worst ?? [];
  const first = worst.filter(([engine], index) => worst.findIndex(([other]) => other === engine) === index);
  return first.length === 0 ? null : slipsCard(data, first, true);
}

function slipsCard(data: Data, slips: Slip[], named: boolean): HTMLElement {
  const rows = slips.map(([engine, number, attempt, ply, move, better, seeds, points, letter]): Child[] => {
    const game = data.game(number, attempt);
    const place = `${number}, ply ${ply}`;
    const size = SIZES[letter];
    const name = data.engine(engine);
    return [
      game && game.replay >= 0 ? link(gameRoute(game, ply), place, { "aria-label": `game ${place}` }) : place,
      ...(named ? [link(engineRoute(name), name)] : []),
      move,
      better || "–",
      `${seeds.toFixed(1)}`,
      `${Math.round(100 * points)} %`,
      size ? h("span", { class: `sign ${size}` }, `${SIGNS[size]} ${size}`) : "",
    ];
  });
  const heads = ["Game", ...(named ? ["Engine"] : []), "Played", "Better", "Seeds lost", "Points lost", "Mark"];
  const title = named ? "Costliest move of each engine" : "Costliest moves";
  return card(title, table(title, heads, rows), h("p", { class: "muted" }, `Judged by ${data.run.analysis?.by ?? "an analysis"} in ${data.run.analysis?.games ?? 0} games. Points lost: share of a win.`));
}
