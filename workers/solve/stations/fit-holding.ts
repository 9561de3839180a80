/**
 * A finite stage that holds its senders back: no exact answer alone, since its arrivals depend on its own occupancy. Where it is seldom full it is as
 * if it had room for all; else a loss model at the rate offered that makes it accept what it is known to take (accepted-rate.ts).
 */

import { isPoisson } from '../../../core/distributions/index.ts';
import { exp, log, log1p } from '../../../core/numeric/elementary.ts';
import { sharesServers } from '../../../core/rules/discipline.ts';
import { findRoot } from '../../numeric/find-root.ts';
import { solveMm1kActual } from './mm1k.ts';
import { solveMmckActual } from './mmck.ts';
import { isSaturated, type Queue, type Saturated, saturated } from './queue.ts';
import { assuming, type Facts, type FittedStation, isPoissonStream } from './station-case.ts';
import { arrivalsAsPoisson, batchesAsSingles, comesAgain, PLACES_TOO_FEW } from './taken-as.ts';

/** Full so seldom that it may as well have room for all. */
const NEVER_FULL = 1e-6;
const LARGE = 256;

export function fitHolding(facts: Facts, fitLosing: (facts: Facts) => FittedStation): FittedStation {
  const { lambda, mu, b, c, K } = facts;
  const plain = isPoisson(facts.stage.service) && isPoissonStream(facts) && facts.batch === 1 && b === 1;
  if (plain || sharesServers(facts.stage)) return exponential(facts);
  const limit = c * b * mu;
  // One by one the model with a limit costs no more than that without.
  if (lambda < limit && (b > 1 || K > LARGE)) {
    const roomy = fitLosing({ ...facts, K: Number.POSITIVE_INFINITY });
    const { queue } = roomy;
    if (!isSaturated(queue) && queue.tail && queue.tail(K) < NEVER_FULL) return { ...roomy, exact: false };
  }
  let last: FittedStation | undefined;
  const queue = acceptedAt(lambda, limit, (offered) => {
    last = fitLosing({ ...facts, lambda: offered });
    return last.queue;
  });
  if (!queue || !last) return tooFewPlaces(fitLosing(facts));
  const full = isSaturated(queue) ? 0 : (queue.tail?.(K) ?? 0);
  return { ...assuming(queue, [comesAgain(full), ...last.assumptions]), exact: false };
}

/** What it takes of what it is offered, as if the rest were lost. */
const tooFewPlaces = ({ queue, assumptions }: FittedStation): FittedStation => ({
  ...assuming(queue, [PLACES_TOO_FEW, ...assumptions]),
  exact: false,
});

/** Dor's model. */
function exponential(facts: Facts): FittedStation {
  const { lambda, mu, c, K } = facts;
  const queue = c === 1 ? solveMm1kActual({ lambda, mu, K }) : solveMmckActual({ lambda, mu, c, K });
  const full = isSaturated(queue) ? 0 : (queue.tail?.(K) ?? 0);
  // Under sharing the distribution of service does not matter.
  const said = [comesAgain(full), arrivalsAsPoisson(facts), batchesAsSingles(facts)];
  return { ...assuming(queue, said), exact: false };
}

/**
 * The same station by what it accepts instead of what it is offered: a loss model at the offered rate that makes it accept
 * lambda, as Dor 2010, section 4.3.3 has it for M/M/1/K. What finds it full is taken to come again at another time.
 *
 * `solve` gives the loss model at an offered rate; what it accepts grows with that. Saturated where `lambda` reaches
 * what the servers do; undefined where no offered rate below 1e6 times it will do.
 */
export function acceptedAt(
  lambda: number,
  limit: number,
  solve: (offered: number) => Queue | Saturated | undefined,
): Queue | Saturated | undefined {
  const first = solve(lambda);
  if (!first || isSaturated(first) || lambda === 0) return first;
  if (lambda >= limit) return saturated(first.model);
  const lost = first.lossProbability ?? 1 - first.arrivalRate / lambda;
  if (lost < NOTHING_LOST) return { ...first, arrivalRate: lambda };
  const known = new Map<number, Queue>();
  const excess = (log: number): number => {
    const queue = solve(exp(log));
    if (!queue || isSaturated(queue)) return Number.NaN;
    known.set(log, queue);
    // The root needs no more digits than are shown.
    const off = queue.arrivalRate / lambda - 1;
    return Math.abs(off) < CLOSE_ENOUGH ? 0 : off;
  };
  const low = log(lambda);
  let high = low - 2 * log1p(-Math.min(lost, 0.9));
  let beyond = excess(high);
  while (beyond < 0 && high < low + FARTHEST) {
    high = low + 2 * (high - low);
    beyond = excess(high);
  }
  if (!(beyond >= 0)) return undefined;
  const root = findRoot(excess, low, high);
  return { ...known.get(root)!, arrivalRate: lambda };
}

const NOTHING_LOST = 1e-12;
const CLOSE_ENOUGH = 1e-8;
const FARTHEST = log(1e6);
