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
import { REFERENCE_SPEED, speedInC } from './yardstick.ts';

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

const million = (speed: number): string => (speed / 1e6).toFixed(1);

/** Whether a goal was met: here, or on a machine with the pace that goals were set for. */
function verdict({ met, pace }: BenchRow, slowness: number): 'yes' | 'at pace' | 'no' | undefined {
  if (met !== undefined) return met ? 'yes' : 'no';
  if (pace === undefined) return undefined;
  if (pace >= 1) return 'yes';
  return pace * slowness >= 1 ? 'at pace' : 'no';
}

const lines = [
  '# Benchmark results',
  '',
  'Written by `npm run bench`. Absolute times depend on the machine; ratios are taken within one run.',
  '',
  `Machine: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}.`,
  '',
  `Goals in absolute figures were set where a loop in C (yardstick.c) makes ${million(REFERENCE_SPEED)} million events/s. It is`,
  'run before and after each part. “At pace”: the goal is missed here, and met once the figure is taken in proportion.',
];

let failed = false;
let before = speedInC();
for (const [title, bench] of SECTIONS) {
  const rows = await bench();
  const after = speedInC();
  const speed = before && after && (before + after) / 2;
  const slowness = speed ? Math.max(1, REFERENCE_SPEED / speed) : 1;
  lines.push('', `## ${title}`, '');
  if (before && after)
    lines.push(`The loop in C: ${million(before)} million events/s before, ${million(after)} after.`, '');
  lines.push('| what | result | goal | met |', '|---|---|---|---|');
  for (const row of rows) {
    const met = verdict(row, slowness);
    failed ||= met === 'no';
    lines.push(
      `| ${row.what} | ${row.result} | ${row.goal ?? ''} | ${met === 'no' ? '**no**' : (met ?? '')} |`,
    );
    process.stderr.write(`${title}: ${row.what}: ${row.result}${met === 'no' ? ' (goal missed)' : ''}\n`);
  }
  before = after;
}
writeFileSync(new URL('results.md', import.meta.url), `${lines.join('\n')}\n`);
process.exitCode = failed ? 1 : 0;
