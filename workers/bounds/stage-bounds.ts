/** Service curves of stages, and what they make of the elements that come. */
import {
  distributionRange,
  formOf,
  replayedTimes,
  type ServiceDistribution,
} from '../../core/distributions/index.ts';
import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { batchSizes, batchVaries, largestBatch } from '../../core/rules/bulk.ts';
import { isFcfs, preempts, sharesServers } from '../../core/rules/discipline.ts';
import { nameOf, passProbabilityOf, serverCountOf } from '../../core/scenario/defaults.ts';
import type { DelayNode, StageNode } from '../../core/scenario/scenario.ts';
import { valueAt } from './arrival-curve.ts';
import { backlogBound, busyBound, delayBound, inWholeElements, isBounded, outputCurve } from './bounds.ts';
import type { RateLatency, StageBounds } from './contract.ts';
import { afterStay, type Flow } from './flow.ts';
import { traceService } from './trace-curves.ts';

export interface BoundedStage {
  readonly bounds: StageBounds;
  readonly output: Flow;
}

/**
 * `distributions`: of all classes that come. c servers that each take at most S for b elements: rate c b / S, and since the last
 * result may just have been handed over, latency S. With upTo a batch under way may be a small one: 2 S. Servers that are shared: `boundShared`. A trace on one
 * server keeps its long-run rate. Undefined where more comes than is served.
 */
export function boundStage(
  stage: StageNode,
  distributions: readonly ServiceDistribution[],
  input: Flow,
): BoundedStage | undefined {
  if (sharesWork(stage)) return boundShared(stage, distributions, input);
  const service = serviceCurve(stage, distributions);
  if (!isBounded(input.most, service)) return undefined;
  // Elements that wait for the batch to fill are on top of what the curve serves.
  const waiting = fewestOf(stage) - 1;
  const backlog = wholeElements(backlogBound(input.most, service) + waiting);
  const delay = stayBound(stage, input, service);
  const most = outputCurve(input.most, service).map(({ rate, burst }) => ({ rate, burst: burst + waiting }));
  const passesAll = passProbabilityOf(stage) === 1 && !stage.byClass;
  const { least } = input;
  return {
    bounds: {
      arrivals: input.most,
      service,
      backlog,
      ...(delay !== undefined && { delay }),
      ...(stage.capacity !== undefined && { fits: stage.capacity >= backlog }),
    },
    output: {
      most,
      ...(least &&
        delay !== undefined &&
        passesAll && { least: { rate: least.rate, latency: least.latency + delay } }),
    },
  };
}

/** Whether several elements may be begun and none done while all servers work: no curve counts what they finish. */
const sharesWork = (stage: StageNode): boolean => sharesServers(stage) || preempts(stage);

/**
 * A bound by work, where none of c servers idles while c elements are there. An element that stays t s sees its own
 * service, at most S, and for the rest of t all servers busy, with what is left of c - 1 others and all that comes:
 * c (t - S) <= (c - 1) S + S alpha(t). Nobody stays longer, so the stage acts as a delay of that length.
 */
function boundShared(
  stage: StageNode,
  distributions: readonly ServiceDistribution[],
  { most, least }: Flow,
): BoundedStage | undefined {
  const c = serverCountOf(stage);
  const S = Math.max(...distributions.map((distribution) => distributionRange(distribution).longest));
  const delay = busyBound(most, { rate: c / S, latency: ((2 * c - 1) * S) / c });
  if (delay === Number.POSITIVE_INFINITY) return undefined;
  const backlog = wholeElements(valueAt(most, delay));
  const passesAll = passProbabilityOf(stage) === 1 && !stage.byClass;
  return {
    bounds: {
      arrivals: most,
      service: { rate: c / S, latency: delay },
      backlog,
      delay,
      ...(stage.capacity !== undefined && { fits: stage.capacity >= backlog }),
    },
    output: afterStay({ most, ...(least && passesAll && { least }) }, delay),
  };
}

/** M/G/infinity without the M: everybody stays between the shortest and the longest time. */
export function boundDelay(distributions: readonly ServiceDistribution[], input: Flow): BoundedStage {
  const ranges = distributions.map(distributionRange);
  const delay = Math.max(...ranges.map(({ longest }) => longest));
  const jitter = delay - Math.min(...ranges.map(({ shortest }) => shortest));
  return {
    bounds: { arrivals: input.most, backlog: wholeElements(valueAt(input.most, delay)), delay },
    output: afterStay(input, jitter),
  };
}

/** Why no time bounds the services; undefined where one does. */
export function refuseService(
  node: StageNode | DelayNode,
  distributions: readonly ServiceDistribution[],
): NoAnswer | undefined {
  const distribution = distributions.find(
    (one) => distributionRange(one).longest === Number.POSITIVE_INFINITY,
  );
  return (
    distribution &&
    noAnswer('serviceUnbounded', { name: nameOf(node), distribution: formOf(distribution) }, node.id)
  );
}

function serviceCurve(stage: StageNode, distributions: readonly ServiceDistribution[]): RateLatency {
  const { bulk } = stage;
  const serverCount = serverCountOf(stage);
  const [distribution] = distributions as readonly [ServiceDistribution];
  const replayed = distributions.length === 1 ? replayedTimes(distribution) : undefined;
  if (replayed && serverCount === 1 && !bulk) return traceService(replayed);
  const S = Math.max(...distributions.map((one) => distributionRange(one).longest));
  const b = largestBatch(bulk);
  const mayBeSmall = batchVaries(bulk) || bulk?.timeout !== undefined;
  return { rate: (serverCount * b) / S, latency: mayBeSmall ? 2 * S : S };
}

/** Elements without which an idle server does not start. */
const fewestOf = ({ bulk }: StageNode): number => Math.max(1, batchSizes(bulk).least);

function stayBound(stage: StageNode, { most, least }: Flow, service: RateLatency): number | undefined {
  const served = isFcfs(stage) ? delayBound(most, inWholeElements(service)) : busyBound(most, service);
  const missing = fewestOf(stage) - 1;
  const filled = least ? least.latency + missing / least.rate : Number.POSITIVE_INFINITY;
  const filling = missing === 0 ? 0 : Math.min(stage.bulk?.timeout ?? Number.POSITIVE_INFINITY, filled);
  const stay = served + filling;
  return stay < Number.POSITIVE_INFINITY ? stay : undefined;
}

/** Elements come whole. */
const wholeElements = (bound: number): number => Math.floor(bound * (1 + 1e-12) + 1e-9);
