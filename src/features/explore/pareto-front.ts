/** Points that no other beats in two or three measures. */

export type Sense = 'least' | 'largest';

export interface FrontMeasure {
  /** One for each point; what is NaN or infinite is out. */
  readonly values: ArrayLike<number>;
  readonly sense: Sense;
}

/**
 * Their numbers along the first measure; of points that are alike in all measures the first. In order of the first
 * measure a point is beaten only by earlier ones, of which the front of the other two measures is kept as a staircase:
 * H. T. Kung, F. Luccio and F. P. Preparata, On finding the maxima of a set of vectors, Journal of the ACM 22 (1975),
 * 469-476, section 2.
 */
export function frontOf(measures: readonly FrontMeasure[]): readonly number[] {
  const costs = measures.map(({ values, sense }) =>
    Float64Array.from(values, (value) => (sense === 'least' ? value : -value)),
  );
  const [first, second, third = new Float64Array(first!.length)] = costs as [Float64Array, Float64Array];
  const order: number[] = [];
  for (let i = 0; i < first.length; i++)
    if (Number.isFinite(first[i]! + second[i]! + third[i]!)) order.push(i);
  order.sort((a, b) => first[a]! - first[b]! || second[a]! - second[b]! || third[a]! - third[b]! || a - b);
  const stairs = new Staircase();
  return order.filter((point) => stairs.add(second[point]!, third[point]!));
}

/** What digits beyond these say is rounding, by which no point is better than another. */
const DIGITS = 9;

export const withoutRounding = (values: Float64Array): Float64Array =>
  values.map((value) => (Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : value));

/** Pairs that none beats, the first number growing and the second falling. */
class Staircase {
  private readonly firsts: number[] = [];
  private readonly seconds: number[] = [];

  /** False where a pair that is there is as good or better in both. */
  add(first: number, second: number): boolean {
    const at = this.countUpTo(first);
    if (at > 0 && this.seconds[at - 1]! <= second) return false;
    // One with the same first number and a larger second stands just before.
    const from = at > 0 && this.firsts[at - 1] === first ? at - 1 : at;
    let to = at;
    while (to < this.seconds.length && this.seconds[to]! >= second) to += 1;
    this.firsts.splice(from, to - from, first);
    this.seconds.splice(from, to - from, second);
    return true;
  }

  /** Pairs whose first number is at most this. */
  private countUpTo(first: number): number {
    let [low, high] = [0, this.firsts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.firsts[middle]! <= first) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const BETTER_LARGE = /(?:throughput|outputRate|saturationFactor)$/;

/** Which end of a measure people want. */
export const senseOf = (measure: string): Sense => (BETTER_LARGE.test(measure) ? 'largest' : 'least');
