// Translates a page of a site, whose texts are in its markup.
import { languageSwitch } from "../../report/html/src/language";
import { LANGUAGE, t, TEXTS, type Text } from "../../report/html/src/texts";

/** Texts with values, as patterns: the longest first. */
const patterns = Object.keys(TEXTS).filter((text) => text.includes("{")).sort((a, b) => b.length - a.length).map((text) => [text as Text, new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+)")}$`)] as const);

/** An English text, with its values, in the reader's language; other texts stay. */
function translated(english: string): string {
  const text = english.trim();
  if (LANGUAGE === "en" || text === "") return english;
  if (Object.hasOwn(TEXTS, text)) return english.replace(text, () => t(text as Text));
  for (const [key, pattern] of patterns) {
    const found = pattern.exec(text);
    if (found) return english.replace(text, () => t(key, found.groups));
  }
  return english;
}

const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) => (node.parentElement?.closest("pre, code, script, .rules, th[scope=row]") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
for (let node = words.nextNode(); node; node = words.nextNode()) if (node.nodeValue) node.nodeValue = translated(node.nodeValue);
for (const one of document.querySelectorAll("[aria-label]")) one.setAttribute("aria-label", translated(one.getAttribute("aria-label") ?? ""));
document.querySelector("header")?.append(languageSwitch());
