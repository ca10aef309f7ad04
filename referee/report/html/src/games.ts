// Lists of games, with filters.
import type { Data, Game } from "./data";
import { boxed, card, h, link } from "./dom";
import { PositionSearch, wantedOf } from "./positions";
import { renew, renewable } from "./renew";
import { keyOf } from "./running";
import { capitalised, count, ending, engineLink, gameRoute, many, points, signed } from "./text";
import type { View } from "./view";
import { tWord, t } from "./texts";

const PAGE = 100; // rows at a time

const ORDERS: [string, string, (data: Data) => (a: Game, b: Game) => number][] = [
  ["schedule", t("first to last"), () => (a, b) => a.index - b.index],
  ["latest", t("last to first"), () => (a, b) => b.index - a.index],
  ["faults", t("faults first"), () => (a, b) => Number(b.cause === "fault") - Number(a.cause === "fault") || a.index - b.index],
  ["upsets", t("upsets first"), (data) => (a, b) => data.upset(b) - data.upset(a) || a.index - b.index],
  ["shortest", t("shortest first"), () => (a, b) => a.plies - b.plies || a.index - b.index],
  ["longest", t("longest first"), () => (a, b) => b.plies - a.plies || a.index - b.index],
  ["margin", t("largest margin first"), () => (a, b) => margin(b) - margin(a) || a.index - b.index],
];

const margin = (game: Game) => (game.result === "void" ? -1 : Math.abs(game.seeds[0] - game.seeds[1]));

const RESULTS: [string, string, (game: Game) => boolean][] = [
  ["", t("any result"), () => true],
  ["south", t("south won"), (game) => game.result === "south"],
  ["north", t("north won"), (game) => game.result === "north"],
  ["draw", t("drawn"), (game) => game.result === "draw"],
  ["fault", t("lost by a fault"), (game) => game.cause === "fault"],
  ["void", t("void"), (game) => game.result === "void"],
];

/** A table of games; a button shows more rows. A link leads to the ply of the game in `plies`, otherwise to its end. */
export function gamesTable(data: Data, games: Game[], label: string, plies?: Map<Game, number>): HTMLElement {
  if (games.length === 0) return h("p", { class: "empty" }, t("No games found."));
  const body = h("tbody");
  const button = h("button", { type: "button", class: "more" });
  let listed = games;
  let most = PAGE;
  const fill = () => {
    const left = listed.length - most;
    renew(body, h("tbody", {}, ...listed.slice(0, most).map((game) => gameRow(data, game, plies?.get(game)))));
    button.hidden = left <= 0;
    button.textContent = t("Show {rows} more ({left} left)", { rows: Math.min(PAGE, left), left: count(left) });
  };
  button.addEventListener("click", () => {
    most += PAGE;
    fill();
  });
  fill();
  return renewable(h("div", {}, boxed(label, { class: "games" }, gameHeads(), body), button), "games", games, (next) => {
    listed = next;
    fill();
  });
}

/** The games that ended last, the latest first. */
export function latestGames(data: Data, most: number): HTMLElement {
  const table = gamesTable(data, data.games.slice(-most).reverse(), t("Latest games, the latest first"));
  return card(t("Latest games"), table, h("p", { class: "muted" }, link("#/games?order=latest", t("All games"))));
}

function gameHeads(): HTMLElement[] {
  const heads = [t("Game"), capitalised(t("south")), capitalised(t("north")), t("Result"), t("Seeds"), t("Plies"), t("Ending")];
  return heads.map((head) => h("th", { scope: "col", class: head === t("Seeds") || head === t("Plies") ? "number" : "" }, head));
}

function gameRow(data: Data, game: Game, ply?: number): HTMLTableRowElement {
  const number = `${game.number}${game.attempt > 1 ? ` (${t("attempt {attempt}", { attempt: game.attempt })})` : ""}`;
  const upset = data.upset(game);
  const name = (side: "south" | "north") => h("td", { class: game.result === side ? "winner" : "" }, engineLink(data, game[side]));
  return h(
    "tr",
    { class: game.cause === "fault" ? "fault" : "", "data-key": keyOf(game) },
    h("th", { scope: "row" }, game.replay >= 0 ? link(gameRoute(game, ply), number, { "aria-label": t("game {number}", { number }) }) : number),
    name("south"),
    name("north"),
    h("td", { class: `result ${game.result}` }, points(game)),
    h("td", { class: "number" }, `${game.seeds[0]}–${game.seeds[1]}`),
    h("td", { class: "number" }, game.plies),
    h("td", {}, ending(data, game), upset >= 1 && h("span", { class: "tag" }, t("upset {elo}", { elo: signed(upset) }))),
  );
}

/** The page of all games. Filters are part of the address, so that lists can be linked. */
export function gamesPage(data: Data, query: URLSearchParams): View {
  const list = h("div");
  const summary = h("p", { class: "muted", role: "status" });
  const selectField = (key: string, label: string, options: [string, string][]) => {
    const select = h("select", { "aria-label": label, change: () => refresh() }, ...options.map(([value, text]) => h("option", { value }, text)));
    select.value = options.some(([value]) => value === query.get(key)) ? (query.get(key) ?? "") : (options[0]?.[0] ?? "");
    return select;
  };
  const inputField = (key: string, label: string, attributes: Record<string, string | number>) => {
    const input = h("input", { "aria-label": label, placeholder: label, input: () => refresh(), ...attributes });
    input.value = query.get(key) ?? "";
    return input;
  };
  const names: [string, string][] = data.run.engines.map((engine) => [engine.name, engine.name]);
  const openings = (from: number): [string, string][] => data.run.openings.slice(from).map(([name, moves], index) => [String(from + index), t("opening {name}", { name: `${name || t("start")} ${moves}`.trim() })]);
  const endings = (from: number): [string, string][] => data.run.endings.slice(from).map(([cause, reason]) => [`${cause}/${reason}`, cause === "fault" ? t("fault: {reason}", { reason: tWord(reason) }) : cause === "machine" ? t("machine: {reason}", { reason: tWord(reason) }) : tWord(reason)]);
  const fields = {
    search: inputField("search", t("Search"), { type: "search", id: "search", placeholder: t("game, engine or reason") }),
    engine: selectField("engine", t("Engine"), [["", t("any engine")], ...names]),
    side: selectField("side", t("Side"), [["", t("on either side")], ["south", t("as south")], ["north", t("as north")]]),
    opponent: selectField("opponent", t("Opponent"), [["", t("any opponent")], ...names]),
    result: selectField("result", t("Result"), RESULTS.map(([key, text]) => [key, text])),
    ending: selectField("ending", t("Ending"), [["", t("any ending")], ...endings(0)]),
    opening: selectField("opening", t("Opening"), [["", t("any opening")], ...openings(0)]),
    from: inputField("from", t("Minimum plies"), { type: "number", min: 0 }),
    to: inputField("to", t("Maximum plies"), { type: "number", min: 0 }),
    position: inputField("position", t("Position"), { type: "search", class: "position", placeholder: t("position, as “Copy position” gives it") }),
    order: selectField("order", t("Order"), ORDERS.map(([key, text]) => [key, text])),
  };
  const stop = h("button", { type: "button", class: "word", click: () => search && ((search.stopped = !search.stopped), show(false)) });
  const clear = link("#/games", t("Clear"));
  let search: PositionSearch | undefined;
  let sought = "";
  let timer = 0;

  /** The search for the position in the field; undefined without one. */
  const positions = (): PositionSearch | undefined => {
    const text = fields.position.value.trim();
    if (text !== sought) {
      const wanted = wantedOf(data, text);
      fields.position.setCustomValidity(text && !wanted ? t("not a position") : "");
      search = wanted && new PositionSearch(data, wanted);
      sought = text;
    }
    search?.look();
    return search;
  };
  const found = (plies: Map<Game, number> | undefined) => {
    const wanted = fields.search.value.trim().toLowerCase();
    const [own, other] = [data.row(fields.engine.value), data.row(fields.opponent.value)];
    const sides = (["south", "north"] as const).filter((side) => fields.side.value === "" || side === fields.side.value);
    const result = RESULTS.find(([key]) => key === fields.result.value)?.[2] ?? (() => true);
    const [from, to] = [Number(fields.from.value || 0), Number(fields.to.value || Infinity)];
    const fits = (game: Game) => {
      if (plies && !plies.has(game)) return false;
      if (!sides.some((side) => (own < 0 || game[side] === own) && (other < 0 || game[side === "south" ? "north" : "south"] === other))) return false;
      if (!result(game) || game.plies < from || game.plies > to) return false;
      if ((fields.opening.value && game.opening !== Number(fields.opening.value)) || (fields.ending.value && `${game.cause}/${game.reason}` !== fields.ending.value)) return false;
      return !wanted || [String(game.number), data.engineName(game.south), data.engineName(game.north), ending(data, game)].some((text) => text.toLowerCase().includes(wanted));
    };
    const compare = ORDERS.find(([key]) => key === fields.order.value)?.[2](data);
    const games = data.games.filter(fits);
    return fields.order.value === "schedule" ? games : games.sort(compare);
  };
  const show = (anew: boolean) => {
    const search = positions();
    const games = found(search?.plies);
    const table = gamesTable(data, games, t("Games"), search?.plies);
    if (anew) list.replaceChildren(table);
    else renew(list, h("div", {}, table));
    summary.setAttribute("aria-live", anew ? "polite" : "off"); // announced when a filter changes, not every second
    const more = fields.position.validationMessage ? t("; this is not a position of this board game; {example} is one", { example: `${data.run.position_frame.map((before, cell) => `${before}${data.run.start.cells[cell] ?? 0}`).join("")}-S` }) : search && search.seen.size < data.games.length ? t("; {searched} of {games} searched", { searched: count(search.seen.size), games: many(data.games.length, "game", "games") }) : "";
    summary.textContent = `${many(games.length, "game", "games")}${more}`;
    stop.hidden = !search?.loading && !search?.due && !search?.stopped;
    stop.textContent = t(search?.stopped ? "Continue" : "Stop");
    clearTimeout(timer);
    if (search?.due) timer = setTimeout(() => list.isConnected && show(false));
  };
  const refresh = () => {
    show(true);
    const asked = new URLSearchParams();
    for (const [key, field] of Object.entries(fields)) if (field.value && !(key === "order" && field.value === "schedule")) asked.set(key, field.value);
    const text = asked.toString();
    clear.hidden = !text;
    history.replaceState(null, "", `#/games${text ? `?${text}` : ""}`);
  };
  refresh();
  const extend = (select: HTMLSelectElement, options: (from: number) => [string, string][]) => select.append(...options(select.options.length - 1).map(([value, text]) => h("option", { value }, text)));
  return {
    content: [h("h1", { tabindex: -1 }, t("Games")), h("form", { class: "filters", submit: (event: Event) => event.preventDefault() }, ...Object.values(fields), clear), summary, stop, list],
    update: () => {
      extend(fields.opening, openings);
      extend(fields.ending, endings);
      show(false);
    },
  };
}
