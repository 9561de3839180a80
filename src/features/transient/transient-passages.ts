/** Times until something happens for the first time, and by when it has in half and in nine of ten runs. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { PassageTime, TransientAnswer } from '../../../workers/transient/contract.ts';
import { nodeTitle } from '../results/node-title.ts';

export interface Passage {
  readonly id: string;
  readonly what: string;
  readonly time: PassageTime;
}

export function passagesOf(scenario: Scenario, { fill, drain }: TransientAnswer): readonly Passage[] {
  return [
    ...Object.entries(fill).map(([id, time]) => ({ id, what: `${nodeTitle(scenario, id)} full`, time })),
    ...(drain ? [{ id: '', what: 'All empty, sources off', time: drain }] : []),
  ];
}

/** The time by which it has happened with this probability, between two times of the answer; undefined beyond the last. */
export function quantileOf(
  distribution: readonly number[],
  times: readonly number[],
  probability: number,
): number | undefined {
  const i = distribution.findIndex((p) => p >= probability);
  if (i < 0) return undefined;
  if (i === 0) return times[0];
  const [before, after] = [distribution[i - 1]!, distribution[i]!];
  return times[i - 1]! + ((probability - before) / (after - before)) * (times[i]! - times[i - 1]!);
}
