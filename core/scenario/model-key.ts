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

export type ModelParts = Pick<
  Scenario,
  'nodes' | 'links' | 'classes' | 'resources' | 'groups' | 'precisions'
>;

/** What an answer depends on. */
export const modelParts = ({ nodes, links, classes, resources, groups, precisions = [] }: ModelParts) => ({
  nodes: nodes.map((node) => ({ ...node, ...UNSEEN })),
  links: links.map((link) => ({ ...link, typed: undefined })),
  classes: unnamed(classes),
  resources: unnamed(resources),
  groups: unnamed(groups),
  precisions,
});

const known = new WeakMap<Scenario, string>();

export function modelKey(scenario: Scenario): string {
  const before = known.get(scenario);
  if (before !== undefined) return before;
  const key = JSON.stringify(modelParts(scenario));
  known.set(scenario, key);
  return key;
}

const unnamed = (entries: readonly object[] = []) => entries.map((entry) => ({ ...entry, name: undefined }));
