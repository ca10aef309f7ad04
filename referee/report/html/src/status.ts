// The progress of a served run.
import type { Data } from "./data";
import type { Live } from "./feed";
import { h } from "./dom";
import { count, hours, many } from "./text";
import { tWord, t } from "./texts";

/** Writes the state of the run, such as `running` or `reconnecting …`, and marks `frame` with it for the style sheet. */
export function showState({ connected, progress: { state } }: Live, text: HTMLElement, frame = text): void {
  const isKnown = connected || state === "complete";
  frame.dataset["state"] = isKnown ? state : "lost";
  write(text, tWord(isKnown ? state : "reconnecting …"));
}

/** Finished and planned games. In a complete run, `planned` is the number of finished games, because a sequential test may end early. */
export function played(data: Data): { games: number; planned: number; share: number } {
  const { games, games_planned } = data.run.run;
  const planned = data.live?.progress.state === "complete" ? games : Math.max(games, games_planned);
  return { games, planned, share: planned === 0 ? 0 : games / planned };
}

/** `412 of 900 games · 45 % · 3.1 games/s · elapsed 2:13 · ETA 2:37 · 4 slots`. */
export function progressText(data: Data, live: Live): string {
  const { games, planned, share } = played(data);
  const { state, per_second, slots } = live.progress;
  const runs = state === "running";
  const parts = [
    planned > games ? t("{games} of {planned} games", { games: count(games), planned: count(planned) }) : many(games, "game", "games"),
    planned > games && `${Math.floor(100 * share)} %`,
    runs && per_second !== null && t("{rate} games/s", { rate: per_second >= 10 ? Math.round(per_second) : per_second.toFixed(per_second >= 1 ? 1 : 2) }),
    live.elapsed > 0 && t("elapsed {time}", { time: hours(live.elapsed) }),
    runs && live.eta !== null && t("ETA {time}", { time: hours(live.eta) }),
    runs && slots > 0 && many(slots, "slot", "slots"),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** The line at the top of the overview: the progress in words and as a bar. */
export class StatusLine {
  readonly element: HTMLElement;
  private readonly state = h("b");
  private readonly text = h("span");
  private readonly advice = h("span", { class: "muted" });
  private readonly bar = h("progress", { max: 1, value: 0, "aria-label": t("Finished games") });

  constructor(
    private readonly data: Data,
    private readonly live: Live,
  ) {
    this.element = h("section", { class: "live-line", "aria-label": t("Progress") }, h("p", {}, this.state, " ", this.text), this.bar, this.advice);
    this.update();
  }

  update(): void {
    showState(this.live, this.state, this.element);
    write(this.text, progressText(this.data, this.live));
    const resumable = this.element.dataset["state"] === "stopped" && !this.live.progress.home; // visitors of a contest cannot continue it
    write(this.advice, resumable ? t("The run is stopped. The command that started it continues it.") : "");
    this.bar.value = played(this.data).share;
  }
}

/** Writes a text only if it has changed. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
