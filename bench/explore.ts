/** How fast designs are explored: points by formulas on one core, and two threads against one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STUDY_FORMAT, STUDY_VERSION, type Study } from '../src/model/study.ts';
import { pointEvaluator } from '../workers/explore/point-evaluator.ts';
import { type BenchRow, median } from './row.ts';
import { example } from './solver.ts';

const root = new URL('..', import.meta.url).pathname;

const MEASURES = [
  '1b.meanOccupancy',
  '1b.backPressureProbability',
  'network.throughput',
  'network.meanSojournTime',
];

/** What a heat map of two inputs asks for, and what a sample of all of them does. */
const CASES: readonly (readonly [string, Pick<Study, 'vary' | 'sampling'>])[] = [
  [
    'grid of rate and capacity of 1b',
    {
      vary: [
        { path: '1b.service.rate', from: 51e6, to: 90e6, count: 300 },
        { path: '1b.capacity', from: 100, to: 1000, count: 300 },
      ],
    },
  ],
  [
    'Sobol sample of the input and two rates',
    {
      vary: [
        { path: 'disk.interarrival.rate', from: 40e6, to: 90e6 },
        { path: '1a.service.rate', from: 2e9, to: 3e9 },
        { path: '1b.service.rate', from: 50e6, to: 90e6 },
      ],
      sampling: { kind: 'sobol', points: 1e6 },
    },
  ],
];

const POINTS = 20_000;
const ROUNDS = 5;

export async function benchExplore(): Promise<BenchRow[]> {
  return [...CASES.map(([what, fields]) => pointsPerSecond(what, fields)), poolEfficiency()];
}

/** In seconds of processor time, so that what else the machine does is left out. */
function pointsPerSecond(what: string, fields: Pick<Study, 'vary' | 'sampling'>): BenchRow {
  const scenario = example('mercury-run-2');
  const study: Study = {
    format: STUDY_FORMAT,
    schemaVersion: STUDY_VERSION,
    name: what,
    scenario,
    measures: MEASURES,
    ...fields,
  };
  const evaluator = pointEvaluator(study);
  if (evaluator.kind === 'faults') throw new Error(evaluator.faults.join('\n'));
  evaluator.evaluate({ from: 0, to: POINTS });
  const rates = Array.from({ length: ROUNDS }, (_, round) => {
    const before = process.cpuUsage();
    evaluator.evaluate({ from: round * 1000, to: round * 1000 + POINTS });
    const { user, system } = process.cpuUsage(before);
    return POINTS / ((user + system) / 1e6);
  });
  const rate = median(rates);
  return {
    what: `points of Mercury run 2 per second of one core, four measures, ${what}`,
    result: Math.round(rate).toLocaleString('en'),
    goal: '50,000 or more',
    met: rate >= 50_000,
  };
}

/** The same points by one thread and by two: time of one over twice the time of two. */
function poolEfficiency(): BenchRow {
  const folder = mkdtempSync(join(tmpdir(), 'bench-explore-'));
  const time = (threads: number, points: number): number => {
    const out = join(folder, `${threads}-${points}.ndjson`);
    rmSync(out, { force: true });
    const args = [
      'explore',
      join(root, 'public/examples/mercury-run-2.json'),
      '--vary',
      '1b.service.rate=60M:90M',
    ];
    const more = ['--sample', `sobol:${points}`, '--simulate', '--replications', '2', '--horizon', '1e-4'];
    const started = performance.now();
    const ended = spawnSync(process.execPath, [
      join(root, 'cli/stagegraph.mjs'),
      ...args,
      ...more,
      '--threads',
      String(threads),
      '--out',
      out,
    ]);
    if (ended.status !== 0) throw new Error(ended.stderr.toString());
    return performance.now() - started;
  };
  const best = { one: Number.POSITIVE_INFINITY, two: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 3; round++) {
    // Starting is the same for both, and is not what is asked for.
    best.one = Math.min(best.one, time(1, 400) - time(1, 2));
    best.two = Math.min(best.two, time(2, 400) - time(2, 2));
  }
  const efficiency = best.one / (2 * best.two);
  rmSync(folder, { recursive: true });
  return {
    what: 'efficiency of two threads, 400 simulated points of Mercury run 2, best of three',
    result: efficiency.toFixed(2),
    goal: '0.9 or more',
    met: efficiency >= 0.9,
  };
}
