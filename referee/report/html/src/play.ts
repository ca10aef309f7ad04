// The page to play on, of `ebiri play --web` and of a site. Its address contains the game, for links and reloads.
import type { Side } from "./data";
import { card, h, link, once, wordButton } from "./dom";
import { fetched, scripted, servedEnd, unzipped, type Setup, type Source } from "./engine";
import { download, ogn, ognVariant, POINTS } from "./record";
import { InteractiveGame, type Clock, type PlayedGame, type Seat } from "./interactive";
import { Player } from "./player";
import { pliesOf } from "./refute";
import { elementsOf, type Block } from "./rules";
import { schemeButton } from "./scheme";
import { keep, kept } from "./storage";
import { capitalised, sideName } from "./text";
import { languageSwitch } from "./language";
import { t } from "./texts";

interface BoardGame {
  name: string;
  title: string;
  described: boolean;
  rulesets: { name: string; summary: string }[];
}

const LEVELS = Array.from({ length: 10 }, (_, k) => k + 1);
const CLOCKS = [[1, 2], [3, 2], [5, 3], [10, 5], [30, 20]] as const; // minutes for the game, seconds for each move
const DEFAULT_LEVEL = 3; // of the engine
const STORAGE_KEY = "ebiri-play"; // the last game, in the browser's local storage
const CATALOGUE = document.getElementById("catalogue");
const HOME = CATALOGUE?.dataset["home"]; // only on a site, which works without a server
const TABLES = CATALOGUE?.dataset["tables"]; // game and ruleset of the server's endgame tables
const obtained = HOME === undefined ? fetched : scripted;
const module = once(() => obtained("./ebiri.wasm.gz").then(unzipped));

class App {
  private readonly games: BoardGame[] = JSON.parse(CATALOGUE?.textContent ?? "[]") as BoardGame[];
  private readonly game = h("select", { id: "game", change: () => this.listRulesets() });
  private readonly ruleset = h("select", { id: "ruleset" });
  private readonly opponent = h("select", { id: "opponent" }, ...LEVELS.map((level) => h("option", { value: level, selected: level === DEFAULT_LEVEL }, t("engine, level {level}", { level }))), h("option", { value: "person" }, t("another person")));
  private readonly you = h("select", { id: "you" }, h("option", { value: "S" }, t("south, first")), h("option", { value: "N" }, t("north")));
  private readonly clock = h("select", { id: "clock" }, h("option", { value: "" }, t("no clock")), ...CLOCKS.map(([minutes, seconds]) => h("option", { value: `${60 * minutes}+${seconds}` }, t("{minutes} min + {seconds} s per move", { minutes, seconds }))));
  private readonly place = h("div", { class: "place" });
  private readonly moves = h("ol", { class: "moves", "aria-label": t("Moves") });
  private readonly box = h("div", { class: "move-box", tabindex: 0, role: "region", "aria-label": t("Move list") }, this.moves);
  private readonly rules = h("div", { class: "rules" });
  private readonly title = h("h1", { tabindex: -1 }, t("Play"));
  private readonly toast = h("p", { class: "toast", role: "status" });
  private toastTimer = 0;
  private current: InteractiveGame | undefined;
  private replay: Player | undefined; // of the current game, while it is shown
  private linked = ""; // the address of a game that was opened from a link; the game is stored once its address differs

  constructor() {
    const options = (described: boolean) => this.games.filter((game) => game.described === described).map((game) => h("option", { value: game.name }, game.title));
    this.game.append(h("optgroup", { label: t("Main games") }, ...options(false)));
    if (this.games.some((game) => game.described)) this.game.append(h("optgroup", { label: t("More games") }, ...options(true)));
    document.documentElement.classList.add("play");
    document.body.append(h("header", {}, HOME === undefined ? h("span", { class: "brand" }, "Ebiri") : link(HOME, CATALOGUE?.dataset["title"] ?? "", { class: "brand" }), h("span", { class: "run-name" }, t("Play")), languageSwitch(), schemeButton()), h("main", { id: "main" }, this.title, this.content()), this.toast);
    addEventListener("hashchange", () => this.open());
    addEventListener("keydown", (event) => {
      const at = event.target instanceof Element ? event.target : document.body;
      if (event.ctrlKey || event.metaKey || event.altKey || at.matches("input, select, textarea")) return;
      if (event.key === " " && at.matches("button, a, summary")) return; // the space bar presses the focused element
      if (this.replay && event.key === "Escape") this.closeReplay();
      else if ((this.replay ?? this.current)?.key(event)) event.preventDefault();
    });
    this.open();
  }

  private content(): HTMLElement {
    const field = (label: string, control: HTMLElement) => h("label", {}, h("span", {}, label), control);
    const start = h("form", { class: "setup", submit: (event: Event) => this.start(event) }, field(t("Board game"), this.game), field(t("Rules"), this.ruleset), field(t("Opponent"), this.opponent), field(t("You are"), this.you), field(t("Clock"), this.clock), h("button", { type: "submit", class: "word main-action" }, t("New game")));
    const save = h("div", { class: "tools" }, wordButton(t("Download OGN"), () => this.save()), wordButton(t("Copy link"), () => void this.copy()));
    const keys = h("p", { class: "muted" }, t("Keys: arrows and Enter, or a pit’s letter or digit; u undo, s suggest a move, v evaluate, t turn the board."));
    return h("div", { class: "replay" }, h("div", { class: "main" }, this.place, h("div", { class: "extras" }, card(t("Rules"), this.rules))), h("div", { class: "side" }, card(t("New game"), start), card(t("Moves"), this.box, save), keys));
  }

  private listRulesets(): void {
    const game = this.games.find(({ name }) => name === this.game.value);
    this.ruleset.replaceChildren(...(game?.rulesets ?? []).map(({ name, summary }) => h("option", { value: name, title: summary }, name || t("as described"))));
    this.ruleset.disabled = (game?.rulesets.length ?? 0) < 2;
  }

  private start(event: Event): void {
    event.preventDefault();
    if (this.current?.isRunning && !confirm(t("Give up the game on the board?"))) return;
    const seat: Seat = this.opponent.value === "person" ? "person" : Number(this.opponent.value);
    const you = this.you.value as Side;
    const seats: Record<Side, Seat> = { S: you === "S" ? "person" : seat, N: you === "N" ? "person" : seat };
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); // so that Enter does not start another game
    this.openGame({ setup: { variant: this.game.value, rules: this.ruleset.value, from: "" }, seats, moves: [], ...clockOf(this.clock.value, []) });
  }

  /** Opens the game in the address, or that of the last visit, or a new one. */
  private open(): void {
    const stored = kept(STORAGE_KEY) ?? "";
    const wanted = location.hash.length > 1 ? location.hash.slice(1) : stored;
    if (this.current && wanted === addressOf(this.current.played)) return;
    const asked = gameOf(wanted);
    const played = this.games.some(({ name }) => name === asked.setup.variant) ? asked : gameOf("");
    this.openGame(played, played === asked ? undefined : asked.setup.variant);
    this.linked = wanted === stored ? "" : addressOf(played);
  }

  private openGame(played: PlayedGame, unknown?: string): void {
    this.closeReplay();
    this.current?.leave();
    const game = this.games.find(({ name }) => name === played.setup.variant);
    const [first] = game?.rulesets ?? [];
    if (played.setup.rules === "" && first) played.setup.rules = first.name;
    this.game.value = played.setup.variant;
    this.listRulesets();
    this.ruleset.value = played.setup.rules.split(" ")[0] ?? "";
    this.you.value = played.seats.S === "person" ? "S" : "N";
    this.opponent.value = String(played.seats[this.you.value === "S" ? "N" : "S"]);
    const { rules } = played.setup;
    const title = game?.title ?? t("Play");
    const isNamed = !game || game.rulesets.length < 2 || title.toLowerCase().includes(rules);
    if (rules === game?.name) this.title.textContent = title.split(" and ", 1).join(""); // the first game of a title such as Omweso and Hus
    else this.title.textContent = isNamed ? title : `${title}, ${rules}`;
    document.title = `${this.title.textContent} · Ebiri`;
    if (unknown) this.say(t("Game “{name}” not found.", { name: unknown }));
    const source: Source = {
      module,
      game: async (variant) => (game?.described ? obtained(`./games/${encodeURIComponent(variant)}`) : undefined),
      knownEnd: async ({ variant, rules }, position) => (TABLES === `${variant} ${rules}` ? servedEnd(position) : null),
    };
    this.current = new InteractiveGame(source, played, () => this.changed(), wordButton(t("Replay"), () => this.showReplay()));
    this.moves.replaceChildren();
    this.place.replaceChildren(this.current.element);
    void this.showRules(played.setup);
  }

  /** Shows the game from its start in place of its board. */
  private showReplay(): void {
    const { current } = this;
    if (!current || current.history.length < 2) return;
    const player = (this.replay = new Player(pliesOf(current.history)));
    if (current.played.seats.S !== "person" && current.played.seats.N === "person") player.board.flip();
    const back = wordButton(t("Back to the game"), () => this.closeReplay());
    current.element.hidden = true;
    this.place.append(h("div", { class: "table-top" }, ...player.laidOut(t("Replay"), back, t("start position"))));
    Object.assign(window, { ebiriReplay: player }); // for tests and the browser's console
  }

  private closeReplay(): void {
    this.replay?.jump(0); // stops it
    this.replay = undefined;
    if (!this.current) return;
    this.current.element.hidden = false;
    this.place.replaceChildren(this.current.element);
  }

  private async showRules({ variant, rules }: Setup): Promise<void> {
    const [ruleset = ""] = rules.split(" ");
    const bytes = await obtained(`./rules/${encodeURIComponent(variant)}/${encodeURIComponent(ruleset)}`).catch(() => undefined);
    const text = bytes ? elementsOf(JSON.parse(new TextDecoder().decode(bytes)) as Block[]) : [h("p", { class: "empty" }, t(HOME === undefined ? "Cannot load the rules. Is the server still running?" : "Cannot load the rules."))];
    this.rules.replaceChildren(...text);
  }

  private changed(): void {
    const { current } = this;
    if (!current) return;
    const address = addressOf(current.played);
    history.replaceState(null, "", `#${address}`);
    if (address !== this.linked) keep(STORAGE_KEY, address); // an unchanged game from a link does not replace the stored one
    const plies = current.history.slice(1);
    while (this.moves.childElementCount > plies.length) this.moves.lastElementChild?.remove();
    for (const { last } of plies.slice(this.moves.childElementCount)) if (last) this.moves.append(h("li", {}, h("span", { class: `chip ${sideName(last.side)}`, "aria-label": t(sideName(last.side)), role: "img" }), ` ${last.move}`, last.captured > 0 && h("small", {}, ` +${last.captured}`)));
    this.box.scrollTop = this.box.scrollHeight;
  }

  private save(): void {
    const { current } = this;
    if (!current) return;
    const { setup, seats, clock, lost } = current.played;
    const { over, state, history } = current;
    if (!state) return;
    const player = (seat: Seat) => (seat === "person" ? "person" : `alphabeta level ${seat}`);
    const [south, north] = [player(seats.S), player(seats.N)];
    const result = over ? over.seeds.join("-") : "*";
    const loss = lost && !state.outcome && `${sideName(lost.side)} ${lost.by === "time" ? "time" : "resigned"}`;
    const tags: [string, string][] = [
      ["Event", "Game in a browser"],
      ["Date", new Date().toISOString().slice(0, 10).replaceAll("-", ".")],
      ["South", south],
      ["North", north === south ? `${north}-north` : north], // readers reject a player against itself
      ["Result", result],
      ["Variant", ognVariant(setup.variant)],
      ["FEN", history[0]?.position ?? ""],
      ["Ruleset", setup.rules],
      ...(clock ? [["TimeControl", `${clock.base}s+${clock.increment}s`] as [string, string]] : []),
      ["Points", POINTS[over?.winner ?? "void"]],
      ["Termination", loss || (over?.reason ?? "unfinished")],
    ];
    const plies = history.slice(1).map(({ last }) => ({ side: last?.side ?? ("S" as Side), move: last?.move ?? "" }));
    download(`${setup.variant}.ogn`, ogn(tags, plies, history.map(({ score }) => score), result));
  }

  private async copy(): Promise<void> {
    await navigator.clipboard.writeText(location.href).then(
      () => this.say(t("Link copied")),
      () => this.say(t("The browser does not allow copying; copy the address instead")),
    );
  }

  private say(text: string): void {
    this.toast.textContent = capitalised(text);
    this.toast.classList.add("on");
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => this.toast.classList.remove("on"), 2500);
  }
}

function addressOf({ setup, seats, moves, clock, lost }: PlayedGame): string {
  const query = new URLSearchParams({ game: setup.variant, rules: setup.rules, south: String(seats.S), north: String(seats.N) });
  if (setup.from) query.set("from", setup.from);
  if (moves.length > 0) query.set("moves", moves.join(" "));
  if (clock) query.set("clock", [`${clock.base}+${clock.increment}`, clock.left.S, clock.left.N].join(" "));
  if (lost) query.set("lost", `${lost.side} ${lost.by}`);
  return query.toString();
}

function gameOf(address: string): PlayedGame {
  const query = new URLSearchParams(address);
  const seat = (name: string, usual: Seat): Seat => {
    const value = query.get(name) ?? String(usual);
    return LEVELS.includes(Number(value)) ? Number(value) : "person";
  };
  const [loser, by] = (query.get("lost") ?? "").split(" ");
  const [clock = "", ...left] = (query.get("clock") ?? "").split(" ");
  const setup = { variant: query.get("game") ?? "oware", rules: query.get("rules") ?? "", from: query.get("from") ?? "" };
  const moves = (query.get("moves") ?? "").split(" ").filter(Boolean);
  return { setup, seats: { S: seat("south", "person"), N: seat("north", DEFAULT_LEVEL) }, moves, ...clockOf(clock, left), ...((loser === "S" || loser === "N") && { lost: { side: loser, by: by === "time" ? by : "resignation" } }) };
}

/** Reads `300+3`: seconds for the game and for each move; `left` are milliseconds. */
function clockOf(text: string, left: string[]): { clock?: Clock } {
  const [, base, increment] = (/^(\d{1,5})\+(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (!base || increment === undefined) return {};
  const [S = 1000 * base, N = 1000 * base] = left.map(Number).filter(Number.isFinite);
  return { clock: { base, increment, left: { S, N } } };
}

new App();
