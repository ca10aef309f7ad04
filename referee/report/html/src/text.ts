// Formats numbers and names for readers.
import type { Data, Game, Side } from "./data";
import { link } from "./dom";
import { LANGUAGE, tWord, t, type Text } from "./texts";

export const percent = (share: number | null, digits = 1) => (share === null ? "–" : `${(100 * share).toFixed(digits)} %`);

export const signed = (value: number, digits = 0) => {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : (value < 0 ? "−" : "+") + text;
};

export const count = (value: number) => value.toLocaleString(LANGUAGE);
export const many = (value: number, thing: Text, things: Text) => `${count(value)} ${t(value === 1 ? thing : things)}`;

export function duration(microseconds: number): string {
  if (microseconds < 1000) return `${microseconds} µs`;
  if (microseconds < 10_000) return `${(microseconds / 1000).toFixed(1)} ms`;
  if (microseconds < 1_000_000) return `${Math.round(microseconds / 1000)} ms`;
  return `${(microseconds / 1e6).toFixed(microseconds < 1e7 ? 2 : 1)} s`;
}

/** Milliseconds as hours, minutes and seconds: `2:13`, `1:02:13`. */
export function hours(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** The time on a running clock; below a minute, with tenths of a second. */
export const clock = (milliseconds: number) => (milliseconds < 60_000 ? `${(milliseconds / 1000).toFixed(1)} s` : hours(milliseconds));

/** Decodes a part of an address; returns it unchanged if its escapes are invalid. */
export function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const sideName = (side: Side) => (side === "S" ? "south" : "north");
export const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The address of a game. An address without an attempt leads to the last one; therefore the address of a void first attempt has `@1`. */
export const gameRoute = (game: Game, ply?: number) => {
  const isVoid = game.result === "void" && game.cause !== "running";
  const attempt = game.attempt > 1 || isVoid ? `@${game.attempt}` : "";
  return `#/game/${game.number}${attempt}${ply === undefined ? "" : `/${ply}`}`;
};
export const engineRoute = (name: string) => `#/engine/${encodeURIComponent(name)}`;
export const engineLink = (data: Data, row: number) => link(engineRoute(data.engineName(row)), data.engineName(row));
export const pairRoute = (a: string, b: string) => `#/pair/${encodeURIComponent(a)}/${encodeURIComponent(b)}`;

export const points = (game: Game) => ({ south: "1–0", north: "0–1", draw: "½–½", void: t("void") })[game.result];

/** `south wins, majority`, `greedy forfeits: illegal move`. */
export function ending(data: Data, game: Game): string {
  const reason = tWord(game.reason);
  const loser = game.result === "south" ? "north" : "south";
  if (game.cause === "fault") return t("{engine} forfeits: {reason}", { engine: data.engineName(loser === "south" ? game.south : game.north), reason });
  if (game.cause === "machine") return t("void, machine: {reason}", { reason });
  if (game.cause === "resigned") return t("{loser} resigned", { loser: t(loser) });
  const by = game.cause === "adjudicated" ? t("adjudicated: {reason}", { reason }) : reason;
  if (game.result === "draw") return t("drawn, {by}", { by });
  if (game.result === "void") return t("void, {by}", { by });
  return t("{winner} wins, {by}", { winner: t(game.result), by });
}

/** The time per move that a limit in words allows, in microseconds; undefined if the limit has no time per move. */
export function moveLimit(limit: string): number | undefined {
  const found = /^(\d+(?:\.\d+)?)(ms|s)\/move\b/.exec(limit);
  return found ? Number(found[1]) * (found[2] === "ms" ? 1e3 : 1e6) : undefined;
}

/** The clock of a limit such as `10s+100ms`, in microseconds. */
export function clockOf(limit: string): { base: number; increment: number } | undefined {
  const found = /^(\d+(?:\.\d+)?)(ms|s|min|h)(?:\+(\d+(?:\.\d+)?)(ms|s))?$/.exec(limit);
  if (!found) return undefined;
  const units: Record<string, number> = { ms: 1e3, s: 1e6, min: 6e7, h: 3.6e9 };
  const time = (amount: string | undefined, unit: string | undefined) => Number(amount ?? 0) * (units[unit ?? "s"] ?? 0);
  return { base: time(found[1], found[2]), increment: time(found[3], found[4]) };
}
