/**
 * Mean times of each class at a stage alone where the discipline looks at classes or shares the servers: priorities with
 * or without preemption, processor sharing. Poisson arrivals of each class, room for all.
 *
 * Inputs: the stage; its classes with their rates, 1/s, distributions of service and priorities.
 * Outputs: per class waiting and sojourn, s (of a shared server the sojourn alone counts; waiting is what it exceeds the
 * service by). Undefined where no method here fits: several servers with priorities and unequal service, or a limit.
 */
import type { ServiceDistribution } from '../../../core/distributions/distribution.ts';
import {
  distributionMean,
  distributionScv,
  isPoisson,
} from '../../../core/distributions/distribution-moments.ts';
import type { ClassId, StageNode } from '../../../core/scenario/scenario.ts';
import {
  type ClassTimes,
  manyServers,
  nonPreemptive,
  type PriorityClass,
  preemptiveResume,
} from './priorities.ts';
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
  const times =
    stage.discipline === 'PS'
      ? sharedTimes(stage, classes)
      : stage.discipline === 'priority'
        ? priorityTimes(stage, classes)
        : undefined;
  return times && Object.fromEntries(classes.map(({ id }, i) => [id, times[i]!]));
}

function priorityTimes(stage: StageNode, classes: readonly StageClass[]): readonly ClassTimes[] | undefined {
  const c = stage.serverCount ?? 1;
  const given = classes.map(
    ({ rate, service, priority }): PriorityClass => ({
      priority,
      rate,
      service: distributionMean(service),
      scv: distributionScv(service),
    }),
  );
  const preemptive = stage.preemption === 'resume';
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
  const c = stage.serverCount ?? 1;
  const queue = solveProcessorSharing({ lambda, mu: lambda / work, c, K: Number.POSITIVE_INFINITY });
  const slowdown = isSaturated(queue) ? Number.POSITIVE_INFINITY : queue.slowdown;
  return classes.map(({ service }) => {
    const alone = distributionMean(service);
    return { waiting: (slowdown - 1) * alone, sojourn: slowdown * alone };
  });
}
