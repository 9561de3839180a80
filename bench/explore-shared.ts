/** What is lost where points are shared: two threads against one, and workers of a queue against threads. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchRow } from './row.ts';
import { loopEfficiency } from './threads.ts';

const root = resolve(import.meta.dirname, '..');

/** So many that what each thread compiles at first, a second of processor time, is little beside them. */
const SIMULATED_POINTS = 2000;
const STARTS = 3;

/** Seconds for these points by one of something or by two; starting is the same for both, and taken off. */
type Timing = (points: number) => number;

/** The least of some rounds, in which all take turns, so that each has met the machine at its best. */
function bestTimes(timings: readonly Timing[]): readonly number[] {
  const best = timings.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < STARTS; round++)
    timings.forEach((time, i) => {
      best[i] = Math.min(best[i]!, time(SIMULATED_POINTS) - time(2));
    });
  return best;
}

/** Seconds that the command takes for so many simulated points. `before`: a command that runs it. */
function timeOf(points: number, out: string, who: readonly string[], before: readonly string[] = []): number {
  rmSync(out, { force: true });
  const scenario = join(root, 'public/examples/mercury-run-2.json');
  const [command, ...args] = [
    ...before,
    ...[process.execPath, join(root, 'cli/stagegraph.mjs')],
    ...['explore', scenario, '--vary', '1b.service.rate=60M:90M', '--sample', `sobol:${points}`],
    ...['--simulate', '--replications', '2', '--horizon', '1e-4', ...who, '--out', out],
  ] as [string, ...string[]];
  const started = performance.now();
  const ended = spawnSync(command, args);
  if (ended.status !== 0) throw ended.error ?? new Error(ended.stderr.toString());
  return (performance.now() - started) / 1000;
}

/** How long points take by threads, and by workers of a queue, which have a thread each. */
export async function sharedRows(folder: string): Promise<BenchRow[]> {
  const out = join(folder, 'points.ndjson');
  const threads = (count: number) => ['--threads', String(count)];
  const [bound, one, two] = bestTimes([
    (points) => timeOf(points, out, threads(1), ONE_CORE),
    (points) => timeOf(points, out, threads(1)),
    (points) => timeOf(points, out, threads(2)),
  ]) as [number, number, number];
  const ceiling = Math.min(1, await loopEfficiency());
  const efficiency = bound / (2 * two);
  const unbound = one / (2 * two);
  const rows: BenchRow[] = [
    {
      what: `efficiency of two threads on two cores against one on one core, relative to what two copies of a loop without memory reach, ${SIMULATED_POINTS} simulated points of Mercury run 2, best of ${STARTS}`,
      result: `${(efficiency / ceiling).toFixed(2)} (${efficiency.toFixed(2)}; two loops: ${ceiling.toFixed(2)}; against one thread that V8 helps from the other core: ${(unbound / ceiling).toFixed(2)}, ${unbound.toFixed(2)})`,
      goal: '0.9 or more',
      met: efficiency / ceiling >= 0.9,
    },
  ];
  const server = process.env.REDIS_SERVER ?? '/usr/bin/redis-server';
  if (existsSync(server)) {
    const queue = await queueTimes(server, folder, out);
    rows.push(
      efficiencyRow('one worker of a queue against one thread, the same points', one / queue.one, 0.95),
      efficiencyRow('two workers of a queue against two threads', two / queue.two, 0.95),
    );
  }
  return rows;
}

/** V8 compiles on threads of its own, so that "one thread" takes more than a core at first where it may. */
const ONE_CORE = existsSync('/usr/bin/taskset') ? ['/usr/bin/taskset', '--cpu-list', '0'] : [];

const efficiencyRow = (what: string, efficiency: number, goal: number): BenchRow => ({
  what,
  result: efficiency.toFixed(2),
  goal: `${goal} or more`,
  met: efficiency >= goal,
});

/** Seconds by one worker and by two. */
async function queueTimes(server: string, folder: string, out: string) {
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
    for (let round = 0; round < STARTS; round++) {
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
