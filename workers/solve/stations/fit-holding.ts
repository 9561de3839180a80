/**
 * A finite stage that holds its senders back: no exact answer alone, since its arrivals depend on its own occupancy. Where it is seldom full it is as
 * if it had room for all; else a loss model at the rate offered that makes it accept what it is known to take (accepted-rate.ts).
 */
import { isPoisson } from '../../../core/distributions/distribution-moments.ts';
import { acceptedAt } from './accepted-rate.ts';
import { solveMm1kActual } from './mm1k.ts';
import { solveMmckActual } from './mmck.ts';
import { isSaturated } from './queue.ts';
import { assuming, type Facts, type FittedStation, isPoissonStream } from './station-case.ts';
import { arrivalsAsPoisson, batchesAsSingles, comesAgain, PLACES_TOO_FEW } from './taken-as.ts';

/** Full so seldom that it may as well have room for all. */
const NEVER_FULL = 1e-6;
const LARGE = 256;

export function fitHolding(facts: Facts, fitLosing: (facts: Facts) => FittedStation): FittedStation {
  const { lambda, mu, b, c, K } = facts;
  const plain = isPoisson(facts.stage.service) && isPoissonStream(facts) && facts.batch === 1 && b === 1;
  if (plain || facts.stage.discipline === 'PS') return exponential(facts);
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
