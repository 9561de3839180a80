/** How much faster two explorers write their parts than one writes all, when workers have answered everything already. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { SERVER, study } from './explore-queue-cost.ts';
import { type BenchRow, median } from './row.ts';

const main = join(import.meta.dirname, '..', 'dist-cli', 'main.mjs');

const POINTS = 1_500_000;
const ROUNDS = 3;
/** Designs that a core of formula workers answers in a second (docs/scale.md). */
const OF_A_CORE = 80_000;

export async function writerRows(folder: string): Promise<BenchRow[]> {
  if (!existsSync(SERVER)) return [];
  const port = 40_000 + ((process.pid + 1) % 20_000);
  const queue = ['--queue', `redis://127.0.0.1:${port}`];
  const data = join(folder, 'writers');
  mkdirSync(data);
  const started: ChildProcess[] = [];
  const start = (command: string, args: readonly string[]): ChildProcess => {
    const child = spawn(command, args, { stdio: 'ignore' });
    started.push(child);
    return child;
  };
  start(SERVER, ['--port', String(port), '--dir', data, '--save', '']);
  const redis = new Redis(port, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  redis.on('error', () => undefined);
  /** s. */
  const explored = async (part?: string): Promise<number> => {
    const out = join(data, `part-${part?.replace('/', '-') ?? 'whole'}.ndjson`);
    rmSync(out, { force: true });
    const began = performance.now();
    const child = start(process.execPath, [
      main,
      ...study(POINTS, out),
      ...queue,
      ...(part ? ['--shard', part] : []),
    ]);
    const [status] = await once(child, 'exit');
    if (status !== 0) throw new Error(`explore ended with ${status}`);
    return (performance.now() - began) / 1000;
  };
  let holding: NodeJS.Timeout | undefined;
  try {
    const worker = start(process.execPath, [main, 'worker', ...queue]);
    const first = explored();
    // One more explorer that wants all designs: what is answered stays at the server, for every round.
    const hold = async (): Promise<void> => {
      const [member] = await redis.zrange('stagegraph:explorers', '0', '0');
      if (!member) return;
      const [build, key, , from, to] = member.split(' ');
      const [seconds] = await redis.time();
      await redis.zadd(
        'stagegraph:explorers',
        String(Number(seconds) * 1000 + 3_600_000),
        `${build} ${key} holder ${from} ${to}`,
      );
      clearInterval(holding);
    };
    holding = setInterval(() => void hold(), 20);
    await first;
    worker.kill('SIGKILL');
    const times: (readonly [number, number])[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const one = await explored();
      const two = Math.max(...(await Promise.all([explored('1/2'), explored('2/2')])));
      times.push([one, two]);
    }
    const [one, two] = [median(times.map(([time]) => time)), median(times.map(([, time]) => time))];
    const words = (time: number): string =>
      `${Math.round(POINTS / time / 1000)} thousand designs/s (${(POINTS / time / OF_A_CORE).toFixed(1)} cores of formula workers)`;
    return [
      {
        what: `designs of a queue written, ${POINTS.toLocaleString('en')} that workers have answered already, starting included: one explorer, two explorers with a half each (median of ${ROUNDS})`,
        result: `${words(one)}; ${words(two)}`,
      },
    ];
  } finally {
    clearInterval(holding);
    redis.disconnect();
    for (const child of started) child.kill('SIGKILL');
  }
}
