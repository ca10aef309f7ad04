// Tables of the costliest moves, as judged by an analysis.
import type { Data, Slip } from "./data";
import { card, h, link, table, type Child } from "./dom";
import { SIGNS, SIZES } from "./replay";
import { engineRoute, gameRoute } from "./text";
import { t } from "./texts";

/** The costliest moves of one engine; null if there are none, or no analysis. */
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
    const place = t("{game}, ply {ply}", { game: number, ply });
    const size = SIZES[letter];
    const name = data.engineName(engine);
    return [
      game && game.replay >= 0 ? link(gameRoute(game, ply), place, { "aria-label": t("game {number}", { number: place }) }) : place,
      ...(named ? [link(engineRoute(name), name)] : []),
      move,
      better || "–",
      `${seeds.toFixed(1)}`,
      `${Math.round(100 * points)} %`,
      size ? h("span", { class: `sign ${size}` }, `${SIGNS[size]} ${t(size)}`) : "",
    ];
  });
  const heads = [t("Game"), ...(named ? [t("Engine")] : []), t("Played"), t("Better"), t("Seeds lost"), t("Points lost"), t("Mark")];
  const title = named ? t("Costliest move of each engine") : t("Costliest moves");
  return card(title, table(title, heads, rows), h("p", { class: "muted" }, t("Judged by {judge} in {games} games. Points lost: share of a win.", { judge: data.run.analysis?.by ?? t("an analysis"), games: data.run.analysis?.games ?? 0 })));
}
