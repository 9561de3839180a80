/**
 * The times of another sampler, drawn in blocks. What asks for a time then meets one class whatever the distribution,
 * so that compilers inline the call, and the time is read from a typed array and not from a box. Only for samplers
 * whose stream nobody else draws from.
 */
import type { Sampler } from '../../core/distributions/draws.ts';

const AT_ONCE = 64;

export class DrawsAhead implements Sampler {
  private readonly sampler: Sampler;
  private readonly block = new Float64Array(AT_ONCE);
  private used = AT_ONCE;

  constructor(sampler: Sampler) {
    this.sampler = sampler;
  }

  next(): number {
    if (this.used === AT_ONCE) this.refill();
    return this.block[this.used++]!;
  }

  private refill(): void {
    const { sampler, block } = this;
    if (sampler.fill) sampler.fill(block);
    else for (let i = 0; i < AT_ONCE; i++) block[i] = sampler.next();
    this.used = 0;
  }
}
