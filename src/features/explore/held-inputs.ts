/** What a picture of some inputs holds fixed. */
import { type PointColumn, pointText } from '../../../workers/explore/explore-words.ts';
import { type GridAxis, middlePlaces } from './grid-axes.ts';

import type { ShownPoints } from './use-points.ts';

/** `, at b: servers 2`: the inputs that are not drawn stand in the middle of their values; empty where all are drawn. */
export function heldWords(
  { inputs }: ShownPoints,
  axes: readonly GridAxis[],
  drawn: readonly (PointColumn | undefined)[],
): string {
  const middle = middlePlaces(axes);
  const held = inputs
    .filter((input) => !drawn.includes(input))
    .map((input) => `${input.words} ${pointText(input, axes[input.place]!.values[middle[input.place]!]!)}`);
  return held.length === 0 ? '' : `, at ${held.join(', ')}`;
}
