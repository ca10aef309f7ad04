// Charts in SVG. A chart is drawn again when its width changes. Colours come from the style sheet.
import { h, legend, s, dataTable, type Child } from "./dom";
import { renewable } from "./renew";
import { t } from "./texts";

export interface Extent {
  low: number;
  high: number;
}

type Draw = (width: number, svg: SVGSVGElement) => void;

/** A chart that adapts to its width. The label is a sentence that describes it. */
export function chart(label: string, height: number, draw: Draw): HTMLElement {
  const svg = s("svg", { class: "chart", role: "img", "aria-label": label, height });
  const frame = h("div", {}, svg);
  let now = { label, height, draw };
  let drawn = 0;
  const redraw = (anew: boolean) => {
    const width = Math.max(260, Math.floor(frame.clientWidth));
    if (width === drawn && !anew) return;
    drawn = width;
    svg.setAttribute("aria-label", now.label);
    svg.setAttribute("height", String(now.height));
    svg.setAttribute("width", String(width));
    svg.setAttribute("viewBox", `0 0 ${width} ${now.height}`);
    svg.replaceChildren();
    now.draw(width, svg);
  };
  new ResizeObserver(() => redraw(false)).observe(frame);
  return renewable(frame, "chart", now, (next) => {
    now = next;
    redraw(true);
  });
}

/** At most `wanted` + 1 round numbers within the extent. */
export function ticks({ low, high }: Extent, wanted: number): number[] {
  const span = high - low || 1;
  const raw = span / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10);
  const list: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step * 1e-9; tick += step) list.push(Math.abs(tick) < step * 1e-9 ? 0 : tick);
  return list;
}

/** Draws axes and grid lines; returns the functions that map values to coordinates. */
export function axes(svg: SVGSVGElement, width: number, height: number, xs: Extent, ys: Extent, label: (value: number) => string, xLabel: (value: number) => string) {
  const box = { left: 46, right: width - 14, top: 10, bottom: height - 26 };
  const x = (value: number) => box.left + ((value - xs.low) / (xs.high - xs.low || 1)) * (box.right - box.left);
  const y = (value: number) => box.bottom - ((value - ys.low) / (ys.high - ys.low || 1)) * (box.bottom - box.top);
  for (const value of ticks(ys, (box.bottom - box.top) / 40)) {
    svg.append(
      s("line", { class: value === 0 ? "zero" : "grid", x1: box.left, x2: box.right, y1: y(value), y2: y(value) }),
      s("text", { class: "tick", x: box.left - 6, y: y(value) + 4, "text-anchor": "end" }, label(value)),
    );
  }
  for (const value of ticks(xs, (box.right - box.left) / 90))
    svg.append(s("text", { class: "tick", x: x(value), y: height - 8, "text-anchor": "middle" }, xLabel(value)));
  return { ...box, x, y };
}

/** A chart with a row for each name over one axis. `draw` draws the row around `y`. */
export function rowChart(label: string, names: string[], row: number, { low, high }: Extent, show: (value: number) => string, draw: (svg: SVGSVGElement, index: number, x: (value: number) => number, y: number) => void): HTMLElement {
  const height = names.length * row + 38;
  return chart(label, height, (width, svg) => {
    const left = Math.min(190, width * 0.36);
    const x = (value: number) => left + 8 + ((value - low) / (high - low || 1)) * (width - left - 30);
    for (const value of ticks({ low, high }, (width - left) / 80))
      svg.append(
        s("line", { class: value === 0 ? "zero" : "grid", x1: x(value), x2: x(value), y1: 4, y2: height - 26 }),
        s("text", { class: "tick", x: x(value), y: height - 8, "text-anchor": "middle" }, show(value)),
      );
    const most = Math.max(6, Math.floor(left / 7.6));
    names.forEach((name, index) => {
      const y = 6 + (index + 0.5) * row;
      draw(svg, index, x, y);
      svg.append(s("text", { class: "label", x: left - 8, y: y + 4, "text-anchor": "end" }, name.length > most ? `${name.slice(0, most - 1)}…` : name));
    });
  });
}

export const path = (points: [number, number][]) => points.map(([x, y], k) => `${k === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

export interface Bar {
  label: string;
  value: number;
  tip?: string;
}

/** Vertical bars. Labels that do not fit are omitted; `places` replaces all labels. */
export function histogram(label: string, bars: Bar[], heads: [string, string], marks: { at: number; label: string }[] = [], places?: { at: number; label: string }[]): HTMLElement {
  const height = 200;
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const drawing = chart(label, height, (width, svg) => {
    const at = axes(svg, width, height, { low: 0, high: bars.length }, { low: 0, high: most }, (value) => (Number.isInteger(value) ? short(value) : ""), () => "");
    const step = (at.right - at.left) / bars.length;
    const every = Math.max(1, Math.ceil(56 / step));
    bars.forEach((bar, k) => {
      svg.append(
        s(
          "rect",
          { class: "bar", x: at.x(k) + step * 0.08, width: Math.max(1, step * 0.84), y: at.y(bar.value), height: at.bottom - at.y(bar.value), rx: Math.min(3, step / 4) },
          s("title", {}, bar.tip ?? `${bar.label}: ${bar.value}`),
        ),
      );
      if (!places && k % every === 0) svg.append(s("text", { class: "tick", x: at.x(k + 0.5), y: height - 8, "text-anchor": "middle" }, bar.label));
    });
    let free = 0;
    for (const place of places ?? []) {
      if (at.x(place.at) < free || place.at < 0 || place.at > bars.length) continue;
      svg.append(s("text", { class: "tick", x: at.x(place.at), y: height - 8, "text-anchor": "middle" }, place.label));
      free = at.x(place.at) + 52;
    }
    for (const mark of marks) {
      const x = at.x(mark.at);
      const end = x > width - 110;
      svg.append(
        s("line", { class: "limit", x1: x, x2: x, y1: at.top, y2: at.bottom }),
        s("text", { class: "limit-name", x: x + (end ? -5 : 5), y: at.top + 10, "text-anchor": end ? "end" : "start" }, mark.label),
      );
    }
  });
  return h("div", {}, drawing, dataTable(heads, bars.map((bar): Child[] => [bar.label, bar.value]), label));
}

export const short = (value: number) => (value >= 1e6 ? `${value / 1e6}M` : value >= 1e4 ? `${value / 1e3}k` : String(value));

export interface Line {
  name: string;
  points: { x: number; y: number; error?: number }[];
}

/** Lines over one axis, each with its error band if it has errors. */
export function lines(label: string, list: Line[], heads: [string, string], marks: { y: number; label: string }[] = []): HTMLElement {
  const height = 280;
  const all = list.flatMap((line) => line.points);
  const values = [...all.flatMap(({ y, error = 0 }) => [y - error, y + error]), ...marks.map((mark) => mark.y), 0];
  const ys = padded({ low: Math.min(...values), high: Math.max(...values) });
  const xs = { low: Math.min(...all.map((point) => point.x)), high: Math.max(...all.map((point) => point.x)) };
  const drawing = chart(label, height, (width, svg) => {
    const at = axes(svg, width, height, xs, ys, (value) => String(value).replace("-", "−"), (value) => (Number.isInteger(value) ? short(value) : ""));
    for (const mark of marks)
      svg.append(
        s("line", { class: "limit", x1: at.left, x2: at.right, y1: at.y(mark.y), y2: at.y(mark.y) }),
        s("text", { class: "limit-name", x: at.right, y: at.y(mark.y) - 5, "text-anchor": "end" }, mark.label),
      );
    list.forEach((line, k) => {
      const upper = line.points.map(({ x, y, error = 0 }): [number, number] => [at.x(x), at.y(y + error)]);
      const lower = line.points.map(({ x, y, error = 0 }): [number, number] => [at.x(x), at.y(y - error)]);
      if (line.points.some((point) => point.error)) svg.append(s("path", { class: `band hue-${k % 8}`, d: `${path([...upper, ...lower.reverse()])}Z` }));
    });
    list.forEach((line, k) => {
      const middle = line.points.map(({ x, y }): [number, number] => [at.x(x), at.y(y)]);
      svg.append(s("path", { class: `line hue-${k % 8}`, d: path(middle) }, s("title", {}, line.name)));
      const last = middle.at(-1);
      if (last) svg.append(s("circle", { class: `dot hue-${k % 8}`, cx: last[0], cy: last[1], r: 3.5 }));
    });
  });
  const rows = list.flatMap((line) => line.points.map((point): Child[] => [line.name, point.x, point.y + (point.error ? ` ± ${point.error}` : "")]));
  return h("div", {}, drawing, list.length > 1 && legend(...list.map((line, k): [string, string] => [`hue-${k % 8}`, line.name])), dataTable([t("Line"), ...heads], rows, label));
}

/** The extent with some room at both ends. */
export function padded({ low, high }: Extent): Extent {
  const room = (high - low || 1) * 0.04;
  return { low: low - room, high: high + room };
}
