// The page for a projector, without buttons: a large table, the running games and the next games; after the run, replays (show.ts).
import type { Data, Engine } from "./data";
import { h } from "./dom";
import type { Live } from "./feed";
import { NowPlaying } from "./nowplaying";
import { renew } from "./renew";
import { Show } from "./show";
import { range, rating } from "./standings";
import { played, progressText, showState, write } from "./status";
import { percent } from "./text";
import { t } from "./texts";

const ROWS = 12; // engines on a page of the table
const FEW = 7; // up to this number of engines, rows are larger
const PAGE_MS = 10_000; // per page of the table
const BOARDS = 5; // the first one is larger
const NEXT = 3; // games
const FOUR_ROW_BOARDS = 2; // the maximum if boards have four rows: the numbers on more boards would be too small

export class Embed {
  private readonly head = h("h1");
  private readonly state = h("span", { class: "state", role: "status" });
  private readonly text = h("span", { class: "embed-text" });
  private readonly bar = h("progress", { max: 1, value: 0, "aria-label": t("Finished games") });
  private readonly body = h("tbody");
  private readonly pages = h("p", { class: "embed-pages" });
  private readonly next = h("p", { class: "embed-pages embed-next" });
  private readonly playing: NowPlaying;
  private readonly show: Show;
  private page = 0;
  private paused = false;
  private turned = performance.now();

  constructor(
    private readonly data: Data,
    private readonly live: Live,
  ) {
    this.playing = new NowPlaying(data, live, data.run.shape.rows_per_side === 2 ? FOUR_ROW_BOARDS : BOARDS, true);
    const byPoints = data.run.scoring.rank_by === "points";
    const heads = ["#", t("Engine"), ...(byPoints ? [t("Points")] : [t("Elo"), "±", t("Score")]), t("Games")];
    const top = h("tr", {}, ...heads.map((head) => h("th", { scope: "col", class: head === heads[1] ? "" : "number" }, head)));
    const table = h("table", {}, h("caption", { class: "hidden" }, t("Standings")), h("thead", {}, top), this.body);
    this.show = new Show(data);
    document.documentElement.classList.add("embed");
    document.body.append(
      h("header", {}, this.head, this.state, this.text, this.bar),
      h("main", {}, this.show.element, h("section", { class: "embed-table", "aria-label": t("Standings") }, table, this.pages, this.next), this.playing.element),
    );
    addEventListener("keydown", (event) => this.key(event));
    setInterval(() => this.tick(), 250);
    this.update();
  }

  update(): void {
    const { engines, run } = this.data.run;
    const pages = Math.max(1, Math.ceil(engines.length / ROWS));
    this.page = (this.page + pages) % pages;
    const first = this.page * ROWS;
    const shown = engines.slice(first, first + ROWS);
    write(this.head, run.name || t("A run"));
    document.title = `${run.name} · Ebiri`;
    showState(this.live, this.state);
    this.bar.value = played(this.data).share;
    renew(this.body, h("tbody", {}, ...shown.map((engine) => row(engine, this.data.run.scoring.rank_by === "points"))));
    write(this.pages, pages === 1 ? "" : `${t("{rows} of {engines}", { rows: `${first + 1}–${first + shown.length}`, engines: engines.length })}${this.paused ? ` · ${t("paused")}` : ""}`);
    document.documentElement.dataset["rows"] = engines.length <= FEW ? "few" : "many";
    this.showPlaying();
    this.show.update();
    this.tick();
  }

  showPlaying(): void {
    this.playing.update();
    const running = new Set(this.live.running.map((one) => one.game.number));
    const next = (this.live.progress.next ?? []).filter(([game]) => !running.has(game)).slice(0, NEXT);
    write(this.next, next.length > 0 ? `${t("Next games")}: ${next.map(([, south, north]) => `${south} – ${north}`).join(" · ")}` : "");
    document.documentElement.dataset["boards"] = String(this.playing.shown.length);
  }

  private tick(): void {
    write(this.text, progressText(this.data, this.live));
    this.playing.tick();
    this.show.tick();
    if (!this.paused && performance.now() - this.turned >= PAGE_MS) this.turn(1);
  }

  private turn(by: number): void {
    this.turned = performance.now();
    this.page += by;
    this.update();
  }

  // Arrow keys change the page, the space bar pauses.
  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (this.show.key(event.key)) this.tick();
    else if (by) this.turn(by);
    else if (event.key === " ") {
      this.paused = !this.paused;
      this.turned = performance.now();
      this.update();
    } else return;
    event.preventDefault();
  }
}

function row(engine: Engine, byPoints: boolean): HTMLElement {
  const number = (text: string | number) => h("td", { class: "number" }, text);
  const result = byPoints ? [engine.points] : [rating(engine), engine.error95 === null ? "–" : Math.round(engine.error95), percent(engine.score, 0)];
  const name = h("th", { scope: "row", title: engine.name }, engine.name);
  return h("tr", {}, number(range(engine.place ?? engine.rank)), name, ...[...result, engine.games].map(number));
}
