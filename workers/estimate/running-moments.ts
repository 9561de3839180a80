/**
 * Mean and variance of a stream of numbers, one at a time and without cancellation (Welford, Technometrics 4 (1962) 419;
 * Chan, Golub & LeVeque, The American Statistician 37 (1983) 242).
 */
export class RunningMoments {
  count = 0;
  mean = 0;
  private squares = 0;

  add(value: number): void {
    this.count += 1;
    const distance = value - this.mean;
    this.mean += distance / this.count;
    this.squares += distance * (value - this.mean);
  }

  /** With n - 1; NaN below two values. */
  get variance(): number {
    return this.count < 2 ? Number.NaN : this.squares / (this.count - 1);
  }

  /** Standard error of the mean, as if the values were independent. */
  get standardError(): number {
    return Math.sqrt(this.variance / this.count);
  }

  reset(): void {
    this.count = 0;
    this.mean = 0;
    this.squares = 0;
  }
}
