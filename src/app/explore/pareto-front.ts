/** Points that no other beats in both measures. */

export type Sense = 'least' | 'largest';

/** Their numbers along the first measure; what is NaN is out. */
export function frontOf(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  [sense1, sense2]: readonly [Sense, Sense],
): readonly number[] {
  const [sign1, sign2] = [sense1 === 'least' ? 1 : -1, sense2 === 'least' ? 1 : -1];
  const order: number[] = [];
  for (let i = 0; i < first.length; i++) if (Number.isFinite(first[i]! + second[i]!)) order.push(i);
  order.sort((a, b) => sign1 * (first[a]! - first[b]!) || sign2 * (second[a]! - second[b]!));
  const front: number[] = [];
  let best = Number.POSITIVE_INFINITY;
  for (const point of order) {
    const value = sign2 * second[point]!;
    if (value >= best) continue;
    front.push(point);
    best = value;
  }
  return front;
}

const BETTER_LARGE = /(?:throughput|outputRate|saturationFactor)$/;

/** Which end of a measure people want. */
export const senseOf = (measure: string): Sense => (BETTER_LARGE.test(measure) ? 'largest' : 'least');
