// Light or dark colours: those of the system, or the reader's choice, which the browser keeps.
import { h } from "./dom";
import { keep, kept } from "./storage";
import { t } from "./texts";

const STORAGE_KEY = "ebiri-scheme";
const system = matchMedia("(prefers-color-scheme: dark)");
let chosen: string | null = null;

const isDark = () => (chosen === null ? system.matches : chosen === "dark");

/** The button that switches the colours. */
export function schemeButton(): HTMLElement {
  const button = h("button", { type: "button", class: "tool" }, "◐");
  const show = () => {
    document.documentElement.style.colorScheme = chosen ?? ""; // selects the colours of `light-dark` in the styles
    button.title = t(isDark() ? "Switch to light colours" : "Switch to dark colours");
    button.setAttribute("aria-label", button.title);
  };
  button.addEventListener("click", () => {
    chosen = isDark() ? "light" : "dark";
    if (isDark() === system.matches) chosen = null;
    keep(STORAGE_KEY, chosen);
    show();
  });
  chosen = kept(STORAGE_KEY);
  system.addEventListener("change", show);
  show();
  return button;
}
