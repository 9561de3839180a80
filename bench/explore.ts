/** How fast designs are explored: points by formulas on one core, two threads against one, and workers of a queue. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
  return [...CASES.map(([what, fields]) => pointsPerSecond(what, fields)), ...(await sharedRows())];
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

interface Times {
  readonly one: number;
  readonly two: number;
}

/** So many that what each thread compiles at first is little beside them. */
const SIMULATED_POINTS = 1500;

/** Time for these points by one of something and by two, ms, best of three; starting is the same for both, and taken off. */
function bestTimes(time: (count: number, points: number) => number): Times {
  const best = { one: Number.POSITIVE_INFINITY, two: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 3; round++) {
    best.one = Math.min(best.one, time(1, SIMULATED_POINTS) - time(1, 2));
    best.two = Math.min(best.two, time(2, SIMULATED_POINTS) - time(2, 2));
  }
  return best;
}

/** ms that the command takes for so many simulated points. */
function timeOf(points: number, out: string, who: readonly string[]): number {
  rmSync(out, { force: true });
  const scenario = join(root, 'public/examples/mercury-run-2.json');
  const started = performance.now();
  const ended = spawnSync(process.execPath, [
    join(root, 'cli/stagegraph.mjs'),
    ...['explore', scenario, '--vary', '1b.service.rate=60M:90M', '--sample', `sobol:${points}`],
    ...['--simulate', '--replications', '2', '--horizon', '1e-4', ...who, '--out', out],
  ]);
  if (ended.status !== 0) throw new Error(ended.stderr.toString());
  return performance.now() - started;
}

/** The same points by threads and by workers of a queue, which have a thread each. */
async function sharedRows(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-explore-'));
  const out = join(folder, 'points.ndjson');
  const threads = bestTimes((count, points) => timeOf(points, out, ['--threads', String(count)]));
  const rows = [
    efficiencyRow(
      `efficiency of two threads, ${SIMULATED_POINTS} simulated points of Mercury run 2, best of three`,
      threads.one / (2 * threads.two),
      0.9,
    ),
  ];
  const server = process.env.REDIS_SERVER ?? '/usr/bin/redis-server';
  if (existsSync(server)) {
    const queue = await queueTimes(server, folder, out);
    rows.push(
      efficiencyRow(
        'one worker of a queue against one thread, the same points',
        threads.one / queue.one,
        0.95,
      ),
      efficiencyRow('two workers of a queue against two threads', threads.two / queue.two, 0.95),
    );
  }
  rmSync(folder, { recursive: true, maxRetries: 5 });
  return rows;
}

const efficiencyRow = (what: string, efficiency: number, goal: number): BenchRow => ({
  what,
  result: efficiency.toFixed(2),
  goal: `${goal} or more`,
  met: efficiency >= goal,
});

async function queueTimes(server: string, folder: string, out: string): Promise<Times> {
  const port = 20_000 + (process.pid % 20_000);
  const url = `redis://127.0.0.1:${port}`;
  const redis = spawn(server, ['--port', String(port), '--dir', folder, '--save', ''], { stdio: 'ignore' });
  const workers: ChildProcess[] = [];
  const joined = async (count: number): Promise<void> => {
    for (const worker of workers.splice(count)) worker.kill('SIGKILL');
    while (workers.length < count) {
      const args = [join(root, 'cli/stagegraph.mjs'), 'worker', '--queue', url, '--threads', '1'];
      const worker = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
      workers.push(worker);
      // Its first words are that it has joined.
      await once(worker.stderr!, 'data');
    }
  };
  const best = { one: Number.POSITIVE_INFINITY, two: Number.POSITIVE_INFINITY };
  try {
    await pause(500);
    for (let round = 0; round < 3; round++) {
      for (const [name, count] of [
        ['one', 1],
        ['two', 2],
      ] as const) {
        await joined(count);
        const [few, many] = [2, SIMULATED_POINTS].map((points) => timeOf(points, out, ['--queue', url])) as [
          number,
          number,
        ];
        best[name] = Math.min(best[name], many - few);
      }
    }
  } finally {
    await joined(0);
    redis.kill('SIGKILL');
  }
  return best;
}
