/** The worker of rates from its questions to its answers: files, examples, refusals. */
import { describe, expect, it } from 'vitest';
import type {
  EstimatorService,
  MicroBenchmark,
  RateEstimate,
  RatePicture,
  SampledFile,
  SamplingProgress,
} from './contract.ts';
import { estimateRate } from './estimate-rate.ts';
import { estimatorService } from './estimator-service.ts';
import { runTwoThreads } from './micro-benchmark.ts';
import { advisePeriod } from './observable-period.ts';
import { samplesFromCounters } from './samples-from-counters.ts';

const [MU, PERIOD, PERIODS] = [1e6, 5e-6, 3000];
const run = runTwoThreads({
  producer: { times: 'exponential', rate: 0.8 * MU },
  consumer: { times: 'exponential', rate: MU },
  ...{ capacity: 64, period: PERIOD, periods: PERIODS, seed: 5 },
});
const ns = (seconds: number): number => Math.round(seconds * 1e9);

const QUEUES = ['#qtm 1 queues time=ns', 'queueId,name,dest,capacity,itemBytes', 'q1,input,parse,64,8'];
const tcRows = (columns = run.head, blockedFor = true): readonly string[] => [
  '#qtm 1 tc time=ns',
  'queueId,end,time,period,count,blocked,blockedFor,finished',
  ...Array.from(columns.time, (at, i) => {
    const waited = blockedFor ? ns(columns.blockedFor[i]!) : '';
    return `q1,head,${ns(at)},${ns(PERIOD)},${columns.count[i]},${columns.blocked[i]},${waited},0`;
  }),
];
const counterRows = (): readonly string[] => [
  '#qtm 1 counters time=ns',
  'queueId,timestamp,inCount,outCount',
  ...Array.from(
    run.counters.time,
    (at, i) => `q1,${ns(at)},${run.counters.inCount[i]},${run.counters.outCount[i]}`,
  ),
];
const eventRows = (events: number): readonly string[] => [
  '#qtm 1 events time=ns',
  'queueId,time,kind',
  // In every 2 µs one comes and goes 1 µs later: 1e6 a second while it is there.
  ...Array.from({ length: events }, (_, i) => `q1,${2000 * i},I\nq1,${2000 * i + 1000},D`),
];

const STAGES = [{ id: 's1', name: 'parse' }];
const nothing = (): void => undefined;

function read(service: EstimatorService, rows: readonly string[], onProgress = nothing) {
  return service.read(new Blob([`${rows.join('\n')}\n`]), 'file.csv', { stages: STAGES }, onProgress);
}

async function readAll(service: EstimatorService, rows: readonly string[]): Promise<SampledFile> {
  const file = await read(service, rows);
  if (!file.ok) throw new Error(JSON.stringify(file.error));
  return file.value;
}

const pictureOf = (service: EstimatorService, key: string): RatePicture => service.estimate(key, {})!;
const rateOf = ({ report: { chosen } }: RatePicture): RateEstimate => {
  if ('refused' in chosen) throw new Error(chosen.refused);
  return chosen;
};

/** A file that comes in pieces, each a while after the one before. */
function slowly(pieces: readonly (readonly string[])[]): Blob {
  const whole = new Blob(pieces.map((rows) => `${rows.join('\n')}\n`));
  return {
    size: whole.size,
    slice: (from: number, to: number) => whole.slice(from, to),
    stream: () =>
      new ReadableStream({
        async start(controller) {
          for (const rows of pieces) {
            controller.enqueue(new TextEncoder().encode(`${rows.join('\n')}\n`));
            await new Promise((resolve) => setTimeout(resolve, 150));
          }
          controller.close();
        },
      }),
  } as unknown as Blob;
}

describe('files', () => {
  it('reads the samples of table tc, and finds the stage behind the head', async () => {
    const service = estimatorService();
    const { ends } = await readAll(service, [...QUEUES, ...tcRows()]);
    expect(ends).toEqual([
      {
        ...{ key: 'q1 head', queue: 'q1', end: 'head', from: 'tc' },
        ...{ name: 'input', capacity: 64, itemBytes: 8, stage: 's1' },
      },
    ]);
    const picture = pictureOf(service, 'q1 head');
    expect(rateOf(picture).rate).toBeCloseTo(rateOf({ ...picture, report: estimateRate(run.head) }).rate, -3);
    const { low, high } = rateOf(picture);
    expect(MU).toBeGreaterThan(low!);
    expect(MU).toBeLessThan(high!);
    expect(picture.course.samples.time).toHaveLength(PERIODS);
  });

  it('reads both ends out of counters', async () => {
    const service = estimatorService();
    const { ends } = await readAll(service, [...QUEUES, ...counterRows()]);
    expect(ends.map(({ key, from, stage }) => [key, from, stage])).toEqual([
      ['q1 head', 'counters', 's1'],
      ['q1 tail', 'counters', undefined],
    ]);
    const expected = estimateRate(samplesFromCounters(run.counters, { end: 'head', capacity: 64 }));
    const got = pictureOf(service, 'q1 head').report;
    expect(got.chosen).toMatchObject({ method: 'censored' });
    expect(rateOf({ ...pictureOf(service, 'q1 head') }).rate).toBeCloseTo(
      (expected.chosen as RateEstimate).rate,
      -2,
    );
  });

  it('counts events in periods as long as is asked for', async () => {
    const service = estimatorService();
    await readAll(service, eventRows(2000));
    const usual = pictureOf(service, 'q1 head').report;
    const short = service.estimate('q1 head', { period: 8e-6 })!.report;
    expect(short.period).toBeCloseTo(8e-6, 12);
    expect(short.periods).toBeGreaterThan(4 * usual.periods);
  });

  it.each([
    ['events', eventRows(800)],
    ['samples of table tc', tcRows()],
  ])('shows what was read so far of %s, while the rest is on its way', async (_, rows) => {
    const third = Math.ceil(rows.length / 3);
    const pieces = [0, 1, 2].map((nth) => rows.slice(nth * third, (nth + 1) * third));
    const pictures: SamplingProgress[] = [];
    const service = estimatorService();
    const file = await service.read(slowly(pieces), 'slow.csv', {}, (progress) => pictures.push(progress));
    expect(file.ok).toBe(true);
    const seen = pictures.flatMap(({ picture }) => picture ?? []);
    expect(seen.length).toBeGreaterThan(0);
    const whole = pictureOf(service, 'q1 head');
    expect(seen[0]!.end.key).toBe('q1 head');
    expect(seen[0]!.course.samples.time.length).toBeLessThan(whole.course.samples.time.length);
    const { rate } = seen[0]!.course.samples;
    expect([...rate]).toEqual([...whole.course.samples.rate.slice(0, rate.length)]);
    expect(pictures.at(-1)!.rows).toBe(rows.join('\n').split('\n').length - 2);
  });

  it('stops when it is told to', async () => {
    const service = estimatorService();
    const reading = read(service, eventRows(200_000), () => service.cancel());
    service.cancel();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(service.estimate('q1 head', {})).toBeUndefined();
  });

  it('takes samples of a measurement that is reduced already', () => {
    const service = estimatorService();
    const rates = [{ end: 'head' as const, ...run.head }];
    const { ends } = service.take('m', [{ id: 'q1', dest: 'parse', rates }, { id: 'q2' }], STAGES);
    expect(ends).toEqual([{ key: 'q1 head', queue: 'q1', end: 'head', from: 'tc', stage: 's1' }]);
    expect(rateOf(pictureOf(service, 'q1 head'))).toEqual(estimateRate(run.head).chosen);
  });
});

describe('input that gives no rate', () => {
  it('a file without samples', async () => {
    const file = await read(estimatorService(), ['#qtm 1 queues time=ns', 'queueId', 'q1']);
    expect(file).toMatchObject({ ok: false });
    expect(!file.ok && file.error.map(({ message }) => message)).toContain(
      'nothing to estimate a rate from; expected rows of a table tc, events or counters',
    );
  });

  it('too few samples', async () => {
    const service = estimatorService();
    await readAll(service, tcRows().slice(0, 5));
    expect(pictureOf(service, 'q1 head').report.chosen).toEqual({
      method: 'busy-time',
      refused: '3 periods are too few; expected at least 6',
    });
  });

  it('all blocked, for an unknown time', async () => {
    const blocked = { ...run.head, blocked: run.head.blocked.map(() => 1) };
    const service = estimatorService();
    await readAll(service, tcRows(blocked, false));
    const { report, course } = pictureOf(service, 'q1 head');
    expect(report.all.every((outcome) => 'refused' in outcome)).toBe(true);
    expect(report.chosen).toMatchObject({ refused: expect.stringContaining('blocked') });
    expect(course.heuristic.time).toHaveLength(0);
  });
});

describe('examples', () => {
  const example: MicroBenchmark = {
    ...{ times: 'exponential', rate: 4e5, laterRate: 2e5, utilization: 0.9 },
    ...{ period: 5e-5, periods: 6000, seed: 2 },
  };

  it('have the phases that they were made with, at the utilization that was asked for', () => {
    const service = estimatorService();
    const [end] = service.generate(example).ends;
    const { report } = pictureOf(service, end!.key);
    expect(report.phases).toHaveLength(2);
    report.phases.forEach(({ rate, from }, phase) => {
      expect(rate / end!.truth![phase]!.rate).toBeCloseTo(1, 1);
      expect(Math.abs(from - end!.truth![phase]!.from)).toBeLessThan(0.01 * 0.3);
    });
    expect(report.busyShare).toBeGreaterThan(0.8);
    expect(report.busyShare).toBeLessThan(0.97);
  });

  it('are never blocked where the server always has work', () => {
    const service = estimatorService();
    const { laterRate: _, ...one } = example;
    const [end] = service.generate({ ...one, utilization: 1, times: 'deterministic' }).ends;
    const picture = pictureOf(service, end!.key);
    expect(picture.report.blockedShare).toBe(0);
    expect(rateOf(picture).rate / 4e5).toBeCloseTo(1, 4);
  });

  it('answers how often a period is free of blocking: 0.9^10 and 64.7 % at 10 items', () => {
    const [share] = estimatorService().periodShares({ rate: 1e6, utilization: 0.9, periods: [1e-5] });
    expect(share!.read).toBeCloseTo(0.9 ** 10, 12);
    expect(share!.exact).toBeCloseTo(0.647, 3);
    expect(share).not.toHaveProperty('write');
    // Many periods in one walk give what each gives alone.
    const periods = [1e-6, 4e-6, 1e-5, 3e-5];
    const together = estimatorService().periodShares({ rate: 1e6, utilization: 0.9, periods, capacity: 64 });
    together.forEach((one, i) => {
      const alone = advisePeriod({ mu: 1e6, rho: 0.9, capacity: 64 }, periods[i]!);
      expect(one.exact).toBeCloseTo(alone.exact!, 12);
      expect(one).toMatchObject({ read: alone.read, write: alone.write });
    });
  });
});
