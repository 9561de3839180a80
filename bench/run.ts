/** Runs all benchmarks and writes their table. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { benchChain } from './chain.ts';
import { benchExplore } from './explore.ts';
import { benchMeasurements } from './measurements.ts';
import { benchPage } from './page.ts';
import { benchPosterior } from './posterior.ts';
import type { BenchRow } from './row.ts';
import { benchSimulator } from './simulator.ts';
import { benchSolver } from './solver.ts';
import { benchThreads } from './threads.ts';

const SECTIONS: readonly (readonly [string, () => Promise<readonly BenchRow[]>])[] = [
  ['Solver', benchSolver],
  ['Markov chain', benchChain],
  ['Exploring', benchExplore],
  ['Simulator', benchSimulator],
  ['Simulator, several cores', benchThreads],
  ['Measurements', benchMeasurements],
  ['Posterior from incomplete traces', benchPosterior],
  ['Page, in Chromium', benchPage],
];

const lines = [
  '# Benchmark results',
  '',
  'Written by `npm run bench`. Absolute times depend on the machine; ratios are taken within one run.',
  '',
  `Machine: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}.`,
];

let failed = false;
for (const [title, bench] of SECTIONS) {
  lines.push('', `## ${title}`, '', '| what | result | goal | met |', '|---|---|---|---|');
  for (const row of await bench()) {
    const met = row.met === undefined ? '' : row.met ? 'yes' : '**no**';
    failed ||= row.met === false;
    lines.push(`| ${row.what} | ${row.result} | ${row.goal ?? ''} | ${met} |`);
    process.stderr.write(
      `${title}: ${row.what}: ${row.result}${row.met === false ? ' (goal missed)' : ''}\n`,
    );
  }
}
writeFileSync(new URL('results.md', import.meta.url), `${lines.join('\n')}\n`);
process.exitCode = failed ? 1 : 0;
