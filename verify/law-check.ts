/** For laws of records: sentences are gathered for those that do not hold, and sums of many numbers are compared. */

/** Sums of many floating-point numbers agree this well. */
export const ROUNDING = 1e-6;

export class LawCheck {
  readonly broken: string[] = [];

  law(holds: boolean, sentence: string): void {
    if (!holds) this.broken.push(sentence);
  }

  /** Two ways to the same sum. */
  same(what: string, a: number, b: number): void {
    this.law(near(a, b), `${what}: ${a} and ${b}`);
  }
}

export const near = (a: number, b: number): boolean =>
  Math.abs(a - b) <= ROUNDING * Math.max(1e-3, Math.abs(a), Math.abs(b));

export const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

/** Mean of a histogram whose weights are times. */
export const meanLevel = (levels: Float64Array): number =>
  levels.reduce((total, time, n) => total + n * time, 0);
