/**
 * The stationary row of a small generator (off-diagonal rates >= 0, rows sum to 0), summing to 1, by elimination without
 * subtraction: every probability keeps its relative accuracy. The diagonal is not read. Phases that are left for good
 * get 0. Source: Grassmann, Taksar & Heyman 1985, Oper. Res. 33, 1107-1116.
 */
import type { DenseMatrix } from '../../numeric/dense-matrix.ts';

export function stationaryRow(generator: DenseMatrix): Float64Array {
  const n = generator.rows;
  const rates = generator.values.slice();
  for (let k = n - 1; k > 0; k--) {
    let out = 0;
    for (let j = 0; j < k; j++) out += Math.max(0, rates[k * n + j]!);
    for (let i = 0; i < k; i++) {
      // A phase that only the ones before it reach and that never goes back keeps all that comes: it takes over.
      const share = out > 0 ? rates[i * n + k]! / out : rates[i * n + k]! > 0 ? Number.POSITIVE_INFINITY : 0;
      rates[i * n + k] = share;
      if (share > 0 && out > 0) for (let j = 0; j < k; j++) rates[i * n + j]! += share * rates[k * n + j]!;
    }
  }
  return spread(rates, n);
}

function spread(shares: Float64Array, n: number): Float64Array {
  const row = new Float64Array(n);
  row[0] = 1;
  for (let k = 1; k < n; k++) {
    let sum = 0;
    for (let i = 0; i < k; i++) if (row[i]! > 0) sum += row[i]! * shares[i * n + k]!;
    if (sum === Number.POSITIVE_INFINITY) row.fill(0, 0, k);
    row[k] = sum === Number.POSITIVE_INFINITY ? 1 : sum;
  }
  const total = row.reduce((sum, x) => sum + x, 0);
  return row.map((x) => x / total);
}
