/** What is said of the warm-up: how long it is, where that comes from, and whether the data bear it out. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { type AxisSpec, valueText } from '../../ui/charts/axis.ts';
import { nodeTitle } from '../results/node-title.ts';

export interface WarmUpWords {
  readonly text: string;
  /** A stage is still filling when the counting begins. */
  readonly short: boolean;
}

export function warmUpWords(
  scenario: Scenario,
  { plan, stages }: Pick<SimulationResult, 'plan' | 'stages'>,
  axis: AxisSpec,
): WarmUpWords {
  const time = (seconds: number) => valueText(seconds, axis);
  if (plan.course === 'transient') {
    return {
      text: 'Schedules make this run a transient: it is counted from its empty start, and there is no warm-up to find.',
      short: false,
    };
  }
  const counted = `The first ${time(plan.warmup)} of ${time(plan.horizon)} (shaded) are not counted.`;
  const slowest = Object.entries(stages)
    .flatMap(([id, { startUp }]) => (startUp ? [{ id, cut: startUp.cut }] : []))
    .reduce<{ id: string; cut: number } | undefined>(
      (most, one) => (most === undefined || one.cut > most.cut ? one : most),
      undefined,
    );
  if (!slowest) return { text: counted, short: false };
  const name = nodeTitle(scenario, slowest.id);
  const short = slowest.cut > plan.warmup * (1 + 1e-9);
  return { text: `${counted} ${foundText(slowest.cut, short, `${name}: ${time(slowest.cut)}`)}`, short };
}

function foundText(cut: number, short: boolean, where: string): string {
  if (cut === 0) return 'MSER-5 finds no start worth cutting off at any stage.';
  const longest = `MSER-5 finds the longest start at ${where}`;
  return short
    ? `${longest}, more than the warm-up: give a longer one, or a longer run.`
    : `${longest}, which the warm-up covers.`;
}
