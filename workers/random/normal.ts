/** Standard normal variates by the polar method (Marsaglia & Bray, SIAM Review 6 (1964) 260), which gives them in pairs. */
import { log } from '../../core/numeric/elementary.ts';
import type { RandomStream } from './random-stream.ts';

export class NormalDraws {
  private readonly stream: RandomStream;
  private spare = Number.NaN;

  constructor(stream: RandomStream) {
    this.stream = stream;
  }

  next(): number {
    if (!Number.isNaN(this.spare)) {
      const value = this.spare;
      this.spare = Number.NaN;
      return value;
    }
    for (;;) {
      const x = 2 * this.stream.uniform() - 1;
      const y = 2 * this.stream.uniform() - 1;
      const r2 = x * x + y * y;
      if (r2 >= 1 || r2 === 0) continue;
      const scale = Math.sqrt((-2 * log(r2)) / r2);
      this.spare = y * scale;
      return x * scale;
    }
  }
}
