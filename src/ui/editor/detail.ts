/** Below this, the text of nodes has no room. */
export const LEAST_FIT = 0.46;

/** How much of a node can be read at this zoom. */
export function detailOf({
  transform: [, , zoom],
}: {
  readonly transform: readonly [number, number, number];
}) {
  if (zoom < 0.22) return 'farthest';
  if (zoom < LEAST_FIT - 0.01) return 'far';
  return zoom < 0.62 ? 'small' : zoom < 0.92 ? 'middle' : 'near';
}
