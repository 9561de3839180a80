/**
 * M/D/1: Poisson arrivals, every service takes the same time, one server, room for all. Exact, means and occupancy.
 *
 * Inputs: `lambda`, 1/s, >= 0; `mu`, services per second, > 0.
 * Outputs: the means of M/G/1 with scv 0, and P[N = n] (what departures leave behind, which Poisson arrivals make the
 * law at all times).
 * Numerics: p_(n+1) a_0 = p_0 A_n + sum_(k=1..n) p_k A_(n+1-k), where a_j is the Poisson(rho) probability of j
 * arrivals in a service and A_j = P[more than j]. It balances the crossings of one level, so every term is positive;
 * the usual form with differences loses all digits in the tail. Cost: levels times the 20 or so A_j that matter.
 * Refuses: saturated when lambda >= mu; no distribution where it would be longer than queue.ts allows.
 * Source: level crossing in the M/G/1 chain: Ramaswami 1988, Stochastic Models 4(1), 183-188.
 */
import { solveMg1 } from './mg1.ts';
import type { Mm1Input } from './mm1.ts';
import { isSaturated, LONGEST_DISTRIBUTION, type Queue, type Saturated, SMALLEST_TAIL } from './queue.ts';

export function solveMd1({ lambda, mu }: Mm1Input): Queue | Saturated {
  const means = solveMg1({ lambda, mu, scv: 0 });
  if (isSaturated(means)) return { ...means, model: 'M/D/1' };
  const distribution = () => distributionOf(lambda / mu, (mu - lambda) / mu);
  const tail = (n: number) => 1 - (distribution() ?? []).slice(0, n).reduce((sum, p) => sum + p, 0);
  return { ...means, model: 'M/D/1', tail, distribution };
}

function distributionOf(rho: number, idle: number): number[] | undefined {
  const none = Math.exp(-rho);
  const more = poissonTails(rho);
  const probabilities = [idle];
  let rest = 1 - idle;
  while (rest > SMALLEST_TAIL) {
    const n = probabilities.length - 1;
    if (n + 1 >= LONGEST_DISTRIBUTION) return undefined;
    let crossing = n < more.length ? probabilities[0]! * more[n]! : 0;
    for (let j = 1; j <= Math.min(n, more.length - 1); j++) crossing += probabilities[n + 1 - j]! * more[j]!;
    const next = crossing / none;
    probabilities.push(next);
    rest -= next;
    // Rounding of 1 - sum keeps the rest above its bound for ever once the terms no longer count.
    if (next < SMALLEST_TAIL * idle) break;
  }
  return probabilities;
}

/** A_j = P[Poisson(rho) > j], j = 0, 1, ... while above 1e-18; summed from the small end. */
function poissonTails(rho: number): number[] {
  const terms: number[] = [];
  for (let j = 1, term = Math.exp(-rho) * rho; term > 1e-19; term *= rho / ++j) terms.push(term);
  for (let j = terms.length - 2; j >= 0; j--) terms[j]! += terms[j + 1]!;
  return terms;
}
