/** Draws by one formula each: the inverse of the distribution function, or a transformed normal. */

import type { Sampler } from './draws.ts';
import { drawExponential, fillExponential } from './exponential.ts';
import { NormalDraws } from './normal.ts';
import type { RandomStream } from './random-stream.ts';

export class ExponentialDraws implements Sampler {
  private readonly mean: number;
  private readonly stream: RandomStream;
  constructor(mean: number, stream: RandomStream) {
    this.mean = mean;
    this.stream = stream;
  }
  next(): number {
    return drawExponential(this.stream) * this.mean;
  }
  fill(block: Float64Array): void {
    fillExponential(this.stream, block, this.mean);
  }
}

export class ConstantDraws implements Sampler {
  private readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
  next(): number {
    return this.value;
  }
}

/** Sum of `shape` exponentials. */
export class ErlangDraws implements Sampler {
  private readonly phaseMean: number;
  private readonly shape: number;
  private readonly stream: RandomStream;
  constructor(mean: number, shape: number, stream: RandomStream) {
    this.phaseMean = mean / shape;
    this.shape = shape;
    this.stream = stream;
  }
  next(): number {
    let sum = 0;
    for (let phase = 0; phase < this.shape; phase++) sum += drawExponential(this.stream);
    return sum * this.phaseMean;
  }
}

export class UniformDraws implements Sampler {
  private readonly min: number;
  private readonly width: number;
  private readonly stream: RandomStream;
  constructor(min: number, max: number, stream: RandomStream) {
    this.min = min;
    this.width = max - min;
    this.stream = stream;
  }
  next(): number {
    return this.min + this.width * this.stream.uniform();
  }
  fill(block: Float64Array): void {
    const { stream, min, width } = this;
    for (let i = 0; i < block.length; i++) block[i] = min + width * stream.uniform();
  }
}

/** exp(m + s Z) with s^2 = ln(1 + scv) and m = ln(mean) - s^2 / 2. */
export class LognormalDraws implements Sampler {
  private readonly m: number;
  private readonly s: number;
  private readonly normal: NormalDraws;
  constructor(mean: number, scv: number, stream: RandomStream) {
    const variance = Math.log1p(scv);
    this.s = Math.sqrt(variance);
    this.m = Math.log(mean) - variance / 2;
    this.normal = new NormalDraws(stream);
  }
  next(): number {
    return Math.exp(this.m + this.s * this.normal.next());
  }
}

/** Weibull: a power of an exponential. */
export class WeibullDraws implements Sampler {
  private readonly scale: number;
  private readonly power: number;
  private readonly stream: RandomStream;
  constructor(scale: number, shape: number, stream: RandomStream) {
    this.scale = scale;
    this.power = 1 / shape;
    this.stream = stream;
  }
  next(): number {
    return this.scale * drawExponential(this.stream) ** this.power;
  }
}

/** scale U^(-1/shape). */
export class ParetoDraws implements Sampler {
  private readonly scale: number;
  private readonly power: number;
  private readonly stream: RandomStream;
  constructor(scale: number, shape: number, stream: RandomStream) {
    this.scale = scale;
    this.power = -1 / shape;
    this.stream = stream;
  }
  next(): number {
    return this.scale * this.stream.uniform() ** this.power;
  }
}
