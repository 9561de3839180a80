import { expect, it } from 'vitest';
import { exampleFileNames, readExampleFile } from '../src/features/gallery/example-files.test-support.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { solverFor } from './solver.ts';

const examples = exampleFileNames().map((name) => readExampleFile(name.replace('.json', '')));

it('answers every example as the page does, whichever engines were loaded for it', async () => {
  for (const scenario of examples) {
    const solve = await solverFor(scenario);
    expect(solve(scenario), scenario.name).toEqual(solveScenario(scenario, 'auto', false));
  }
});
