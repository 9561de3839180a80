/** Below this, the gauges of nodes have no room beside their numbers. */
export const LEAST_FIT = 0.46;

/** Below this, a stage has no room for its name and its utilization. */
export const LEAST_WHOLE = 0.36;

/** Below this, no node has room for a name. */
const LEAST_NAMED = 0.15;

/** The smallest that anything is drawn. */
export const FARTHEST = 0.08;

interface Zoomed {
  readonly transform: readonly [number, number, number];
}

/** How much of a node can be read at this zoom. */
export function detailOf({ transform: [, , zoom] }: Zoomed) {
  if (zoom < LEAST_NAMED) return 'far-nameless';
  if (zoom < 0.22) return 'farthest';
  if (zoom < LEAST_WHOLE - 0.01) return 'far';
  if (zoom < LEAST_FIT - 0.01) return 'smallest';
  return zoom < 0.62 ? 'small' : zoom < 0.92 ? 'middle' : 'near';
}

/** A pixel of the screen in the drawing where that is shown smaller than it is; in steps, since every text depends on it. */
export function screenPixel({ transform: [, , zoom] }: Zoomed): number {
  const steps = zoom < LEAST_WHOLE ? 100 : 25;
  return Math.max(1, Math.ceil(100 / Math.max(LEAST_NAMED, Math.floor(zoom * steps) / steps)) / 100);
}
