/**
 * The station method that a stage alone calls for, the exact one where there is one; where there is none, the nearest,
 * and in words what that takes for granted (taken-as.ts). Times in the answer are for first come, first served, and left out otherwise.
 *
 * Inputs: the stage; `lambda` offered, elements per second in its native unit (accepted, where the stage holds its
 * senders up); `mu` of one server, services per second; `stream`, the distribution of the times between arrivals and the elements
 * of each where one source sends to it alone. Without a stream the arrivals are Poisson; whether they are is for the network to say.
 * Outputs: the queue, or that it is saturated; `assumptions`, none where the answer is right for these arrivals.
 */
import { distributionScv, isPoisson } from '../../../core/distributions/distribution-moments.ts';
import { fixedBatches, solveBatchArrivals } from './batch-arrivals.ts';
import { solveBatchService } from './batch-service.ts';
import { fitBulk } from './fit-bulk.ts';
import { fitHolding } from './fit-holding.ts';
import { fitNearest } from './fit-nearest.ts';
import { solveGm1 } from './gm1.ts';
import { solveMapPh } from './map-ph.ts';
import { solveMd1 } from './md1.ts';
import { solveMdc } from './mdc.ts';
import { solveMg1 } from './mg1.ts';
import { solveMg1k } from './mg1k.ts';
import { solveMm1 } from './mm1.ts';
import { solveMm1k } from './mm1k.ts';
import { solveMmc } from './mmc.ts';
import { solveMmck } from './mmck.ts';
import { solveProcessorSharing } from './processor-sharing.ts';
import { isSaturated, type Queue, type Saturated, withoutTimes } from './queue.ts';
import {
  assuming,
  exactly,
  type Facts,
  type FittedStation,
  factsOf,
  isPoissonStream,
  type StationCase,
} from './station-case.ts';
import { arrivalsAsPoisson, batchesAsSingles } from './taken-as.ts';

export type { FittedStation, StationCase };

export function fitStation(stationCase: StationCase): FittedStation {
  const facts = factsOf(stationCase);
  const fitted = facts.loses ? fitLosing(facts) : fitHolding(facts, fitLosing);
  const { queue } = fitted;
  const timed = (facts.stage.discipline ?? 'FCFS') === 'FCFS' || isSaturated(queue);
  return timed ? fitted : { ...fitted, queue: withoutTimes(queue) };
}

/** Room for all, or what finds no room is lost. */
function fitLosing(facts: Facts): FittedStation {
  if (facts.b > 1) return fitBulk(facts);
  if (facts.stage.discipline === 'PS') return sharedStation(facts);
  return facts.batch > 1 ? batchStation(facts) : singleStation(facts);
}

/** Elements one by one, served one by one, in an order that does not look at the work. */
function singleStation(facts: Facts): FittedStation {
  const queue = isPoissonStream(facts) ? poissonQueue(facts) : renewalQueue(facts);
  return queue ? exactly(queue) : fitNearest(facts);
}

function poissonQueue({
  stage: { service },
  arrivals,
  lambda,
  mu,
  c,
  K,
  loses,
}: Facts): Queue | Saturated | undefined {
  const unbounded = K === Number.POSITIVE_INFINITY;
  if (isPoisson(service)) {
    if (c === 1) return unbounded ? solveMm1({ lambda, mu }) : solveMm1k({ lambda, mu, K });
    return unbounded ? solveMmc({ lambda, mu, c }) : solveMmck({ lambda, mu, c, K });
  }
  // For one server without a limit M/G/1 keeps its digits up to saturation, which phases do not; and one that holds its
  // senders up is solved many times, which M/G/1/K bears.
  const general = c === 1 && (unbounded || !loses) && hasParts(service);
  const phases = general ? undefined : solveMapPh({ arrivals, lambda, service, mu, c, K });
  if (phases) return named(phases, `M/PH/${c === 1 ? 1 : 'c'}${unbounded ? '' : '/K'}`);
  if (distributionScv(service) === 0 && unbounded)
    return c === 1 ? solveMd1({ lambda, mu }) : solveMdc({ lambda, mu, c });
  if (c > 1) return undefined;
  return unbounded
    ? solveMg1({ lambda, mu, distribution: service })
    : solveMg1k({ lambda, mu, distribution: service, K });
}

/** Has its distribution the parts that M/G/1 takes for its occupancy? */
const hasParts = ({ distribution }: Facts['stage']['service']): boolean => distribution !== 'phaseType';

function renewalQueue(facts: Facts): Queue | Saturated | undefined {
  const { arrivals, lambda, mu, c, K } = facts;
  const { service } = facts.stage;
  const unbounded = K === Number.POSITIVE_INFINITY;
  if (isPoisson(service) && c === 1 && unbounded && arrivals.distribution !== 'trace') {
    const root = solveGm1({ distribution: arrivals, lambda, mu });
    if (root) return root;
  }
  const phases = solveMapPh({ arrivals, lambda, service, mu, c, K });
  const kind = arrivals.distribution === 'map' || arrivals.distribution === 'onOff' ? 'MAP' : 'PH';
  const model = `${kind}/${isPoisson(service) ? 'M' : 'PH'}/${c === 1 ? 1 : 'c'}${unbounded ? '' : '/K'}`;
  return phases && named(phases, model);
}

const named = (queue: Queue | Saturated, model: string): Queue | Saturated => ({ ...queue, model });

/** One server, or exponential ones, take batches exactly; what becomes of a whole batch is the stage's rule. */
function batchStation(facts: Facts): FittedStation {
  const { stage, lambda, mu, c, K, batch, admission } = facts;
  if (!isPoissonStream(facts)) return fitNearest(facts);
  const batches = lambda / batch;
  const queue = isPoisson(stage.service)
    ? solveBatchArrivals({ ...fixedBatches(batch), batches, mu, c, K, admission })
    : c === 1
      ? solveBatchService({ batches, size: batch, distribution: stage.service, mu, a: 1, b: 1, K, admission })
      : undefined;
  return queue ? exactly(queue) : fitNearest(facts);
}

function sharedStation(facts: Facts): FittedStation {
  const { lambda, mu, c, K } = facts;
  return assuming(solveProcessorSharing({ lambda, mu, c, K }), [
    arrivalsAsPoisson(facts),
    batchesAsSingles(facts),
  ]);
}
