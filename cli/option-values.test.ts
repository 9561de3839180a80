/** Each option of each verb that takes a value refuses a wrong one, by its name and with what was expected. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Option } from 'commander';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { asOtlp, knownService } from '../workers/traces/service.test-support.ts';
import type { Bounds, NumberReader } from './option-values.ts';
import { run, stagegraph } from './program.ts';

vi.stubGlobal('SOURCES_DIGEST', 'of no build');
const folder = mkdtempSync(join(tmpdir(), 'stagegraph-options-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const scenario = resolve(import.meta.dirname, '../public/examples/mercury-run-2.json');
const scalars = fileOf(
  'scalars.csv',
  '#qtm 1 scalars time=ns\nqueueId,metric,stat,value,unit\n1b,throughput,mean,50.0e6,items/s\n',
);
const events = fileOf(
  'events.csv',
  '#qtm 1 queues\nqueueId,capacity,source,dest\nq,2,Read,Filter\n#qtm 1 events time=ns\ntime,queueId,kind,blockedFor\n10,q,I,0\n10,q,D,10\n20,q,I,0\n30,q,D,0\n',
);
const measurement = (name: string): string => resolve(import.meta.dirname, '../public/measurements', name);
const counters = measurement('template-counters.csv');
const tasks = fileOf(
  'tasks.csv',
  [
    '#qtm 1 tasks time=ns',
    'task,step,state,queue,arrival,departure',
    ...Array.from({ length: 8 }, (_, i) => `t${i},1,PARSE,parse,${10 * i},${10 * i + 5}`),
    '',
  ].join('\n'),
);
const spans = fileOf(
  'spans.json',
  JSON.stringify(asOtlp(knownService({ requests: 300, rate: 45, servers: 1 }).spans)),
);

/** What the verb could answer but for the option; for some options something must stand beside. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  check: [counters],
  solve: [scenario],
  size: [scenario, '--stage', '1b', '--below', '1e-3'],
  depths: [events],
  'chain-size': [scenario],
  transient: [scenario],
  bounds: [scenario],
  simulate: [scenario],
  compare: [scenario, scalars],
  diff: [scenario, scenario],
  assert: [scenario, 'mean occupancy of 1b < 100'],
  verdict: [measurement('virtual-queues/mm1-software-to-hardware.json')],
  samples: [counters],
  estimate: [counters],
  trace: [spans],
  draw: [events],
  fit: [events],
  calibrate: [scenario, scalars],
  explore: [scenario, '--vary', '1b.capacity=10:20:2'],
  merge: [events],
  worker: ['--queue', 'redis://127.0.0.1:1'],
  board: ['--queue', 'redis://127.0.0.1:1'],
  mcp: [],
  serve: [],
  import: [scenario],
  export: [scenario, '--to', 'jsimg'],
  render: [scenario],
  link: [scenario],
};

/** Where that is not enough for one option. */
const WORDS_FOR: Readonly<Record<string, readonly string[]>> = {
  'check --queue': [counters, '--against', events],
  'estimate --what-if': [tasks, '--posterior'],
};

interface Ended {
  readonly status: number;
  readonly errors: string;
}

async function ended(words: readonly string[]): Promise<Ended> {
  let errors = '';
  const take = (chunk: unknown): boolean => {
    errors += String(chunk);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(take);
  vi.spyOn(process.stderr, 'write').mockImplementation(take);
  process.exitCode = undefined;
  await run(words);
  const status = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  vi.restoreAllMocks();
  return { status, errors };
}
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const isNumber = (reader: unknown): reader is NumberReader =>
  typeof reader === 'function' && 'bounds' in reader;

/** Numbers beyond the bounds of a reader, and what is no number at all. */
function beyond({ from, above, to, below }: Bounds): readonly string[] {
  const step = (bound: number): number => Math.max(1, Math.abs(bound));
  return [
    ...(from === undefined ? [] : [from - step(from)]),
    ...(above === undefined ? [] : [above, above - step(above)]),
    ...(to === undefined ? [] : [to + step(to)]),
    ...(below === undefined ? [] : [below, below + step(below)]),
    ...['', 'x', 'NaN', 'Infinity', '1e999'],
  ].map(String);
}

const options = (await stagegraph()).commands.flatMap((command) =>
  command.options
    .filter(({ required, optional }) => required || optional)
    .map((option): [verb: string, option: Option] => [command.name(), option]),
);

/** Wrong for everything: no number, no time, no name, no address, no file, and no folder that a file could be made in. */
const WRONG = '/no/such/thing';

describe.each([...new Set(options.map(([verb]) => verb))])('%s', (verb) => {
  it('is loaded alone where it is asked for', async () => {
    const { commands } = await stagegraph(verb);
    expect(commands.map((command) => command.name())).toEqual([verb]);
  });

  it.each(options.filter(([of]) => of === verb).map(([, option]) => [option.long!, option] as const))(
    '%s',
    async (long, option) => {
      const words = WORDS_FOR[`${verb} ${long}`] ?? WORDS[verb];
      if (!words) throw new Error(`no words in this test to call ${verb} with`);
      const values = isNumber(option.parseArg) ? [WRONG, ...beyond(option.parseArg.bounds)] : [WRONG];
      for (const value of values) {
        const { status, errors } = await ended([verb, ...words, `${long}=${value}`]);
        expect.soft(errors, value).toContain(long);
        expect.soft(errors, value).toContain(value);
        expect.soft(errors, value).not.toMatch(/^\s+at .*:\d+|\bundefined\b/m);
        expect.soft(errors.replaceAll(value, ''), value).not.toMatch(/NaN|Infinity/);
        expect.soft(status, `${value}: ${errors}`).toBe(2);
      }
    },
  );
});
