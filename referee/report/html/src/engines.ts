// The pages of one engine and of a pair of engines.
import { meetings, total, pointsOf } from "./crosstable";
import type { Data, Engine, Game, Results } from "./data";
import { card, figures, h, link, table, type Child } from "./dom";
import { gamesTable } from "./games";
import { times } from "./overview";
import { slipsOf } from "./slips";
import { forfeits } from "./standings";
import { duration, engineRoute, many, moveLimit, pairRoute, percent, signed } from "./text";
import { t } from "./texts";

const MOST_OPENINGS = 20;

const notFound = (name: string): Child[] => [h("h1", { tabindex: -1 }, t("Engine not found")), h("p", { class: "empty" }, t("This run has no engine named “{name}”.", { name }))];

const wdl = (results: Results) => `${results[2]}–${results[1]}–${results[0]}`;

export function enginePage(data: Data, name: string): Child[] {
  const row = data.row(name);
  const engine = data.run.engines[row];
  if (!engine) return notFound(name);
  const announced = data.run.announced[row];
  const games = data.games.filter((game) => game.south === row || game.north === row);
  const limits = data.run.limits[row] ?? [];
  const limit = limits.map(moveLimit).find((one) => one !== undefined);
  return [
    h("h1", { tabindex: -1 }, name),
    h("p", { class: "subtitle" }, [announced && announced !== name && t("identifies itself as {name}", { name: announced }), limits.length > 0 && t("limit {limit}", { limit: limits.join(", ") })].filter(Boolean).join(" · ")),
    figuresOf(engine),
    slipsOf(data, row),
    h("div", { class: "grid" }, opponents(data, row), times(data.run.times[row] ?? [], limit)),
    card(t("Games"), gamesTable(data, games, t("Games of {name}", { name }))),
  ];
}

function figuresOf(engine: Engine): HTMLElement {
  const list: [string, string, string][] = [
    [t("Elo"), engine.elo === null ? "–" : signed(engine.elo), engine.error95 === null ? "" : `± ${Math.round(engine.error95)}`],
    [t("Score"), percent(engine.score), t("{points} of {games}", { points: engine.points, games: engine.games })],
    [t("Wins–draws–losses"), `${engine.wins}–${engine.draws}–${engine.losses}`, ""],
    [t("As south"), percent(engine.score_first), ""],
    [t("As north"), percent(engine.score_second), ""],
    [t("Time per move"), engine.ms_per_move === null ? "–" : duration(Math.round(engine.ms_per_move * 1000)), engine.ms_per_move_p99 === null ? "" : t("99 % within {time}", { time: duration(Math.round(engine.ms_per_move_p99 * 1000)) })],
    [t("Faults"), String(forfeits(engine)), ""],
  ];
  const { accuracy } = engine;
  if (accuracy) list.push([t("Accuracy"), accuracy.percent === null ? "–" : `${accuracy.percent.toFixed(1)} %`, `${accuracy.inaccuracies} ?! · ${accuracy.mistakes} ? · ${accuracy.blunders} ??`]);
  return figures(list);
}

function opponents(data: Data, row: number): HTMLElement {
  const meeting = meetings(data);
  const rows = data.run.engines.flatMap((other, column): Child[][] => {
    const met = column === row ? undefined : meeting(row, column);
    if (!met) return [];
    const games = total(met.south) + total(met.north);
    const score = pointsOf(met.south) + pointsOf(met.north);
    return [[link(pairRoute(data.engineName(row), other.name), other.name), games, score, percent(games === 0 ? null : score / games), wdl(met.south), wdl(met.north)]];
  });
  return card(t("By opponent"), table(t("Results by opponent"), [t("Opponent"), t("Games"), t("Points"), t("Score"), t("As south"), t("As north")], rows), h("p", { class: "muted" }, t("“As south” and “As north”: wins–draws–losses.")));
}

/** The results of two engines by opening, from the view of the engine in row `first`. `games` are theirs. */
function openingsOf(data: Data, first: number, games: Game[]): HTMLElement | null {
  const results = new Map<number, [Results, Results]>(); // as south, as north
  for (const game of games) {
    if (game.result === "void") continue;
    const side = game.south === first ? 0 : 1;
    const both = results.get(game.opening) ?? [[0, 0, 0], [0, 0, 0]];
    both[side][game.result === "draw" ? 1 : game.result === (side === 0 ? "south" : "north") ? 2 : 0] += 1;
    results.set(game.opening, both);
  }
  if (results.size === 0) return null;
  const gamesIn = ([south, north]: [Results, Results]) => total(south) + total(north);
  const listed = [...results].sort(([a, x], [b, y]) => gamesIn(y) - gamesIn(x) || a - b);
  const pair = { engine: data.engineName(first), opponent: data.engineName(games[0]?.south === first ? (games[0]?.north ?? 0) : (games[0]?.south ?? 0)) };
  const rows = listed.slice(0, MOST_OPENINGS).map(([row, both]): Child[] => {
    const [name, moves] = data.run.openings[row] ?? [t("others"), ""];
    const text = `${name || t("start")} ${moves}`.trim();
    const asked = new URLSearchParams({ ...pair, opening: String(row) });
    return [data.run.openings[row] ? link(`#/games?${asked}`, text) : text, gamesIn(both), wdl(both[0]), wdl(both[1]), percent((pointsOf(both[0]) + pointsOf(both[1])) / gamesIn(both))];
  });
  const left = listed.length - rows.length;
  return card(t("Openings"), table(t("Results by opening"), [t("Opening"), t("Games"), t("As south"), t("As north"), t("Score")], rows), left > 0 && h("p", { class: "muted" }, t("{openings} with fewer games", { openings: many(left, "more opening", "more openings") })));
}

export function pairPage(data: Data, a: string, b: string): Child[] {
  const [first, second] = [data.row(a), data.row(b)];
  if (first < 0 || second < 0) return notFound(first < 0 ? a : b);
  const met = meetings(data)(first, second);
  const superior = data.run.superiority[first]?.[second];
  const games = data.games.filter((game) => (game.south === first && game.north === second) || (game.south === second && game.north === first));
  const score = met ? pointsOf(met.south) + pointsOf(met.north) : 0;
  const all = met ? total(met.south) + total(met.north) : 0;
  const row = (side: string, results: Results): Child[] => [side, total(results), wdl(results), percent(total(results) ? pointsOf(results) / total(results) : null)];
  const rows = met ? [row(t("as south"), met.south), row(t("as north"), met.north)] : [];
  return [
    h("h1", { tabindex: -1 }, link(engineRoute(a), a), " – ", link(engineRoute(b), b)),
    h("p", { class: "subtitle" }, `${score} : ${all - score}`, superior != null && t(", likelihood that {name} is stronger: {share}", { name: a, share: percent(superior) })),
    card(t("Results of {name}", { name: a }), table(t("Results of {name}", { name: a }), [t("Side"), t("Games"), t("W–D–L"), t("Score")], rows)),
    openingsOf(data, first, games),
    card(t("Games"), gamesTable(data, games, t("Games of {a} and {b}", { a, b }))),
  ];
}
