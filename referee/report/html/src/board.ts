// Draws the board as SVG: rows of pits and the stores beside them, each with its seeds and their number.
import type { Shape } from "./data";
import { h, s } from "./dom";
import { applied, type Scene, type Transfer } from "./replay";
import { t } from "./texts";

const SEED = 150; // milliseconds to sow one
const TAKE = 260; // to lift or take
const LONGEST = 7000; // the longest animation of a turn, for any number of laps
const PIT = 45; // radius of a pit
const STEP = 100; // distance between pits
const ROW = 122; // distance between rows, with the numbers between them
const EDGE = 40; // width of the wood beside the pits, left and right together
const STORE = 96; // width of a store
const LETTERS = 30; // height of the letters above and below the wood
const MIN_PIT_PIXELS = 24; // the least diameter of a pit, so that a finger can pick it
const LETTER = 0.035; // size of a letter on a narrow screen, as a share of the board's width

interface Place {
  x: number;
  y: number;
}

interface Drawn {
  group: SVGGElement;
  seeds: SVGGElement;
  count: SVGTextElement;
  ring: SVGElement;
  room: Place; // half the size of the area that holds the seeds
  shown: number;
}

/** The roles of cells in the last move, as words of ROLES: its origin, its path, the end of its path, captured. */
export type Roles = Map<number, string>;
const ROLES = ["lifted", "sown", "last", "taken"];

export class Board {
  readonly element: SVGSVGElement;
  isFlipped = false; // whether north is the near side
  protected readonly cells: Drawn[] = [];
  protected readonly places: Place[] = [];
  private readonly flying: SVGGElement;
  private readonly names: SVGTextElement[] = []; // of the pits
  private readonly width: number;
  private readonly height: number;
  private readonly gap: number; // distance between the two players
  private readonly row: number; // distance between rows
  private readonly letters: number; // height of the letters above and below the wood
  private readonly plain: boolean;
  private readonly shared: boolean; // whether the sides share the middle row

  /** A plain board is small: it shows large numbers, without seeds and letters. */
  constructor(
    protected readonly shape: Shape,
    look: "full" | "plain" = "full",
  ) {
    this.plain = look === "plain";
    this.shared = shape.rows_per_side === 1.5;
    this.letters = this.plain ? 2 : LETTERS;
    const columns = shape.pits_per_side / shape.rows_per_side;
    const side = shape.stores ? STORE : 0;
    this.width = 2 * side + (columns - 1) * STEP + 2 * (PIT + EDGE / 2);
    const letter = LETTER * this.width;
    this.gap = shape.rows_per_side === 2 && !this.plain ? Math.max(64, 1.8 * letter + 14) : 26; // names of the inner rows fit between
    this.row = this.plain ? STEP : Math.max(ROW, this.shared ? 2 * PIT + letter + 14 : 0); // names of the middle row fit between
    this.height = 2 * this.letters + 2 * shape.rows_per_side * this.row + this.gap + EDGE / 2;
    this.element = s("svg", { viewBox: `0 0 ${this.width} ${this.height}`, class: `board ${look}`, role: "img" });
    this.element.style.setProperty("--letter", `${letter}px`);
    this.element.style.setProperty("--least", `${Math.ceil((this.width * MIN_PIT_PIXELS) / (2 * PIT))}px`);
    this.element.append(
      shades(),
      s("rect", { class: "wood", x: 1, y: this.letters, width: this.width - 2, height: this.height - 2 * this.letters, rx: 28 }),
      this.shared ? "" : s("line", { class: "middle", x1: side + 24, x2: this.width - side - 24, y1: this.height / 2, y2: this.height / 2 }),
    );
    for (let pit = 0; pit < 2 * shape.pits_per_side; ++pit) this.addPit(pit);
    if (shape.stores) for (const owner of [0, 1]) this.addStore(owner);
    this.flying = s("g", { class: "flying" });
    this.element.append(this.flying);
    this.arrange();
  }

  /** The board in a box that scrolls, also by keys, where the screen is too narrow for it. */
  boxed(): HTMLElement {
    const attributes = { role: "region", "aria-label": t("Board"), tabindex: "0" };
    const isWide = () => box.scrollWidth > box.clientWidth;
    const scroll = (event: Event) => {
      if (event.target === box && isWide() && /^Arrow(Left|Right)$/.test((event as KeyboardEvent).key)) event.stopPropagation();
    };
    const box: HTMLElement = h("div", { class: "board-box", keydown: scroll }, this.element);
    new ResizeObserver(() => {
      for (const [name, value] of Object.entries(attributes)) {
        if (isWide()) box.setAttribute(name, value);
        else box.removeAttribute(name);
      }
    }).observe(box);
    return box;
  }

  /** Shows a position at once. */
  show(scene: Scene, roles: Roles = new Map()): void {
    this.flying.replaceChildren();
    this.cells.forEach((cell, index) => {
      this.fill(index, scene.cells[index] ?? 0);
      for (const role of ROLES) cell.ring.classList.toggle(role, roles.get(index)?.includes(role) ?? false);
    });
    for (let pit = 0; pit < 2 * this.shape.pits_per_side; ++pit) {
      const ring = this.cells[pit]?.ring;
      ring?.classList.toggle("norths", pit < 32 ? (scene.norths >>> pit) % 2 === 1 : pit >= this.shape.pits_per_side);
      ring?.classList.toggle("house", pit < 32 && (scene.houses >>> pit) % 2 === 1);
    }
  }

  /** Animates `path` from its transfer `first` on; calls `begin` before each transfer. */
  async sow(before: Scene, path: Transfer[], stopped: () => boolean, { first = 0, factor = (): number => 1, begin = (_index: number): void => {} } = {}): Promise<void> {
    const hand = before.cells.length - 1;
    const times = path.map((one) => (one.from === hand ? SEED : TAKE));
    const pace = Math.min(1, LONGEST / Math.max(1, times.reduce((sum, time) => sum + time, 0)));
    let cells = applied(before.cells, path.slice(0, first));
    if (first === 0) this.show(before);
    for (const [index, one] of path.entries()) {
      if (index < first) continue;
      begin(index);
      await this.move(one, cells, ((times[index] ?? SEED) * pace) / factor(), stopped);
      if (stopped()) return;
      cells = applied(cells, [one]);
    }
  }

  /** Animates one transfer. Resolves at its end, or in the frame after it was `stopped`; then the cells stay as they are. */
  private async move(transfer: Transfer, cells: number[], milliseconds: number, stopped: () => boolean): Promise<void> {
    const hand = 2 * this.shape.pits_per_side + 2;
    const { from, to, seeds } = transfer;
    const start = this.places[from === hand ? this.handAt : from];
    const end = this.places[to === hand ? from : to];
    if (from !== hand) this.fill(from, (cells[from] ?? 0) - seeds);
    if (start && end) {
      const held = from === hand ? (cells[hand] ?? 0) : seeds;
      const bunch = this.bunchAt(held, start); // at `start` until the first frame
      this.flying.replaceChildren(bunch);
      await glide(milliseconds, stopped, (share) => {
        const lift = Math.sin(Math.PI * share) * 18;
        bunch.setAttribute("transform", `translate(${start.x + (end.x - start.x) * share} ${start.y + (end.y - start.y) * share - lift})`);
      });
      if (stopped()) return;
      if (from === hand && held > seeds) this.flying.replaceChildren(this.bunchAt(held - seeds, end));
      else if (to !== hand) this.flying.replaceChildren();
    }
    if (to === hand) this.handAt = from;
    else {
      this.fill(to, (cells[to] ?? 0) + seeds);
      if (from === hand) this.handAt = to;
    }
  }

  protected handAt = 0; // the cell that the hand is over, or was last

  flip(): void {
    this.isFlipped = !this.isFlipped;
    this.arrange();
  }

  private addPit(pit: number): void {
    const group = s("g", { class: "pit" });
    const ring = s("circle", { class: "ring", r: PIT });
    if (!this.plain) group.append(s("rect", { class: "square", x: -PIT - 3, y: -PIT - 3, width: 2 * PIT + 6, height: 2 * PIT + 6, rx: 8 }));
    this.cells.push(this.addCell(group, ring, { x: PIT - 9, y: PIT - 9 }));
    this.element.append(group);
    if (this.plain) return;
    group.append(s("circle", { class: "mark", r: PIT - 5 }));
    const name = s("text", { class: "name" }, this.shape.pit_names[pit] ?? "");
    this.names.push(name);
    this.element.append(name);
  }

  private addStore(owner: number): void {
    const height = this.height - 2 * this.letters - EDGE;
    const group = s("g", { class: "store" });
    const ring = s("rect", { class: `ring ${owner === 1 ? "norths" : ""}`, x: -32, y: -height / 2, width: 64, height, rx: 32 });
    this.cells.push(this.addCell(group, ring, { x: 24, y: height / 2 - 46 }));
    this.element.append(group);
  }

  private addCell(group: SVGGElement, ring: SVGElement, room: Place): Drawn {
    const seeds = s("g", { class: "seeds" });
    const count = s("text", { class: "count" });
    group.append(ring, seeds, count);
    return { group, seeds, count, ring, room, shown: -1 };
  }

  /** Places all cells for the side that the board is seen from. */
  private arrange(): void {
    const { pits_per_side, rows_per_side } = this.shape;
    const columns = pits_per_side / rows_per_side;
    const left = (this.shape.stores ? STORE : 0) + PIT + EDGE / 2;
    for (let pit = 0; pit < 2 * pits_per_side; ++pit) {
      const near = pit < pits_per_side !== this.isFlipped;
      const own = pit % pits_per_side;
      const inner = rows_per_side > 1 && own >= columns;
      const fromOwnersLeft = inner ? 2 * columns - 1 - own : own;
      const column = near ? fromOwnersLeft : columns - 1 - fromOwnersLeft;
      const fromMiddle = rows_per_side === 1 || inner ? 0 : 1;
      const away = (this.shared ? 0 : this.gap / 2 + STEP / 2) + fromMiddle * this.row;
      const y = this.height / 2 + (near ? away : -away);
      const place = { x: left + column * STEP, y };
      this.places[pit] = place;
      const cell = this.cells[pit];
      cell?.group.setAttribute("transform", `translate(${place.x} ${place.y})`);
      if (!this.plain) cell?.count.setAttribute("transform", `translate(0 ${near ? PIT + 15 : -PIT - 15})`);
      this.placeName(pit, place, near, inner);
    }
    if (!this.shape.stores) return;
    for (const owner of [0, 1]) {
      const near = (owner === 0) !== this.isFlipped;
      const place = { x: near ? this.width - STORE / 2 - 4 : STORE / 2 + 4, y: this.height / 2 };
      this.places[2 * pits_per_side + owner] = place;
      const cell = this.cells[2 * pits_per_side + owner];
      cell?.group.setAttribute("transform", `translate(${place.x} ${place.y})`);
      if (!this.plain) cell?.count.setAttribute("transform", `translate(0 ${near ? cell.room.y + 20 : -(cell.room.y + 20)})`);
    }
  }

  // Names of outer pits are outside the board, those of inner rows between the players. Those of a shared row are
  // above the pits of the near player and below the others.
  private placeName(pit: number, place: Place, near: boolean, inner: boolean): void {
    const name = this.names[pit];
    const edge = inner ? this.height / 2 : near ? this.height - this.letters : this.letters;
    name?.setAttribute("x", String(place.x));
    const shared = inner && this.shared;
    const away = shared ? PIT + 6 : inner ? 12 : 8;
    const below = near !== shared;
    name?.setAttribute("y", String(edge + (below ? away : -away)));
    name?.classList.toggle("inner", inner);
    name?.classList.toggle("below", below);
  }

  protected fill(index: number, seeds: number): void {
    const cell = this.cells[index];
    if (!cell || cell.shown === seeds) return;
    cell.shown = seeds;
    cell.count.textContent = seeds === 0 ? "" : String(seeds);
    if (!this.plain) cell.seeds.replaceChildren(...laidOut(seeds, cell.room));
  }

  private bunchAt(seeds: number, { x, y }: Place): SVGGElement {
    const group = s("g", { transform: `translate(${x} ${y})` }, ...laidOut(Math.min(seeds, 24), { x: 24, y: 24 }));
    if (seeds > 1) group.append(s("text", { class: "held", y: -30 }, seeds));
    return group;
  }
}

const MOST_SEEDS = 60; // drawn in a cell

// Draws a seed; its angle depends on its number.
const seed = (x: number, y: number, radius: number, number: number) =>
  s("ellipse", { class: "seed", rx: radius.toFixed(1), ry: (radius * 0.84).toFixed(1), transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(number * 67) % 180})` });

/** Gradients for pits and seeds, with light from above. */
function shades(): SVGDefsElement {
  const shade = (id: string, place: Record<string, number>, ...stops: number[]) => s("radialGradient", { id, ...place }, ...stops.map((offset, k) => s("stop", { class: `${id}-${k}`, offset })));
  return s("defs", {}, shade("pit", { cx: 0.5, cy: 0.68, r: 0.62 }, 0, 1), shade("seed", { cx: 0.4, cy: 0.3, r: 0.75 }, 0, 0.55, 1));
}

// Seeds in a pit are arranged like those of a sunflower, closer together if there are more than six. Seeds in a
// store are arranged row by row.
function laidOut(seeds: number, room: Place): SVGElement[] {
  const shown = Math.min(seeds, MOST_SEEDS);
  if (room.y > 2 * room.x) return inRows(shown, room);
  const spacing = Math.min(13, (room.x - 3) / Math.sqrt(Math.max(shown, 6)));
  const radius = Math.max(3.2, Math.min(10, spacing * 0.8));
  return Array.from({ length: shown }, (_, k) => {
    const distance = spacing * Math.sqrt(k + (shown === 1 ? 0 : 0.5));
    const angle = k * 2.39996;
    return seed(distance * Math.cos(angle), distance * Math.sin(angle), radius, k);
  });
}

function inRows(seeds: number, room: Place): SVGElement[] {
  const columns = 3;
  const step = Math.min(14, (2 * room.y) / Math.max(8, Math.ceil(seeds / columns)));
  return Array.from({ length: seeds }, (_, k) => {
    const row = Math.floor(k / columns);
    const x = ((k % columns) - 1) * 15 + (row % 2 === 0 ? -2.5 : 2.5);
    return seed(x, (row - (Math.ceil(seeds / columns) - 1) / 2) * step, Math.min(8, step * 0.64), k);
  });
}

function glide(milliseconds: number, stopped: () => boolean, place: (share: number) => void): Promise<void> {
  return new Promise((done) => {
    let begin: number | undefined;
    const frame = (now: number) => {
      begin ??= now;
      const share = stopped() ? 1 : Math.min(1, (now - begin) / milliseconds);
      place(share);
      if (share < 1) requestAnimationFrame(frame);
      else done();
    };
    requestAnimationFrame(frame);
  });
}
