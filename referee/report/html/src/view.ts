// The interface of a view that the application shows.
import type { Child } from "./dom";

export interface View {
  content: Child[];
  /** Called when the page is left. */
  leave?: () => void;
  key?: (event: KeyboardEvent) => boolean;
  /** Goes to a ply of the same game. */
  ply?: (ply: number) => void;
  /** Called when the data have changed. Without it, the page is built again and its elements are updated. */
  update?: () => void;
  /** Called when a running game has changed. */
  playing?: () => void;
  /** Called regularly to advance clocks; only for a run that is being played. */
  tick?: () => void;
}
