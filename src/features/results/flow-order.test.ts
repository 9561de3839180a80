/** Every table of results lists stages from source to sink, whatever the order of the file. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import { solveBounds } from '../../../workers/bounds/solve-bounds.ts';
import { compareWithMeasurement } from '../../../workers/compare/compare-model.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { simulateNow } from '../../../workers/simulate/simulate-scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { solveScenario } from '../../../workers/solve/solve-scenario.ts';
import { boundsRows } from '../bounds/bounds-table.ts';
import { exampleFileNames, readExampleFile } from '../gallery/example-files.test-support.ts';
import { resultsTable } from './results-table.ts';
import { estimateRows } from './simulated-tables.ts';
import { servedNodes } from './solved-tables.ts';

/** From `a` some way leads to `b`. */
function leads({ links }: Scenario, a: NodeId, b: NodeId): boolean {
  const reached = new Set([a]);
  for (const id of reached) for (const link of links) if (link.from === id) reached.add(link.to);
  return reached.has(b);
}

/** Pairs of which the second stands behind in the flow, and before in the list; on a cycle none is before the other. */
const against = (scenario: Scenario, ids: readonly NodeId[]): readonly string[] =>
  ids.flatMap((after, i) =>
    ids
      .slice(0, i)
      .filter((before) => leads(scenario, after, before) && !leads(scenario, before, after))
      .map((before) => `${before} before ${after}`),
  );

describe.each(exampleFileNames().map((file) => file.replace('.json', '')))('%s', (slug) => {
  let scenario: Scenario;
  let answer: SolveAnswer | undefined;
  let result: SimulationResult | undefined;

  beforeAll(() => {
    const read = readExampleFile(slug);
    // In the order of the file many an example would be right by chance.
    scenario = { ...read, nodes: read.nodes.toReversed() };
    const solved = solveScenario(scenario, 'auto');
    answer = solved.kind === 'noAnswer' ? undefined : solved;
    const simulated = simulateNow(scenario, { replications: 2, look: true });
    result = simulated.kind === 'noAnswer' ? undefined : simulated;
  });

  it('is listed from source to sink by the analytic table, the simulated one and the file of both', () => {
    expect(result).toBeDefined();
    const served = answer ? servedNodes(scenario, answer).map(({ id }) => id) : [];
    const estimated = estimateRows(scenario, result!).map(({ node }) => node);
    const known = new Set(scenario.nodes.map(({ id }) => id));
    const saved = resultsTable(scenario, answer, result)
      .rows.filter(([, , , unit]) => unit !== 's')
      .flatMap(([id]) => (known.has(String(id)) ? [String(id)] : []));
    expect(saved.length).toBeGreaterThan(0);
    for (const ids of [served, estimated, saved]) expect(against(scenario, [...new Set(ids)])).toEqual([]);
  });

  it('is listed so by worst-case bounds and by a comparison', () => {
    const bounds = solveBounds(scenario);
    const bounded = bounds.kind === 'noAnswer' ? [] : boundsRows(scenario, bounds).map(({ node }) => node.id);
    expect(against(scenario, bounded)).toEqual([]);
    if (!answer || !scenario.measurement) return;
    const { rows, distributions } = compareWithMeasurement(scenario, answer.stages, scenario.measurement);
    for (const list of [rows, distributions])
      expect(against(scenario, [...new Set(list.map(({ stage }) => stage))])).toEqual([]);
  });
});
