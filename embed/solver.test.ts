import { expect, it } from 'vitest';
import type { Scenario } from '../core/scenario/scenario.ts';
import { exampleFileNames, readExampleFile } from '../src/features/gallery/example-files.test-support.ts';
import { someOf } from '../tests/examples.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { solverFor } from './solver.ts';

/** Models in other pages show nothing of what was measured. */
const examples = exampleFileNames().map((name): Scenario => {
  const { measurement: _, ...scenario } = readExampleFile(name.replace('.json', ''));
  return scenario;
});

it('answers every example as the page does, whichever engines were loaded for it', async () => {
  for (const scenario of examples) {
    const solve = await solverFor(scenario);
    expect(solve(scenario), scenario.name).toEqual(solveScenario(scenario, 'auto', false));
  }
});

const constant = (mean: number) => ({ distribution: 'deterministic' as const, mean });

/** With constant times, which the engine for them refuses where links are drawn by chance or queues grow. */
const withConstantTimes = (scenario: Scenario, load: number): Scenario => ({
  ...scenario,
  nodes: scenario.nodes.map((node, i) => {
    if (node.kind === 'source') return { ...node, interarrival: constant(4 / load) };
    if (node.kind === 'stage') return { ...node, service: constant(1 + (i % 3)) };
    return node;
  }),
});

it('answers constant times as the page does, and still does when numbers have moved', async () => {
  const methods = new Set<string>();
  for (const scenario of examples) {
    const solve = await solverFor(withConstantTimes(scenario, 1));
    for (const load of someOf([3, 1], 1)) {
      const asked = withConstantTimes(scenario, load);
      const answer = solve(asked);
      expect(answer, scenario.name).toEqual(solveScenario(asked, 'auto', false));
      if (answer.kind !== 'noAnswer') methods.add(answer.solvedBy ?? answer.method);
    }
  }
  expect([...methods]).toEqual(expect.arrayContaining(['selfTimed', 'blocking']));
});
