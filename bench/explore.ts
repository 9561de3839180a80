/** How fast designs are explored: points by formulas on one core; and shared (explore-shared.ts). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { STUDY_FORMAT, STUDY_VERSION, type Study } from '../core/study/study.ts';
import type { pointEvaluator } from '../workers/explore/point-evaluator.ts';
import { queueCostRows } from './explore-queue-cost.ts';
import { sharedRows } from './explore-shared.ts';
import { writerRows } from './explore-writers.ts';
import { type BenchRow, median } from './row.ts';
import { example } from './solver.ts';

const root = resolve(import.meta.dirname, '..');

const MEASURES = [
  '1b.meanOccupancy',
  '1b.backPressureProbability',
  'network.throughput',
  'network.meanSojournTime',
];

/** Each stage alone by the formulas of the papers, and together with who holds up whom, as is done unasked. */
const WAYS: readonly (readonly [string, Study['answer'], number])[] = [
  ['stages alone', { by: 'solve', method: 'mm1k' }, 50_000],
  ['with blocking', { by: 'solve' }, 20_000],
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
  return inFolder(async (folder) => {
    const evaluatorOf = await bundledEvaluator(folder);
    return WAYS.flatMap(([way, answer, goal]) =>
      CASES.map(([what, fields]) =>
        pointsPerSecond(evaluatorOf, `${way}, ${what}`, goal, { ...fields, ...(answer && { answer }) }),
      ),
    );
  });
}

/** Takes some minutes: threads and workers are started again and again, and points simulated. */
export const benchSharedExploring = (): Promise<BenchRow[]> =>
  inFolder(async (folder) => [
    ...(await sharedRows(folder)),
    ...(await queueCostRows(folder)),
    ...(await writerRows(folder)),
  ]);

async function inFolder(rows: (folder: string) => Promise<BenchRow[]>): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-explore-'));
  try {
    return await rows(folder);
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

type EvaluatorOf = typeof pointEvaluator;

/** As it is shipped. What runs TypeScript as it stands names each inner function anew at every call: a third of the time. */
async function bundledEvaluator(folder: string): Promise<EvaluatorOf> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: join(root, 'workers/explore/point-evaluator.ts'),
      outDir: join(folder, 'bundle'),
      rollupOptions: { output: { entryFileNames: 'evaluator.mjs', topLevelVar: false } },
    },
    ssr: { noExternal: true },
  });
  const bundle = pathToFileURL(join(folder, 'bundle/evaluator.mjs')).href;
  return ((await import(bundle)) as { readonly pointEvaluator: EvaluatorOf }).pointEvaluator;
}

/** In seconds of processor time, so that what else the machine does is left out. */
function pointsPerSecond(
  evaluatorOf: EvaluatorOf,
  what: string,
  goal: number,
  fields: Pick<Study, 'vary' | 'sampling' | 'answer'>,
): BenchRow {
  const scenario = example('mercury-run-2');
  const study: Study = {
    format: STUDY_FORMAT,
    schemaVersion: STUDY_VERSION,
    name: what,
    scenario,
    measures: MEASURES,
    ...fields,
  };
  const evaluator = evaluatorOf(study);
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
    goal: `${goal.toLocaleString('en')} or more`,
    pace: rate / goal,
  };
}
