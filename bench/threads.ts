/** How much faster a simulation is on two cores than on one: the command line, with one thread and with two. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './row.ts';

const CLI = fileURLToPath(new URL('../dist-cli/main.mjs', import.meta.url));
const MODEL = fileURLToPath(new URL('../public/examples/mercury-run-2.json', import.meta.url));
const ROUNDS = 3;
/** Long enough that starting threads does not count. */
const LENGTH = ['--replications', '8', '--horizon', '0.01', '--warmup', '0.001'];
const GOAL = 1.8;

export async function benchThreads(): Promise<BenchRow[]> {
  const times = { one: Number.POSITIVE_INFINITY, two: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    times.one = Math.min(times.one, secondsWith(1));
    times.two = Math.min(times.two, secondsWith(2));
  }
  const ratio = times.one / times.two;
  return [
    {
      what: 'two threads as fast as so many, Mercury run 2, 8 replications, best of three',
      result: `${ratio.toFixed(2)} (${times.one.toFixed(2)} s and ${times.two.toFixed(2)} s)`,
      goal: `${GOAL} or more`,
      met: ratio >= GOAL,
    },
  ];
}

function secondsWith(threads: number): number {
  const output = execFileSync(
    process.execPath,
    [CLI, 'simulate', MODEL, ...LENGTH, '--threads', String(threads), '--json'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e9 },
  );
  return (JSON.parse(output) as { readonly elapsedSeconds: number }).elapsedSeconds;
}
