/** The few numbers of an answer that a stage's picture shows, flat so that two sets are cheap to compare. */

import { levelMean, levelQuantile } from '../../../core/numeric/levels.ts';
import type { StageAnswer } from '../../../workers/solve/contract.ts';
import { openSpan } from '../../../workers/solve/determined.ts';

export interface StageFigures {
  readonly utilization?: number;
  readonly blocked?: number;
  readonly starved?: number;
  /** N_G: mean elements in the stage. */
  readonly meanOccupancy?: number;
  /** Between which it is, where the inputs as well as they are known do not determine it. */
  readonly leastMean?: number;
  readonly greatestMean?: number;
  /** N_Q: mean elements waiting. */
  readonly meanQueueLength?: number;
  /** Levels of occupancy between which the stage is 90 % of the time. */
  readonly lowLevel?: number;
  readonly highLevel?: number;
  /** Half of the 95 % interval where the mean is simulated. */
  readonly halfWidth?: number;
  /** The mean is not to be relied on, whoever gave it. */
  readonly doubtful?: boolean;
  /** What the model gave for a mean that is simulated. */
  readonly modelMean?: number;
  /** Mean of a simulation, beside one that is exact or better known. */
  readonly simulatedMean?: number;
  readonly lossRate?: number;
  readonly lossProbability?: number;
  readonly saturated: boolean;
  /** Arrival rate at which every server would be busy all the time, native unit. */
  readonly stableBelow?: number;
}

const LOW = 0.05;
const HIGH = 0.95;

export function stageFigures(
  answer: StageAnswer | undefined,
  simulated: readonly number[] | undefined,
): StageFigures {
  const known = answer?.simulated?.meanOccupancy;
  const distribution = known ? simulated : answer?.occupancyDistribution;
  const span = openSpan(answer, 'meanOccupancy');
  return {
    utilization: answer?.utilization,
    blocked: answer?.blockedFraction,
    starved: answer?.starvedFraction,
    meanOccupancy: answer?.meanOccupancy,
    leastMean: span?.[0],
    greatestMean: span?.[1],
    meanQueueLength: answer?.meanQueueLength,
    halfWidth: known?.halfWidth,
    doubtful: answer?.doubtful,
    modelMean: known?.solved,
    lowLevel: distribution && levelQuantile(distribution, LOW),
    highLevel: distribution && levelQuantile(distribution, HIGH),
    simulatedMean: simulated && !known ? levelMean(simulated) : undefined,
    lossRate: answer?.lossRate,
    lossProbability: answer?.lossProbability,
    saturated: answer?.saturated ?? false,
    stableBelow: answer?.saturated ? rateAtFullLoad(answer) : undefined,
  };
}

/** What is not right with a stage, worst first. */
export type StageState = 'growing' | 'overloaded' | 'full' | 'blocked';

/** So full is a queue that its mean is nearly its capacity; so blocked that it shows in what the stage gives. */
const NEARLY_FULL = 0.95;
const MUCH_BLOCKED = 0.1;

/** A queue without bound grows where more arrives than can be served or passed on; a finite one is full, or its servers are blocked. */
export function stageState(
  { saturated, meanOccupancy, blocked = 0 }: StageFigures,
  capacity: number | undefined,
): StageState | undefined {
  if (saturated) return capacity === undefined ? 'growing' : 'overloaded';
  if (blocked >= MUCH_BLOCKED) return 'blocked';
  const isFull = capacity !== undefined && (meanOccupancy ?? 0) >= NEARLY_FULL * capacity;
  return isFull ? 'full' : undefined;
}

function rateAtFullLoad({ offeredRate: told, simulated, loadPerServer }: StageAnswer): number | undefined {
  // The load is solved: a simulated rate differs from the one that it is of by chance.
  const offeredRate = simulated?.offeredRate?.solved ?? told;
  return offeredRate !== undefined && loadPerServer >= 1 ? offeredRate / loadPerServer : undefined;
}
