// Games as OGN files to download, as in games.ogn (referee/record/notation.cpp), but without openings that the page omits.
import type { Data, Game, Side } from "./data";
import { h } from "./dom";
import type { Ply, Replay } from "./replay";

/** The values of the tag Points. */
export const POINTS = { south: "1-0", north: "0-1", draw: "1/2-1/2", void: "*" };

/** The value of the tag Variant. */
export const ognVariant = (variant: string) => (variant === "oware" ? "Abapa" : variant);

const quoted = (text: string) => `"${text.replace(/[\\"]/g, "\\$&")}"`;

export function gameOgn(data: Data, game: Game, replay: Replay): string {
  const { run, openings } = data.run;
  const { raw } = replay;
  const result = game.seeds.join("-");
  const day = raw.started.slice(0, 10).replaceAll("-", ".");
  const adjudicated = raw.cause === "adjudicated" ? "adjudication: " : "";
  const tags: [string, string][] = [
    ["Event", run.name],
    ["Site", "Ebiri"],
    ["Date", day === "1970.01.01" ? "????.??.??" : day],
    ["Round", String(game.pair)],
    ["South", data.engineName(game.south)],
    ["North", data.engineName(game.north)],
    ["Result", result],
    ["Variant", ognVariant(run.variant)],
    ["FEN", replay.position(0)],
    ["Ruleset", run.ruleset],
    ["GameId", `${game.number}.${game.attempt}`],
    ...openings.slice(game.opening, game.opening + 1).map(([name]): [string, string] => ["Opening", name]),
    ["TimeControl", raw.limits[0] === raw.limits[1] ? raw.limits[0] : raw.limits.join(" / ")],
    ["Points", POINTS[game.result]],
    ["Termination", (raw.loser ? `${raw.loser} ` : adjudicated) + raw.reason],
  ];
  const scores = [...replay.plies.keys(), replay.plies.length].map((ply) => replay.score(ply));
  return ogn(tags, replay.plies.map((ply) => ({ ...ply, comment: commentOf(ply) })), scores, result);
}

/** `value`, which is not negative, with `digits` decimals. As in C++ a half goes to the even digit; toFixed would round it up. */
const decimal = (value: number, digits: number) => ((value * 2 ** (digits + 1)) % 4 === 1 ? value - 1e-4 : value).toFixed(digits);

/** `+3.00/12 0.045s`: the mover's score, its depth, its time. */
function commentOf({ score, depth, wall }: Ply): string {
  if (wall === undefined) return "";
  const sign = score !== undefined && (score < 0 || Object.is(score, -0)) ? "-" : "+";
  const evaluation = score === undefined ? "" : `${sign}${Math.abs(score).toFixed(2)}${depth === undefined ? "" : `/${depth}`} `;
  return `${evaluation}${decimal(wall / 1e6, 3)}s`;
}

/** A game in OGN (results/FORMATS.md), followed by an empty line. `scores`: of both sides, before and after each ply. */
export function ogn(tags: [string, string][], plies: { side: Side; move: string; comment?: string }[], scores: [number, number][], result: string): string {
  const words: string[] = [];
  let number = 0;
  plies.forEach(({ side, move, comment }, index) => {
    if (index === 0 || (side === "S" && plies[index - 1]?.side === "N")) words.push(`${++number}${side === "S" ? "." : "..."}`);
    const own = side === "S" ? 0 : 1;
    const captured = (scores[index + 1]?.[own] ?? 0) - (scores[index]?.[own] ?? 0);
    words.push(captured > 0 ? `${move}+${captured}` : move);
    if (comment) words.push(`{${comment}}`);
  });
  words.push(result);
  return `${tags.map(([name, value]) => `[${name} ${quoted(value)}]`).join("\n")}\n\n${wrapped(words)}\n\n`;
}

function wrapped(words: string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > 79) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join("\n");
}

export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const anchor = h("a", { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
