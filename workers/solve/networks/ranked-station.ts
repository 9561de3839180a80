/**
 * A stage that serves some classes before others: the times of each class from stations/fit-classes.ts, and the stage as
 * their sum. Exact for Poisson arrivals of each class.
 */
import { distributionMean, isPoisson } from '../../../core/distributions/index.ts';
import type { ClassMeasures } from '../../../core/measures/measures.ts';
import { serverCountOf } from '../../../core/scenario/defaults.ts';
import type { ClassId, StageNode } from '../../../core/scenario/scenario.ts';
import type { ClassShare, FlowNode } from '../flow-network.ts';
import type { StageMeasurements } from '../stage-answer.ts';
import { fitClasses } from '../stations/fit-classes.ts';
import { looksAtClasses, servedShares } from './class-answers.ts';

/** Is there a method for this stage? One server, or several with one exponential distribution for all. */
export const ranksAreKnown = (stage: StageNode, mix: readonly ClassShare[]): boolean =>
  looksAtClasses(stage, mix) &&
  stage.capacity === undefined &&
  stage.bulk === undefined &&
  (serverCountOf(stage) === 1 || isPoisson(stage.service));

/**
 * `served`: the stage as if it served in order of arrival. Where it is offered more than it can do the most urgent classes have their
 * flows and times nevertheless, and the rest grows; undefined where nothing is known of the classes.
 */
export function rankedStage(
  flowNode: FlowNode,
  stage: StageNode,
  served: StageMeasurements,
): StageMeasurements | undefined {
  const { mix = [], pass } = flowNode;
  const { offeredRate: offered, byClass } = served;
  if (offered === undefined || !byClass || !ranksAreKnown(stage, mix)) return undefined;
  const shares = servedShares(flowNode, offered);
  // What takes just what it can serve: no queue is to be had from that.
  if (served.saturated && !shares) return undefined;
  const classes = mix.map(({ id, share, service, priority, outputShare }) => ({
    id,
    rate: offered * share,
    service: service!,
    priority,
    outputShare,
  }));
  const throughput = classes.reduce((sum, { rate }, r) => sum + rate * (shares?.[r] ?? 1), 0);
  const slower = slowedBy(flowNode);
  const times = fitClasses(
    stage,
    classes.map((each) => ({ ...each, rate: each.rate * slower })),
  );
  if (!times) return undefined;
  let [jobs, waiting] = [0, 0];
  const ranked: Record<ClassId, ClassMeasures<number>> = {};
  classes.forEach(({ id, rate, service, outputShare }, r) => {
    const [sojourn, wait] = [times[id]!.sojourn * slower, times[id]!.waiting * slower];
    const taken = rate * (shares?.[r] ?? 1);
    jobs += rate * sojourn;
    waiting += rate * wait;
    ranked[id] = {
      ...byClass[id],
      ...(shares && {
        arrivalRate: taken,
        throughput: taken,
        outputRate: throughput * pass * outputShare,
        utilization: (taken * distributionMean(service)) / serverCountOf(stage),
      }),
      ...(Number.isFinite(sojourn) && {
        meanSojournTime: sojourn,
        meanWaitingTime: wait,
        meanOccupancy: rate * sojourn,
        meanQueueLength: rate * wait,
      }),
    };
  });
  const { occupancyDistribution: _, ...rest } = served;
  return {
    ...rest,
    model: `${served.model} with priorities`,
    byClass: ranked,
    ...(shares && { arrivalRate: throughput, throughput, outputRate: throughput * pass }),
    ...(Number.isFinite(jobs) && {
      meanOccupancy: jobs,
      meanQueueLength: waiting,
      meanSojournTime: jobs / throughput,
      meanWaitingTime: waiting / throughput,
    }),
  };
}

/**
 * Services of the stage as it is solved over those drawn, where its rate is moved by its precision. With all services f
 * times as long, times are f times those at f times the arrivals.
 */
function slowedBy({ serviceRate, mix = [] }: FlowNode): number {
  const drawn = mix.reduce((sum, { share, service }) => sum + share * distributionMean(service!), 0);
  const slower = 1 / (serviceRate * drawn);
  return Math.abs(slower - 1) < ROUNDING ? 1 : slower;
}

const ROUNDING = 1e-9;
