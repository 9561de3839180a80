/** Ends that were timed by two clocks: what is said, and that aligning gives back what was inside. */
import { describe, expect, it } from 'vitest';
import type { Query } from '../../core/measurement/query.ts';
import { someOf } from '../../tests/examples.ts';
import { readClocks } from './clocks.ts';
import type { VirtualQueueJudgement, VirtualQueueReport } from './contract.ts';
import { type BenchmarkPlan, generateTrace, writeEvents } from './generate-benchmarks.ts';
import { judgeVirtualQueue } from './judge-virtual-queue.ts';
import { reduced } from './judged.test-support.ts';
import { checkedJudgement } from './judged-queries.ts';
import { answerSentences, orderNote } from './verdict-words.ts';

const SERVICE = 1e-3;
const BUS = { bulkSize: 64, transferTime: 0.04 };
const PLAN: BenchmarkPlan = {
  insertions: { distribution: 'exponential', mean: SERVICE / 0.8 },
  services: { distribution: 'exponential', mean: SERVICE },
  ...{ bus: BUS, elements: 8000, seed: 3 },
};

/** The head's times by another clock. */
function byTwoClocks(offset: number, ppm = 0): string {
  const trace = generateTrace(PLAN);
  const end = trace.insertion.at(-1)!;
  const text = writeEvents({ trace, bus: BUS, frame: end / 4, end, unit: { name: 'us', perSecond: 1e6 } });
  return text.replace(/^(tail|head),(\d+),/gm, (_, queue: string, time: string) => {
    const other = Number(time) * (1 + ppm * 1e-6) + offset * 1e6;
    return `${queue},${10e6 + (queue === 'head' ? Math.round(other) : Number(time))},`;
  });
}

/** Mean occupancy over the run, from all insertions and departures, those under way cut at its end. */
function trueMean(): number {
  const { insertion, departure } = generateTrace(PLAN);
  const end = insertion.at(-1)!;
  return insertion.reduce((area, from, i) => area + Math.min(end, departure[i] ?? end) - from, 0) / end;
}

async function verdictOn(text: string, align = false, latency?: number): Promise<VirtualQueueReport> {
  // Frames are cut by the tail's clock: without them each end keeps its own times.
  const plain = text.replace(/#qtm 1 frames[^#]*/, '');
  return judgeVirtualQueue(await reduced(plain), {
    ...{ queue: 'queue', replications: 39, trace: { file: new Blob([plain]), name: 'trace.csv' } },
    ...(align && { align }),
    ...(latency !== undefined && { channel: { latency } }),
  });
}

const judged = (report: VirtualQueueReport): VirtualQueueJudgement => {
  if (report.kind === 'refused') throw new Error(report.reason);
  return report;
};
const clockCheck = ({ checks }: VirtualQueueJudgement) =>
  checks.find(({ assumption }) => assumption === 'clocks')!;

describe('two clocks', () => {
  it('are one where no element takes less than no time, and the least does not wander', {
    tags: ['long'],
  }, async () => {
    const report = judged(await verdictOn(byTwoClocks(0)));
    expect(clockCheck(report)).toMatchObject({ status: 'holds' });
    expect(report.truth!.whole!.mean).toBeCloseTo(trueMean(), 0);
  });

  it.each(
    someOf(
      [
        [
          'reach the head too early',
          -1e-4,
          /^Elements reach the head up to 100 µs before they leave the tail/,
        ],
        [
          'may have a latency',
          3e-3,
          /^No element takes less than 3 ms over the bus\. That may be its latency/,
        ],
      ] as const,
      1,
    ),
  )('that differ by too little for the verdict, and %s, give no truth', async (_, offset, words) => {
    const report = judged(await verdictOn(byTwoClocks(offset)));
    expect(clockCheck(report)).toMatchObject({ status: 'slight', sentence: expect.stringMatching(words) });
    expect([report.truth!.whole, report.trueLatency]).toEqual([undefined, undefined]);
    expect(report.truth!.tail).toBeDefined();
    expect(orderNote(report)).toMatch(/align them\.$/);
  });

  describe.each([
    ['ahead', 0.2, 0, 'unknown', /No element takes less than 200 ms over the bus\. .* 16\d elements are/],
    ['behind', -0.2, 0, 'broken', /reach the head up to 200 ms before they leave the tail/],
    ['that drift', 0, 5000, 'broken', /the least time over the bus moves by (49|50)(\.\d)? ms in the run/],
  ] as const)('%s', (_, offset, ppm, status, words) => {
    it('are named, nothing is called the truth, and aligned they give it', { tags: ['long'] }, async () => {
      const text = byTwoClocks(offset, ppm);
      const apart = judged(await verdictOn(text));
      expect(clockCheck(apart).status).toBe(status);
      expect(clockCheck(apart).sentence).toMatch(words);
      expect(apart.truth!.whole).toBeUndefined();
      // The file is at hand: what is missing is that both ends are timed by one clock.
      expect(orderNote(apart)).toMatch(/align them\.$/);
      const aligned = judged(await verdictOn(text, true));
      expect(Math.abs(aligned.truth!.whole!.mean / trueMean() - 1)).toBeLessThan(0.02);
      expect(aligned.warnings[0]).toMatch(/^The clock of head was put (back|forward) by/);
      expect(aligned.replays.at(-1)!.verdict.outcome).not.toBe('inconsistent');
    });
  });

  it('that were aligned tell the whole on the condition that the bus has no latency, or by the one that is given', {
    tags: ['long'],
  }, async () => {
    const text = byTwoClocks(-0.2);
    const asked = (bound: number): Query => ({
      ...{ id: 'q', at: 'queue', aggregation: 'mean', metric: 'occupancy' },
      require: { is: '<', value: bound },
    });
    const open = judged(await verdictOn(text, true));
    const [seen, whole] = [open.truth!.whole!.mean, trueMean()];
    const condition = 'if the channel has no latency, which was not measured';
    expect(checkedJudgement(asked(2 * whole), open)).toMatchObject({
      ...{ outcome: 'unknown', sentence: expect.stringContaining(condition) },
    });
    // What a latency adds cannot mend it.
    expect(checkedJudgement(asked(seen / 2), open)).toMatchObject({
      ...{ outcome: 'fails', sentence: expect.stringContaining(condition) },
    });
    expect(answerSentences(open)[0]).toContain(condition);
    expect(answerSentences(open)[0]).toContain('from the trace, on the same condition');
    expect(open.checks).toContainEqual(expect.objectContaining({ assumption: 'latency', status: 'unknown' }));
    const known = judged(await verdictOn(text, true, 0.05));
    // Little's law: 50 ms more for each element, and those that the end of the run cuts.
    expect((known.truth!.whole!.mean - seen) / ((0.05 * 0.8) / SERVICE)).toBeCloseTo(1, 1);
    expect(answerSentences(known)[0]).not.toContain('condition');
    expect(checkedJudgement(asked(2 * whole), known).outcome).toBe('holds');
  });

  it('days apart are refused with their distance, and aligned they are judged', {
    tags: ['long'],
  }, async () => {
    const text = byTwoClocks(47 * 3600);
    expect(await verdictOn(text)).toMatchObject({
      ...{ kind: 'refused', mayAlign: true },
      reason: expect.stringMatching(
        /No element takes less than 47 h over the bus.*never seen at the same time: head begins 47 h after/,
      ),
    });
    const aligned = judged(await verdictOn(text, true));
    expect(Math.abs(aligned.truth!.whole!.mean / trueMean() - 1)).toBeLessThan(0.02);
  });

  it('are not aligned without events of both ends', async () => {
    const measurement = await reduced(byTwoClocks(0));
    expect(await judgeVirtualQueue(measurement, { queue: 'queue', align: true })).toMatchObject({
      ...{ kind: 'refused', reason: expect.stringContaining('there is nothing to align') },
    });
  });

  it('are read from transfers: offset and drift', () => {
    const sent = Float64Array.from({ length: 4000 }, (_, k) => k * 1e6);
    const came = sent.map((time, k) => time * 1.0001 + 5e6 + (k % 7) * 1e5);
    const { correction, least, drifts } = readClocks(sent, came)!;
    expect(correction.offset).toBeCloseTo(-0.005, 5);
    expect(correction.drift).toBeCloseTo(-1e-4, 6);
    expect(least).toBeCloseTo(0.005, 5);
    expect(drifts).toBe(true);
    expect(readClocks(sent.subarray(0, 20), came)).toBeUndefined();
  });
});
