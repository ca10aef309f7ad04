// The crosstable: a heat map with the score of each engine against each other engine.
import type { Data, Results } from "./data";
import { boxed, card, h, link } from "./dom";
import { engineLink, pairRoute, percent } from "./text";
import { t } from "./texts";

const WORDY = 14; // with more engines, cells show only the share of points

export interface Meeting {
  south: Results; // of the row's engine as south
  north: Results; // as north
}

const turned = ([losses, draws, wins]: Results): Results => [wins, draws, losses];

/** The results of two engines, given by their rows, from the first engine's view. */
export function meetings({ run }: Data): (a: number, b: number) => Meeting | undefined {
  const all = new Map<number, Meeting>();
  for (const [first, second, firstSouth, secondSouth] of run.meetings) {
    all.set(first * run.engines.length + second, { south: firstSouth, north: turned(secondSouth) });
    all.set(second * run.engines.length + first, { south: secondSouth, north: turned(firstSouth) });
  }
  return (a, b) => all.get(a * run.engines.length + b);
}

export const total = (results: Results) => results[0] + results[1] + results[2];
export const pointsOf = (results: Results) => results[2] + results[1] / 2;

export function crosstable(data: Data): HTMLElement {
  const { engines } = data.run;
  const wordy = engines.length <= WORDY;
  const meeting = meetings(data);
  const cell = (row: number, column: number) => {
    if (row === column) return h("td", { class: "self" }, h("span", { class: "hidden" }, t("itself")));
    const met = meeting(row, column);
    const games = met ? total(met.south) + total(met.north) : 0;
    if (!met || games === 0) return h("td", {}, "–");
    const score = pointsOf(met.south) + pointsOf(met.north);
    const share = score / games;
    const [a, b] = [data.engineName(row), data.engineName(column)];
    const said = t("{a} against {b}: {score} of {games}", { a, b, score, games });
    const text = wordy ? `${score}/${games}` : String(Math.round(100 * share));
    const filled = h("td", { class: `heat ${share >= 0.5 ? "up" : "down"}` }, link(pairRoute(a, b), text, { title: `${said}, ${percent(share)}`, "aria-label": said }));
    filled.style.setProperty("--heat", `${Math.round(Math.abs(share - 0.5) * 80)}%`);
    return filled;
  };
  const heads = engines.map((engine, k) => h("th", { scope: "col", title: engine.name }, wordy ? h("span", {}, engineLink(data, k)) : String(k + 1)));
  const rows = engines.map((_, row) =>
    h("tr", {}, h("th", { scope: "row" }, !wordy && `${row + 1} `, engineLink(data, row)), ...engines.map((_, column) => cell(row, column))),
  );
  return card(
    t("Crosstable"),
    boxed(t("Points of the engine on the left against the one above"), { class: wordy ? "cross" : "cross dense" }, [h("td"), ...heads], h("tbody", {}, ...rows), t("Crosstable")),
    h("p", { class: "muted" }, wordy ? t("Points of the engine on the left, and the number of games.") : t("Share of points of the engine on the left, in per cent.")),
  );
}
