// The texts of the pages in all languages.
import { kept } from "./storage";
import table from "./texts.json";

const LANGUAGES = ["en", "fr", "sw", "lg"] as const;
const NAMES = ["English", "Français", "Kiswahili", "Luganda"];
export const STORAGE_KEY = "ebiri-language";

/** By the English text: French, Swahili, Luganda. An empty text falls back to English; `{name}` is replaced by a value.
 * `words` are those of the program, such as the reason why a game ended. */
export const TEXTS = { ...table.pages, ...table.words };

export type Text = keyof typeof TEXTS;

const wanted = new URLSearchParams(location.search).get("lang") ?? kept(STORAGE_KEY) ?? navigator.language.slice(0, 2);
const column = Math.max(0, LANGUAGES.findIndex((language) => language === wanted));

/** Whether there is a text in the language of a column. */
const filled = (column: number) => column === 0 || Object.values(TEXTS).some((texts) => texts[column - 1]);

/** The languages that have texts, and their names. */
export const OFFERED = LANGUAGES.map((language, k) => [language, NAMES[k] ?? ""] as const).filter((_, k) => filled(k));

/** The language of the texts. */
export const LANGUAGE = filled(column) ? (LANGUAGES[column] ?? "en") : "en";

/** The text in the reader's language: that of the address (`?lang=fr`), the one chosen earlier, or the browser's. */
export function t(text: Text, values: Record<string, string | number> = {}): string {
  return (TEXTS[text][column - 1] || text).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** A word of the program, such as `row-empty`, in the reader's language if it is in the table. */
export function tWord(word: string): string {
  const text = word.replaceAll("-", " ");
  return Object.hasOwn(TEXTS, text) ? t(text as Text) : text;
}
