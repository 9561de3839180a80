import { solveGth } from './gth.ts';
import type { SparseMatrix } from './sparse-matrix.ts';

/**
 * Aggregation and disaggregation: the chain between groups of neighbouring states is solved exactly and the groups are
 * given the weights found; inside a group the proportions stay. One such step carries mass across the whole chain, for
 * which sweeps would take as many steps as the chain is long.
 * `balance`: I - P transposed, P the jumps; `x`: flow through each state, changed in place.
 * Source: H. Simon and A. Ando, Econometrica 29 (1961); R. Koury, D. McAllister and W. Stewart, SIAM J. Alg. Disc. Meth. 5
 * (1984).
 */
export function aggregate(balance: SparseMatrix, x: Float64Array, groupCount: number): void {
  const n = balance.size;
  const groups = Math.min(groupCount, n);
  const groupOf = (i: number): number => Math.floor((i * groups) / n);
  const weights = new Float64Array(groups);
  for (let i = 0; i < n; i++) {
    x[i] = Math.max(x[i]!, LEAST);
    weights[groupOf(i)]! += x[i]!;
  }
  const flows = groupFlows(balance, x, groups);
  const rates = coarseRates(flows, weights);
  const order = Int32Array.from({ length: groups }, (_, group) => group);
  const found = solveGth(rates, { order, bandwidth: widest(rates) });
  const factors = found.map((p, group) => p / weights[group]!);
  for (let i = 0; i < n; i++) x[i]! *= factors[groupOf(i)]!;
}

/** Keeps every state in play, so that the chain of groups is irreducible too. */
const LEAST = 1e-290;

/** [from * groups + to]: flow between different groups. */
function groupFlows({ size, starts, columns, values }: SparseMatrix, x: Float64Array, groups: number) {
  const flows = new Float64Array(groups * groups);
  for (let i = 0; i < size; i++) {
    const to = Math.floor((i * groups) / size);
    for (let k = starts[i]!; k < starts[i + 1]!; k++) {
      const from = Math.floor((columns[k]! * groups) / size);
      if (from !== to) flows[from * groups + to]! -= values[k]! * x[columns[k]!]!;
    }
  }
  return flows;
}

function coarseRates(flows: Float64Array, weights: Float64Array): SparseMatrix {
  const groups = weights.length;
  const starts = new Int32Array(groups + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (let from = 0; from < groups; from++) {
    for (let to = 0; to < groups; to++) {
      const flow = flows[from * groups + to]!;
      if (flow === 0) continue;
      columns.push(to);
      values.push(flow / weights[from]!);
    }
    starts[from + 1] = columns.length;
  }
  return { size: groups, starts, columns: Int32Array.from(columns), values: Float64Array.from(values) };
}

function widest({ size, starts, columns }: SparseMatrix): number {
  let most = 0;
  for (let row = 0; row < size; row++)
    for (let k = starts[row]!; k < starts[row + 1]!; k++) most = Math.max(most, Math.abs(columns[k]! - row));
  return most;
}
