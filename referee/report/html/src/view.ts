// The interface of a view that the application shows.
import type { Child } from "./dom";

export interface View {
  content: Child[];
  /** Called before another view replaces this one. */
  leave?: () => void;
  key?: (event: KeyboardEvent) => boolean;
  /** Goes to a ply of the same game. */
  ply?: (ply: number) => void;
  /** Called when the data have changed. Without it, the page is built again and its elements are updated. */
  update?: () => void;
  /** Called when a running game has changed. */
  playing?: () => void;
  /** Called regularly to advance clocks; only on a served page. */
  tick?: () => void;
}
