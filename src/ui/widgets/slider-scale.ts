/** Between a value and its place on a slider, 0..1. */

export interface SliderRange {
  readonly min: number;
  readonly max: number;
  /** Equal ratios are equal distances; needs min > 0. */
  readonly log?: boolean;
  /** Whole numbers only, one at each step; of a range that is not log. */
  readonly whole?: boolean;
}

export function placeOf(value: number, { min, max, log }: SliderRange): number {
  const place = log ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  return Number.isFinite(place) ? Math.min(Math.max(place, 0), 1) : 0;
}

export function valueAt(place: number, { min, max, log }: SliderRange): number {
  return log ? min * (max / min) ** place : min + place * (max - min);
}
