/** What an answer depends on: the scenario without its drawing, words and measurements. Equal keys, equal answers. */
import type { Scenario } from './scenario.ts';

const known = new WeakMap<Scenario, string>();

export function modelKey(scenario: Scenario): string {
  const before = known.get(scenario);
  if (before !== undefined) return before;
  const key = JSON.stringify([
    scenario.nodes.map((node) => ({ ...node, position: undefined, name: undefined, platform: undefined })),
    scenario.links,
  ]);
  known.set(scenario, key);
  return key;
}
