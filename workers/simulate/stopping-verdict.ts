/** What a run for a precision does not reach: which measure of which stage, and how much more it would take. */

import type { Verdict } from '../../core/measures/measures.ts';
import type { PrecisionMeasure } from '../solve/exact-part/contract.ts';
import type { SimulationResult } from './contract.ts';
import { MOST_REPLICATIONS } from './contract.ts';
import { leastReplications, type Missing, missingOf, replicationsNeeded } from './stopping.ts';

/** Named one by one; of others only the number is said. */
const MOST_NAMED = 3;

export const MEASURE_WORDS: Readonly<Record<PrecisionMeasure, string>> = {
  meanOccupancy: 'mean occupancy',
  meanQueueLength: 'mean queue length',
  throughput: 'throughput',
  utilization: 'utilization',
  meanSojournTime: 'mean time in the stage',
  meanWaitingTime: 'mean waiting time',
};

/** The result, with a verdict before the others when enough is made to tell and the precision is not reached. */
export function withStoppingVerdict(result: SimulationResult): SimulationResult {
  const verdict = stoppingVerdict(result);
  return verdict ? { ...result, verdicts: [verdict, ...result.verdicts] } : result;
}

function stoppingVerdict(result: SimulationResult): Verdict | undefined {
  const { plan, replications } = result;
  const missing = missingOf(plan, result);
  const [worst] = missing;
  if (worst === undefined || replications < leastReplications(plan)) return undefined;
  const needed = replicationsNeeded(plan, result);
  const named = missing.slice(0, MOST_NAMED).map(nameOf);
  const others = missing.length > MOST_NAMED ? [`${missing.length - MOST_NAMED} more`] : [];
  const message = [
    `Not known to ${percent(plan.precision!)} after ${replications} replications: ${[...named, ...others].join(', ')}.`,
    `That takes about ${twoDigits(needed)} replications, ${twoDigits(needed / replications)} times as many, or replications so much longer.`,
    ...(needed > MOST_REPLICATIONS
      ? [`More than ${MOST_REPLICATIONS} are made only when the request says so.`]
      : []),
  ].join(' ');
  return { code: 'precision-missed', severity: 'warning', stage: worst.stage, message };
}

const nameOf = ({ stage, measure, share }: Missing): string =>
  `${MEASURE_WORDS[measure]} of "${stage}" (± ${percent(share)})`;

const percent = (share: number): string => `${twoDigits(100 * share)} %`;

const twoDigits = (value: number): string => String(Number(value.toPrecision(2)));
