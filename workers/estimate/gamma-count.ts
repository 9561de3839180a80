/**
 * How many services end in a period, when service times are gamma with shape alpha and the period begins at any moment:
 * the stationary gamma count. alpha = 1 is Poisson; alpha to infinity is a server with constant times.
 *
 * For an ordinary renewal process P[N >= n] = P(n alpha, alpha lambda) (Winkelmann, J. Bus. Econ. Stat. 13 (1995) 467,
 * equation 9). From any moment on the rate of the n-th event is mu (P[N >= n-1] - P[N >= n]) of the ordinary one (Cox,
 * Renewal Theory, 1962, section 4.1), and the integral over the period is H(n-1) - H(n), with
 * H(n) = (lambda - n) P(n alpha, alpha lambda) + n x^(n alpha) e^-x / Gamma(n alpha + 1), x = alpha lambda, H(0) = lambda.
 * Letters: lambda expected count, > 0; alpha > 0. Absolute error about 1e-12 lambda, from the differences.
 */
import { gammaP, gammaTerm } from '../numeric/incomplete-gamma.ts';

export class GammaCount {
  private readonly known = new Map<number, number>();

  constructor(
    private readonly lambda: number,
    private readonly alpha: number,
  ) {}

  /** P[N = n]. */
  probability(n: number): number {
    return Math.max(0, this.atLeast(n) - this.atLeast(n + 1));
  }

  /** P[N >= n]. */
  atLeast(n: number): number {
    return n <= 0 ? 1 : Math.max(0, Math.min(1, this.H(n - 1) - this.H(n)));
  }

  private H(n: number): number {
    const known = this.known.get(n);
    if (known !== undefined) return known;
    const { lambda, alpha } = this;
    const a = n * alpha;
    const x = alpha * lambda;
    const value = n === 0 ? lambda : (lambda - n) * gammaP(a, x) + n * gammaTerm(a, x);
    this.known.set(n, value);
    return value;
  }
}
