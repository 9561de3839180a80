/** Runs all benchmarks, or those parts that are named (`npm run bench -- Solver`), and writes their table. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { benchChain } from './chain.ts';
import { benchExplore, benchSharedExploring } from './explore.ts';
import { benchMeasurements } from './measurements.ts';
import { benchDepthsInPage, benchFirstPaints, benchPage } from './page.ts';
import { benchPosterior } from './posterior.ts';
import type { BenchRow } from './row.ts';
import { benchServers } from './servers.ts';
import { benchSimulator } from './simulator.ts';
import { benchSolver } from './solver.ts';
import { benchThreads } from './threads.ts';
import { benchTraceDepths } from './trace-depths.ts';
import { REFERENCE_SPEED, speedInC } from './yardstick.ts';

const SECTIONS: readonly (readonly [string, () => Promise<readonly BenchRow[]>])[] = [
  ['Solver', benchSolver],
  ['Servers', benchServers],
  ['Markov chain', benchChain],
  ['Exploring', benchExplore],
  ['Exploring, shared', benchSharedExploring],
  ['Traces under other depths', benchTraceDepths],
  ['Simulator', benchSimulator],
  ['Simulator, several cores', benchThreads],
  ['Measurements', benchMeasurements],
  ['Posterior from incomplete traces', benchPosterior],
  ['Page, in Chromium', benchPage],
  ['First paint with the service worker, in Chromium', benchFirstPaints],
  ['FIFO depths moved in the page, in Chromium', benchDepthsInPage],
];

const million = (speed: number): string => (speed / 1e6).toFixed(1);

/** Whether a goal was met: here, or on a machine with the pace that goals were set for. */
function verdict({ met, pace }: BenchRow, slowness: number): 'yes' | 'at pace' | 'no' | undefined {
  if (met !== undefined) return met ? 'yes' : 'no';
  if (pace === undefined) return undefined;
  if (pace >= 1) return 'yes';
  return pace * slowness >= 1 ? 'at pace' : 'no';
}

const RESULTS = new URL('results.md', import.meta.url);

const HEAD = [
  '# Benchmark results',
  '',
  'Written by `npm run bench`. Absolute times depend on the machine; ratios are taken within one run.',
  '',
  `Machine: ${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}.`,
  '',
  `Goals in absolute figures were set where a loop in C (yardstick.c) makes ${million(REFERENCE_SPEED)} million events/s. It is`,
  'run before and after each part. “At pace”: the goal is missed here, and met once the figure is taken in proportion.',
].join('\n');

/** The parts that were written last time, by title. */
function writtenParts(): Map<string, string> {
  const [, ...parts] = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8').split(/^## /m) : [];
  return new Map(parts.map((part) => [part.split('\n', 1)[0]!, part.slice(part.indexOf('\n')).trim()]));
}

async function partOf(title: string, bench: () => Promise<readonly BenchRow[]>): Promise<string> {
  const before = speedInC();
  const rows = await bench();
  const after = speedInC();
  const slowness = before && after ? Math.max(1, (2 * REFERENCE_SPEED) / (before + after)) : 1;
  const lines = ['| what | result | goal | met |', '|---|---|---|---|'];
  if (before && after)
    lines.unshift(`The loop in C: ${million(before)} million events/s before, ${million(after)} after.`, '');
  for (const row of rows) {
    const met = verdict(row, slowness);
    if (met === 'no') process.exitCode = 1;
    lines.push(
      `| ${row.what} | ${row.result} | ${row.goal ?? ''} | ${met === 'no' ? '**no**' : (met ?? '')} |`,
    );
    process.stderr.write(`${title}: ${row.what}: ${row.result}${met === 'no' ? ' (goal missed)' : ''}\n`);
  }
  return lines.join('\n');
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((title) => !SECTIONS.some(([known]) => known === title));
if (unknown.length > 0)
  throw new Error(
    `No part is called ${unknown.join(', ')}; there are: ${SECTIONS.map(([title]) => title).join('; ')}.`,
  );
const parts = writtenParts();
for (const [title, bench] of SECTIONS) {
  if (wanted.length > 0 && !wanted.includes(title)) continue;
  parts.set(title, await partOf(title, bench));
  // After each part: one that fails must not take the others with it.
  write();
}

function write(): void {
  const written = SECTIONS.filter(([title]) => parts.has(title)).map(
    ([title]) => `## ${title}\n\n${parts.get(title)}\n`,
  );
  writeFileSync(RESULTS, `${[HEAD, ...written].join('\n\n')}`.replaceAll('\n\n\n', '\n\n'));
}
