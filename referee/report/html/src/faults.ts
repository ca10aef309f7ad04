// What went wrong, with the evidence that the journal holds.
import type { Data, Game, TimeEvidence } from "./data";
import { facts, h, link, type Child } from "./dom";
import { replayOf } from "./replay";
import { keyOf } from "./running";
import { ending, gameRoute, many } from "./text";

const MOST = 100;

/** The evidence of one game that a fault ended. */
export function evidence(data: Data, game: Game): HTMLElement | null {
  const replay = replayOf(data, game);
  const fault = replay?.raw.fault;
  if (!replay || !fault) return null;
  const loser = replay.raw.loser === "south" ? "south" : "north";
  const last = replay.plies.length;
  const moves = replay.plies.map((ply) => ply.move).join(" ");
  const rows: [string, Child][] = [
    ["Who", `${data.engine(loser === "south" ? game.south : game.north)}, ${loser}`],
    ["What", fault.detail || fault.kind.replaceAll("-", " ")],
    ["Asked in", h("code", {}, replay.position(last))],
    ["After", moves === "" ? "no move" : h("code", {}, moves)],
  ];
  if (fault.time) rows.push(["Time", timeTable(fault.time)]);
  if (fault.asked) rows.push(["It was sent", h("pre", { tabindex: 0 }, fault.asked)]);
  if (fault.line) rows.push(["Its line", h("code", {}, fault.line)]);
  if (fault.exit) rows.push(["Process", fault.exit]);
  if (fault.stderr) rows.push(["stderr, its end", h("pre", { tabindex: 0 }, fault.stderr)]);
  return facts(rows);
}

/** Why a game is void whose move could not be judged. */
export function voidEvidence(data: Data, game: Game): HTMLElement | null {
  const raw = replayOf(data, game)?.raw;
  if (!raw?.detail) return null;
  const rows: [string, Child][] = [["What", raw.detail]];
  if (raw.caused_by) rows.push(["Caused by", data.engine(raw.caused_by === "south" ? game.south : game.north)]);
  if (raw.time) rows.push(["Time", timeTable(raw.time)]);
  return facts(rows);
}

/** Both bounds of the time that a move took, and what lies between them. */
export function timeTable(time: TimeEvidence): HTMLElement {
  const rows: [string, number, string][] = [
    ["Limit", time.limit_us, "with the margin"],
    ["Lower bound", time.lower_us, "the engine took at least that; only this can lose a game on time"],
    ["Upper bound", time.upper_us, "by the clock, from the question to the verdict"],
    ["CPU time", time.cpu_us, `of all processes of the engine, counted by: ${time.cpu_source}`],
    ["Engine waited", time.engine_wait_us, "for a core that others held: not charged"],
    ["Referee waited", time.referee_wait_us, "for a core, or was stopped, while the engine did not run: not charged"],
  ];
  return h("table", { class: "times" }, h("tbody", {}, ...rows.map(([name, us, meaning]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "number" }, `${(us / 1000).toFixed(3)} ms`), h("td", { class: "muted" }, meaning)))));
}

export function faultsPage(data: Data): Child[] {
  const games = data.faults;
  const shown: Child[] = [h("h1", { tabindex: -1 }, "Faults")];
  if (games.length === 0) return [...shown, h("p", { class: "empty" }, "No game was lost by a fault.")];
  const kinds = new Map<string, number>();
  for (const game of games) kinds.set(game.reason, (kinds.get(game.reason) ?? 0) + 1);
  shown.push(h("p", { class: "subtitle" }, [...kinds].map(([kind, count]) => `${kind.replaceAll("-", " ")} ${count}`).join(" · ")));
  for (const game of games.slice(0, MOST)) {
    const found = evidence(data, game);
    shown.push(
      h(
        "section",
        { class: "card", "data-key": keyOf(game) },
        h("h2", {}, game.replay >= 0 ? link(gameRoute(game, lastPly(data, game)), `Game ${game.number}`) : `Game ${game.number}`, `: ${ending(data, game)}`),
        found ?? h("p", { class: "muted" }, data.live && !data.failure(game) ? "…" : "The evidence is in games.jsonl: this page does not hold the game."),
      ),
    );
  }
  if (games.length > MOST) shown.push(h("p", { class: "muted" }, `The first ${MOST} of ${many(games.length, "game")}; `, link("#/games?result=fault", "the others are in the list of games"), "."));
  return shown;
}

function lastPly(data: Data, game: Game): number {
  const raw = data.replay(game);
  return raw && raw.moves !== "" ? raw.moves.split(" ").length : 0;
}
