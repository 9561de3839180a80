/**
 * What each class of a mixture has of its stage. First come, first served, and every order that does not look at
 * classes: all wait alike, and each stays as long as its own service takes. Processor sharing: each stays in proportion
 * to its own service (Bolch, Greiner, de Meer & Trivedi 2006, section 8.3, BCMP types 1 to 3). Rates are shares of the
 * stage's own. Where the discipline looks at classes only the rates are given.
 */
import { distributionMean } from '../../../core/distributions/index.ts';
import type { ClassMeasures } from '../../../core/measures/measures.ts';
import { servesByPriority, sharesServers } from '../../../core/rules/discipline.ts';
import type { ClassId, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { ClassShare, FlowNode } from '../flow-network.ts';
import type { StageMeasurements } from '../stage-answer.ts';

export function classAnswers(
  node: ScenarioNode,
  mix: readonly ClassShare[],
  stage: StageMeasurements,
): Readonly<Record<ClassId, ClassMeasures<number>>> {
  const mean = meanOfMix(mix);
  const answers = mix.map((part) => {
    const work = distributionMean(part.service!) / mean;
    return [
      part.id,
      { ...ratesOf(part, work, stage), ...timesOf(node, part, { work, stage, mix }) },
    ] as const;
  });
  return Object.fromEntries(answers);
}

function ratesOf({ share, outputShare }: ClassShare, work: number, stage: StageMeasurements) {
  const part = (value: number | undefined, of: number) => (value === undefined ? undefined : value * of);
  return defined({
    offeredRate: part(stage.offeredRate, share),
    arrivalRate: part(stage.arrivalRate, share),
    throughput: part(stage.throughput, share),
    outputRate: part(stage.outputRate, outputShare),
    lossRate: part(stage.lossRate, share),
    lossProbability: stage.lossProbability,
    utilization: part(stage.utilization, share * work),
  });
}

interface ClassStay {
  /** Mean service of the class over that of all. */
  readonly work: number;
  readonly stage: StageMeasurements;
  readonly mix: readonly ClassShare[];
}

function timesOf(
  node: ScenarioNode,
  { share }: ClassShare,
  { work, stage, mix }: ClassStay,
): ClassMeasures<number> {
  const { arrivalRate, meanSojournTime, meanWaitingTime } = stage;
  if (arrivalRate === undefined || meanSojournTime === undefined) return {};
  const rate = arrivalRate * share;
  if (node.kind === 'stage' && sharesServers(node)) {
    const W = meanSojournTime * work;
    return { meanSojournTime: W, meanOccupancy: rate * W };
  }
  if (looksAtClasses(node, mix) || meanWaitingTime === undefined) return {};
  const W = meanWaitingTime + (meanSojournTime - meanWaitingTime) * work;
  return {
    meanSojournTime: W,
    meanWaitingTime,
    meanOccupancy: rate * W,
    meanQueueLength: rate * meanWaitingTime,
  };
}

/** Does the order of service depend on the class? */
export const looksAtClasses = (node: ScenarioNode, mix: readonly ClassShare[]): boolean =>
  node.kind === 'stage' && servesByPriority(node) && new Set(mix.map(({ priority }) => priority)).size > 1;

/**
 * Share of each class's arrivals that a stage with room for all serves where they are more than its servers can do and the order
 * of service looks at classes: the most urgent have what they want, until nothing is left. Undefined where all fare alike.
 */
export function servedShares(
  { node, mix = [], serverLimit }: Pick<FlowNode, 'node' | 'mix' | 'serverLimit'>,
  offered: number,
): readonly number[] | undefined {
  if (offered <= serverLimit || node.kind !== 'stage' || node.capacity !== undefined) return undefined;
  if (node.bulk || node.resource !== undefined || !looksAtClasses(node, mix)) return undefined;
  const mean = meanOfMix(mix);
  const served = new Map<number, number>();
  let left = serverLimit;
  for (const priority of [...new Set(mix.map((part) => part.priority))].sort((a, b) => a - b)) {
    const alike = mix.filter((part) => part.priority === priority);
    const wanted = (offered * totalShare(alike) * meanOfMix(alike)) / mean;
    served.set(priority, Math.min(1, left / wanted));
    left = Math.max(0, left - wanted);
  }
  return mix.map(({ priority }) => served.get(priority)!);
}

const totalShare = (mix: readonly ClassShare[]): number => mix.reduce((sum, { share }) => sum + share, 0);

const meanOfMix = (mix: readonly ClassShare[]): number =>
  mix.reduce((sum, { share, service }) => sum + share * distributionMean(service!), 0) / totalShare(mix);

/** Without the measures that there are not. */
function defined<T extends object>(measures: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(measures).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
