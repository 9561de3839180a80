/** The command line as a user calls it: as built where it computes in threads, else in this process. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureCommandLine } from '../scripts/setup.mjs';
import { type Printed, runBuilt, runProgram } from './run-verbs.test-support.ts';

const root = resolve(import.meta.dirname, '..');
const exampleFile = (slug: string): string => join(root, 'public', 'examples', `${slug}.json`);
const measurementFile = (name: string): string => join(root, 'public', 'measurements', name);
const example = (slug: string): Record<string, unknown> =>
  JSON.parse(readFileSync(exampleFile(slug), 'utf8'));

/** The document on standard output, and nothing else there. */
const documentOf = ({ status, out }: Printed) => ({ status, document: JSON.parse(out) });
const jsonOf = async (words: readonly string[], input?: string) =>
  documentOf(await runProgram([...words, '--json'], input));
const builtJson = (words: readonly string[], input?: string) =>
  documentOf(runBuilt([...words, '--json'], input));

beforeAll(ensureCommandLine);

/** One M/M/1/K stage with losses: rate 9 against 10 and room for 11 (JMT's example model). */
const lossy = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'M/M/1/11',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 9 } },
    {
      id: 'q',
      kind: 'stage',
      capacity: 11,
      whenFull: 'drop',
      service: { distribution: 'exponential', rate: 10 },
    },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'q' },
    { from: 'q', to: 'out' },
  ],
};

describe('stagegraph solve', () => {
  it('gives the tree of measures as one JSON document', async () => {
    const { status, document } = builtJson(['solve', '-'], JSON.stringify(lossy));
    expect(status).toBe(0);
    expect(document.exact).toBe(true);
    const { q } = document.stages;
    expect(q.meanOccupancy).toBeCloseTo(4.276903649, 8);
    expect(q.arrivalRate + q.lossRate).toBeCloseTo(q.offeredRate, 10);
    expect(q.utilization + q.blockedFraction + q.starvedFraction).toBeCloseTo(1, 12);
    expect(q.occupancyDistribution).toHaveLength(12);
    expect(document.network.throughput).toBeCloseTo(q.outputRate, 10);
    expect(document.network.bottleneck).toBe('q');
  });

  it("gives Dor's models by name (Dor 2010, figures 12 and 17, run 1)", async () => {
    const mm1k = (await jsonOf(['solve', '--method', 'mm1k', exampleFile('mercury-run-1')])).document;
    expect(Number(mm1k.stages['1b'].arrivalRate.toPrecision(3))).toBe(31.9e6);
    expect(mm1k.stages['1b'].meanQueueLength).toBeCloseTo(0.08, 2);
    const mm1 = (await jsonOf(['solve', '--method', 'mm1', exampleFile('mercury-run-1')])).document;
    expect(mm1.stages['1b'].backPressureProbability).toBeLessThan(1e-100);
  });

  it('ends with 1 and says so when there is no steady state', async () => {
    const overloaded = structuredClone(lossy) as { nodes: Record<string, unknown>[] };
    delete overloaded.nodes[1]!.capacity;
    overloaded.nodes[0]!.interarrival = { distribution: 'exponential', rate: 12 };
    const { status, document } = await jsonOf(['solve', '-'], JSON.stringify(overloaded));
    expect(status).toBe(1);
    expect(document.kind).toBe('unstable');
    expect(document.unstable).toMatchObject({ stage: 'q', serverCount: 1 });
  });

  it('reads share links, and writes tables for people', async () => {
    const link = (await runProgram(['link', exampleFile('mercury-run-2')])).out.trim();
    const { status, out } = await runProgram(['solve', link]);
    expect(status).toBe(0);
    expect(out).toContain('Mercury BLAST, run 2');
    expect(out).toMatch(/^first +1b Hash lookup +× 1\.001/m);
  });
});

describe('stagegraph simulate', () => {
  const asked = ['simulate', '-', '--seed', '7', '--replications', '4', '--horizon', '2000'];
  let first: ReturnType<typeof builtJson>;
  beforeAll(() => {
    first = builtJson(asked, JSON.stringify(lossy));
  });

  it('gives every number with its half width, and the run that was made', async () => {
    const { status, document } = first;
    expect(status).toBe(0);
    expect(document).toMatchObject({ seed: 7, replications: 4 });
    expect(document.warmup).toBeGreaterThan(0);
    const { mean, halfWidth } = document.stages.q.meanOccupancy;
    // Theory inside four half widths: about a chance in ten thousand to fail for a fresh seed, none for this one.
    expect(Math.abs(mean - 4.276903649)).toBeLessThan(4 * halfWidth);
    expect(document.stages.q.occupancyDistribution[0]).toMatchObject({ mean: expect.any(Number) });
  });

  it('refuses a horizon before which nothing can happen with 2', async () => {
    const { status, out, errors } = runBuilt(
      ['simulate', '-', '--horizon', '1e-300', '--replications', '2'],
      JSON.stringify(lossy),
    );
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(errors).toMatch(/^--horizon: Nothing was completed .*; make the run longer\.\n$/);
  });

  it('gives the same numbers again from the same seed', { tags: ['long'] }, async () => {
    const { document } = builtJson(asked, JSON.stringify(lossy));
    expect(document.stages).toEqual(first.document.stages);
    expect(document.events).toBe(first.document.events);
  });

  it('gives means by frame, and makes replications until the chosen measures are known', async () => {
    const { document } = builtJson(
      [
        ...['simulate', '-', '--horizon', '400', '--frame', '100'],
        ...['--precision', '0.005', '--measures', 'throughput'],
      ],
      JSON.stringify(lossy),
    );
    expect(document.frames.bounds).toEqual([0, 100, 200, 300, 400]);
    expect(document.frames.stages.q.meanOccupancy).toHaveLength(4);
    expect(document.replications).toBeGreaterThan(10);
    const { mean, halfWidth } = document.stages.q.throughput;
    expect(halfWidth).toBeLessThanOrEqual(0.005 * mean);
    const { status, errors } = await runProgram(
      ['simulate', '-', '--measures', 'speed'],
      JSON.stringify(lossy),
    );
    expect(status).toBe(2);
    expect(errors).toMatch(/Expected names of meanOccupancy, .*, got "speed"/);
    const alone = await runProgram(['simulate', '-', '--measures', 'throughput'], JSON.stringify(lossy));
    expect(alone.status).toBe(2);
    expect(alone.errors).toContain('--measures: expected --precision beside it');
  });
});

describe('stagegraph compare', () => {
  it('holds a model against a file, quantity by quantity', async () => {
    const { status, document } = await jsonOf([
      'compare',
      exampleFile('mercury-run-2'),
      measurementFile('mercury-run-2.csv'),
      '--method',
      'mm1k',
    ]);
    expect(status).toBe(0);
    const row = document.rows.find(
      (one: { stage: string; quantity: string }) => one.stage === '1b' && one.quantity === 'meanQueueLength',
    );
    // The digits of the inputs leave the queue open, so that 580 rejects nothing.
    expect(row).toMatchObject({ measured: 580, agreement: 'open' });
    expect(document.verdict.join(' ')).toMatch(/1a Bloom filter, full-queue probability is measured 0.296/);
  });

  it('takes the measurements that the scenario holds', async () => {
    const inside = (await jsonOf(['compare', exampleFile('mercury-run-1')])).document;
    const beside = (
      await jsonOf(['compare', exampleFile('mercury-run-1'), measurementFile('mercury-run-1.csv')])
    ).document;
    expect(beside.rows).toEqual(inside.rows);
  });

  it('compares a queue of another name when told which stage it feeds', async () => {
    const trace = '#qtm 1 events time=ns\nqueueId,time,kind\nfifo=3,1,I\nfifo=3,9,D\n';
    const compare = ['compare', exampleFile('timetrial-mm1-09'), '-', '--json'];
    const untold = await runProgram(compare, trace);
    expect(untold.status).toBe(2);
    expect(untold.errors).toContain('--queue-map');
    const told = await runProgram([...compare, '--queue-map', 'fifo=3=server'], trace);
    expect(told.status).toBe(0);
    expect(JSON.parse(told.out).rows.some((row: { measured?: number }) => row.measured === 1)).toBe(true);
    const wrong = await runProgram([...compare, '--queue-map', 'fifo'], trace);
    expect(wrong.errors).toContain('Expected QUEUE=STAGE');
  });
});

describe('stagegraph check', () => {
  it('accepts every example, and measurements with and without their scenario', async () => {
    const files = ['mercury-run-1', 'laplace', 'web-service', 'weh-market-data'].map(exampleFile);
    expect((await runProgram(['check', ...files])).status).toBe(0);
    expect((await runProgram(['check', measurementFile('mercury-run-1.csv')])).status).toBe(0);
    expect(
      (await runProgram(['check', exampleFile('mercury-run-1'), measurementFile('mercury-run-1.csv')]))
        .status,
    ).toBe(0);
  });

  const faulty = (change: (scenario: Record<string, unknown>) => void): string => {
    const scenario = example('mercury-run-1');
    change(scenario);
    return JSON.stringify(scenario);
  };
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['broken JSON', '{"format":', /standard input: line 1, column 11: expected JSON/],
    ['a newer version', faulty((s) => Object.assign(s, { schemaVersion: 9 })), /schemaVersion 9/],
    ['an unknown field', faulty((s) => Object.assign(s, { colour: 'red' })), /colour/],
    [
      'a link to nowhere',
      faulty((s) => Object.assign(s, { links: [{ from: 'disk', to: 'nowhere' }] })),
      /nowhere/,
    ],
    [
      'no way out',
      faulty((s) => Object.assign(s, { links: [{ from: 'disk', to: 'pci' }] })),
      /Stage "2 Ungapped extension" has no outgoing link/,
    ],
  ];
  for (const [what, text, message] of cases) {
    it(`refuses ${what} with status 2 and a line that says what and where`, async () => {
      const { status, out, errors } = await runProgram(['check', '-'], text);
      expect(status).toBe(2);
      expect(out).toBe('');
      expect(errors).toMatch(message);
    });
  }

  it('refuses a file that is not there, and a measurement of another scenario', async () => {
    expect(await runProgram(['check', 'nowhere.json'])).toMatchObject({
      status: 2,
      errors: 'nowhere.json: cannot be read: there is no such file\n',
    });
    const mixed = await runProgram(['check', exampleFile('laplace'), measurementFile('mercury-run-1.csv')]);
    expect(mixed.status).toBe(2);
    expect(mixed.errors).toMatch(/mercury-run-1\.csv, line 7, queueId: unknown queueId "1a"/);
  });
});

describe('stagegraph', () => {
  it('ends with 2 on a call that cannot be meant', async () => {
    expect((await runProgram(['solve', '--method', 'guess', 'x.json'])).status).toBe(2);
    expect((await runProgram(['simulate', exampleFile('blank'), '--seed', '-1'])).status).toBe(2);
    expect(runBuilt(['dance']).status).toBe(2);
    expect(runBuilt(['--help']).status).toBe(0);
  });
});
