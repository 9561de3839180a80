/** What samplers draw with: a stream of random bits, exponential and normal variates, one of several cases by weight. */
import { exp, log } from '../numeric/elementary.ts';

/** Random numbers of one name (workers/random/random-stream.ts). */
export interface RandomStream {
  /** 32 random bits, as a signed integer. */
  word(): number;
  /** Uniform inside (0, 1), 53 bits. */
  uniform(): number;
  /** The words made last, and how many of them have been given out: to be read by loops over many draws only. */
  readonly words: Int32Array;
  used: number;
}

/** Draws one time after another, s; correlated only for traces and Markovian arrivals. */
export interface Sampler {
  next(): number;
  /** The next times, as many as fit, where one loop over them costs less than a call for each. */
  fill?(block: Float64Array): void;
}

/**
 * Exponential variates of mean 1 by the ziggurat method (Marsaglia & Tsang, The ziggurat method for generating random
 * variables, J. Stat. Softw. 5(8), 2000), with 256 layers, 8 bits for the layer and 52 other bits for the place in it,
 * which removes the correlation that the 32-bit original has. 98.9 % of the draws need no logarithm.
 */
const LAYERS = 256;
/** Where the tail begins, and the area of each layer (Marsaglia & Tsang, p. 3). */
const TAIL = 7.69711747013105;
const AREA = 3.949659822581572e-3;
const SCALE = 2 ** 52;

/** Where each layer ends, from the base, as wide as it would be without a tail, to the tail and up from there. */
function layerEdges(): Float64Array {
  const edges = new Float64Array(LAYERS);
  edges[0] = AREA / exp(-TAIL);
  edges[LAYERS - 1] = TAIL;
  for (let layer = LAYERS - 2; layer >= 1; layer--) {
    const outer = edges[layer + 1]!;
    edges[layer] = -log(AREA / outer + exp(-outer));
  }
  return edges;
}
const EDGES = /* @__PURE__ */ layerEdges();
/** Width of a layer per unit of the 52-bit integer. */
const WIDTH = /* @__PURE__ */ EDGES.map((edge) => edge / SCALE);
/** Below it the point is surely under the curve; the top layer has no such part. */
const LIMIT = /* @__PURE__ */ EDGES.map((edge, layer) =>
  layer === 1 ? 0 : (EDGES[layer === 0 ? LAYERS - 1 : layer - 1]! / edge) * SCALE,
);
const HEIGHT = /* @__PURE__ */ EDGES.map((edge, layer) => (layer === 0 ? 1 : exp(-edge)));

/** One exponential variate of mean 1, > 0. */
export function drawExponential(stream: RandomStream): number {
  for (;;) {
    const a = stream.word();
    const b = stream.word();
    const layer = ((a & 15) << 4) | (b & 15);
    const place = (a >>> 6) * 0x4000000 + (b >>> 6) + 0.5;
    const x = place * WIDTH[layer]!;
    if (place < LIMIT[layer]!) return x;
    if (layer === 0) return TAIL - log(stream.uniform());
    const height = HEIGHT[layer]!;
    if (height + stream.uniform() * (HEIGHT[layer - 1]! - height) < exp(-x)) return x;
  }
}

/** Fills the block with the next variates times `mean`. */
export function fillExponential(stream: RandomStream, block: Float64Array, mean: number): void {
  const { words } = stream;
  let used = stream.used;
  for (let i = 0; i < block.length; i++) {
    if (used + 2 <= words.length) {
      const a = words[used]!;
      const b = words[used + 1]!;
      const layer = ((a & 15) << 4) | (b & 15);
      const place = (a >>> 6) * 0x4000000 + (b >>> 6) + 0.5;
      if (place < LIMIT[layer]!) {
        block[i] = place * WIDTH[layer]! * mean;
        used += 2;
        continue;
      }
    }
    // What is rare is left to the draw of one: it looks at the same words again, or has new ones made.
    stream.used = used;
    block[i] = drawExponential(stream) * mean;
    used = stream.used;
  }
  stream.used = used;
}

/** Standard normal variates by the polar method (Marsaglia & Bray, SIAM Review 6 (1964) 260), which gives them in pairs. */
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

/** Running sums of the weights, scaled so that the last is 1. Weights >= 0, not all 0. */
export function cumulativeShares(weights: readonly number[]): Float64Array {
  const shares = new Float64Array(weights.length);
  let total = 0;
  for (const [i, weight] of weights.entries()) {
    total += weight;
    shares[i] = total;
  }
  for (let i = 0; i < shares.length; i++) shares[i]! /= total;
  return shares;
}

/** First index whose running sum exceeds u in (0, 1); the last index when none does. */
export function indexAt(cumulative: Float64Array, u: number): number {
  let low = 0;
  let high = cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[middle]! > u) high = middle;
    else low = middle + 1;
  }
  return low;
}
