/** How much faster a simulation is on two cores than on one: the command line, with one thread and with two. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchRow } from './row.ts';

const CLI = fileURLToPath(new URL('../dist-cli/main.mjs', import.meta.url));
const MODEL = fileURLToPath(new URL('../public/examples/mercury-run-2.json', import.meta.url));
const ROUNDS = 3;
/** Long enough that starting threads does not count. */
const LENGTH = ['--replications', '8', '--horizon', '0.01', '--warmup', '0.001'];
/** Least share of the speed-up that two copies of a loop reach which share nothing but the machine. */
const GOAL = 0.9;

export async function benchThreads(): Promise<BenchRow[]> {
  const times = { one: Number.POSITIVE_INFINITY, two: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    times.one = Math.min(times.one, secondsWith(1));
    times.two = Math.min(times.two, secondsWith(2));
  }
  const ratio = times.one / times.two;
  const ceiling = 2 * (await loopEfficiency());
  return [
    {
      what: 'two threads as fast as so many, Mercury run 2, 8 replications, best of three',
      result: `${ratio.toFixed(2)} (${times.one.toFixed(2)} s and ${times.two.toFixed(2)} s); two copies of a loop without memory: ${ceiling.toFixed(2)}`,
      goal: `1.8, or ${GOAL} of the two loops`,
      met: ratio >= GOAL * Math.min(2, ceiling),
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

/** Draws of a congruential generator, a second or so: nothing that two of them share but the machine. */
const LOOP =
  'let x = 1, s = 0; for (let i = 0; i < 3e8; i++) { x = (Math.imul(x, 1664525) + 1013904223) | 0; s += Math.sqrt((x >>> 0) + 1); } if (s < 0) throw s;';

/** What the machine itself gives: time of one copy of a loop over that of two at once, best of some rounds; 1 is perfect. */
export async function loopEfficiency(): Promise<number> {
  const times = { one: Number.POSITIVE_INFINITY, two: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    times.one = Math.min(times.one, await secondsOfLoops(1));
    times.two = Math.min(times.two, await secondsOfLoops(2));
  }
  return times.one / times.two;
}

async function secondsOfLoops(copies: number): Promise<number> {
  const started = performance.now();
  const loops = Array.from({ length: copies }, () =>
    spawn(process.execPath, ['-e', LOOP], { stdio: 'ignore' }),
  );
  await Promise.all(loops.map((loop) => once(loop, 'exit')));
  return (performance.now() - started) / 1000;
}
