/**
 * A stage that serves some classes before others: the times of each class from stations/fit-classes.ts, and the stage as
 * their sum. Exact for Poisson arrivals of each class.
 */
import { isPoisson } from '../../../core/distributions/index.ts';
import type { ClassMeasures } from '../../../core/measures/measures.ts';
import { serverCountOf } from '../../../core/scenario/defaults.ts';
import type { ClassId, StageNode } from '../../../core/scenario/scenario.ts';
import type { ClassShare } from '../flow-network.ts';
import type { StageMeasurements } from '../stage-answer.ts';
import { fitClasses } from '../stations/fit-classes.ts';
import { looksAtClasses } from './class-answers.ts';

/** Is there a method for this stage? One server, or several with one exponential distribution for all. */
export const ranksAreKnown = (stage: StageNode, mix: readonly ClassShare[]): boolean =>
  looksAtClasses(stage, mix) &&
  stage.capacity === undefined &&
  stage.bulk === undefined &&
  (serverCountOf(stage) === 1 || isPoisson(stage.service));

/** `served`: the stage as if it served in order of arrival. Undefined where some class waits without end. */
export function rankedStage(
  stage: StageNode,
  mix: readonly ClassShare[],
  served: StageMeasurements,
): StageMeasurements | undefined {
  const { arrivalRate: lambda, byClass, saturated } = served;
  // What a saturated stage takes is what it can serve, to rounding: no queue is to be had from that.
  if (saturated || lambda === undefined || !byClass || !ranksAreKnown(stage, mix)) return undefined;
  const classes = mix.map(({ id, share, service, priority }) => ({
    id,
    rate: lambda * share,
    service: service!,
    priority,
  }));
  const times = fitClasses(stage, classes);
  if (!times || !Object.values(times).every(({ sojourn }) => Number.isFinite(sojourn))) return undefined;
  let [jobs, waiting] = [0, 0];
  const ranked: Record<ClassId, ClassMeasures<number>> = {};
  for (const { id, rate } of classes) {
    const { sojourn, waiting: wait } = times[id]!;
    jobs += rate * sojourn;
    waiting += rate * wait;
    ranked[id] = {
      ...byClass[id],
      meanSojournTime: sojourn,
      meanWaitingTime: wait,
      meanOccupancy: rate * sojourn,
      meanQueueLength: rate * wait,
    };
  }
  const { occupancyDistribution: _, ...rest } = served;
  return {
    ...rest,
    model: `${served.model} with priorities`,
    meanOccupancy: jobs,
    meanQueueLength: waiting,
    meanSojournTime: jobs / lambda,
    meanWaitingTime: waiting / lambda,
    byClass: ranked,
  };
}
