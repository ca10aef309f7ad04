// The pages of one engine and of a pair of engines.
import { meeting, total, won } from "./crosstable";
import type { Data, Engine, Game, Results } from "./data";
import { card, figures, h, link, table, type Child } from "./dom";
import { gamesTable } from "./games";
import { timeChart } from "./overview";
import { slipsOf } from "./slips";
import { forfeits } from "./standings";
import { duration, engineRoute, many, moveLimit, pairRoute, percent, signed } from "./text";

const MOST_OPENINGS = 20;

const notFound = (name: string): Child[] => [h("h1", { tabindex: -1 }, "Engine not found"), h("p", { class: "empty" }, `This run has no engine named “${name}”.`)];

const wdl = (results: Results) => `${results[2]}–${results[1]}–${results[0]}`;

export function enginePage(data: Data, name: string): Child[] {
  const row = data.row(name);
  const engine = data.run.engines[row];
  if (!engine) return notFound(name);
  const announced = data.run.announced[row];
  const games = data.games.filter((game) => game.south === row || game.north === row);
  return [
    h("h1", { tabindex: -1 }, name),
    h("p", { class: "subtitle" }, [announced && announced !== name && `identifies itself as ${announced}`, data.run.limits[row]?.length && `limit ${data.run.limits[row]?.join(", ")}`].filter(Boolean).join(" · ")),
    figuresOf(engine),
    slipsOf(data, row),
    h("div", { class: "grid" }, opponents(data, row), times(data, row)),
    card("Games", gamesTable(data, games, `Games of ${name}`)),
  ];
}

function figuresOf(engine: Engine): HTMLElement {
  const list: [string, string, string][] = [
    ["Elo", engine.elo === null ? "–" : signed(engine.elo), engine.error95 === null ? "" : `± ${Math.round(engine.error95)}`],
    ["Score", percent(engine.score), `${engine.points} of ${engine.games}`],
    ["Wins–draws–losses", `${engine.wins}–${engine.draws}–${engine.losses}`, ""],
    ["As south", percent(engine.score_first), ""],
    ["As north", percent(engine.score_second), ""],
    ["Time per move", engine.ms_per_move === null ? "–" : duration(Math.round(engine.ms_per_move * 1000)), engine.ms_per_move_p99 === null ? "" : `99 % within ${duration(Math.round(engine.ms_per_move_p99 * 1000))}`],
    ["Faults", String(forfeits(engine)), ""],
  ];
  const { accuracy } = engine;
  if (accuracy) list.push(["Accuracy", accuracy.percent === null ? "–" : `${accuracy.percent.toFixed(1)} %`, `${accuracy.inaccuracies} ?! · ${accuracy.mistakes} ? · ${accuracy.blunders} ??`]);
  return figures(list);
}

function opponents(data: Data, row: number): HTMLElement {
  const rows = data.run.engines.flatMap((other, column): Child[][] => {
    const met = column === row ? undefined : meeting(data, row, column);
    if (!met) return [];
    const games = total(met.south) + total(met.north);
    const score = won(met.south) + won(met.north);
    return [[link(pairRoute(data.engine(row), other.name), other.name), games, score, percent(games === 0 ? null : score / games), wdl(met.south), wdl(met.north)]];
  });
  return card("By opponent", table("Results by opponent", ["Opponent", "Games", "Points", "Score", "As south", "As north"], rows), h("p", { class: "muted" }, "“As south” and “As north”: wins–draws–losses."));
}

function times(data: Data, row: number): HTMLElement | null {
  const pairs = data.run.times[row] ?? [];
  if (pairs.length === 0) return null;
  const limit = (data.run.limits[row] ?? []).map(moveLimit).find((one) => one !== undefined);
  return card("Time per move", timeChart(pairs, limit));
}

/** The results of two engines by opening, from the view of the engine in row `first`; the games of the pair. */
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
  const pair = { engine: data.engine(first), opponent: data.engine(games[0]?.south === first ? (games[0]?.north ?? 0) : (games[0]?.south ?? 0)) };
  const rows = listed.slice(0, MOST_OPENINGS).map(([row, both]): Child[] => {
    const [name, moves] = data.run.openings[row] ?? ["others", ""];
    const text = `${name || "start"} ${moves}`.trim();
    const asked = new URLSearchParams({ ...pair, opening: String(row) });
    return [data.run.openings[row] ? link(`#/games?${asked}`, text) : text, gamesIn(both), wdl(both[0]), wdl(both[1]), percent((won(both[0]) + won(both[1])) / gamesIn(both))];
  });
  const left = listed.length - rows.length;
  return card("Openings", table("Results by opening", ["Opening", "Games", "As south", "As north", "Score"], rows), left > 0 && h("p", { class: "muted" }, `${many(left, "more opening")} with fewer games`));
}

export function pairPage(data: Data, a: string, b: string): Child[] {
  const [first, second] = [data.row(a), data.row(b)];
  if (first < 0 || second < 0) return notFound(first < 0 ? a : b);
  const met = meeting(data, first, second);
  const superior = data.run.superiority[first]?.[second];
  const games = data.games.filter((game) => (game.south === first && game.north === second) || (game.south === second && game.north === first));
  const score = met ? won(met.south) + won(met.north) : 0;
  const all = met ? total(met.south) + total(met.north) : 0;
  const rows: Child[][] = met
    ? [
        ["as south", total(met.south), wdl(met.south), percent(total(met.south) ? won(met.south) / total(met.south) : null)],
        ["as north", total(met.north), wdl(met.north), percent(total(met.north) ? won(met.north) / total(met.north) : null)],
      ]
    : [];
  return [
    h("h1", { tabindex: -1 }, link(engineRoute(a), a), " – ", link(engineRoute(b), b)),
    h("p", { class: "subtitle" }, `${score} : ${all - score}`, superior != null && `, likelihood that ${a} is stronger: ${percent(superior)}`),
    card(`Results of ${a}`, table(`Results of ${a}`, ["Side", "Games", "W–D–L", "Score"], rows)),
    openingsOf(data, first, games),
    card("Games", gamesTable(data, games, `Games of ${a} and ${b}`)),
  ];
}
