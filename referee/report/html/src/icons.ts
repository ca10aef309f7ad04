// Buttons with icons.
import { h, s } from "./dom";

const ICONS: Record<string, string> = {
  first: "M7 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  play: "M8 5l11 7-11 7z",
  stop: "M8 5h3v14H8zM14 5h3v14h-3z",
  next: "M8 5l9 7-9 7z",
  last: "M17 5v14M5 5l9 7-9 7z",
  slower: "M6 12h12",
  faster: "M6 12h12M12 6v12",
  flip: "M8 4v14M8 18l-3-3M8 18l3-3M16 20V6M16 6l-3 3M16 6l3 3",
};

export function drawnIcon(name: string): SVGSVGElement {
  return s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, s("path", { d: ICONS[name] ?? "" }));
}

export function iconButton(icon: string, title: string, click: () => void): HTMLButtonElement {
  return h("button", { type: "button", class: "tool", title, "aria-label": title, click }, drawnIcon(icon));
}
