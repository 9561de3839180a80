import { titlesOf } from '../../../core/scenario/defaults.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';

const titles = new WeakMap<Scenario['nodes'], (id: string) => string>();

/** What a node is called on the page, by its id, nodes of one name told apart; the id of one that is gone. */
export function nodeTitle({ nodes }: Pick<Scenario, 'nodes'>, id: string): string {
  const title = titles.get(nodes) ?? titlesOf(nodes);
  titles.set(nodes, title);
  return title(id);
}

interface Named {
  readonly id: string;
  readonly name?: string;
}

/** Title of a class, group or resource. */
export const titleIn = (entries: readonly Named[] | undefined, id: string): string => titlesOf(entries)(id);
