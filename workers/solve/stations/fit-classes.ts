/**
 * Mean times of each class at a stage alone where the discipline looks at classes or shares the servers: priorities with
 * or without preemption, processor sharing. Poisson arrivals of each class, room for all.
 *
 * Inputs: the stage; its classes with their rates, 1/s, distributions of service and priorities.
 * Outputs: per class waiting and sojourn, s (of a shared server the sojourn alone counts; waiting is what it exceeds the
 * service by). Undefined where no method here fits: several servers with priorities and unequal service, or a limit.
 */
import {
  distributionMean,
  distributionScv,
  isPoisson,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import { servesByPriority, sharesServers, wouldPreempt } from '../../../core/rules/discipline.ts';
import { serverCountOf } from '../../../core/scenario/defaults.ts';
import type { ClassId, StageNode } from '../../../core/scenario/scenario.ts';
import { solveMmc } from './mmc.ts';
import { solveProcessorSharing } from './processor-sharing.ts';
import { isSaturated } from './queue.ts';

export interface StageClass {
  readonly id: ClassId;
  /** Arrivals, native unit, 1/s. */
  readonly rate: number;
  readonly service: ServiceDistribution;
  readonly priority: number;
}

export function fitClasses(
  stage: StageNode,
  classes: readonly StageClass[],
): Readonly<Record<ClassId, ClassTimes>> | undefined {
  if (stage.capacity !== undefined || stage.bulk !== undefined) return undefined;
  const times = sharesServers(stage)
    ? sharedTimes(stage, classes)
    : servesByPriority(stage)
      ? priorityTimes(stage, classes)
      : undefined;
  return times && Object.fromEntries(classes.map(({ id }, i) => [id, times[i]!]));
}

function priorityTimes(stage: StageNode, classes: readonly StageClass[]): readonly ClassTimes[] | undefined {
  const c = serverCountOf(stage);
  const given = classes.map(
    ({ rate, service, priority }): PriorityClass => ({
      priority,
      rate,
      service: distributionMean(service),
      scv: distributionScv(service),
    }),
  );
  const preemptive = wouldPreempt(stage);
  if (c === 1) return preemptive ? preemptiveResume(given) : nonPreemptive(given);
  const mean = given[0]!.service;
  const alike = classes.every(
    ({ service }) => isPoisson(service) && Math.abs(distributionMean(service) / mean - 1) < 1e-12,
  );
  return alike ? manyServers(given, { mu: 1 / mean, c, preemptive }) : undefined;
}

/** Everybody is slowed down alike. */
function sharedTimes(stage: StageNode, classes: readonly StageClass[]): readonly ClassTimes[] {
  const lambda = classes.reduce((sum, { rate }) => sum + rate, 0);
  const work = classes.reduce((sum, { rate, service }) => sum + rate * distributionMean(service), 0);
  const c = serverCountOf(stage);
  const queue = solveProcessorSharing({ lambda, mu: lambda / work, c, K: Number.POSITIVE_INFINITY });
  const slowdown = isSaturated(queue) ? Number.POSITIVE_INFINITY : queue.slowdown;
  return classes.map(({ service }) => {
    const alone = distributionMean(service);
    return { waiting: (slowdown - 1) * alone, sojourn: slowdown * alone };
  });
}

/**
 * Mean times of classes with priorities: Poisson arrivals per class, first come, first served within a priority, the
 * smaller number first. Exact.
 *
 * `nonPreemptive`: M/G/1, a service that has begun ends (Cobham). `preemptiveResume`: M/G/1, a service is interrupted
 * by what is more urgent and goes on where it was. `manyServers`: M/M/c with the same rate for all, either rule.
 *
 * Inputs per class: `priority`; `rate` of arrivals, 1/s; `service`, mean, s; `scv` of the service time.
 * Outputs per class, in the same order: `waiting`, s (for preemption: all time not served), `sojourn` = waiting + service;
 * Infinity from the first priority on at which the servers are saturated.
 * Letters: sigma_k, the load per server of priorities up to k; R_k = sum of lambda_i E S_i^2 / 2 over them.
 *   non-preemptive   W_k = R / ((1 - sigma_(k-1)) (1 - sigma_k))
 *   preemptive       T_k = E S_k / (1 - sigma_(k-1)) + R_k / ((1 - sigma_(k-1)) (1 - sigma_k))
 * Source: Cobham 1954, Oper. Res. 2, 70-76; Kleinrock 1976, Queueing Systems II, section 3.6; M/M/c: Gross & Harris 1998,
 * section 3.4.
 */

interface PriorityClass {
  readonly priority: number;
  readonly rate: number;
  readonly service: number;
  readonly scv: number;
}

interface ClassTimes {
  readonly waiting: number;
  readonly sojourn: number;
}

export function nonPreemptive(classes: readonly PriorityClass[]): readonly ClassTimes[] {
  const stable = classes.filter(({ priority }) => loadUpTo(classes, priority) < 1);
  // Where the last priorities are saturated one of their services is always under way when the rest leave a gap.
  const residual = residualWork(stable) + gapWork(classes, stable);
  return classes.map(({ priority, service }) => {
    const [above, upTo] = [loadBelow(classes, priority), loadUpTo(classes, priority)];
    const waiting = upTo < 1 ? residual / ((1 - above) * (1 - upTo)) : Number.POSITIVE_INFINITY;
    return { waiting, sojourn: waiting + service };
  });
}

export function preemptiveResume(classes: readonly PriorityClass[]): readonly ClassTimes[] {
  return classes.map(({ priority, service }) => {
    const [above, upTo] = [loadBelow(classes, priority), loadUpTo(classes, priority)];
    if (!(upTo < 1)) return { waiting: Number.POSITIVE_INFINITY, sojourn: Number.POSITIVE_INFINITY };
    const residual = residualWork(classes.filter((other) => other.priority <= priority));
    const sojourn = service / (1 - above) + residual / ((1 - above) * (1 - upTo));
    return { waiting: sojourn - service, sojourn };
  });
}

/** All services are exponential at `mu`; the rates of the classes count, not their distributions. */
export function manyServers(
  classes: readonly PriorityClass[],
  { mu, c, preemptive }: { readonly mu: number; readonly c: number; readonly preemptive: boolean },
): readonly ClassTimes[] {
  const rateUpTo = (counts: (priority: number) => boolean) =>
    classes.reduce((sum, { priority, rate }) => sum + (counts(priority) ? rate : 0), 0);
  const all = rateUpTo(() => true);
  return classes.map(({ priority }) => {
    const above = rateUpTo((other) => other < priority);
    const upTo = rateUpTo((other) => other <= priority);
    const waiting = preemptive
      ? (queueOf(upTo, mu, c) - queueOf(above, mu, c)) / (upTo - above)
      : waitShare(all, mu, c) / (c * mu) / ((1 - above / (c * mu)) * (1 - upTo / (c * mu)));
    const found = upTo < c * mu ? waiting : Number.POSITIVE_INFINITY;
    return { waiting: found, sojourn: found + 1 / mu };
  });
}

const loadUpTo = (classes: readonly PriorityClass[], priority: number): number =>
  loadWhere(classes, (other) => other <= priority);
const loadBelow = (classes: readonly PriorityClass[], priority: number): number =>
  loadWhere(classes, (other) => other < priority);

function loadWhere(classes: readonly PriorityClass[], counts: (priority: number) => boolean): number {
  return classes.reduce(
    (sum, { priority, rate, service }) => sum + (counts(priority) ? rate * service : 0),
    0,
  );
}

const residualWork = (classes: readonly PriorityClass[]): number =>
  classes.reduce((sum, { rate, service, scv }) => sum + (rate * service * service * (1 + scv)) / 2, 0);

/** Work left of a service of the first saturated priority, which has all the time that the stable ones leave. */
function gapWork(classes: readonly PriorityClass[], stable: readonly PriorityClass[]): number {
  const rest = classes.filter((each) => !stable.includes(each));
  if (rest.length === 0) return 0;
  const first = Math.min(...rest.map(({ priority }) => priority));
  const served = rest.filter(({ priority }) => priority === first);
  const idle = 1 - loadWhere(stable, () => true);
  return (idle * residualWork(served)) / loadWhere(served, () => true);
}

function queueOf(lambda: number, mu: number, c: number): number {
  const queue = solveMmc({ lambda, mu, c });
  return isSaturated(queue) ? Number.POSITIVE_INFINITY : queue.meanQueueLength;
}

/** An arrival has to wait; all do where the servers are saturated. */
function waitShare(lambda: number, mu: number, c: number): number {
  const queue = solveMmc({ lambda, mu, c });
  return isSaturated(queue) ? 1 : queue.tail!(c);
}
