/** The probes that users copy: compiled here, put at a queue between two threads, and held against a clock around each service. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { estimateRates } from '../lib/estimate.ts';

const probes = resolve(import.meta.dirname, '..', 'probes');
const folder = mkdtempSync(join(tmpdir(), 'stagegraph-probes-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout;
}

const isThere = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

const LANGUAGES = [
  {
    ...{ language: 'C++', compiler: 'g++' },
    compile: () =>
      run('g++', [
        ...['-std=c++17', '-O2', '-Wall', '-Wextra', '-Werror', '-pthread'],
        ...[join(probes, 'two_threads.cpp'), '-o', join(folder, 'two_threads')],
      ]),
    start: [join(folder, 'two_threads')],
  },
  {
    ...{ language: 'Java', compiler: 'javac' },
    compile: () =>
      run('javac', [
        ...['--release', '11', '-Xlint:all', '-Werror', '-d', folder],
        ...['StagegraphProbe.java', 'TwoThreads.java'].map((name) => join(probes, name)),
      ]),
    start: ['java', '-cp', folder, 'TwoThreads'],
  },
] as const;

describe.each(LANGUAGES)('the probe for $language', ({ language, compiler, compile, start }) => {
  const there = isThere(compiler);
  if (!there) console.warn(`${language}: no ${compiler} on this machine; its probe is not tested`);

  it.skipIf(!there)(
    'tells the rate of the services, with and without waits',
    { tags: ['long'] },
    async () => {
      compile();
      // Arrivals slower than services, and faster.
      for (const [arrival, waits] of [
        ['120000', true],
        ['10000', false],
      ] as const) {
        const errors: (number | string)[] = [];
        for (let run = 0; run < RUNS && !errors.some(isSmall); run += 1) {
          const file = join(folder, `${language}-${arrival}-${run}.csv`);
          errors.push(await errorOf([...start], arrival, file, waits));
        }
        expect(errors.some(isSmall), errors.join(', ')).toBe(true);
      }
    },
  );
});

/**
 * Where other processes take the processor between two services the server is busy for longer than it serves, by a quarter on a busy machine.
 * A probe that missed the times without elements would be off by half, in each run.
 */
const RUNS = 8;
const isSmall = (error: number | string): boolean => typeof error === 'number' && error < 0.35;

/** Relative error of the rate that is estimated from what a probe wrote, or why there is none. */
async function errorOf(
  start: readonly string[],
  arrival: string,
  file: string,
  waits: boolean,
): Promise<number | string> {
  const [command, ...words] = start;
  const { items, serviceSeconds } = JSON.parse(run(command!, [...words, '12000', '20000', arrival, file]));
  const read = await estimateRates(new Blob([readFileSync(file)]), { fileName: file });
  const [end, ...others] = read.ok ? read.value.ends : [];
  expect(others).toEqual([]);
  expect(end).toMatchObject({ queue: 'input', end: 'head', from: 'tc' });
  const { chosen, busyShare } = end!.report;
  if (!('rate' in chosen)) return chosen.refused;
  if (chosen.method !== 'busy-time') return `by ${chosen.method}`;
  // Where elements always wait the server is busy.
  if (!waits && busyShare! < 0.9) return `busy for ${busyShare} of the time`;
  return Math.abs(chosen.rate / (items / serviceSeconds) - 1);
}
