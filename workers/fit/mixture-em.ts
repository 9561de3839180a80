/**
 * Mixtures of Erlang distributions by expectation and maximization: shares alpha_j and rates lambda_j of branches with r_j phases.
 * With z_ij the probability that value i came from branch j, alpha_j = sum z_ij / n and lambda_j = r_j sum z_ij / sum z_ij
 * E[x_i | j]. Of an interval, z_ij comes from the probability of the interval and E[x | j] from
 * E[X; l <= X < h] = (r / lambda) (G_{r+1}(h) - G_{r+1}(l)), G_r the Erlang distribution function with r phases. A step
 * never lowers the likelihood. Cost of one: values times branches.
 * Source: A. Thuemmler, P. Buchholz & M. Telek, A novel approach for phase-type fitting with the EM algorithm, IEEE Trans.
 * Dependable Secure Comput. 3 (2006) 245, section 3; for intervals Dempster, Laird & Rubin, J. R. Stat. Soc. B 39 (1977) 1,
 * section 4.2.
 */

import { type Branch, gammaDensity } from '../../core/distributions/gamma.ts';
import { exp, log } from '../../core/numeric/elementary.ts';
import { gammaP, gammaQ, gammaTerm } from '../../core/numeric/incomplete-gamma.ts';
import type { Cells } from './cells.ts';

export interface Step {
  readonly branches: readonly Branch[];
  /** Log-likelihood of the branches that the step began with. */
  readonly logLikelihood: number;
}

/** Steps until the likelihood gains less than 1e-8 of a value's worth, or `most` of them. */
export function expectAndMaximize(cells: Cells, start: readonly Branch[], most: number): Step {
  let branches = start;
  let before = Number.NEGATIVE_INFINITY;
  for (let count = 0; ; count += 1) {
    const step = emStep(cells, branches);
    const settled = step.logLikelihood - before < 1e-8 * cells.total;
    if (settled || count >= most) return { branches, logLikelihood: step.logLikelihood };
    before = step.logLikelihood;
    branches = step.branches;
  }
}

export function emStep(cells: Cells, branches: readonly Branch[]): Step {
  const { low, high, weight, total } = cells;
  const count = branches.length;
  const shares = new Float64Array(count);
  const sums = new Float64Array(count);
  const views = branches.map((branch) => (cells.kind === 'points' ? pointView(branch) : binView(branch)));
  const likelihoods = new Float64Array(count);
  let logLikelihood = 0;
  for (let i = 0; i < low.length; i += 1) {
    let all = 0;
    for (let j = 0; j < count; j += 1) {
      likelihoods[j] = branches[j]!.share * views[j]!.likelihood(low[i]!, high[i]!);
      all += likelihoods[j]!;
    }
    logLikelihood += weight[i]! * log(all);
    // Further out than doubles reach: it says nothing of which branch it came from.
    if (!(all > 0)) continue;
    for (let j = 0; j < count; j += 1) {
      const z = (weight[i]! * likelihoods[j]!) / all;
      if (z === 0) continue;
      shares[j]! += z;
      sums[j]! += z * views[j]!.mean(low[i]!, high[i]!);
    }
  }
  return {
    logLikelihood,
    branches: branches.map((branch, j) =>
      sums[j]! > 0
        ? { ...branch, share: shares[j]! / total, rate: (branch.shape * shares[j]!) / sums[j]! }
        : branch,
    ),
  };
}

/** What a branch says of one cell: how likely it is, and its mean value. */
interface View {
  likelihood(low: number, high: number): number;
  mean(low: number, high: number): number;
}

function pointView(branch: Branch): View {
  const density = gammaDensity(branch);
  return { likelihood: (x) => exp(density(x)), mean: (x) => x };
}

/**
 * Edges shared by neighbouring bins are computed once. G_{r+1}(x) = G_r(x) - t(x), t(x) = (lambda x)^r e^(-lambda
 * x) / r!.
 */
function binView({ shape, rate }: Branch): View {
  const edgeAt = (x: number): Edge => ({
    x,
    below: gammaP(shape, rate * x),
    above: gammaQ(shape, rate * x),
    term: x === Number.POSITIVE_INFINITY ? 0 : gammaTerm(shape, rate * x),
  });
  let from = edgeAt(0);
  let to = from;
  const look = (low: number, high: number): void => {
    if (from.x === low && to.x === high) return;
    from = to.x === low ? to : edgeAt(low);
    to = edgeAt(high);
  };
  const own = (): number => Math.max(0, from.above > 0.5 ? to.below - from.below : from.above - to.above);
  return {
    likelihood: (low, high) => {
      look(low, high);
      return own();
    },
    mean: (low, high) => {
      look(low, high);
      const mean = ((shape / rate) * (own() + from.term - to.term)) / own();
      // Rounding must not lead out of the bin.
      return Math.min(high, Math.max(low, mean));
    },
  };
}

interface Edge {
  readonly x: number;
  readonly below: number;
  readonly above: number;
  readonly term: number;
}
