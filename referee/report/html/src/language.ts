// The switch between the languages of the pages.
import { h } from "./dom";
import { keep } from "./storage";
import { STORAGE_KEY, LANGUAGE, OFFERED, t } from "./texts";

/** The select that switches the language; it lists the languages that have texts. */
export function languageSwitch(): HTMLElement {
  document.documentElement.lang = LANGUAGE;
  const select = h("select", { class: "language", "aria-label": t("Language"), change: () => switchTo(select.value) }, ...OFFERED.map(([language, name]) => h("option", { value: language, title: name }, language.toUpperCase())));
  select.value = LANGUAGE;
  return select;
}

function switchTo(language: string): void {
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  if (!keep(STORAGE_KEY, language)) address.searchParams.set("lang", language);
  if (address.href === location.href) location.reload();
  else location.replace(address.href);
}
