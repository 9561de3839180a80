/** How long the solver takes in Node. */
import { readFileSync } from 'node:fs';
import { parseScenario } from '../core/scenario/read-scenario.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { encodeShareLink } from '../core/scenario/share-link.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { largeScenario } from './large-scenario.ts';
import { type BenchRow, median, milliseconds } from './row.ts';

export function example(slug: string): Scenario {
  const text = readFileSync(new URL(`../public/examples/${slug}.json`, import.meta.url), 'utf8');
  const scenario = parseScenario(JSON.parse(text));
  if (!scenario.ok) throw new Error(scenario.error[0]?.message);
  return scenario.value;
}

/** Median, once the engine has compiled what it will. */
function timeOf(run: () => void, rounds: number): number {
  for (let i = 0; i < 4 * rounds; i++) run();
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return median(times);
}

export async function benchSolver(): Promise<BenchRow[]> {
  const mercury = example('mercury-run-2');
  const large = largeScenario(200);
  const runs = (['mercury-run-1', 'mercury-run-2'] as const).map((slug, i): BenchRow => {
    const drawn = example(slug);
    const time = timeOf(() => solveScenario(drawn, 'auto', false), 1000);
    return {
      what: `Mercury run ${i + 1} solved, Node, median`,
      result: milliseconds(time),
      goal: 'under 0.2 ms',
      pace: 0.2 / time,
    };
  });
  const big = timeOf(() => solveScenario(large, 'auto', false), 100);
  const link = `http://127.0.0.1:4173/#${await encodeShareLink(mercury)}`;
  return [
    ...runs,
    {
      what: '200 stages solved, Node, median',
      result: milliseconds(big),
      goal: 'under 5 ms',
      pace: 5 / big,
    },
    {
      what: 'share link of Mercury run 2 with its measurements',
      result: `${link.length} characters`,
      goal: 'under 2,000',
      met: link.length < 2000,
    },
  ];
}
