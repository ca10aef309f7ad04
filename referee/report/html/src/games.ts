// Lists of games, with filters.
import type { Data, Game } from "./data";
import { h, link, scroller, type Child } from "./dom";
import { count, ending, gameRoute, many, points, signed } from "./text";

const PAGE = 100; // rows at a time

const ORDERS: [string, string, (data: Data) => (a: Game, b: Game) => number][] = [
  ["schedule", "in order", () => (a, b) => a.index - b.index],
  ["faults", "faults first", () => (a, b) => Number(b.cause === "fault") - Number(a.cause === "fault") || a.index - b.index],
  ["upsets", "upsets first", (data) => (a, b) => data.upset(b) - data.upset(a) || a.index - b.index],
  ["shortest", "shortest first", () => (a, b) => a.plies - b.plies || a.index - b.index],
  ["longest", "longest first", () => (a, b) => b.plies - a.plies || a.index - b.index],
  ["margin", "biggest margin first", () => (a, b) => margin(b) - margin(a) || a.index - b.index],
];

const margin = (game: Game) => (game.result === "void" ? -1 : Math.abs(game.seeds[0] - game.seeds[1]));

const RESULTS: [string, string, (game: Game) => boolean][] = [
  ["", "any result", () => true],
  ["south", "south won", (game) => game.result === "south"],
  ["north", "north won", (game) => game.result === "north"],
  ["draw", "drawn", (game) => game.result === "draw"],
  ["fault", "by a fault", (game) => game.cause === "fault"],
  ["void", "void", (game) => game.result === "void"],
];

/** A table of games; `more` rows come by a button. */
export function gamesTable(data: Data, games: Game[], label: string): HTMLElement {
  const body = h("tbody");
  const button = h("button", { type: "button", class: "more" });
  let shown = 0;
  const more = () => {
    body.append(...games.slice(shown, shown + PAGE).map((game) => row(data, game)));
    shown = Math.min(games.length, shown + PAGE);
    button.hidden = shown === games.length;
    button.textContent = `Show ${Math.min(PAGE, games.length - shown)} more of ${count(games.length - shown)}`;
  };
  button.addEventListener("click", more);
  more();
  if (games.length === 0) return h("p", { class: "empty" }, "No such game.");
  const heads = ["Game", "South", "North", "Result", "Seeds", "Plies", "How it ended"];
  return h(
    "div",
    {},
    scroller(label, h("table", { class: "games" }, h("caption", { class: "hidden" }, label), h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col", class: head === "Seeds" || head === "Plies" ? "number" : "" }, head)))), body)),
    button,
  );
}

function row(data: Data, game: Game): HTMLTableRowElement {
  const number = `${game.number}${game.attempt > 1 ? ` (attempt ${game.attempt})` : ""}`;
  const upset = data.upset(game);
  const name = (side: "south" | "north") => h("td", { class: game.result === side ? "winner" : "" }, data.engine(game[side]));
  return h(
    "tr",
    { class: game.cause === "fault" ? "fault" : "" },
    h("th", { scope: "row" }, game.replay >= 0 ? link(gameRoute(game), number, { "aria-label": `game ${number}` }) : number),
    name("south"),
    name("north"),
    h("td", { class: `result ${game.result}` }, points(game)),
    h("td", { class: "number" }, `${game.seeds[0]}–${game.seeds[1]}`),
    h("td", { class: "number" }, game.plies),
    h("td", {}, ending(data, game), upset >= 1 && h("span", { class: "tag" }, `upset ${signed(upset)}`)),
  );
}

/** The page of all games. Filters are part of the address, so that a list can be linked to. */
export function gamesPage(data: Data, query: URLSearchParams): Child[] {
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
  const openings: [string, string][] = data.run.openings.map(([name, moves], index) => [String(index), `opening ${name || "start"} ${moves}`.trim()]);
  const opening = chosen("opening", [["", "any opening"], ...openings], "Opening");
  const order = chosen("order", ORDERS.map(([key, text]) => [key, text]), "Order");
  const search = h("input", { type: "search", id: "search", placeholder: "game, engine or reason", "aria-label": "Search", input: () => refresh() });
  search.value = query.get("search") ?? "";

  const fits = (game: Game) => {
    const players = [data.engine(game.south), data.engine(game.north)];
    if (engine.value && !players.includes(engine.value)) return false;
    if (opponent.value && (!players.includes(opponent.value) || (opponent.value === engine.value && players[0] !== players[1]))) return false;
    if (!RESULTS.find(([key]) => key === result.value)?.[2](game)) return false;
    if (opening.value && game.opening !== Number(opening.value)) return false;
    const wanted = search.value.trim().toLowerCase();
    return !wanted || [String(game.number), ...players, ending(data, game)].some((text) => text.toLowerCase().includes(wanted));
  };
  const refresh = () => {
    const compare = ORDERS.find(([key]) => key === order.value)?.[2](data);
    const games = data.games.filter(fits).sort(compare);
    list.replaceChildren(gamesTable(data, games, "Games"));
    said.textContent = many(games.length, "game");
    const asked = new URLSearchParams();
    for (const [key, field] of Object.entries({ engine, opponent, result, opening, order, search })) if (field.value && !(key === "order" && field.value === "schedule")) asked.set(key, field.value);
    const text = asked.toString();
    history.replaceState(null, "", `#/games${text ? `?${text}` : ""}`);
  };
  refresh();
  return [h("h1", { tabindex: -1 }, "Games"), h("form", { class: "filters", submit: (event: Event) => event.preventDefault() }, search, engine, opponent, result, opening, order), said, list];
}
