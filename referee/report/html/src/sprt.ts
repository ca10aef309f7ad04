// The page of a sequential test.
import { lines } from "./charts";
import type { Data } from "./data";
import { card, h, table, type Child } from "./dom";
import { signed } from "./text";

export function sprtPage(data: Data): Child[] {
  const test = data.run.sprt;
  if (!test) return [h("h1", { tabindex: -1 }, "No sequential test"), h("p", { class: "empty" }, "This run is not a sequential test.")];
  const marks = [
    { y: test.upper, label: `H1 accepted at ${signed(test.upper, 2)}` },
    { y: test.lower, label: `H0 accepted at ${signed(test.lower, 2)}` },
  ];
  const points = test.path.map(([x, y]) => ({ x, y }));
  const [ll, ld, two, wd, ww] = test.pairs;
  return [
    h("h1", { tabindex: -1 }, "Sequential test"),
    h("p", { class: "subtitle" }, test.headline),
    points.length > 1 ? card("Log likelihood ratio by number of pairs", lines("Log likelihood ratio with the bounds of the test", [{ name: test.candidate, points }], ["Pairs", "LLR"], marks)) : null,
    card("Text to paste", h("pre", { tabindex: 0 }, test.text)),
    card("Opening pairs", table(`Pairs by the points of ${test.candidate}`, ["Points", "0", "½", "1", "1½", "2"], [["Pairs", ll ?? 0, ld ?? 0, two ?? 0, wd ?? 0, ww ?? 0]])),
  ];
}
