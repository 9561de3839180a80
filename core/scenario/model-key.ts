/** What an answer depends on: the scenario without its drawing, words and measurements. Equal keys, equal answers. */
import type { Scenario } from './scenario.ts';

/** What changes no answer. */
const UNSEEN = {
  position: undefined,
  name: undefined,
  platform: undefined,
  alternatives: undefined,
  bus: undefined,
  typed: undefined,
};

const known = new WeakMap<Scenario, string>();

export function modelKey(scenario: Scenario): string {
  const before = known.get(scenario);
  if (before !== undefined) return before;
  const { nodes, links, classes, resources, groups, precisions = [] } = scenario;
  const key = JSON.stringify([
    nodes.map((node) => ({ ...node, ...UNSEEN })),
    links.map((link) => ({ ...link, typed: undefined })),
    ...[classes, resources, groups].map(unnamed),
    precisions,
  ]);
  known.set(scenario, key);
  return key;
}

const unnamed = (entries: readonly object[] = []) => entries.map((entry) => ({ ...entry, name: undefined }));
