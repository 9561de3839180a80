/**
 * Exponential variates of mean 1 by the ziggurat method (Marsaglia & Tsang, The ziggurat method for generating random
 * variables, J. Stat. Softw. 5(8), 2000), with 256 layers, 8 bits for the layer and 52 other bits for the place in it,
 * which removes the correlation that the 32-bit original has. 98.9 % of the draws need no logarithm.
 */
import { exp, log } from '../../core/numeric/elementary.ts';
import { type RandomStream, WORDS_AT_ONCE } from './random-stream.ts';

const LAYERS = 256;
/** Where the tail begins, and the area of each layer (Marsaglia & Tsang, p. 3). */
const TAIL = 7.69711747013105;
const AREA = 3.949659822581572e-3;
const SCALE = 2 ** 52;

/** Width of a layer per unit of the 52-bit integer; below LIMIT the point is surely under the curve; HEIGHT = exp(-edge). */
const WIDTH = new Float64Array(LAYERS);
const LIMIT = new Float64Array(LAYERS);
const HEIGHT = new Float64Array(LAYERS);

function fillTables(): void {
  const base = AREA / exp(-TAIL);
  LIMIT[0] = (TAIL / base) * SCALE;
  WIDTH[0] = base / SCALE;
  HEIGHT[0] = 1;
  WIDTH[LAYERS - 1] = TAIL / SCALE;
  HEIGHT[LAYERS - 1] = exp(-TAIL);
  let outer = TAIL;
  for (let layer = LAYERS - 2; layer >= 1; layer--) {
    const edge = -log(AREA / outer + exp(-outer));
    LIMIT[layer + 1] = (edge / outer) * SCALE;
    WIDTH[layer] = edge / SCALE;
    HEIGHT[layer] = exp(-edge);
    outer = edge;
  }
  LIMIT[1] = 0; // the top layer has no part that is surely under the curve
}
fillTables();

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
    if (used + 2 <= WORDS_AT_ONCE) {
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
