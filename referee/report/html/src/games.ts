// Lists of games, with filters.
import type { Data, Game } from "./data";
import { card, h, link, scroller } from "./dom";
import { renew, renewable } from "./renew";
import { keyOf } from "./running";
import { count, ending, engineRoute, gameRoute, many, points, signed } from "./text";
import type { View } from "./view";

const PAGE = 100; // rows at a time

const ORDERS: [string, string, (data: Data) => (a: Game, b: Game) => number][] = [
  ["schedule", "in order", () => (a, b) => a.index - b.index],
  ["latest", "latest first", () => (a, b) => b.index - a.index],
  ["faults", "faults first", () => (a, b) => Number(b.cause === "fault") - Number(a.cause === "fault") || a.index - b.index],
  ["upsets", "upsets first", (data) => (a, b) => data.upset(b) - data.upset(a) || a.index - b.index],
  ["shortest", "shortest first", () => (a, b) => a.plies - b.plies || a.index - b.index],
  ["longest", "longest first", () => (a, b) => b.plies - a.plies || a.index - b.index],
  ["margin", "largest margin first", () => (a, b) => margin(b) - margin(a) || a.index - b.index],
];

const margin = (game: Game) => (game.result === "void" ? -1 : Math.abs(game.seeds[0] - game.seeds[1]));

const RESULTS: [string, string, (game: Game) => boolean][] = [
  ["", "any result", () => true],
  ["south", "south won", (game) => game.result === "south"],
  ["north", "north won", (game) => game.result === "north"],
  ["draw", "drawn", (game) => game.result === "draw"],
  ["fault", "lost by a fault", (game) => game.cause === "fault"],
  ["void", "void", (game) => game.result === "void"],
];

const tables = new WeakMap<Element, Game[]>();

/** A table of games; a button shows more rows. */
export function gamesTable(data: Data, games: Game[], label: string): HTMLElement {
  if (games.length === 0) return h("p", { class: "empty" }, "No games found.");
  const body = h("tbody");
  const button = h("button", { type: "button", class: "more" });
  let listed = games;
  let most = PAGE;
  const fill = () => {
    const left = listed.length - most;
    renew(body, h("tbody", {}, ...listed.slice(0, most).map((game) => gameRow(data, game))));
    button.hidden = left <= 0;
    button.textContent = `Show ${Math.min(PAGE, left)} more of ${count(left)}`;
  };
  button.addEventListener("click", () => {
    most += PAGE;
    fill();
  });
  fill();
  const whole = h("div", {}, scroller(label, h("table", { class: "games" }, h("caption", { class: "hidden" }, label), h("thead", {}, gameHeads()), body)), button);
  tables.set(whole, games);
  return renewable(whole, (fresh) => {
    const next = tables.get(fresh);
    if (!next) return false;
    listed = next;
    fill();
    return true;
  });
}

/** The games that ended last, the latest first. */
export function latestGames(data: Data, most: number): HTMLElement {
  const rows = data.games.slice(-most).reverse().map((game) => gameRow(data, game));
  return card(
    "Latest games",
    scroller("Latest games", h("table", { class: "games" }, h("caption", { class: "hidden" }, "Latest games, the latest first"), h("thead", {}, gameHeads()), h("tbody", {}, ...rows))),
    h("p", { class: "muted" }, link("#/games?order=latest", "All games")),
  );
}

function gameHeads(): HTMLElement {
  const heads = ["Game", "South", "North", "Result", "Seeds", "Plies", "Ending"];
  return h("tr", {}, ...heads.map((head) => h("th", { scope: "col", class: head === "Seeds" || head === "Plies" ? "number" : "" }, head)));
}

function gameRow(data: Data, game: Game): HTMLTableRowElement {
  const number = `${game.number}${game.attempt > 1 ? ` (attempt ${game.attempt})` : ""}`;
  const upset = data.upset(game);
  const name = (side: "south" | "north") => h("td", { class: game.result === side ? "winner" : "" }, link(engineRoute(data.engine(game[side])), data.engine(game[side])));
  return h(
    "tr",
    { class: game.cause === "fault" ? "fault" : "", "data-key": keyOf(game) },
    h("th", { scope: "row" }, game.replay >= 0 ? link(gameRoute(game), number, { "aria-label": `game ${number}` }) : number),
    name("south"),
    name("north"),
    h("td", { class: `result ${game.result}` }, points(game)),
    h("td", { class: "number" }, `${game.seeds[0]}–${game.seeds[1]}`),
    h("td", { class: "number" }, game.plies),
    h("td", {}, ending(data, game), upset >= 1 && h("span", { class: "tag" }, `upset ${signed(upset)}`)),
  );
}

/** The page of all games. Filters are part of the address, so that lists can be linked. */
export function gamesPage(data: Data, query: URLSearchParams): View {
  const list = h("div");
  const said = h("p", { class: "muted", role: "status" });
  const chosen = (key: string, options: [string, string][], label: string) => {
    const select = h("select", { "aria-label": label, change: () => refresh() }, ...options.map(([value, text]) => h("option", { value }, text)));
    select.value = options.some(([value]) => value === query.get(key)) ? (query.get(key) ?? "") : (options[0]?.[0] ?? "");
    return select;
  };
  const names: [string, string][] = data.run.engines.map((engine) => [engine.name, engine.name]);
  const engine = chosen("engine", [["", "any engine"], ...names], "Engine");
  const opponent = chosen("opponent", [["", "any opponent"], ...names], "Opponent");
  const result = chosen("result", RESULTS.map(([key, text]) => [key, text]), "Result");
  const openings = (from: number): [string, string][] =>
    data.run.openings.slice(from).map(([name, moves], index) => [String(from + index), `opening ${name || "start"} ${moves}`.trim()]);
  const opening = chosen("opening", [["", "any opening"], ...openings(0)], "Opening");
  const order = chosen("order", ORDERS.map(([key, text]) => [key, text]), "Order");
  const search = h("input", { type: "search", id: "search", placeholder: "game, engine or reason", "aria-label": "Search", input: () => refresh() });
  search.value = query.get("search") ?? "";

  const found = () => {
    const [wanted, rows] = [search.value.trim().toLowerCase(), [engine, opponent].map((one) => (one.value ? data.row(one.value) : -1))];
    const [own = -1, other = -1] = rows;
    const ended = RESULTS.find(([key]) => key === result.value)?.[2] ?? (() => true);
    const fits = (game: Game) => {
      if (own >= 0 && game.south !== own && game.north !== own) return false;
      if (other >= 0 && game.south !== other && game.north !== other) return false;
      if (other >= 0 && own === other && game.south !== game.north) return false;
      if (!ended(game) || (opening.value && game.opening !== Number(opening.value))) return false;
      return !wanted || [String(game.number), data.engine(game.south), data.engine(game.north), ending(data, game)].some((text) => text.toLowerCase().includes(wanted));
    };
    const compare = ORDERS.find(([key]) => key === order.value)?.[2](data);
    const games = data.games.filter(fits);
    return order.value === "schedule" ? games : games.sort(compare);
  };
  const show = (anew: boolean) => {
    const games = found();
    const table = gamesTable(data, games, "Games");
    if (anew) list.replaceChildren(table);
    else renew(list, h("div", {}, table));
    said.setAttribute("aria-live", anew ? "polite" : "off"); // announced when a filter changes, not every second
    said.textContent = many(games.length, "game");
  };
  const refresh = () => {
    show(true);
    const asked = new URLSearchParams();
    for (const [key, field] of Object.entries({ engine, opponent, result, opening, order, search })) if (field.value && !(key === "order" && field.value === "schedule")) asked.set(key, field.value);
    const text = asked.toString();
    history.replaceState(null, "", `#/games${text ? `?${text}` : ""}`);
  };
  refresh();
  return {
    content: [h("h1", { tabindex: -1 }, "Games"), h("form", { class: "filters", submit: (event: Event) => event.preventDefault() }, search, engine, opponent, result, opening, order), said, list],
    update: () => {
      opening.append(...openings(opening.options.length - 1).map(([value, text]) => h("option", { value }, text)));
      show(false);
    },
  };
}
