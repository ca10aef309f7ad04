// A board on which pits can be chosen, with a pointer or with keys.
import { Board } from "./board";
import type { Shape } from "./data";
import type { Transfer } from "./replay";

export type Offer = "legal" | "way" | "lay"; // what a pick does: it begins a move, continues it, or lays a seed

export class PlayBoard extends Board {
  private offered = new Map<number, string>();
  private pick: (pit: number, event: Event) => void = () => {};

  constructor(shape: Shape) {
    super(shape);
    this.element.setAttribute("role", "group");
    this.element.addEventListener("click", (event) => this.act(event));
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /** Lets the reader pick one of these pits; the text says what it does. */
  offer(pits: Map<number, string>, kind: Offer, pick: (pit: number, event: Event) => void): void {
    const focused = this.pitOf(document.activeElement);
    this.offered = pits;
    this.pick = pick;
    for (let pit = 0; pit < 2 * this.shape.pits_per_side; ++pit) {
      const group = this.cells[pit]?.group;
      const label = pits.get(pit);
      if (!group) continue;
      for (const one of ["legal", "way", "lay"]) group.classList.toggle(one, label !== undefined && one === kind);
      for (const [name, value] of [["role", "button"], ["tabindex", "0"], ["aria-label", label ?? ""]] as const) {
        if (label === undefined) group.removeAttribute(name);
        else group.setAttribute(name, value);
      }
    }
    if (focused !== undefined && !pits.has(focused)) this.focusFirst();
  }

  focusFirst(): void {
    this.cells[this.inOrder()[0] ?? -1]?.group.focus();
  }

  /** Withdraws the offer: no pit can be picked. */
  close(): void {
    this.offer(new Map(), "legal", () => {});
  }

  /** Leaves the hand at the end of `path`, for the next animation. */
  hold(path: Transfer[]): void {
    const hand = 2 * this.shape.pits_per_side + 2;
    const last = path.at(-1);
    if (last) this.handAt = last.to === hand ? last.from : last.to;
  }

  hint(pit: number | undefined): void {
    this.cells.forEach((cell, index) => cell.group.classList.toggle("hint", index === pit));
  }

  /** Picks a pit whose name in the notation of moves is one letter or digit. Returns false unless exactly one offered pit has it. */
  pickLetter(letter: string): boolean {
    const found = [...this.offered.keys()].filter((pit) => this.shape.pit_names[pit]?.toLowerCase() === letter.toLowerCase());
    if (found.length !== 1) return false;
    this.pick(found[0] ?? 0, new Event("key"));
    return true;
  }

  private pitOf(target: unknown): number | undefined {
    const group = target instanceof Element ? target.closest(".pit") : null;
    const pit = this.cells.findIndex((cell) => cell.group === group);
    return group && pit >= 0 ? pit : undefined;
  }

  private act(event: Event): void {
    const pit = this.pitOf(event.target);
    if (pit !== undefined && this.offered.has(pit)) this.pick(pit, event);
  }

  private inOrder(): number[] {
    const place = (pit: number) => this.places[pit] ?? { x: 0, y: 0 };
    return [...this.offered.keys()].sort((a, b) => place(b).y - place(a).y || place(a).x - place(b).x);
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      return this.act(event);
    }
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    const order = this.inOrder();
    if (step === undefined || order.length === 0) return;
    const at = order.indexOf(this.pitOf(event.target) ?? -1);
    this.cells[order[(at + step + order.length) % order.length] ?? -1]?.group.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
