/** Which designs of a front others beat, by numbers that have intervals. */

/** Costs in every measure of a front: less is better. */
export interface Sensed {
  readonly point: number;
  readonly costs: readonly { readonly value: number; readonly half: number }[];
}

/** The first design that is surely as good in every measure and better in one: beyond both intervals. Undefined where none is. */
export function beatenBy(designs: readonly Sensed[], point: number): number | undefined {
  const own = designs.find((each) => each.point === point);
  return own && designs.find((other) => other !== own && beats(other, own))?.point;
}

const beats = ({ costs }: Sensed, other: Sensed): boolean =>
  costs.every(({ value, half }, i) => value + half <= other.costs[i]!.value - other.costs[i]!.half) &&
  costs.some(({ value }, i) => value < other.costs[i]!.value);
