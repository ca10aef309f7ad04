// Games as OGN files to download: moves as in games.ogn, but fewer tag pairs.
import type { Data, Game, Side } from "./data";
import { h } from "./dom";
import type { Replay } from "./replay";

const quoted = (text: string) => `"${text.replace(/[\\"]/g, "\\$&")}"`;

export function gameOgn(data: Data, game: Game, replay: Replay): string {
  const { run } = data.run;
  const { raw } = replay;
  const tags: [string, string][] = [
    ["Variant", run.variant],
    ["Ruleset", run.ruleset],
    ["Event", run.name],
    ["Date", raw.started.slice(0, 10).replaceAll("-", ".")],
    ["Round", String(game.pair)],
    ["South", data.engineName(game.south)],
    ["North", data.engineName(game.north)],
    ["Result", `${game.seeds[0]}-${game.seeds[1]}`],
    ["GameId", String(game.number)],
    ["FEN", replay.position(0)],
    ["TimeControl", raw.limits[0] === raw.limits[1] ? raw.limits[0] : raw.limits.join(" / ")],
    ["Termination", `${game.cause}: ${game.reason}`],
  ];
  const plies = replay.plies.map((ply) => {
    const thought = [ply.score === undefined ? "" : `${ply.score >= 0 ? "+" : ""}${ply.score.toFixed(2)}${ply.depth === undefined ? "" : `/${ply.depth}`}`, ply.wall === undefined ? "" : `${(ply.wall / 1e6).toFixed(3)}s`].filter(Boolean);
    return { side: ply.side, move: ply.move, thought: thought.join(" ") };
  });
  return ogn(tags, plies, `${game.seeds[0]}-${game.seeds[1]}`);
}

/** A game in OGN (results/FORMATS.md). */
export function ogn(tags: [string, string][], plies: { side: Side; move: string; thought?: string }[], result: string): string {
  const words: string[] = [];
  let number = 0;
  plies.forEach(({ side, move, thought }, index) => {
    if (index === 0 || (side === "S" && plies[index - 1]?.side === "N")) words.push(`${++number}${side === "S" ? "." : "..."}`);
    words.push(move);
    if (thought) words.push(`{${thought}}`);
  });
  words.push(result);
  return `${tags.map(([name, value]) => `[${name} ${quoted(value)}]`).join("\n")}\n\n${wrapped(words)}\n`;
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
