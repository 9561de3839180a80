/** Queries of the scenario, as edits of it. */

import type { QuerySaid } from '../../../core/measurement/query-text.ts';
import { freshId } from '../../../core/scenario/fresh-id.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';

export function addQuery(scenario: Scenario, said: QuerySaid): Scenario {
  const before = scenario.queries ?? [];
  const id = freshId('q1', new Set(before.map((query) => query.id)));
  return { ...scenario, queries: [...before, { id, ...said }] };
}

export function removeQuery(scenario: Scenario, id: string): Scenario {
  const { queries = [], ...rest } = scenario;
  const left = queries.filter((query) => query.id !== id);
  return left.length > 0 ? { ...rest, queries: left } : rest;
}
