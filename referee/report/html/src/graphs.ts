// Two graphs of one game: the evaluations and the time per move.
import { axes, chart, path } from "./charts";
import type { Side } from "./data";
import { card, h, legend, s, dataTable, type Child } from "./dom";
import { explained, type Ply, type Replay } from "./replay";
import { clockOf, duration, sideName, signed } from "./text";
import { t } from "./texts";

export interface Graph {
  element: HTMLElement;
  /** Marks a ply. */
  mark: (ply: number) => void;
}

const HEIGHT = 150;
const SIDES: Side[] = ["S", "N"];

/** Draws a graph over plies. A click goes to a ply; so do the arrow keys, anywhere on the page. */
function drawn(title: string, label: string, replay: Replay, low: number, high: number, show: (value: number) => string, go: (ply: number) => void, draw: (svg: SVGSVGElement, x: (ply: number) => number, y: (value: number) => number) => void, data: HTMLElement): Graph {
  const count = Math.max(1, replay.plies.length);
  let cursor: SVGLineElement | undefined;
  let place: ((ply: number) => number) | undefined;
  let now = 0;
  const mark = (ply: number) => {
    now = ply;
    if (!cursor || !place) return;
    cursor.setAttribute("x1", String(place(ply)));
    cursor.setAttribute("x2", String(place(ply)));
  };
  const drawing = chart(label, HEIGHT, (width, svg) => {
    const at = axes(svg, width, HEIGHT, { low: 0, high: count }, { low, high }, show, (value) => (Number.isInteger(value) ? String(value) : ""));
    draw(svg, at.x, at.y);
    cursor = s("line", { class: "cursor", y1: at.top, y2: at.bottom });
    place = at.x;
    svg.append(cursor);
    mark(now);
    svg.onclick = (event) => {
      const box = svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * width;
      go(Math.max(0, Math.min(count, Math.round(((x - at.left) / (at.right - at.left)) * count))));
    };
  });
  return { element: card(title, drawing, data), mark };
}

type Point = [ply: number, value: number];

const drawnLine = (kind: string, points: Point[], x: (ply: number) => number, y: (value: number) => number) =>
  s("path", { class: `line ${kind}`, d: path(points.map(([ply, value]): Point => [x(ply), y(value)])) });

function drawnMark(ply: Ply, cx: number, cy: number): SVGElement[] {
  return ply.mark ? [s("circle", { class: `mark ${ply.mark.word}`, cx, cy, r: 4.5 }, s("title", {}, `${t("ply {ply}", { ply: ply.number })}, ${ply.move}: ${explained(ply.mark)}`))] : [];
}

/** The evaluation in seeds for south: by the players and, if there is one, by the analysis. `by` names the analysis engine. */
export function evaluation(replay: Replay, by: string | undefined, go: (ply: number) => void): Graph | undefined {
  const most = replay.start.cells.reduce((sum, seeds) => sum + seeds, 0) / 2 || 24;
  const clipped = (value: number) => Math.max(-most, Math.min(most, value));
  const judge = replay.raw.judged && (by ?? t("the analysis"));
  const reported = replay.plies.filter((ply) => ply.score !== undefined);
  const reportsOf = (side: Side) => reported.filter((ply) => ply.side === side).map((ply): Point => [ply.number, clipped(side === "S" ? (ply.score ?? 0) : -(ply.score ?? 0))]);
  const reports = SIDES.map((side) => ({ side, points: reportsOf(side) })).filter(({ points }) => !judge || points.length > 1);
  const shown = judge ? replay.plies.filter((ply) => ply.value !== undefined) : reported;
  const valueOf = (ply: Ply) => clipped(judge ? (ply.value ?? 0) : ply.side === "S" ? (ply.score ?? 0) : -(ply.score ?? 0));
  const line = shown.map((ply): Point => [ply.number, valueOf(ply)]);
  if (judge && replay.firstValue !== undefined) line.unshift([replay.raw.opening, clipped(replay.firstValue)]);
  if (line.length < 2) return undefined;
  const extreme = Math.max(4, ...[...line, ...reports.flatMap(({ points }) => points)].map(([, value]) => Math.abs(value)));
  const values = judge
    ? dataTable(
        [t("Ply"), t("Side"), t("Move"), t("Value"), t("Mark"), t("Seeds lost"), t("Better")],
        shown.map((ply): Child[] => [ply.number, t(sideName(ply.side)), ply.move, signed(valueOf(ply), 1), ply.mark ? t(ply.mark.word) : "", ply.mark ? ply.mark.lost.toFixed(1) : "", ply.mark?.better ?? ""]),
        t("Values for south after each ply, and seeds that moves lost"),
      )
    : dataTable(
        [t("Ply"), t("Side"), t("Move"), t("Score"), t("Depth"), t("Nodes"), t("Mark")],
        reported.map((ply): Child[] => [ply.number, t(sideName(ply.side)), ply.move, signed(ply.score ?? 0, 2), ply.depth ?? "–", ply.nodes ?? "–", ply.mark ? t(ply.mark.word) : ""]),
        t("Scores from the mover's view"),
      );
  const kinds = judge ? legend(["judge", t("by {name}", { name: judge })], ...reports.map(({ side }): [string, string] => [sideName(side), t("by {name}", { name: t(sideName(side)) })])) : null;
  return drawn(
    t("Evaluation, seeds for south"),
    judge ? t("Value of the game after each ply by {judge}, in seeds for south", { judge }) : t("Scores that south and north reported, in seeds for south"),
    replay,
    -extreme,
    extreme,
    (tick) => signed(tick),
    go,
    (svg, x, y) => {
      for (const { side, points } of reports) svg.append(drawnLine(judge ? `${sideName(side)} thin` : sideName(side), points, x, y));
      if (judge) svg.append(drawnLine("judge", line, x, y));
      for (const ply of shown) svg.append(...drawnMark(ply, x(ply.number), y(valueOf(ply))));
    },
    kinds ? h("div", {}, kinds, values) : values,
  );
}

export function clocks(replay: Replay, go: (ply: number) => void): Graph | undefined {
  const timed = replay.plies.filter((ply) => ply.wall !== undefined);
  if (timed.length === 0) return undefined;
  const given = replay.raw.limits.map(clockOf);
  const left = given.map((clock) => clock?.base ?? 0);
  const rest = timed.map((ply) => {
    const side = ply.side === "S" ? 0 : 1;
    left[side] = (left[side] ?? 0) - (ply.wall ?? 0) + (given[side]?.increment ?? 0);
    return given[side] ? left[side] : undefined;
  });
  const most = Math.max(...timed.map((ply) => ply.wall ?? 0), 1);
  const rows = timed.map((ply, k): Child[] => [ply.number, t(sideName(ply.side)), ply.move, duration(ply.wall ?? 0), rest[k] === undefined ? "–" : duration(Math.max(0, rest[k] ?? 0))]);
  const clocked = rest.some((time) => time !== undefined);
  const highest = Math.max(1, ...rest.map((time) => time ?? 0));
  return drawn(
    clocked ? t("Time per move, and time left on the clocks") : t("Time per move"),
    t("Time for each move: south's bars go up, north's go down"),
    replay,
    -most,
    most,
    (tick) => duration(Math.round(Math.abs(tick))),
    go,
    (svg, x, y) => {
      const width = Math.max(1, (x(1) - x(0)) * 0.7);
      for (const ply of timed) {
        const end = y(ply.side === "S" ? (ply.wall ?? 0) : -(ply.wall ?? 0));
        svg.append(s("rect", { class: `bar ${sideName(ply.side)}`, x: x(ply.number) - width / 2, width, y: Math.min(end, y(0)), height: Math.max(0.5, Math.abs(end - y(0))) }));
      }
      if (!clocked) return;
      for (const side of SIDES) {
        const sign = side === "S" ? 1 : -1;
        const own = timed.flatMap((ply, k): [number, number][] => (ply.side === side && rest[k] !== undefined ? [[x(ply.number), y((sign * (rest[k] ?? 0) * most) / highest)]] : []));
        svg.append(s("path", { class: `line ${sideName(side)} thin`, d: path(own) }));
      }
    },
    dataTable([t("Ply"), t("Side"), t("Move"), t("Time"), t("Time left")], rows, t("Time per move")),
  );
}
