// The rules of the run's game.
import type { Data } from "./data";
import { h } from "./dom";
import type { View } from "./view";
import { t } from "./texts";

/** A drawing. The Tab key stops at it only if it is wider than the screen. */
function drawing(text: string): HTMLElement {
  const pre = h("pre", {}, text);
  new ResizeObserver(() => pre.toggleAttribute("tabindex", pre.scrollWidth > pre.clientWidth) && pre.setAttribute("tabindex", "0")).observe(pre);
  return pre;
}

/** A heading, paragraph, drawing, or list. */
export type Block = ["h" | "p" | "pre", string] | ["ul", string[]];

const element = ([kind, text]: Block): HTMLElement => {
  if (kind === "ul") return h("ul", {}, ...text.map((item) => h("li", {}, item)));
  if (kind === "pre") return drawing(text);
  return kind === "h" ? h("h2", {}, text) : h("p", {}, text);
};

/** The elements that explain a game's rules. */
export const elementsOf = (blocks: Block[]): HTMLElement[] => blocks.map(element);

export function rulesPage(data: Data): View {
  const { run, rules } = data.run;
  const body = h("section", { class: "card rules" });
  const show = (blocks: Block[]) => body.replaceChildren(...elementsOf(blocks));
  const showFailure = () => body.replaceChildren(h("p", { class: "empty" }, t("The rules are not available: no connection to the server.")));
  if (rules) {
    show(rules);
  } else {
    body.append(h("p", { class: "empty" }, t("Loading …")));
    fetch("./rules").then(async (answer) => show((await answer.json()) as Block[])).catch(showFailure);
  }
  return { content: [h("h1", { tabindex: -1 }, `${t("Rules")}: ${run.variant} ${run.ruleset}`), body], update: () => {} };
}
