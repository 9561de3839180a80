import { hasFiniteQueue } from '../scenario/graph.ts';
import { isSource, type Scenario } from '../scenario/scenario.ts';
import { setParameter } from './parameters.ts';

/** So often what saturates the servers alone: nothing waits for input any more. */
const TIMES = 30;

/**
 * The scenario with so much input that its throughput is that at saturation. Asked where finite queues hold load back or lose it:
 * less gets through than the servers alone would serve; undefined elsewhere. `saturationFactor`: all sources times this
 * saturate the servers alone.
 */
export function saturatedInput(
  scenario: Scenario,
  saturationFactor: number | undefined,
): Scenario | undefined {
  if (saturationFactor === undefined || !hasFiniteQueue(scenario) || !scenario.nodes.some(isSource))
    return undefined;
  const { measurement: _, ...model } = scenario;
  const loaded = setParameter(model, 'inputs', TIMES * saturationFactor);
  return loaded.ok ? loaded.value : undefined;
}
