// The page of faults: games lost by a fault, with the evidence from the journal.
import type { Data, Game, TimeEvidence } from "./data";
import { card, facts, h, link, table, type Child } from "./dom";
import { replayOf } from "./replay";
import { keyOf } from "./running";
import { ending, engineLink, engineRoute, gameRoute, many } from "./text";
import { tWord, t } from "./texts";

const MOST_GAMES = 100; // with their evidence
const MOST_NUMBERS = 12; // of games in a row of the table

/** The last non-blank line of a text. */
const lastLine = (text = "") => text.trim().split("\n").at(-1) ?? "";

/** The command that reproduces the fault of a game. */
function reproduction(data: Data, game: Game): HTMLElement {
  const folder = `results/${data.run.run.name || "RUN"}`;
  const word = /^[\w./+-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`;
  return h("p", {}, t("Reproduce: "), h("code", {}, `ebiri reproduce ${word} ${game.number}`), h("span", { class: "muted" }, t("; replace {folder} if the run is in another folder.", { folder })));
}

/** A notice of the last fault in the list with the command that reproduces it; null if there is none. */
export function latestFault(data: Data): HTMLElement | null {
  const game = data.faults.at(-1);
  if (!game) return null;
  const others = data.faults.length - 1;
  return h(
    "div",
    { class: "notice", role: "note", "data-key": "fault" },
    h("p", {}, link(gameRoute(game), t("Game {number}", { number: game.number })), `: ${reason(data, game)} `, others > 0 && link("#/faults", `(${many(others, "other fault", "other faults")})`)),
    reproduction(data, game),
  );
}

/** `mine forfeits: crashed after “go movetime 100”: ValueError`; shorter without a replay. */
function reason(data: Data, game: Game): string {
  const fault = data.replay(game)?.fault;
  const after = lastLine(fault?.asked);
  const message = lastLine(fault?.stderr) || fault?.detail || "";
  return `${ending(data, game)}${after && t(" after “{request}”", { request: after })}${message && `: ${message}`}`;
}

/** The evidence of the fault that ended a game. */
export function evidence(data: Data, game: Game): HTMLElement | null {
  const replay = replayOf(data, game);
  const fault = replay?.raw.fault;
  if (!replay || !fault) return null;
  const loser = replay.raw.loser === "south" ? "south" : "north";
  const last = replay.plies.length;
  const moves = replay.plies.map((ply) => ply.move).join(" ");
  const rows: [string, Child][] = [
    [t("Engine"), h("span", {}, engineLink(data, loser === "south" ? game.south : game.north), `, ${t(loser)}`)],
    [t("Fault"), fault.detail || tWord(fault.kind)],
    [t("Next step"), reproduction(data, game)],
    [t("Position"), h("code", {}, replay.position(last))],
    [t("Moves before"), moves === "" ? t("none") : h("code", {}, moves)],
  ];
  if (fault.time) rows.push([t("Time"), timeTable(fault.time)]);
  if (fault.asked) rows.push([t("Request"), h("pre", { tabindex: 0 }, fault.asked)]);
  if (fault.line) rows.push([t("Answer"), h("code", {}, fault.line)]);
  if (fault.exit) rows.push([t("Process"), fault.exit]);
  if (fault.stderr) rows.push([t("End of stderr"), h("pre", { tabindex: 0 }, fault.stderr)]);
  return facts(rows);
}

/** The reason why a game is void: a move whose time could not be measured reliably. */
export function voidEvidence(data: Data, game: Game): HTMLElement | null {
  const raw = replayOf(data, game)?.raw;
  if (!raw?.detail) return null;
  const rows: [string, Child][] = [[t("Reason"), raw.detail]];
  if (raw.caused_by) rows.push([t("Caused by"), engineLink(data, raw.caused_by === "south" ? game.south : game.north)]);
  if (raw.time) rows.push([t("Time"), timeTable(raw.time)]);
  return facts(rows);
}

/** Both bounds of the time of a move, and the waits that explain the difference. */
function timeTable(time: TimeEvidence): HTMLElement {
  const rows: [string, number, string][] = [
    [t("Limit"), time.limit_us, t("including the margin")],
    [t("Lower bound"), time.lower_us, t("the least time that the engine took; it decides whether the engine was late")],
    [t("Upper bound"), time.upper_us, t("wall time from the request to the verdict")],
    [t("CPU time"), time.cpu_us, t("of all processes of the engine, measured by: {source}", { source: time.cpu_source })],
    [t("Engine waited"), time.engine_wait_us, t("for a core that other processes used; not charged")],
    [t("Referee waited or was stopped"), time.referee_wait_us, t("while the engine did not run; not charged")],
  ];
  return h("table", { class: "times" }, h("tbody", {}, ...rows.map(([name, us, meaning]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "number" }, `${(us / 1000).toFixed(3)} ms`), h("td", { class: "muted" }, meaning)))));
}

export function faultsPage(data: Data): Child[] {
  const games = data.faults;
  const shown: Child[] = [h("h1", { tabindex: -1 }, t("Faults"))];
  if (games.length === 0) return [...shown, h("p", { class: "empty" }, t("No game was lost by a fault."))];
  const groups = grouped(data, games);
  const rows = groups.map(([{ engine, kind }, all]): Child[] => [link(engineRoute(engine), engine), kind, all.length, h("span", {}, ...all.slice(0, MOST_NUMBERS).flatMap((game) => [link(gameRoute(game), String(game.number)), " "]), all.length > MOST_NUMBERS && "…")]);
  shown.push(card(t("By engine and fault"), table(t("Faults by engine"), [t("Engine"), t("Fault"), t("Games"), t("Game numbers")], rows)));
  for (const game of groups.flatMap(([, all]) => all).slice(0, MOST_GAMES)) {
    const found = evidence(data, game);
    shown.push(
      h(
        "section",
        { class: "card", "data-key": keyOf(game) },
        h("h2", {}, game.replay >= 0 ? link(gameRoute(game, data.replay(game)?.sides.length ?? 0), t("Game {number}", { number: game.number })) : t("Game {number}", { number: game.number }), `: ${ending(data, game)}`),
        found ?? h("p", { class: "muted" }, data.loadsReplays && !data.failure(game) ? "…" : t("This page does not contain the game. Its evidence is in games.jsonl.")),
      ),
    );
  }
  if (games.length > MOST_GAMES) shown.push(h("p", { class: "muted" }, t("The first {count} of {games}; ", { count: MOST_GAMES, games: many(games.length, "game", "games") }), link("#/games?result=fault", t("the others are in the list of games")), "."));
  return shown;
}

/** The games with each fault of each engine, most games first. */
function grouped(data: Data, games: Game[]): [{ engine: string; kind: string }, Game[]][] {
  const groups = new Map<string, Game[]>();
  for (const game of games) {
    const key = JSON.stringify({ engine: data.engineName(game.result === "south" ? game.north : game.south), kind: tWord(game.reason) });
    groups.set(key, [...(groups.get(key) ?? []), game]);
  }
  return [...groups].map(([key, all]): [{ engine: string; kind: string }, Game[]] => [JSON.parse(key), all]).sort(([, a], [, b]) => b.length - a.length);
}
