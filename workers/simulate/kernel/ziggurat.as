/** The layers under exp(-x): the tables of core/distributions/draws.ts, by the same steps. */
import { take } from './memory';

@external('host', 'log') declare function log(x: f64): f64;
@external('host', 'exp') declare function exp(x: f64): f64;

const LAYERS: i32 = 256;
export const TAIL: f64 = 7.69711747013105;
const AREA: f64 = 3.949659822581572e-3;
/** Places in a layer: 2^52. */
export const SCALE: f64 = 4503599627370496.0;

/** Per layer: limit and width per unit of the 52-bit integer, side by side, and the heights. */
export const layers: usize = take(LAYERS * 16);
export const heights: usize = take(LAYERS * 8);

function setLayer(i: i32, limit: f64, width: f64, height: f64): void {
  store<f64>(layers + (<usize>i << 4), limit);
  store<f64>(layers + (<usize>i << 4), width, 8);
  store<f64>(heights + (<usize>i << 3), height);
}

/** To be called before the first draw. */
export function fillTables(): void {
  const base = AREA / exp(-TAIL);
  let outer = TAIL;
  setLayer(0, (TAIL / base) * SCALE, base / SCALE, 1);
  let limit: f64 = 0;
  setLayer(LAYERS - 1, 0, TAIL / SCALE, exp(-TAIL));
  for (let i = LAYERS - 2; i >= 1; i--) {
    const edge = -log(AREA / outer + exp(-outer));
    limit = (edge / outer) * SCALE;
    store<f64>(layers + (<usize>(i + 1) << 4), limit);
    setLayer(i, 0, edge / SCALE, exp(-edge));
    outer = edge;
  }
}
