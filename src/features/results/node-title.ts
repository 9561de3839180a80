import type { Scenario } from '../../../core/scenario/scenario.ts';

/** What a node is called on the page, by its id; the id of one that is gone. */
export function nodeTitle({ nodes }: Pick<Scenario, 'nodes'>, id: string): string {
  return nodes.find((node) => node.id === id)?.name ?? id;
}

interface Named {
  readonly id: string;
  readonly name?: string;
}

/** Title of a class, group or resource. */
export const titleIn = (entries: readonly Named[] | undefined, id: string): string =>
  entries?.find((entry) => entry.id === id)?.name ?? id;
