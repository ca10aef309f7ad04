// The conditions of a run, its files to download, and the machines of a fleet.
import type { Data } from "./data";
import { card, facts, h, table, wordButton, type Child } from "./dom";
import { download, gameOgn } from "./record";
import { replayOf } from "./replay";
import { hours } from "./text";
import { t } from "./texts";

const BATCH = 100; // games between two pauses, so that the page stays usable

const time = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ");

export function conditions(data: Data): HTMLElement {
  const { played, config, run } = data.run;
  const rows: [string, Child][] = [];
  if (played) rows.push([t("Played"), t("{from} to {to} UTC ({time})", { from: time(played[0]), to: time(played[1]), time: hours(played[1] - played[0]) })]);
  const button = (name: string, text: () => string | Promise<string>) => wordButton(name, async () => download(`${run.name || "run"}-${name}`, await text()));
  const files = [button("standings.csv", () => standingsCsv(data)), button("games.csv", () => gamesCsv(data))];
  if (data.replayCount > 0 && !data.loadsReplays) files.push(button("games.ogn", () => allGamesOgn(data)));
  if (config) files.push(button("config.yaml", () => config));
  rows.push([t("Download"), h("span", { class: "downloads" }, ...files)]);
  return card(t("Conditions"), facts(rows), config ? h("details", { class: "twin" }, h("summary", {}, t("Config: commands, options, limits")), h("pre", { tabindex: 0 }, config)) : null);
}

/** The machines of a fleet. */
export function machines(data: Data): HTMLElement | null {
  const list = data.run.machines;
  if (!list) return null;
  const rows = list.map(([name, cpu, games, voids, tooMany, load, speed]): Child[] => [name, games, voids, load.toFixed(2), speed > 0 ? speed.toFixed(1) : "–", cpu, tooMany ? t("too many void games") : ""]);
  return card(t("Machines"), table(t("Machines"), [t("Machine"), t("Games"), t("Void"), t("Highest load"), t("Million positions/s"), t("Processor"), t("Remark")], rows));
}

type Cell = string | number | null | undefined;
/** Quotes as `csv_text` (referee/support/csv.hpp) does: a text that a spreadsheet would read as a formula gets an apostrophe in front. */
const cell = (value: Cell) => {
  const text = typeof value === "string" && /^['\s]*[-=+@]/.test(value) ? `'${value}` : String(value ?? "");
  return /[",;\t\n\r]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
};
const csv = (rows: Cell[][]) => rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

function standingsCsv({ run: { engines } }: Data): string {
  const rows = engines.map((engine): Cell[] => [engine.name, engine.rank?.[0], engine.rank?.[1], engine.elo, engine.error95, engine.games, engine.points, engine.wins, engine.draws, engine.losses, engine.place?.[0], engine.place?.[1]]);
  return csv([["engine", "rank_best", "rank_worst", "elo", "error95", "games", "points", "wins", "draws", "losses", "place_first", "place_last"], ...rows]);
}

function gamesCsv(data: Data): string {
  const rows = data.games.map((game): Cell[] => [game.number, game.attempt, data.engineName(game.south), data.engineName(game.north), game.result, game.seeds[0], game.seeds[1], game.plies, game.cause, game.reason]);
  return csv([["game", "attempt", "south", "north", "result", "seeds_south", "seeds_north", "plies", "cause", "reason"], ...rows]);
}

/** All games with a replay, in OGN. */
async function allGamesOgn(data: Data): Promise<string> {
  const texts: string[] = [];
  for (const [k, game] of data.games.entries()) {
    const replay = game.replay >= 0 ? replayOf(data, game) : undefined;
    if (replay) texts.push(gameOgn(data, game, replay));
    if (k % BATCH === 0) await new Promise((done) => setTimeout(done));
  }
  return texts.join("");
}
