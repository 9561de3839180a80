/**
 * Gamma variates by rejection from a cubed normal (Marsaglia & Tsang, A simple method for generating gamma variables,
 * ACM TOMS 26 (2000) 363); shapes below 1 are made from shape + 1 (their section 6).
 */
import { log, pow } from '../../core/numeric/elementary.ts';
import { NormalDraws } from './normal.ts';
import type { RandomStream } from './random-stream.ts';

export class GammaDraws {
  private readonly stream: RandomStream;
  private readonly normal: NormalDraws;
  private readonly mean: number;
  private readonly shape: number;

  /** Mean > 0 and shape > 0 (1 / scv). */
  constructor(distribution: { readonly mean: number; readonly shape: number }, stream: RandomStream) {
    this.stream = stream;
    this.normal = new NormalDraws(stream);
    this.mean = distribution.mean;
    this.shape = distribution.shape;
  }

  next(): number {
    const { mean, shape } = this;
    if (shape >= 1) return (this.standard(shape) * mean) / shape;
    const boost = pow(this.stream.uniform(), 1 / shape);
    return (this.standard(shape + 1) * boost * mean) / shape;
  }

  /** Scale 1, shape >= 1. */
  private standard(shape: number): number {
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.normal.next();
      const root = 1 + c * x;
      if (root <= 0) continue;
      const v = root * root * root;
      if (log(this.stream.uniform()) < 0.5 * x * x + d - d * v + d * log(v)) return d * v;
    }
  }
}
