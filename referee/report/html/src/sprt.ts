// The page of a sequential test.
import { lines } from "./charts";
import type { Data } from "./data";
import { card, h, table, type Child } from "./dom";
import { signed } from "./text";
import { t } from "./texts";

export function sprtPage(data: Data): Child[] {
  const test = data.run.sprt;
  if (!test) return [h("h1", { tabindex: -1 }, t("No sequential test")), h("p", { class: "empty" }, t("This run is not a sequential test."))];
  const marks = [
    { y: test.upper, label: t("H1 accepted at {llr}", { llr: signed(test.upper, 2) }) },
    { y: test.lower, label: t("H0 accepted at {llr}", { llr: signed(test.lower, 2) }) },
  ];
  const points = test.path.map(([x, y]) => ({ x, y }));
  return [
    h("h1", { tabindex: -1 }, t("Sequential test")),
    h("p", { class: "subtitle" }, test.headline),
    points.length > 1 ? card(t("Log likelihood ratio by number of pairs"), lines(t("Log likelihood ratio with the bounds of the test"), [{ name: test.candidate, points }], [t("Pairs"), t("LLR")], marks)) : null,
    card(t("Text to paste"), h("pre", { tabindex: 0 }, test.text)),
    card(t("Opening pairs"), table(t("Pairs by the points of {name}", { name: test.candidate }), [t("Points"), "0", "½", "1", "1½", "2"], [[t("Pairs"), ...test.pairs]])),
  ];
}
