/** Traces read again: what was inside, against levels that are known element by element. */
import { describe, expect, it } from 'vitest';
import type { ReducedMeasurement } from '../measure/contract.ts';
import type { QueuePart, VirtualQueueJudgement } from './contract.ts';
import { type BenchmarkPlan, generateTrace, writeEvents } from './generate-benchmarks.ts';
import { judgeVirtualQueue } from './judge-virtual-queue.ts';
import { reduced } from './judged.test-support.ts';

const exponential = (mean: number) => ({ distribution: 'exponential', mean }) as const;
const BUS = { bulkSize: 8, transferTime: 8 };
const BURSTS = {
  distribution: 'onOff',
  peakRate: 1.2,
  idleRate: 0.2,
  meanOnTime: 60,
  meanOffTime: 60,
} as const;
const PLAN: BenchmarkPlan = {
  ...{ insertions: exponential(1.5), services: exponential(1), bus: BUS, elements: 20_000, seed: 6 },
};
const FRAMES = 5;
const FEW = { queue: 'queue', replications: 39 };

function fileOf(plan: BenchmarkPlan) {
  const trace = generateTrace(plan);
  const end = trace.departure.at(-1)! + 1;
  const text = writeEvents({ trace, bus: plan.bus!, frame: end / FRAMES, end });
  return { trace, text, trueTimes: timesInside(trace) };
}

/** When each element came into each part and left it, rounded as it is written. */
function timesInside(trace: ReturnType<typeof generateTrace>): Record<QueuePart, [number, number][]> {
  const perElement = (times: Float64Array): number[] =>
    Array.from(times).flatMap((time, j) => new Array<number>(trace.transferCount[j]!).fill(time));
  const [sent, readable] = [perElement(trace.transferEnd), perElement(trace.readable)];
  const written = (time: number): number => Math.round(time * 1e9) / 1e9;
  const pairs = (from: ArrayLike<number>, to: ArrayLike<number>): [number, number][] =>
    Array.from(to, (left, i) => [written(from[i]!), written(left)]);
  return {
    tail: pairs(trace.insertion, sent),
    head: pairs(readable, trace.departure),
    whole: pairs(trace.insertion, trace.departure),
  };
}

/** Mean level between two times: the times inside, added up element by element. */
function meanBetween(inside: readonly [number, number][], start: number, end: number): number {
  const area = inside.reduce(
    (sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)),
    0,
  );
  return area / (end - start);
}

async function judgedWith(
  measurement: ReducedMeasurement,
  { text, most }: { readonly text?: string; readonly most?: number },
): Promise<VirtualQueueJudgement> {
  const trace = text !== undefined && { file: new Blob([text]), name: 'trace.csv' };
  const report = await judgeVirtualQueue(
    measurement,
    { ...FEW, ...(trace && { trace }) },
    most === undefined ? {} : { most },
  );
  if (report.kind === 'refused') throw new Error(report.reason);
  return report;
}

describe('a trace of 20,000 insertions', () => {
  const { text, trueTimes } = fileOf(PLAN);

  it('tells what was inside the tail, the head and the whole, which no monitor saw', async () => {
    const measurement = await reduced(text);
    const { truth, order, inOrder, measured, warnings } = await judgedWith(measurement, { text });
    expect(warnings).toEqual([]);
    expect(order).toEqual({ insertions: 'all', count: 20_000 });
    expect(measured.whole).toBeUndefined();
    const [first, last] = [trueTimes.whole[0]![0], trueTimes.whole.at(-1)![1]];
    for (const part of ['tail', 'head', 'whole'] as const) {
      const { mean, shares, meanByFrame } = truth![part]!;
      expect(mean, part).toBeCloseTo(meanBetween(trueTimes[part], first, last), 6);
      expect(shares.reduce((sum, share, n) => sum + n * share, 0)).toBeCloseTo(mean, 9);
      measurement.frames.start.forEach((start, f) => {
        const [from, to] = [Math.max(start, first), Math.min(measurement.frames.end[f]!, last)];
        expect(meanByFrame![f], `${part} in frame ${f}`).toBeCloseTo(
          meanBetween(trueTimes[part], from, to),
          6,
        );
      });
    }
    // The ends are what the reduction, which reads the file in another way, says of them.
    for (const part of ['tail', 'head'] as const)
      truth![part]!.shares.forEach((share, n) => {
        expect(share).toBeCloseTo(measured[part]!.shares[n]!, 9);
      });
    expect(inOrder!.verdict.outcome).toBe('consistent');
  });
});

describe('a trace of 12,000 insertions', () => {
  const { text, trueTimes } = fileOf({ ...PLAN, elements: 12_000 });

  it('is replayed as far as it is read, and says so', { tags: ['long'] }, async () => {
    const { truth, order, inOrder } = await judgedWith(await reduced(text), { text, most: 6_000 });
    expect(order).toEqual({ insertions: 'first', count: 6_000 });
    const until = trueTimes.whole[5_999]![0];
    for (const part of ['tail', 'head', 'whole'] as const) {
      const inside = meanBetween(trueTimes[part], trueTimes.whole[0]![0], until);
      expect(truth![part]!.mean, part).toBeCloseTo(inside, 3);
    }
    expect(inOrder!.verdict.outcome).toBe('consistent');
    expect(Array.from(truth!.whole!.meanByFrame!, Number.isNaN)).toEqual([false, false, false, true, true]);
  });

  it('is known by its end only where the file is not at hand: replayed, not judged', {
    tags: ['long'],
  }, async () => {
    const { truth, order, inOrder } = await judgedWith(await reduced(text), {});
    expect([truth, order]).toEqual([undefined, { insertions: 'last', count: 5000, of: 12_000 }]);
    expect(inOrder!.verdict.outcome).toBe('undecidable');
    expect(inOrder!.verdict.sentences[0]).toContain('Not judged: of 12,000 insertions the order of the last');
  });

  it('is not taken from a file that is another one', { tags: ['long'] }, async () => {
    const measurement = await reduced(text);
    const shorter = fileOf({ ...PLAN, elements: 2_000 }).text;
    const other = await judgedWith(measurement, { text: shorter });
    expect([other.truth, other.order!.insertions]).toEqual([undefined, 'last']);
    expect(other.warnings).toEqual([
      'trace.csv has 2,000 insertions of queue tail and the measurement 12,000: it is not its file',
    ]);
    const rerun = await judgedWith(measurement, {
      text: fileOf({ ...PLAN, elements: 12_000, seed: 7 }).text,
    });
    expect([rerun.truth, rerun.warnings]).toEqual([
      undefined,
      [
        'trace.csv has as many insertions of queue tail as the measurement, but at other times: it is not its file',
      ],
    ]);
    const foreign = await judgedWith(measurement, { text: text.replaceAll(/^tail,/gm, 'sender,') });
    expect(foreign.warnings).toEqual([
      'trace.csv has no insertions of queue tail: it is not the file of this measurement',
    ]);
  });
});

it('bursts of a long trace are what is wrong: in their order they explain what was measured', {
  tags: ['long'],
}, async () => {
  const { text } = fileOf({ ...PLAN, insertions: BURSTS, elements: 12_000 });
  const { replays, inOrder } = await judgedWith(await reduced(text), { text });
  expect(replays.at(-1)!.verdict.outcome).toBe('inconsistent');
  expect(inOrder!.verdict.outcome).toBe('consistent');
});
