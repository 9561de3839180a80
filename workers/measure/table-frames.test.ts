/** Histograms and means of declared frames that a file gives, against the trace that they were made of. */
import { describe, expect, it } from 'vitest';
import { compareLevels } from '../compare/compare-levels.ts';
import type { Bins, ReducedMeasurement } from './contract.ts';
import { mm1Trace } from './fixtures/mm1-trace.ts';
import { lineOf, numberOf } from './queries/queries.test-support.ts';
import { codesOf, queueOf, reduceText } from './reduce.test-support.ts';

const FRAMES = '#qtm 1 frames time=ns\nframeId,start,end\na,0,100000\nb,100000,200000\nc,250000,400000\n';
const IDS = ['a', 'b', 'c'];

/** Frame by frame the bins of one metric, as rows of table `hist`. */
const histRows = (bins: Bins, metric: string, conditioning: string, top: (bin: number) => number): string[] =>
  IDS.flatMap((id, frame) =>
    Array.from(bins.low, (low, bin) => {
      const weight = bins.byFrame![frame * bins.low.length + bin]!;
      const scale = metric === 'occupancy' ? 1e9 : 1;
      return `server,${id},${metric},${conditioning},${low},${top(bin)},${Math.round(weight * scale)},`;
    }),
  );

function tableOf(traced: ReducedMeasurement): string {
  const { occupancy, interInsertion, interDeparture } = queueOf(traced, 'server');
  const gapRows = (bins: Bins, metric: string, conditioning: string): string[] => {
    const ns: Bins = { ...bins, low: bins.low.map((time) => Math.round(time * 1e9)) };
    return histRows(ns, metric, conditioning, (bin) => Math.round(bins.high[bin]! * 1e9));
  };
  const rows = [
    ...histRows(occupancy!, 'occupancy', '', (bin) => occupancy!.low[bin]!),
    ...gapRows(interInsertion!.all!, 'interInsertion', 'all'),
    ...gapRows(interDeparture!.nonBlocked!, 'interDeparture', 'nonBlocked'),
  ];
  return `${FRAMES}#qtm 1 hist time=ns\nqueueId,frameId,metric,conditioning,binLow,binHigh,weight,weightUnit\n${rows.join('\n')}\n`;
}

const trace = new TextDecoder().decode(mm1Trace({ count: 700, arrivalGap: 1000, service: 800, seed: 3 }));
const traced = await reduceText(FRAMES + trace);
const table = await reduceText(tableOf(traced));

describe('a histogram table of frames', () => {
  it('has the frames of the trace that it was made of', () => {
    const [of, from] = [queueOf(table, 'server'), queueOf(traced, 'server')];
    expect(table.frames).toEqual(traced.frames);
    expect(of.basis).toBe('table');
    expect(of.occupancy!.low).toEqual(from.occupancy!.low);
    expect(of.occupancy!.mean).toBeCloseTo(from.occupancy!.mean, 12);
    for (const column of ['observed', 'busy', 'meanOccupancy', 'maxOccupancy'] as const)
      for (const frame of [0, 1, 2])
        expect(of.frames![column][frame], column).toBeCloseTo(from.frames![column][frame]!, 12);
    from.occupancy!.byFrame!.forEach((time, at) => {
      expect(of.occupancy!.byFrame![at]).toBeCloseTo(time, 12);
    });
    // The first insertion of the run ends no gap.
    expect([...of.frames!.insertions]).toEqual(
      [...from.frames!.insertions].map((count, frame) => count - (frame === 0 ? 1 : 0)),
    );
    expect(of.frames!.departures.every(Number.isNaN)).toBe(true);
  });

  it('is asked frame by frame like the trace, and refuses what it does not tell', () => {
    const graph = lineOf([{ id: 'server' }]);
    for (const text of ['mean occupancy', 'max occupancy', 'p90 occupancy', 'mean utilization']) {
      for (const frame of [0, 1, 2]) {
        const query = `${text} of server in frame ${frame}`;
        expect(numberOf(table, graph, query)).toBeCloseTo(numberOf(traced, graph, query), 9);
      }
    }
    expect(() => numberOf(table, graph, 'mean throughput of server in frame 1')).toThrow(
      'counts no departures',
    );
  });

  it('is compared with a model like the trace', () => {
    const predicted = Array.from({ length: 40 }, (_, n) => 0.2 * 0.8 ** n);
    const of = (reduced: ReducedMeasurement) => {
      const { occupancy } = queueOf(reduced, 'server');
      return compareLevels({ predicted, measured: predicted, occupancy: occupancy! });
    };
    const [one, other] = [of(table), of(traced)];
    expect(one.frames!.levels).toBe(other.frames!.levels);
    for (const frame of [0, 1, 2])
      expect(one.frames!.wasserstein[frame]).toBeCloseTo(other.frames!.wasserstein[frame]!, 9);
  });
});

describe('means of frames that a file states', () => {
  const head = '#qtm 1 scalars time=ns\nqueueId,frameId,metric,end,value\n';

  it('are kept by frame beside their mean', async () => {
    const rows = ['a,throughput,head,3e6', 'b,throughput,head,1e6', 'a,utilization,,0.5', 'c,occupancy,,4'];
    // A histogram of times makes it a file that is reduced.
    const hist = '#qtm 1 hist time=ns\nqueueId,metric,binLow,binHigh,weight\nq,service,1,2,7\n';
    const read = await reduceText(`${FRAMES}${head}${rows.map((row) => `q,${row}`).join('\n')}\n${hist}`);
    const { frames, stated } = queueOf(read, 'q');
    expect(stated).toMatchObject({ throughput: 2e6, utilization: 0.5, meanOccupancy: 4 });
    expect([...frames!.observed].map((time) => Math.round(time * 1e9))).toEqual([100_000, 100_000, 150_000]);
    expect(frames!.departures[0]).toBeCloseTo(300, 9);
    expect(frames!.departures[1]).toBeCloseTo(100, 9);
    expect(frames!.departures[2]).toBeNaN();
    expect(frames!.busy[0]).toBeCloseTo(50e-6, 15);
    expect(frames!.meanOccupancy[1]).toBeNaN();
    expect(frames!.meanOccupancy[2]).toBe(4);
    const graph = lineOf([{ id: 'q' }]);
    expect(numberOf(read, graph, 'mean throughput of q in frame 1')).toBeCloseTo(1e6, 6);
    expect(() => numberOf(read, graph, 'mean throughput of q in frame 2')).toThrow('nothing was observed');
  });
});

describe('a histogram of levels', () => {
  const head = '#qtm 1 hist time=ns\nqueueId,frameId,metric,binLow,binHigh,weight\nq,,service,1,2,7\n';

  it('of the whole run is one frame over everything', async () => {
    const read = await reduceText(`${head}q,,occupancy,0,0,30\nq,,occupancy,5,5,10\n`);
    const { frames, occupancy } = queueOf(read, 'q');
    expect([...read.frames.end]).toEqual([expect.closeTo(40e-9, 20)]);
    expect(frames).toMatchObject({ meanOccupancy: Float64Array.of(1.25), maxOccupancy: Float64Array.of(5) });
    expect(frames!.busy[0]).toBeCloseTo(10e-9, 20);
    expect(occupancy!.byFrame).toBeUndefined();
    expect(occupancy!.mean).toBe(1.25);
    expect(occupancy!.total).toBeCloseTo(40e-9, 20);
  });

  it('with weights that are all 0 is left out', async () => {
    const read = await reduceText(`${head}q,,occupancy,0,0,0\n`);
    expect(codesOf(read)).toEqual({ W07: 1 });
    expect(queueOf(read, 'q').occupancy).toBeUndefined();
  });
});
