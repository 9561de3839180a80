/** A line of stages to ask questions of, and queries by their text. */
import type { Query } from '../../../core/measurement/query.ts';
import { parseQuery } from '../../../core/measurement/query-text.ts';
import type { ReducedMeasurement } from '../contract.ts';
import type { CheckedQuery, MeasuredGraph } from './contract.ts';
import { MeasuredPlaces } from './measured-places.ts';
import { checkQuery } from './study-measurement.ts';

const service = { distribution: 'exponential', rate: 1 } as const;

/** in -> stages -> out. */
export function lineOf(
  stages: readonly { readonly id: string; readonly capacity?: number }[],
): MeasuredGraph {
  const ids = ['in', ...stages.map(({ id }) => id), 'out'];
  return {
    nodes: [
      { id: 'in', kind: 'source', interarrival: service },
      ...stages.map((stage) => ({ ...stage, kind: 'stage' as const, service })),
      { id: 'out', kind: 'sink' },
    ],
    links: ids.slice(1).map((to, i) => ({ from: ids[i]!, to })),
  };
}

export function queryOf(text: string): Query {
  const said = parseQuery(text);
  if (!said.ok) throw new Error(said.error);
  return { id: text, ...said.value };
}

export const ask = (reduced: ReducedMeasurement, graph: MeasuredGraph, text: string): CheckedQuery =>
  checkQuery(reduced, new MeasuredPlaces(reduced, graph), queryOf(text));

/** The one number that is answered. */
export function numberOf(reduced: ReducedMeasurement, graph: MeasuredGraph, text: string): number {
  const { answer, sentence } = ask(reduced, graph, text);
  if (answer.kind !== 'value') throw new Error(sentence);
  return answer.value;
}
