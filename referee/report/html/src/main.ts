// The page of a run: its routes, keys, header and footer. The address decides which view it shows.
import { loadFromPage, type Data } from "./data";
import { h, link, wordButton } from "./dom";
import { Embed } from "./embed";
import { enginePage, pairPage } from "./engines";
import { faultsPage } from "./faults";
import { Feed, type Change, type Live } from "./feed";
import { gamePage } from "./game";
import { gamesPage } from "./games";
import { overview } from "./overview";
import { renew } from "./renew";
import { rulesPage } from "./rules";
import { schemeButton } from "./scheme";
import { sprtPage } from "./sprt";
import { played, showState, write } from "./status";
import { unescaped } from "./text";
import type { View } from "./view";
import { languageSwitch } from "./language";
import { t } from "./texts";

declare const INTERACTIVE: boolean; // whether the page can have the module (build.mjs)

const KEYS: [string, string][] = [
  ["← →", t("previous ply, next ply (seed by seed)")],
  ["↑ ↓", t("previous game, next game")],
  ["Home End", t("first position, last position")],
  ["space", t("play, stop")],
  ["+ −", t("faster, slower")],
  ["t", t("turn the board")],
  ["l", t("copy a link to this ply")],
  ["m M", t("next mistake, previous mistake")],
  ...(INTERACTIVE ? [["v", t("evaluation by the engine")], ["p", t("play on from this position")], ["w", t("why the last move was a mistake")]] as [string, string][] : []),
  ["/", t("search the games")],
  ["?", t("keyboard shortcuts")],
  ["Esc", t("close this list")],
];

const SECOND = 1000; // milliseconds
const TICK = 250;
const PAUSE = 8; // minimum pause after an update, as a multiple of its duration

class App {
  private readonly main = h("main", { id: "main" });
  private readonly toast = h("div", { class: "toast", role: "status", "aria-live": "polite" });
  private readonly help = this.helpDialog();
  private readonly nav = h("nav", { "aria-label": t("Pages") });
  private readonly state = h("span", { class: "state", role: "status" });
  private view: View = { content: [] };
  private shown: string | undefined;
  private parts: string[] = [];
  private query = new URLSearchParams();
  private toastTimer = 0;

  constructor(private readonly data: Data) {
    const skip = h("a", { class: "skip", href: "#main", click: (event: Event) => { event.preventDefault(); this.focusHead(); } }, t("Skip to content"));
    const help = h("button", { type: "button", class: "tool", "aria-label": t("Keyboard shortcuts (?)"), title: t("Keyboard shortcuts (?)"), click: () => this.help.showModal() }, "?");
    const home = document.getElementById("home")?.dataset["address"] ?? data.live?.progress.home; // of a site
    document.body.append(
      skip,
      h("header", {}, home ? link(home, t("Home"), { class: "brand" }) : link("#/", "Ebiri", { class: "brand" }), this.nav, data.live ? this.state : h("span", { class: "run-name" }, data.run.run.name), languageSwitch(), schemeButton(), help),
      this.main,
      h("footer", {}, `${data.run.run.version} · config ${data.run.run.config_hash || "–"}`),
      this.toast,
      this.help,
    );
    addEventListener("hashchange", () => this.route());
    addEventListener("keydown", (event) => this.key(event));
    this.route();
    if (data.live) this.follow(data.live);
  }

  /** Shows new data from the server at most once a second, and running games in the next frame. */
  private follow(live: Live): void {
    let due: ReturnType<typeof setTimeout> | undefined;
    let last = -Infinity;
    let pause = SECOND;
    const update = () => {
      due = undefined;
      if (document.hidden) return;
      const begin = performance.now();
      this.update();
      last = performance.now();
      pause = Math.max(SECOND, PAUSE * (last - begin)); // a page that is slow to build is updated less often
    };
    const games = eachFrame(() => this.view.playing?.());
    const soon = () => (due ??= setTimeout(update, Math.max(0, last + pause - performance.now())));
    live.listen((change: Change) => {
      if (change === "playing") games();
      else if (change === "connection") this.showState();
      else soon();
    });
    document.addEventListener("visibilitychange", soon);
    setInterval(() => this.view.tick?.(), TICK);
    this.showState();
  }

  /** Shows new data. */
  update(): void {
    this.showState();
    this.showTabs();
    this.showTitle();
    if (this.view.update) this.view.update();
    else renew(this.main, h("main", { id: "main" }, ...this.made().content));
  }

  /** Builds the page of the address. */
  private make(): void {
    this.view.leave?.();
    this.view = this.made();
    this.main.replaceChildren(...h("main", {}, ...this.view.content).childNodes);
    this.showTitle();
  }

  private showState(): void {
    const { live } = this.data;
    if (!live) return;
    showState(live, this.state);
    this.view.tick?.();
  }

  private showTabs(): void {
    const faults = this.data.faults.length;
    const tabs: [string, string][] = [["#/", t("Overview")], ["#/games", t("Games")], ["#/faults", `${t("Faults")}${faults > 0 ? ` ${faults}` : ""}`]];
    if (this.data.run.sprt) tabs.push(["#/sprt", t("Test")]);
    if (this.data.run.rules || this.data.live) tabs.push(["#/rules", t("Rules")]);
    const [kind] = this.parts;
    const current = (route: string) => (route === "#/" ? kind === "" : route === `#/${kind}` || (route === "#/games" && kind === "game"));
    renew(this.nav, h("nav", { "aria-label": t("Pages") }, ...tabs.map(([route, text]) => link(route, text, current(route) ? { "aria-current": "page" } : {}))));
  }

  private showTitle(): void {
    const head = this.main.querySelector("h1");
    const { live, run } = this.data;
    const share = live?.progress.state === "running" ? `${Math.floor(100 * played(this.data).share)} %` : "";
    document.title = [share, head?.textContent, this.parts[0] ? run.run.name : "", "Ebiri"].filter(Boolean).join(" · ");
  }

  private route(): void {
    const { parts, place, query } = located();
    if (parts[0] === "game" && this.shown === place && this.view.ply) {
      this.view.ply(plyOf(parts[2]));
      return;
    }
    const first = this.shown === undefined;
    this.shown = place;
    [this.parts, this.query] = [parts, query];
    this.make();
    this.showTabs();
    if (first) return;
    scrollTo(0, 0);
    this.focusHead();
  }

  private made(): View {
    const { data, query } = this;
    const [kind = "", a = "", b = ""] = this.parts;
    if (kind === "") return overview(data);
    if (kind === "games") return gamesPage(data, query);
    if (kind === "engine") return { content: enginePage(data, a) };
    if (kind === "pair") return { content: pairPage(data, a, b) };
    if (kind === "faults") return { content: faultsPage(data) };
    if (kind === "sprt") return { content: sprtPage(data) };
    if (kind === "rules") return rulesPage(data);
    if (kind === "game") {
      const [number, attempt] = a.split("@").map(Number);
      return gamePage(data, number ?? 0, attempt, plyOf(b), (text) => this.say(text), () => this.make());
    }
    return { content: [h("h1", { tabindex: -1 }, t("Page not found")), h("p", { class: "empty" }, link("#/", t("Overview")))] };
  }

  private focusHead(): void {
    this.main.querySelector("h1")?.focus({ preventScroll: true });
  }

  private key(event: KeyboardEvent): void {
    const at = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || this.help.open) return;
    if (located().place !== this.shown) this.route(); // the previous key changed the address, and its event has not arrived yet
    if (at.matches("input, select, textarea")) {
      if (event.key === "Escape" && at instanceof HTMLElement) at.blur();
      return;
    }
    if (event.key === "?") this.help.showModal();
    else if (event.key === "/") this.search();
    else if (event.key === " " && at.matches("button, a, summary")) return; // the space bar presses the focused element
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
      h("h2", { id: "help-title" }, t("Keys")),
      h("dl", { class: "keys" }, ...KEYS.flatMap(([keys, text]) => [h("dt", {}, ...keys.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, text)])),
      wordButton(t("Close"), () => dialog.close()),
    );
    return dialog;
  }
}

/** The parts of the address: its path, the name of the page, and the query. */
function located(): { parts: string[]; place: string; query: URLSearchParams } {
  const [path = "", query = ""] = (location.hash || "#/").slice(2).split("?");
  const parts = path.split("/").map(unescaped);
  return { parts, place: parts.slice(0, 2).join("/"), query: new URLSearchParams(query) };
}

/** The ply that an address names; without a number, the last one. */
const plyOf = (part = "") => (/^\d+$/.test(part) ? Number(part) : Infinity);

/** Returns a function that calls `show` before the next frame, once for any number of calls. */
function eachFrame(show: () => void): () => void {
  let due = false;
  const frame = () => {
    due = false;
    show();
  };
  return () => {
    if (!due) requestAnimationFrame(frame);
    due = true;
  };
}

/** Shows a served page: a notice until the first data of the run arrive, then the run. */
function followServer(): void {
  const text = h("p", { class: "empty", role: "status" }, t("Connecting …"));
  const wait = h("main", { class: "wait" }, h("h1", {}, "Ebiri"), text);
  document.body.append(wait);
  const embedded = location.pathname.endsWith("/embed");
  const ready = (data: Data) => {
    wait.remove();
    if (!embedded || !data.live) return void new App(data);
    const embed = new Embed(data, data.live);
    const playing = eachFrame(() => embed.showPlaying());
    data.live.listen((change) => (change === "playing" ? playing() : embed.update()));
  };
  new Feed(ready, (why) => write(text, why));
}

if (document.getElementById("live")) followServer();
else {
  const app: App = new App(loadFromPage(() => app.update()));
}
