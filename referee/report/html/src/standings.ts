// The sortable table of engines, and the plot of their ratings.
import { padded, rowChart } from "./charts";
import type { Data, Engine } from "./data";
import { boxed, card, h, link, s, dataTable, type Child } from "./dom";
import { renew, renewable } from "./renew";
import { capitalised, duration, engineRoute, percent, signed } from "./text";
import { t } from "./texts";

interface Column {
  head: string;
  title: string;
  value: (engine: Engine) => number | string | null;
  show: (engine: Engine) => Child;
  ascending?: boolean;
}

export const forfeits = (engine: Engine) => {
  const { time, crash, illegal, other } = engine.forfeits;
  return time + crash + illegal + other;
};

export const range = (rank: [number, number] | null) => (rank ? (rank[0] === rank[1] ? `${rank[0]}` : `${rank[0]}–${rank[1]}`) : "–");

export const rating = (engine: Engine) => (engine.elo === null ? "–" : signed(engine.elo) + (engine.prior ? " *" : ""));

const COLUMNS: Column[] = [
  { head: "#", title: t("Rank"), value: (e) => (e.place ?? e.rank)?.[0] ?? null, show: (e) => range(e.place ?? e.rank), ascending: true },
  { head: t("Engine"), title: t("Engine"), value: (e) => e.name, show: (e) => link(engineRoute(e.name), e.name), ascending: true },
  { head: t("Elo"), title: t("Elo rating"), value: (e) => e.elo, show: rating },
  { head: "±95", title: t("95 % error: half the width of the interval"), value: (e) => e.error95, show: (e) => (e.error95 === null ? "–" : Math.round(e.error95)), ascending: true },
  { head: t("LOS"), title: t("Likelihood of being stronger than the next engine"), value: (e) => e.los_next, show: (e) => percent(e.los_next) },
  { head: t("Games"), title: t("Games"), value: (e) => e.games, show: (e) => e.games },
  { head: t("Points"), title: t("Points"), value: (e) => e.points, show: (e) => e.points },
  { head: t("Score"), title: t("Wins and half of the draws, per game"), value: (e) => e.score, show: (e) => percent(e.score) },
  { head: t("W"), title: t("Wins"), value: (e) => e.wins, show: (e) => e.wins },
  { head: t("D"), title: t("Draws"), value: (e) => e.draws, show: (e) => e.draws },
  { head: t("L"), title: t("Losses"), value: (e) => e.losses, show: (e) => e.losses },
  { head: capitalised(t("south")), title: t("Score as south"), value: (e) => e.score_first, show: (e) => percent(e.score_first) },
  { head: capitalised(t("north")), title: t("Score as north"), value: (e) => e.score_second, show: (e) => percent(e.score_second) },
  { head: t("Margin"), title: t("Mean of own seeds minus the opponent's"), value: (e) => e.margin, show: (e) => (e.margin === null ? "–" : signed(e.margin, 1)) },
  { head: t("Move"), title: t("Mean time per move"), value: (e) => e.ms_per_move, show: (e) => (e.ms_per_move === null ? "–" : duration(Math.round(e.ms_per_move * 1000))) },
  { head: t("Faults"), title: t("Games lost by a fault"), value: forfeits, show: forfeits },
];

const ACCURACY: Column[] = [
  { head: t("Accuracy"), title: t("Accuracy of moves, as judged by an analysis"), value: (e) => e.accuracy?.percent ?? null, show: (e) => (e.accuracy?.percent == null ? "–" : `${e.accuracy.percent.toFixed(1)} %`) },
  { head: "?!/?/??", title: t("Inaccuracies, mistakes and blunders"), value: (e) => e.accuracy?.blunders ?? null, show: (e) => (e.accuracy ? `${e.accuracy.inaccuracies}/${e.accuracy.mistakes}/${e.accuracy.blunders}` : "–"), ascending: true },
];

function compared(a: number | string | null, b: number | string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

/** The table of standings, at first by rank. A click on a heading sorts it. */
export function standings(data: Data): HTMLElement {
  const columns = data.run.engines.some((engine) => engine.accuracy) ? [...COLUMNS, ...ACCURACY] : COLUMNS;
  const body = h("tbody");
  const heads: HTMLTableCellElement[] = [];
  let by = 0;
  let turned = false;
  const fill = () => {
    const column = columns[by];
    if (!column) return;
    const sorted = [...data.run.engines];
    if (by > 0 || turned) {
      sorted.sort((a, b) => {
        const [x, y] = [column.value(a), column.value(b)];
        if (x === null || y === null) return compared(x, y);
        return (turned ? -1 : 1) * (column.ascending ? 1 : -1) * compared(x, y);
      });
    }
    const rows = sorted.map((engine) =>
      h(
        "tr",
        { "data-key": engine.name },
        ...columns.map((one, k) => (k === 1 ? h("th", { scope: "row" }, one.show(engine)) : h("td", { class: "number" }, one.show(engine)))),
      ),
    );
    renew(body, h("tbody", {}, ...rows));
    const order = (column.ascending ?? false) !== turned ? "ascending" : "descending";
    heads.forEach((head, k) => (head.ariaSort = k === by ? order : null));
  };
  columns.forEach((column, k) => {
    const click = () => {
      turned = k === by && !turned;
      by = k;
      fill();
    };
    heads.push(h("th", { scope: "col", class: k === 1 ? "" : "number" }, h("button", { type: "button", title: column.title, click }, column.head)));
  });
  fill();
  return renewable(boxed(t("Standings; buttons in the headings sort"), { class: "standings" }, heads, body, t("Standings")), "standings", undefined, fill);
}

/** Ratings with their 95 % intervals. */
export function forest(data: Data): HTMLElement | null {
  const rated = data.run.engines.filter((engine) => engine.elo !== null && engine.error95 !== null);
  if (rated.length < 2) return null;
  const ends = rated.map((engine): [number, number] => [engine.low ?? 0, engine.high ?? 0]);
  const extent = padded({ low: Math.min(...ends.map(([from]) => from)), high: Math.max(...ends.map(([, to]) => to)) });
  const drawing = rowChart(t("Ratings of {engines} engines with 95 % intervals", { engines: rated.length }), rated.map((engine) => engine.name), 26, extent, signed, (svg, k, x, y) => {
    const [engine, [from, to]] = [rated[k], ends[k] ?? [0, 0]];
    svg.append(
      s("line", { class: "interval", x1: x(from), x2: x(to), y1: y, y2: y }),
      engine ? s("circle", { class: "dot", cx: x(engine.elo ?? 0), cy: y, r: 5 }, s("title", {}, `${engine.name}: ${rating(engine)} ± ${Math.round(engine.error95 ?? 0)}`)) : "",
    );
  });
  const rows = rated.map((engine, k): Child[] => [engine.name, rating(engine), Math.round(engine.error95 ?? 0), signed(ends[k]?.[0] ?? 0), signed(ends[k]?.[1] ?? 0)]);
  return card(t("Elo with 95 % intervals"), drawing, dataTable([t("Engine"), t("Elo"), "±95", t("from"), t("to")], rows, t("Ratings")));
}
