/** What an answer depends on: the scenario without its drawing, words and measurements. Equal keys, equal answers. */
import type { Scenario } from './scenario.ts';

const known = new WeakMap<Scenario, string>();

export function modelKey(scenario: Scenario): string {
  const before = known.get(scenario);
  if (before !== undefined) return before;
  const { nodes, links, classes, resources, groups } = scenario;
  const key = JSON.stringify([
    nodes.map((node) => ({ ...node, position: undefined, name: undefined, platform: undefined })),
    links,
    ...[classes, resources, groups].map(unnamed),
  ]);
  known.set(scenario, key);
  return key;
}

const unnamed = (entries: readonly object[] = []) => entries.map((entry) => ({ ...entry, name: undefined }));
