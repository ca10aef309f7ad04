// A page, as the application shows it.
import type { Child } from "./dom";

export interface View {
  content: Child[];
  /** Called when the page is left. */
  leave?: () => void;
  key?: (event: KeyboardEvent) => boolean;
  /** Goes to a ply of the same game. */
  ply?: (ply: number) => void;
  /** The data has changed. Without it the page is made anew, and what is shown is brought up to date with that. */
  update?: () => void;
  /** A game that is being played has changed. */
  playing?: () => void;
  /** Some time has passed, and clocks go on; only of a run that is being played. */
  tick?: () => void;
}
