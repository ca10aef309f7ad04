// Creates elements from plain values. Text becomes text nodes: output of engines is never parsed as markup.
import { t } from "./texts";

type Handler = (event: Event) => void;
type Value = string | number | boolean | undefined | Handler;
export type Child = Node | string | number | undefined | null | false;

const SVG = "http://www.w3.org/2000/svg";

function fill<E extends Element>(element: E, attributes: Record<string, Value>, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** Creates an HTML element. Attributes that are functions become listeners of the event of that name. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** Creates an SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Loads a script. A page from file:// gets data this way, because it cannot fetch. */
export function script(src: string): Promise<void> {
  return new Promise((done, failed) => {
    const loader = h("script", { src, load: () => done(), error: () => failed(new Error(`cannot load ${src}`)) });
    void document.head.appendChild(loader);
  });
}

/** A function that calls `load` once. After a failure the next call tries again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
}

export function link(route: string, text: string, attributes: Record<string, Value> = {}): HTMLAnchorElement {
  return h("a", { href: route, ...attributes }, text);
}

/** A table of plain values; numbers are aligned to the right. */
export function table(caption: string, heads: string[], rows: Child[][], attributes: Record<string, Value> = {}): HTMLElement {
  const kind = (value: Child): Record<string, Value> => (typeof value === "number" || isNumeric(value) ? { class: "number" } : {});
  const cell = (value: Child, column: number) => (column === 0 ? h("th", { scope: "row" }, value) : h("td", kind(value), value));
  const headOf = (head: string, column: number) => h("th", { scope: "col", ...(column > 0 ? kind(rows[0]?.[column]) : {}) }, head);
  return boxed(caption, attributes, heads.map(headOf), h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map(cell)))));
}

/** A table in a box that scrolls. The caption is for readers who cannot see the table. */
export function boxed(caption: string, attributes: Record<string, Value>, heads: Child[], body: HTMLElement, label = caption): HTMLElement {
  return scroller(label, h("table", attributes, h("caption", { class: "hidden" }, caption), h("thead", {}, h("tr", {}, ...heads)), body));
}

/** A box for content that may be wider than the screen; the keyboard can scroll it. */
export function scroller(label: string, content: HTMLElement): HTMLElement {
  return h("div", { class: "scroller", role: "region", "aria-label": label, tabindex: 0 }, content);
}

function isNumeric(value: Child): boolean {
  return typeof value === "string" && /^[-+−±]?[\d.,]+( ?(%|ms|s|µs))?$/.test(value);
}

/** The numbers of a chart as a table, for readers who cannot see the chart. */
export function dataTable(heads: string[], rows: Child[][], caption: string): HTMLElement {
  return h("details", { class: "twin" }, h("summary", {}, t("Data table")), table(caption, heads, rows));
}

export function card(title: string, ...children: Child[]): HTMLElement {
  return h("section", { class: "card", "data-key": title }, h("h2", {}, title), ...children);
}

/** A button with a word. */
export function wordButton(text: string, click: () => void, title?: string): HTMLButtonElement {
  return h("button", { type: "button", class: "word", title, click }, text);
}

/** A list of terms and their descriptions. */
export function facts(rows: [string, Child][]): HTMLElement {
  return h("dl", { class: "evidence" }, ...rows.flatMap(([term, value]) => [h("dt", {}, term), h("dd", {}, value)]));
}

/** Key figures in large type: name, value and remark of each. */
export function figures(list: [string, string, string][]): HTMLElement {
  return h("dl", { class: "figures" }, ...list.map(([term, value, more]) => h("div", {}, h("dt", {}, term), h("dd", {}, h("b", {}, value), more && h("small", {}, more)))));
}

/** A legend: the kinds of marks in a chart and their meanings. */
export function legend(...entries: [string, string][]): HTMLElement {
  return h("ul", { class: "legend" }, ...entries.map(([kind, text]) => h("li", {}, h("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), text)));
}
