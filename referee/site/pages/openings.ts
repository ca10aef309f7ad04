// The explorer of openings on a site: positions of the first plies, with their frequency and score. The positions come in
// scripts of the page's folder, which are loaded when they are needed, so that the page works without a server.
import { Board } from "../../report/html/src/board";
import type { SceneData, Shape } from "../../report/html/src/data";
import { card, h, link, once, script, table, type Child } from "../../report/html/src/dom";
import { unescaped, percent, sideName } from "../../report/html/src/text";
import { t } from "../../report/html/src/texts";

/** A move, the index of the position after it, and that position's south wins, draws and north wins. */
type Move = [string, number, number, number, number];
/** Text, south wins, draws, north wins, scene, moves. */
type Position = [string, number, number, number, SceneData, Move[]];

interface Explored {
  key: string;
  shape: Shape;
  beginnings: [string, number][]; // first positions of games: text and index
  firsts: number[]; // the index of the first position of each file
}

declare global {
  interface Window {
    ebiriPositions: (from: number, positions: Position[]) => void;
  }
}

class OpeningsExplorer {
  private readonly known = new Map<number, Position>();
  private readonly files: (() => Promise<void>)[];
  private readonly board: Board;
  private readonly place = h("div");
  private number = 0; // number of the present visit; slower loads of earlier visits, and their errors, are not shown

  constructor(
    private readonly data: Explored,
    root: HTMLElement,
  ) {
    this.board = new Board(data.shape);
    this.files = data.firsts.map((_, file) => once(() => script(`${data.key}-${file}.js`)));
    window.ebiriPositions = (from, positions) => positions.forEach((position, k) => this.known.set(from + k, position));
    root.append(this.place);
    addEventListener("hashchange", () => void this.open());
    void this.open();
  }

  private async position(index: number): Promise<Position> {
    await this.files[this.data.firsts.findLastIndex((first) => first <= index)]?.();
    const found = this.known.get(index);
    if (!found) throw new Error(`position ${index} is not in its file`);
    return found;
  }

  /** The address is the number of the beginning, then moves: `#0/F/f`. */
  private async open(): Promise<void> {
    const visit = ++this.number;
    const [beginning = "0", ...moves] = location.hash.slice(1).split("/").map(unescaped);
    try {
      let index = this.data.beginnings[Number(beginning) || 0]?.[1] ?? 0;
      let position = await this.position(index);
      const played: string[] = [];
      for (const move of moves) {
        const next = position[5].find(([text]) => text === move);
        if (!next) break;
        index = next[1];
        position = await this.position(index);
        played.push(move);
      }
      if (visit === this.number) this.show(String(Number(beginning) || 0), played, position);
    } catch (error) {
      if (visit === this.number) this.place.replaceChildren(h("p", { role: "alert" }, String(error)));
    }
  }

  private show(beginning: string, played: string[], [text, south, draws, north, scene, moves]: Position): void {
    const address = (line: string[]) => `#${[beginning, ...line].map(encodeURIComponent).join("/")}`;
    const games = south + draws + north;
    const line = [h("li", {}, h("a", { href: address([]) }, t("start"))), ...played.map((move, k) => h("li", {}, h("a", { href: address(played.slice(0, k + 1)), ...(k === played.length - 1 && { "aria-current": "true" }) }, move)))];
    const row = ([move, , wins, even, losses]: Move): Child[] => {
      const all = wins + even + losses;
      return [link(address([...played, move]), move), all, percent((wins + even / 2) / all), share(wins, even, losses)];
    };
    const list = moves.length > 0 ? table(t("Moves"), [t("Move"), t("Games"), t("South’s score"), t("Results")], moves.map(row)) : h("p", {}, t("No position after this one was reached by enough games."));
    this.board.show(scene);
    this.board.element.setAttribute("aria-label", text);
    const score = h("p", {}, t("{games} games, south’s score {score}, {side} to move", { games, score: percent((south + draws / 2) / games), side: t(sideName(scene.mover)) }));
    this.place.replaceChildren(
      ...(this.data.beginnings.length > 1 ? [this.choice(beginning)] : []),
      h("ol", { class: "line", "aria-label": t("Moves so far") }, ...line),
      h("div", { class: "explorer" }, h("div", { class: "card" }, this.board.element, score, share(south, draws, north), h("p", { class: "muted" }, h("code", {}, text))), card(t("Next moves"), list, h("p", { class: "muted" }, t("“Games” counts all games that reached the position after the move, in any order of moves.")))),
    );
  }

  private choice(beginning: string): HTMLElement {
    const options = this.data.beginnings.map(([text], k) => h("option", { value: k, selected: String(k) === beginning }, text));
    const select = h("select", { change: (event: Event) => void (location.hash = (event.target as HTMLSelectElement).value) }, ...options);
    return h("p", {}, h("label", {}, t("Start position "), select));
  }
}

/** Shares of the results as a bar. */
function share(south: number, draws: number, north: number): HTMLElement {
  const part = (kind: string, games: number) => {
    const bar = h("i", { class: kind });
    bar.style.flexGrow = String(games);
    return bar;
  };
  return h("span", { class: "share", role: "img", "aria-label": t("{south} won by south, {draws} drawn, {north} won by north", { south, draws, north }) }, part("south", south), part("draw", draws), part("north", north));
}

const root = document.getElementById("explorer");
if (root) new OpeningsExplorer(JSON.parse(document.getElementById("openings")?.textContent ?? "") as Explored, root);
