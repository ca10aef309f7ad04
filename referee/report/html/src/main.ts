// Routes, keys and what stands around every page.
import { loaded, type Data } from "./data";
import { h, link, type Child } from "./dom";
import { enginePage, pairPage } from "./engines";
import { faultsPage } from "./faults";
import { gamePage, type View } from "./game";
import { gamesPage } from "./games";
import { overview } from "./overview";
import { sprtPage } from "./sprt";

const KEYS: [string, string][] = [
  ["← →", "ply back, ply forward seed by seed"],
  ["↑ ↓", "game before, game after"],
  ["Home End", "first position, last position"],
  ["space", "play, stop"],
  ["+ −", "faster, slower"],
  ["f", "turn the board"],
  ["l", "copy a link to this ply"],
  ["/", "search the games"],
  ["?", "this list"],
  ["Esc", "close it"],
];

class App {
  private readonly main = h("main", { id: "main" });
  private readonly toast = h("div", { class: "toast", role: "status", "aria-live": "polite" });
  private readonly help = this.helpDialog();
  private readonly tabs: [string, HTMLAnchorElement][];
  private view: View = { content: [] };
  private shown: string | undefined;
  private toastTimer = 0;
  private readonly data: Data;

  constructor(data: Data) {
    this.data = data;
    const faults = data.faults.length;
    const tabs: [string, string][] = [["#/", "Overview"], ["#/games", "Games"], ["#/faults", `Faults${faults > 0 ? ` ${faults}` : ""}`]];
    if (data.run.sprt) tabs.push(["#/sprt", "Test"]);
    this.tabs = tabs.map(([route, text]) => [route, link(route, text)]);
    const skip = h("a", { class: "skip", href: "#main", click: (event: Event) => { event.preventDefault(); this.focusHead(); } }, "To the content");
    const help = h("button", { type: "button", class: "tool", "aria-label": "Keys (?)", title: "Keys (?)", click: () => this.help.showModal() }, "?");
    document.body.append(
      skip,
      h("header", {}, link("#/", "Ebiri", { class: "brand" }), h("nav", { "aria-label": "Pages" }, ...this.tabs.map(([, tab]) => tab)), h("span", { class: "run-name" }, data.run.run.name), help),
      this.main,
      h("footer", {}, `${data.run.run.version} · config ${data.run.run.config_hash || "–"} · everything here comes from games.jsonl`),
      this.toast,
      this.help,
    );
    addEventListener("hashchange", () => this.route());
    addEventListener("keydown", (event) => this.key(event));
    this.route();
  }

  private route(): void {
    const hash = location.hash || "#/";
    const [path = "", query = ""] = hash.slice(2).split("?");
    const parts = path.split("/").map(plain);
    const place = parts.slice(0, 2).join("/");
    if (parts[0] === "game" && this.shown === place && this.view.ply) {
      this.view.ply(Number(parts[2] ?? Infinity));
      return;
    }
    this.view.leave?.();
    const first = this.shown === undefined;
    this.shown = place;
    this.view = this.made(parts, new URLSearchParams(query));
    this.main.replaceChildren(...this.view.content.filter((child): child is Node | string => child instanceof Node || typeof child === "string"));
    const head = this.main.querySelector("h1");
    document.title = [head?.textContent, parts[0] ? this.data.run.run.name : "", "Ebiri"].filter(Boolean).join(" · ");
    for (const [route, tab] of this.tabs) {
      const current = route === "#/" ? parts[0] === "" : route === `#/${parts[0]}` || (route === "#/games" && parts[0] === "game");
      if (current) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    if (first) return;
    scrollTo(0, 0);
    this.focusHead();
  }

  private made(parts: string[], query: URLSearchParams): View {
    const { data } = this;
    const [kind = "", a = "", b = ""] = parts;
    if (kind === "") return { content: overview(data) };
    if (kind === "games") return { content: gamesPage(data, query) };
    if (kind === "engine") return { content: enginePage(data, a) };
    if (kind === "pair") return { content: pairPage(data, a, b) };
    if (kind === "faults") return { content: faultsPage(data) };
    if (kind === "sprt") return { content: sprtPage(data) };
    if (kind === "game") {
      const [number, attempt] = a.split("@").map(Number);
      return gamePage(data, data.game(number ?? 0, attempt), b === "" ? undefined : Number(b), (text) => this.say(text));
    }
    const lost: Child[] = [h("h1", { tabindex: -1 }, "No such page"), h("p", { class: "empty" }, link("#/", "To the overview"))];
    return { content: lost };
  }

  private focusHead(): void {
    this.main.querySelector("h1")?.focus({ preventScroll: true });
  }

  private key(event: KeyboardEvent): void {
    const at = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || this.help.open) return;
    if (at.matches("input, select, textarea")) {
      if (event.key === "Escape" && at instanceof HTMLElement) at.blur();
      return;
    }
    if (event.key === "?") this.help.showModal();
    else if (event.key === "/") this.search();
    else if (event.key === " " && at.matches("button, a, summary")) return; // it presses that
    else if (!this.view.key?.(event)) return;
    event.preventDefault();
  }

  private search(): void {
    const focus = () => document.getElementById("search")?.focus();
    if (this.shown !== "games") {
      addEventListener("hashchange", () => requestAnimationFrame(focus), { once: true });
      location.hash = "#/games";
    } else {
      focus();
    }
  }

  private say(text: string): void {
    this.toast.textContent = text;
    this.toast.classList.add("on");
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => this.toast.classList.remove("on"), 2500);
  }

  private helpDialog(): HTMLDialogElement {
    const dialog = h("dialog", { "aria-labelledby": "help-title" });
    dialog.append(
      h("h2", { id: "help-title" }, "Keys"),
      h("dl", { class: "keys" }, ...KEYS.flatMap(([keys, text]) => [h("dt", {}, ...keys.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, text)])),
      h("button", { type: "button", class: "word", click: () => dialog.close() }, "Close"),
    );
    return dialog;
  }
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

new App(loaded());
