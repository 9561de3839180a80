/**
 * Phase-type distributions that have given moments exactly.
 * Three moments: the mixture of two Erlang distributions with the same number n of phases, n the smallest that can. Letters m1, m2,
 * m3 raw moments; c coefficient of variation, g skewness. Possible where g > c - 1/c.
 * Source: M. A. Johnson & M. R. Taaffe, Matching moments to phase distributions: mixtures of Erlang distributions of common
 * order, Stoch. Models 5 (1989) 711, theorem 3.
 * Two moments: scv > 1 two exponential branches with balanced means; scv < 1 the mixture of k - 1 and k phases of the same
 * rate, 1/k <= scv <= 1/(k-1) (H. C. Tijms, Stochastic Models, 1994, p. 358).
 */

import { err, ok, type Result } from '../../core/base/result.ts';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { pow } from '../../core/numeric/elementary.ts';
import type { MomentMatch } from './contract.ts';
import { phaseTypeDistribution } from './mixture-families.ts';

/** The format holds 200 phases. */
const MOST_PHASES = 200;

export function matchMoments(moments: readonly number[]): Result<MomentMatch, string> {
  const [m1 = Number.NaN, m2 = Number.NaN, m3] = moments;
  const known = moments.length === 2 || moments.length === 3;
  if (!known || !moments.every((m) => m > 0 && Number.isFinite(m))) {
    return err(`Expected two or three raw moments > 0, got ${moments.join(', ') || 'none'}`);
  }
  const scv = m2 / m1 ** 2 - 1;
  if (scv < -1e-12)
    return err(
      `The second moment ${m2} is below the square ${m1 ** 2} of the mean, which no distribution has`,
    );
  const three = m3 === undefined ? undefined : threeMoments(m1, m2, m3);
  if (three) return ok({ distribution: three, moments: 3 });
  return ok({ distribution: twoMoments(m1, Math.max(0, scv)), moments: 2 });
}

export function twoMoments(mean: number, scv: number): ServiceDistribution {
  if (Math.abs(scv - 1) < 1e-9) return { distribution: 'exponential', mean };
  if (scv > 1) return { distribution: 'hyperexponential', mean, scv };
  if (scv < 1 / MOST_PHASES)
    return scv < 1e-9 ? { distribution: 'deterministic', mean } : { distribution: 'gamma', mean, scv };
  const k = Math.max(2, Math.ceil(1 / scv - 1e-9));
  const p = (k * scv - Math.sqrt(Math.max(0, k * (1 + scv) - k * k * scv))) / (1 + scv);
  if (p < 1e-9) return { distribution: 'erlang', mean, shape: k };
  const rate = (k - p) / mean;
  // The first phase of k is left out with probability p.
  const { T } = phaseTypeDistribution([{ share: 1, shape: k, rate }]);
  return { distribution: 'phaseType', alpha: T.map((_, i) => (i === 0 ? 1 - p : i === 1 ? p : 0)), T };
}

/** Undefined where no such mixture has these moments. */
function threeMoments(m1: number, m2: number, m3: number): ServiceDistribution | undefined {
  const c = Math.sqrt(Math.max(0, m2 / m1 ** 2 - 1));
  const g = (m3 - 3 * m1 * m2 + 2 * pow(m1, 3)) / pow(c * m1, 3);
  if (!(c > 1e-3) || !(g > c - 1 / c)) return undefined;
  const least = Math.max(1 / c ** 2, (-g + 1 / pow(c, 3) + 1 / c + 2 * c) / (g - (c - 1 / c)));
  const n = Math.max(1, Math.floor(least + 1e-9) + 1);
  if (2 * n > MOST_PHASES) return undefined;
  const x = m1 * m3 - ((n + 2) / (n + 1)) * m2 ** 2;
  const y = m2 - ((n + 1) / n) * m1 ** 2;
  const A = n * (n + 2) * m1 * y;
  const B = -(n * x + ((n * (n + 2)) / (n + 1)) * y ** 2 + (n + 2) * m1 ** 2 * y);
  const C = m1 * x;
  const root = Math.sqrt(B ** 2 - 4 * A * C);
  const [long, brief] = [(-B + root) / (2 * A), (-B - root) / (2 * A)];
  const p = (m1 / n - brief) / (long - brief);
  if (!(brief > 0 && p > 0 && p < 1)) return undefined;
  const branches = [
    { share: p, shape: n, rate: 1 / long },
    { share: 1 - p, shape: n, rate: 1 / brief },
  ];
  return n === 1
    ? { distribution: 'hyperexponential', probabilities: [p, 1 - p], rates: [1 / long, 1 / brief] }
    : phaseTypeDistribution(branches);
}
