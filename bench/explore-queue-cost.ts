/** What a queue costs where points are quickest: processor time of its worker and its explorer, beside that of one explorer alone. */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchRow, median } from './row.ts';
import { runVerb } from './verb-cost.ts';

const root = resolve(import.meta.dirname, '..');
export const SERVER = process.env.REDIS_SERVER ?? '/usr/bin/redis-server';

/** Starting is the same for few and many; the difference is what the points take. */
const [FEW, MANY] = [100_000, 500_000];
const PAIRS = 5;
const GOAL = 1.05;

async function cpuOf(args: readonly string[]): Promise<number> {
  const { seconds, status } = await runVerb(args);
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}`);
  return seconds;
}

export const study = (points: number, out: string): readonly string[] => [
  ...['explore', join(root, 'public/examples/mercury-run-2.json')],
  ...['--vary', '1b.service.rate=51M:90M', '--vary', '1b.capacity=100:1000', '--sample', `sobol:${points}`],
  ...[
    '1b.meanOccupancy',
    '1b.backPressureProbability',
    'network.throughput',
    'network.meanSojournTime',
  ].flatMap((measure) => ['--measure', measure]),
  ...['--out', out],
];

interface Cost {
  readonly worker: number;
  readonly explorer: number;
}

export async function queueCostRows(folder: string): Promise<BenchRow[]> {
  if (!existsSync(SERVER)) return [];
  const out = join(folder, 'cost.ndjson');
  const port = 40_000 + (process.pid % 20_000);
  const queue = ['--queue', `redis://127.0.0.1:${port}`];
  const server = spawn(SERVER, ['--port', String(port), '--dir', folder, '--save', ''], { stdio: 'ignore' });
  const alone = (points: number): Promise<number> => {
    rmSync(out, { force: true });
    return cpuOf([...study(points, out), '--threads', '1']);
  };
  const shared = async (points: number): Promise<Cost> => {
    rmSync(out, { force: true });
    const work = cpuOf(['worker', ...queue, '--threads', '1', '--once']);
    const [explorer, worker] = await Promise.all([cpuOf([...study(points, out), ...queue]), work]);
    return { worker, explorer };
  };
  const ratios: Cost[] = [];
  try {
    await pause(500);
    for (let pair = 0; pair < PAIRS; pair++) {
      const one = -(await alone(FEW)) + (await alone(MANY));
      const [few, many] = [await shared(FEW), await shared(MANY)];
      ratios.push({
        worker: (many.worker - few.worker) / one,
        explorer: (many.explorer - few.explorer) / one,
      });
    }
  } finally {
    server.kill('SIGKILL');
  }
  const worker = median(ratios.map((ratio) => ratio.worker));
  const both = median(ratios.map((ratio) => ratio.worker + ratio.explorer));
  return [
    {
      what: `processor time of a queue's worker over that of an explorer alone, for the same points of Mercury run 2 by formulas (from ${FEW.toLocaleString('en')} to ${MANY.toLocaleString('en')}, median of ${PAIRS} pairs)`,
      result: `${worker.toFixed(2)} (with the explorer, which writes the lines of all workers: ${both.toFixed(2)})`,
      goal: `${GOAL} or less`,
      met: worker <= GOAL,
    },
  ];
}
