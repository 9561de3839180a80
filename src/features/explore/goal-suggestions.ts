/** Goals to begin with, in words, with numbers that fit what is drawn. */

import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { loadName, soughtName } from '../../../core/study/goal-names.ts';
import type { Costs } from '../../../core/study/study.ts';

interface Drawn {
  /** The bottleneck. */
  readonly stage: string | undefined;
  readonly meanSojournTime: number | undefined;
  readonly costs: Costs | undefined;
}

export function goalSuggestions(
  scenario: Scenario,
  { stage, meanSojournTime, costs }: Drawn,
): readonly string[] {
  const load = loadName(scenario);
  const under = load === undefined ? '' : ' at 1.2 × today’s load';
  const hasBound = scenario.nodes.some(
    (node) => node.kind === 'stage' && node.id === stage && node.capacity !== undefined,
  );
  const time =
    meanSojournTime !== undefined && meanSojournTime > 0 ? roundTime(4 * meanSojournTime) : undefined;
  return [
    ...(hasBound && soughtName(scenario, `K at ${stage}`) ? [`smallest K at ${stage} with P_BP ≤ 1e-6`] : []),
    time !== undefined && load === 'inputs'
      ? `least servers so that p99 sojourn ≤ ${time}${under}`
      : `least servers so that every ρ < 0.8${under}`,
    ...(load === undefined
      ? []
      : [`largest ${load === 'inputs' ? 'input rate' : 'load'} that keeps every ρ < 0.9`]),
    ...(costs ? [`least cost so that every ρ < 0.8${under}`] : []),
  ];
}

/** One digit. */
const roundTime = (seconds: number): string =>
  formatQuantity(Number(seconds.toPrecision(1)), 'time', { digits: 1 });
