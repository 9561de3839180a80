/** What the tab draws and says, from the judgement of a shipped example. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { reduceMeasurement } from '../../../workers/measure/reduce-measurement.ts';
import type { VirtualQueueJudgement } from '../../../workers/virtual-queue/contract.ts';
import { judgeVirtualQueue } from '../../../workers/virtual-queue/judge-virtual-queue.ts';
import {
  answerSentences,
  decidingReplay,
  orderSentence,
  partRows,
} from '../../../workers/virtual-queue/verdict-words.ts';
import { checkPlot } from './Judgement.tsx';
import { frameRows, knownParts, partSeries } from './PartPictures.tsx';
import { endsOf, evidenceChoices } from './QueueSettings.tsx';
import { QUEUE_EXAMPLES } from './VirtualQueue.tsx';

const publicFile = (path: string) => readFileSync(new URL(`../../../public/${path}`, import.meta.url));

async function reduced(path: string) {
  const read = await reduceMeasurement(new Blob([publicFile(path)]), { fileName: path });
  if (!read.ok) throw new Error(read.error[0]!.message);
  return read.value;
}

const exampleNamed = (name: string) => QUEUE_EXAMPLES.find((example) => example.name === name)!;

describe('the examples', () => {
  it.each(QUEUE_EXAMPLES)('$name is there', ({ file }) => {
    expect(publicFile(file).length).toBeGreaterThan(1000);
  });
});

describe('the correlated source', () => {
  let judgement: VirtualQueueJudgement;
  beforeAll(async () => {
    const measurement = await reduced(exampleNamed('Correlated source').file);
    const report = await judgeVirtualQueue(measurement, { queue: 'queue', replications: 39 });
    if (report.kind === 'refused') throw new Error(report.reason);
    judgement = report;
  });

  it('is not to be trusted, because of the order of the insertions', () => {
    expect(decidingReplay(judgement).model).toBe('tandem');
    expect(decidingReplay(judgement).verdict.outcome).toBe('inconsistent');
    expect(orderSentence(judgement)).toMatch(/the cause is their order, which the replay shuffles/);
  });

  it('calls a number consistent only where the trace is within its own interval', () => {
    const replay = decidingReplay(judgement);
    const believed = { ...replay, verdict: { ...replay.verdict, outcome: 'consistent' as const } };
    const { mean, low } = replay.latency;
    const lines = (seen: number) =>
      answerSentences({
        ...{ ...judgement, replays: [believed] },
        trueLatency: { mean: seen, percentiles: [] },
      }).filter((line) => line.startsWith('Mean latency'));
    expect(lines(mean)[0]).toMatch(/\), consistent; from the trace/);
    expect(lines(low / 2)[0]).toMatch(
      /\), missed, though the model as a whole is not rejected; from the trace/,
    );
  });

  it('is drawn in the house styles: measured steps under ideal, tandem and traced', () => {
    expect(knownParts(judgement)).toEqual(['tail', 'head', 'whole']);
    const kinds = (part: 'tail' | 'whole') => partSeries(judgement, part).map(({ kind }) => kind);
    expect(kinds('tail')).toEqual(['measured', 'simulation', 'baseline']);
    expect(kinds('whole')).toEqual(['model', 'simulation', 'baseline']);
    for (const part of knownParts(judgement)) {
      for (const { values, name } of partSeries(judgement, part)) {
        const total = Array.from(values).reduce((sum, share) => sum + share, 0);
        expect(total, `${part} ${name}`).toBeCloseTo(1, 6);
      }
    }
  });

  it('has the band of the model that decides at each level, and measured bars beyond it', () => {
    for (const part of ['tail', 'head', 'whole'] as const) {
      const series = partSeries(judgement, part);
      expect(series.filter(({ low }) => low).map(({ name }) => name)).toEqual(['tandem']);
    }
    const [measured, tandem] = partSeries(judgement, 'head');
    const beyond = Array.from(tandem!.low!, (low, level) => {
      const share = measured!.values[level] ?? 0;
      return share < low || share > tandem!.high![level]!;
    });
    expect(beyond.filter(Boolean).length).toBeGreaterThan(0.3 * beyond.length);
  });

  it('is drawn frame by frame, each mean inside its interval', () => {
    const rows = frameRows(judgement);
    expect(rows.map(({ id }) => id)).toEqual(['tail', 'head', 'whole']);
    for (const { points, kind } of rows.flatMap(({ series }) => series)) {
      expect(points).toHaveLength(judgement.frames.start.length);
      if (kind !== 'simulation') continue;
      for (const { y, low, high } of points) {
        expect(low!).toBeLessThanOrEqual(y!);
        expect(high!).toBeGreaterThanOrEqual(y!);
      }
    }
  });

  it('has a plot with band for each check that has data, over the lags that were tested', () => {
    const [insertions, , cross] = judgement.checks.map((check) => checkPlot(check, judgement));
    const pointsOf = (plot: typeof insertions) => plot!.rows[0]!.series.map(({ points }) => points);
    const [band, measured] = pointsOf(insertions);
    expect(measured).toHaveLength(20);
    expect(measured![0]).toMatchObject({ x: 0.5, to: 1.5 });
    // Far outside of what independent gaps would give.
    expect(measured![0]!.y!).toBeGreaterThan(10 * band![0]!.high!);
    expect(pointsOf(cross)[1]!.map(({ x }) => x)).toEqual(Array.from({ length: 21 }, (_, k) => k - 10.5));
  });

  it('compares the ideal queue with the sum of the ends, by the mean alone', () => {
    const [ideal, tail, head] = partRows(judgement);
    expect(ideal).toMatchObject({ model: 'ideal queue', part: 'whole', hasShapes: false });
    expect(ideal!.measured).toBeCloseTo(tail!.measured! + head!.measured!, 9);
    expect([tail!.hasShapes, head!.hasShapes]).toEqual([true, true]);
  });
});

describe('what may drive the server', () => {
  it('lists the histograms of the file with their conditioning, raw gaps too', async () => {
    const measurement = await reduced(exampleNamed('M/M/1 at ρ 0.8, one platform').file);
    const choices = evidenceChoices(endsOf(measurement, measurement.queues[0]!));
    expect(choices.map(({ value }) => value)).toEqual(expect.arrayContaining(['auto', 'nonBlocked', 'all']));
    // Gaps of both kinds, of a server that needs 1 ms and works 80 % of the time.
    expect(choices.find(({ value }) => value === 'all')!.hint).toMatch(/mean 1\.2\d? ms/);
    expect(choices.find(({ value }) => value === 'nonBlocked')!.hint).toMatch(
      /mean (1|0\.99\d?|99\d|1\.0\d?) (m|µ)s/,
    );
  });
});
