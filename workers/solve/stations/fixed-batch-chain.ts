/**
 * The chain X' = (X - b)^+ + J, J Poisson with mean r < b: what is left after each service of a server that takes up to
 * b elements in a fixed time; and the number in M/D/b, seen once a service time, which is its number at any time.
 *
 * Outputs: the stationary distribution on 0.., cut where it falls below 1e-15 by its geometric decay; undefined where that many
 * levels take more than about a tenth of a second.
 * Method: elimination without subtraction in the band (numeric/gth.ts). The decay is the root z > 1 of b ln z = r (z - 1).
 * Source: Crommelin 1932 for M/D/c; Bailey 1954 for batches; Tijms 2003, section 9.6.
 */
import { expm1, log } from '../../../core/numeric/elementary.ts';
import { findRoot } from '../../numeric/find-root.ts';
import { solveGth } from '../../numeric/gth.ts';

export function fixedBatchChain(r: number, b: number): Float64Array | undefined {
  const counts = poissonTerms(r);
  const size = b + counts.length + Math.ceil(LOG_CUT / decayRate(r, b));
  const bandwidth = Math.max(b, counts.length);
  if (!(size * bandwidth ** 2 < MOST_WORK)) return undefined;
  const columns: number[] = [];
  const values: number[] = [];
  const starts = [0];
  for (let x = 0; x < size; x++) {
    const kept = Math.max(0, x - b);
    counts.forEach((p, j) => {
      const to = Math.min(size - 1, kept + j);
      if (to === x || p === 0) return;
      columns.push(to);
      values.push(p);
    });
    starts.push(columns.length);
  }
  const rates = {
    size,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  };
  return solveGth(rates, { order: Int32Array.from({ length: size }, (_, i) => i), bandwidth });
}

const LOG_CUT = log(1e15);
const MOST_WORK = 1e8;

/** ln z. With u = ln z: b u = r (e^u - 1), whose root lies above the turning point ln(b / r). */
function decayRate(r: number, b: number): number {
  const turn = log(b / r);
  const excess = (u: number) => r * expm1(u) - b * u;
  let high = 2 * turn + Number.MIN_VALUE;
  while (excess(high) < 0) high *= 2;
  return findRoot(excess, turn, high);
}

/** Down to 1e-18 beside the largest. */
function poissonTerms(mean: number): number[] {
  const mode = Math.floor(mean);
  const terms: number[] = new Array(mode + 1).fill(0);
  terms[mode] = 1;
  for (let j = mode; j > 0; j--) terms[j - 1] = terms[j]! * (j / mean);
  for (let j = mode + 1, term = mean / j; term > 1e-18; term *= mean / ++j) terms.push(term);
  const sum = terms.reduce((all, term) => all + term, 0);
  return terms.map((term) => term / sum);
}
