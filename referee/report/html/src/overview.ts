// The overview: the conditions and the results of a run.
import { histogram, lines, rowChart, type Bar } from "./charts";
import { conditions, machines } from "./conditions";
import { crosstable } from "./crosstable";
import type { Data, Game, Run } from "./data";
import { card, figures, h, legend, link, s, table, dataTable, type Child } from "./dom";
import { latestFault } from "./faults";
import { latestGames } from "./games";
import { NowPlaying } from "./nowplaying";
import { renew } from "./renew";
import { costliest } from "./slips";
import { forest, standings } from "./standings";
import { StatusLine } from "./status";
import { capitalised, count, duration, engineRoute, many, moveLimit, percent, signed } from "./text";
import type { View } from "./view";
import { tWord, t } from "./texts";

const MOST_LINES = 8; // in the chart of ratings
const MOST_BARS = 40; // engines in the chart of scores

const BOARDS = 12;
const BOARDS_NARROW = 4;
const LATEST = 8;

/** The overview; running games are at the top. */
export function overview(data: Data): View {
  const { live } = data;
  if (!live) return { content: [...head(data), ...results(data)] };
  const line = new StatusLine(data, live);
  const playing = new NowPlaying(data, live, matchMedia("(max-width: 560px)").matches ? BOARDS_NARROW : BOARDS);
  const [heads, body] = [h("div", {}, ...head(data)), h("div", {}, ...results(data))];
  return {
    content: [heads, line.element, playing.element, body],
    update: () => {
      line.update();
      playing.update();
      renew(heads, h("div", {}, ...head(data)));
      renew(body, h("div", {}, ...results(data)));
    },
    playing: () => playing.update(),
    tick: () => {
      line.update();
      playing.tick();
    },
  };
}

const head = (data: Data): Child[] => [h("h1", { tabindex: -1 }, data.run.run.name || t("A run")), subtitle(data.run.run)];

function results(data: Data): Child[] {
  if (data.run.games_in_all === 0) {
    const more = data.live ? "" : ` ${t("The page is written again when the run continues.")}`;
    return [data.live ? null : omissions(data), h("p", { class: "empty", "data-key": "empty" }, `${t("No game is finished yet.")}${more}`), data.run.engines.length > 0 && card(t("Engines"), standings(data))];
  }
  return [
    latestFault(data),
    data.live ? null : omissions(data),
    figuresOf(data),
    data.run.match ? card(t("Two engines"), h("pre", { tabindex: 0 }, data.run.match), h("details", { class: "twin" }, h("summary", {}, t("Abbreviations")), h("p", {}, t("nElo: normalised Elo, the distance of the score from 50 % in standard deviations of a game, scaled like Elo. LOS: likelihood that the first engine is stronger. SPRT, LLR: sequential test and its log likelihood ratio. N, W, L, D: games, won, lost, drawn. Ptnml: opening pairs by points, 0 / 0.5 / 1 / 1.5 / 2. PairsRatio: won to lost pairs. DrawRatio: share of pairs with one point each. WL/DD: among these, the ratio of pairs with a win and a loss to pairs with two draws.")))) : null,
    card(t("Standings"), standings(data), h("details", { class: "twin" }, h("summary", {}, t("As text")), h("pre", { tabindex: 0 }, data.run.notes))),
    data.live && latestGames(data, LATEST),
    costliest(data),
    h("div", { class: "grid" }, forest(data), history(data)),
    data.run.meetings.length > 0 && crosstable(data),
    h("div", { class: "grid" }, sides(data), openings(data), times(data.run.times.flat(), moveLimit(data.run.run.limit)), lengths(data), endings(data)),
    machines(data),
    conditions(data),
  ];
}

function subtitle(run: Run["run"]): HTMLElement {
  const parts = [`${capitalised(run.variant)} ${run.ruleset}`, run.format, run.limit && t("limit {limit}", { limit: run.limit }), run.openings && t("openings: {openings}", { openings: run.openings }), run.seed !== null && t("seed {seed}", { seed: run.seed }), !run.isolation.startsWith("none") && t("isolation: {isolation}", { isolation: run.isolation })];
  return h("p", { class: "subtitle" }, parts.filter(Boolean).join(" · "));
}

/** The notice about an incomplete run, or about games that the page omits. */
function omissions(data: Data): HTMLElement | null {
  const { run, games_in_all } = data.run;
  const distinct = (games: Game[]) => new Set(games.map(({ number }) => number)).size;
  const voids = distinct(data.games) - distinct(data.games.filter(({ result }) => result !== "void")); // a game may stay void after its last attempt
  const notices: string[] = [];
  if (run.games_planned > run.games + voids && !data.run.sprt?.ended)
    notices.push(t("Interrupted: {played} of {planned} games are played. The command that started the run continues it.", { played: count(run.games), planned: count(run.games_planned) }));
  if (data.games.length < games_in_all)
    notices.push(t("This page lists {games} of {all} games; all are in games.jsonl and games.ogn, and every table counts all of them.", { games: count(data.games.length), all: count(games_in_all) }));
  if (data.replayCount < data.games.length)
    notices.push(t("This page contains {replays} replays. “ebiri report RUN --replays FIRST-LAST --page FILE.html” writes a page with the replays of other games.", { replays: count(data.replayCount) }));
  return notices.length === 0 ? null : h("div", { class: "notice", role: "note" }, ...notices.map((text) => h("p", {}, text)));
}

function figuresOf(data: Data): HTMLElement {
  const { run, groups, forfeits } = data.run;
  const draws = data.run.meetings.reduce((sum, [, , a, b]) => sum + a[1] + b[1], 0);
  const faults = forfeits.time + forfeits.crash + forfeits.illegal + forfeits.other;
  const first = groups[0]?.first_mover;
  const list: [string, string, string][] = [
    [t("Games"), count(run.games), run.void_games > 0 ? many(run.void_games, "void attempt", "void attempts") : t("{share} unique", { share: percent(run.games === 0 ? null : run.unique_games / run.games, 0) })],
    [t("Engines"), count(data.run.engines.length), ""],
    [t("Plies per game"), (run.plies / Math.max(1, run.games)).toFixed(1), t("{plies} in total", { plies: count(run.plies) })],
    [t("Draws"), percent(draws / Math.max(1, run.games)), ""],
    [t("First-move advantage"), first?.fitted || first?.prior ? `${signed(first.elo)}${first.prior ? "*" : ""} Elo` : "–", first?.fitted || first?.prior ? `± ${Math.round(first.error95)}, ${percent(first.score)}` : ""],
    [t("Faults"), count(faults), Object.entries(forfeits).flatMap(([kind, games]) => (games > 0 ? [`${count(games)} ${tWord(kind)}`] : [])).join(", ")],
  ];
  return figures(list);
}

/** Ratings in the course of the run. */
function history(data: Data): HTMLElement | null {
  const best = data.run.engines.filter((engine) => engine.elo !== null).slice(0, MOST_LINES);
  const list = best.map((engine) => {
    const row = data.row(engine.name);
    const points = data.run.history.flatMap(([games, ratings]) => {
      const found = ratings.find(([index]) => index === row);
      return found ? [{ x: games, y: found[1], error: found[2] }] : [];
    });
    return { name: engine.name, points };
  });
  const enough = list.filter((line) => line.points.length > 1);
  if (enough.length === 0) return null;
  // The first bands are too wide to show anything, so the chart omits the first tenth of the points.
  const later = enough.map((line) => ({ ...line, points: line.points.slice(Math.min(line.points.length - 2, Math.floor(line.points.length / 10))) }));
  return card(t("Elo by number of games"), lines(data.run.engines.length > MOST_LINES ? t("Ratings of the first {engines} in the course of the run, with 95 % bands", { engines: MOST_LINES }) : t("Ratings in the course of the run, with 95 % bands"), later, [t("Games"), t("Elo")]));
}

function sides(data: Data): HTMLElement {
  const rows = data.run.engines.filter((engine) => engine.games > 0);
  const list = rows.slice(0, MOST_BARS);
  const drawing = rowChart(t("Score of each engine as south and as north"), list.map((engine) => engine.name), 30, { low: 0, high: 1 }, (share) => `${Math.round(share * 100)} %`, (svg, k, x, y) => {
    for (const [share, kind, at] of [[list[k]?.score_first, "south", -10], [list[k]?.score_second, "north", 1]] as const)
      if (share != null) svg.append(s("rect", { class: `bar ${kind}`, x: x(0), y: y + at, width: Math.max(1, x(share) - x(0)), height: 9, rx: 2 }, s("title", {}, t("{engine} as {side}: {score}", { engine: list[k]?.name ?? "", side: t(kind), score: percent(share) }))));
  });
  return card(t("Score by side"), drawing, legend(["south", t("as south, moves first")], ["north", t("as north")]), dataTable([t("Engine"), capitalised(t("south")), capitalised(t("north"))], rows.map((engine): Child[] => [link(engineRoute(engine.name), engine.name), percent(engine.score_first), percent(engine.score_second)]), t("Score by side")));
}

function openings(data: Data): HTMLElement | null {
  const { openings, openings_in_all } = data.run;
  if (openings.length === 0) return null;
  const rows = openings.map(([name, moves, south, draws, north], index): Child[] => {
    const games = south + draws + north;
    return [link(`#/games?opening=${index}`, name || t("start")), moves || t("start position"), games, games === 0 ? "–" : percent((south + draws / 2) / games, 0), south, draws, north];
  });
  const more = openings_in_all > openings.length ? h("p", { class: "muted" }, t("The first {count} of {all}.", { count: openings.length, all: openings_in_all })) : null;
  return card(t("By opening"), h("div", { class: "tall" }, table(t("Results by opening, from south's view"), [t("Opening"), t("Moves"), t("Games"), t("South's score"), t("South won"), t("Drawn"), t("North won")], rows)), more);
}

/** A histogram of move times, in steps that grow by a quarter; null if there are none. */
export function times(pairs: [number, number][], limit: number | undefined): HTMLElement | null {
  if (pairs.length === 0) return null;
  const grown = 1.25;
  const exact = (time: number) => Math.log(Math.max(50, time) / 50) / Math.log(grown);
  const step = (time: number) => Math.round(exact(time));
  const counts = new Map<number, number>();
  for (const [time, moves] of pairs) counts.set(step(time), (counts.get(step(time)) ?? 0) + moves);
  const used = [...counts.keys()];
  const at = limit === undefined ? undefined : exact(limit);
  const first = Math.min(...used);
  const last = Math.max(...used, at === undefined ? -Infinity : Math.ceil(at));
  const bars: Bar[] = [];
  for (let k = first; k <= last; ++k) {
    const [begin, end] = [k === 0 ? 0 : Math.round(50 * grown ** k), Math.round(50 * grown ** (k + 1))]; // the first step has all shorter moves
    bars.push({ label: duration(begin), value: counts.get(k) ?? 0, tip: t("{from} to {to}: {moves} moves", { from: duration(begin), to: duration(end), moves: count(counts.get(k) ?? 0) }) });
  }
  const marks = at === undefined || limit === undefined ? [] : [{ at: at - first, label: t("limit {limit}", { limit: duration(limit) }) }];
  const decades = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7];
  const round = decades.flatMap((decade) => [10, 20, 50].map((digit) => digit * decade)).filter((time) => time > 50);
  const places = round.map((time) => ({ at: exact(time) - first, label: timeLabel(time) }));
  return card(t("Time per move"), histogram(t("Moves by time"), bars, [t("From"), t("Moves")], marks, places));
}

const timeLabel = (time: number) => (time < 1e3 ? `${time} µs` : time < 1e6 ? `${time / 1e3} ms` : `${time / 1e6} s`);

function lengths(data: Data): HTMLElement | null {
  const { lengths } = data.run;
  const longest = lengths.at(-1)?.[0];
  const shortest = lengths[0]?.[0];
  if (longest === undefined || shortest === undefined) return null;
  const width = Math.max(1, Math.ceil((longest - shortest + 1) / 40));
  const bars: Bar[] = [];
  for (let from = shortest; from <= longest; from += width) {
    const value = lengths.reduce((sum, [plies, games]) => sum + (plies >= from && plies < from + width ? games : 0), 0);
    bars.push({ label: String(from), value, tip: t("{plies} plies: {games} games", { plies: width === 1 ? from : `${from}–${from + width - 1}`, games: count(value) }) });
  }
  return card(t("Game lengths"), histogram(t("Games by number of plies"), bars, [t("Plies from"), t("Games")]));
}

function endings(data: Data): HTMLElement {
  const sorted = [...data.run.endings].sort((a, b) => b[2] - a[2]);
  const all = sorted.reduce((sum, [, , games]) => sum + games, 0);
  const rows = sorted.map(([cause, reason, games]): Child[] => [tWord(reason), tWord(cause), games, percent(games / Math.max(1, all))]);
  return card(t("How games ended"), table(t("How games ended"), [t("Reason"), t("Cause"), t("Games"), t("Share")], rows));
}
