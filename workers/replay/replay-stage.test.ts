import { describe, expect, it } from 'vitest';
import { exponential } from '../../core/scenario/drawing.test-support.ts';
import type { StageReplay } from './contract.ts';
import {
  blobOf,
  eventsFile,
  type KnownQueue,
  knownQueue,
  lineOf,
  predicted,
  replay,
  replayed,
} from './replay.test-support.ts';

const MM1 = knownQueue(exponential(0.8), exponential(1), { count: 20_000, seed: 3 });

/** Arrivals in bursts, at the same rate of 0.8 in the mean. */
const BURSTS = {
  distribution: 'onOff',
  peakRate: 1.6,
  idleRate: 0,
  meanOnTime: 50,
  meanOffTime: 50,
} as const;

const outcome = (report: StageReplay, feed: StageReplay['predictions'][number]['feed']) =>
  predicted(report, feed).verdict?.outcome;

describe('replay of an M/M/1 queue through M/M/1', () => {
  const asked = replayed(eventsFile(MM1), lineOf(exponential(0.8), { service: exponential(1) }));

  it('predicts what was measured: its mean is within the range of the runs', async () => {
    const report = await asked;
    const { mean, low, high } = predicted(report, 'measuredArrivals').quantities.meanOccupancy!;
    const measured = report.traced.quantities.meanOccupancy!;
    expect(low).toBeLessThan(measured);
    expect(high).toBeGreaterThan(measured);
    expect(low).toBeLessThan(mean);
    expect(outcome(report, 'measuredArrivals')).toBe('consistent');
    expect(report.culprit).toBe('nothing');
    expect(report.within).toBe('network');
    expect(report.notes).toEqual([]);
  });

  it('varies less with the measured arrivals than with arrivals drawn anew', async () => {
    const report = await asked;
    const width = (feed: 'measuredArrivals' | 'drawnArrivals'): number => {
      const { lowByFrame, highByFrame } = predicted(report, feed);
      return highByFrame.reduce((sum, high, frame) => sum + high - lowByFrame[frame]!, 0);
    };
    // Half of the dispersion at this load is that of the arrivals.
    expect(width('measuredArrivals')).toBeLessThan(0.9 * width('drawnArrivals'));
  });

  it('comes back exactly with the measured services', async () => {
    const report = await asked;
    const all = predicted(report, 'allMeasured');
    const { quantities, shares, meanByFrame } = report.traced;
    expect(all.runs).toBe(1);
    for (const name of ['meanOccupancy', 'meanSojournTime', 'meanWaitingTime', 'throughput'] as const)
      expect(all.quantities[name]!.mean / quantities[name]!, name).toBeCloseTo(1, 9);
    expect(Math.max(...shares!.map((share, n) => Math.abs(share - (all.shares[n] ?? 0))))).toBeLessThan(1e-9);
    expect(Math.max(...meanByFrame!.map((mean, n) => Math.abs(mean - all.meanByFrame[n]!)))).toBeLessThan(
      1e-7,
    );
    expect(report.traced.services!.mean).toBeCloseTo(1, 1);
    expect(report.traced.services!.scv).toBeCloseTo(1, 1);
  });

  it('says so in one sentence', async () => {
    expect((await asked).sentences[0]).toMatch(
      /^With the measured arrivals stage server predicts a number in system of [\d.]+ \([\d.]+ … [\d.]+ in 95 % of the runs\); measured [\d.]+; with the model’s arrivals [\d.]+ \(.*\): neither the arrivals nor the service is rejected, which does not prove them right\.$/,
    );
  });
});

describe('what is wrong', () => {
  it('the arrivals, which come in bursts and are drawn as Poisson', async () => {
    const bursts = knownQueue(BURSTS, exponential(1), { count: 20_000, seed: 5 });
    const report = await replayed(eventsFile(bursts), lineOf(exponential(0.8), { service: exponential(1) }));
    expect(report.culprit).toBe('arrivals');
    expect(outcome(report, 'drawnArrivals')).toBe('inconsistent');
    expect(report.sentences[0]).toContain('so the model’s arrivals are wrong');
  });

  it('the service, drawn as constant', async () => {
    const report = await replayed(
      eventsFile(MM1),
      lineOf(exponential(0.8), { service: { distribution: 'deterministic', mean: 1 } }),
    );
    expect(report.culprit).toBe('service');
    expect(outcome(report, 'measuredServices')).toBe('consistent');
    expect(report.sentences[0]).toContain('so the service of the stage is wrong; with the measured');
  });

  it('both', async () => {
    const service = { distribution: 'hyperexponential', mean: 1, scv: 12 } as const;
    const bursts = knownQueue(BURSTS, service, { count: 20_000, seed: 5 });
    const report = await replayed(
      eventsFile(bursts),
      lineOf(exponential(0.5), { service: { distribution: 'deterministic', mean: 1 } }),
    );
    expect(report.culprit).toBe('both');
  });

  it('its room, which is smaller in the drawing than what was inside', async () => {
    const report = await replayed(
      eventsFile(MM1),
      lineOf(exponential(0.8), { service: exponential(1), capacity: 3 }),
    );
    expect(report.culprit).toBe('structure');
    expect(predicted(report, 'measuredArrivals').quantities.heldFraction!.mean).toBeGreaterThan(0.1);
  });

  it('whether the arrivals are wrong too is not told where services cannot be seen', {
    tags: ['long'],
  }, async () => {
    const scenario = lineOf(exponential(0.8), { service: exponential(1), serverCount: 2 });
    const report = await replayed(eventsFile(MM1), scenario);
    expect(report.predictions.map(({ feed }) => feed)).toEqual(['measuredArrivals', 'drawnArrivals']);
    expect(report.culprit).toBe('service');
    expect(report.sentences[0]).toContain('cannot be told without measured services');
    expect(report.traced.quantities.meanWaitingTime).toBeUndefined();
  });

  it('is open without departures', async () => {
    const report = await replayed(
      eventsFile({ ...MM1, departures: [] }),
      lineOf(exponential(0.8), { service: exponential(1) }),
    );
    expect(report.culprit).toBe('unknown');
    expect(report.sentences[0]).toContain('its occupancy was not measured');
    expect(predicted(report, 'measuredArrivals').quantities.meanOccupancy!.mean).toBeGreaterThan(2);
    expect(report.notes[0]).toContain('no departures');
  });

  it('of a network without an answer the drawn side is missing, with the reason', async () => {
    const scenario = lineOf(exponential(0.8), { service: exponential(1) });
    const nodes = scenario.nodes.map((node) =>
      node.kind === 'source'
        ? { ...node, interarrival: { distribution: 'trace', values: [] } as const }
        : node,
    );
    const report = await replayed(eventsFile(MM1), { ...scenario, nodes }, { alone: true });
    expect(report.predictions.map(({ feed }) => feed)).toEqual(['measuredArrivals', 'allMeasured']);
    expect(report.sentences.at(-1)).toContain('has no answer to compare with');
  });
});

/** Area under the level, by hand: sum of the times inside, up to the end of the trace. */
function meanLevel(entries: readonly number[], departures: readonly number[], end: number): number {
  const first = entries[0]!;
  const area = entries.reduce((sum, entry, i) => {
    const inside = Math.min(departures[i]!, end) - Math.min(entry, end);
    return sum + inside;
  }, 0);
  return area / (end - first);
}

const endOf = ({ arrivals, departures }: KnownQueue): number =>
  Math.max(arrivals.at(-1)!, departures.at(-1)!);

describe('the recursion by hand', () => {
  const S = 900_000_000;
  const service = { distribution: 'deterministic', mean: 0.9 } as const;

  it('D/1: D_i = max(A_i, D_{i-1}) + S, exactly (Lindley)', async () => {
    const queue = knownQueue(exponential(0.9), service, { count: 3000, seed: 11 });
    const report = await replayed(eventsFile(queue), lineOf(exponential(0.9), { service }));
    const { mean, low, high } = predicted(report, 'measuredArrivals').quantities.meanOccupancy!;
    const byHand = meanLevel(queue.arrivals, queue.departures, endOf(queue));
    expect(mean / byHand).toBeCloseTo(1, 8);
    // Without chance all runs are one.
    expect(high).toBe(low);
    expect(outcome(report, 'measuredArrivals')).toBe('consistent');
  });

  it('with K places: those who wait enter at max(A_i, D_{i-K}), and nobody behind them is moved', async () => {
    const K = 3;
    const { arrivals } = knownQueue(exponential(1), service, { count: 3000, seed: 12 });
    const entries: number[] = [];
    const departures: number[] = [];
    for (const [i, arrival] of arrivals.entries()) {
      entries.push(Math.max(arrival, entries[i - 1] ?? 0, departures[i - K] ?? 0));
      departures.push(Math.max(entries[i]!, departures[i - 1] ?? 0) + S);
    }
    const trace = { arrivals, departures };
    const report = await replayed(eventsFile(trace), lineOf(exponential(1), { service, capacity: K }));
    const { quantities, shares } = predicted(report, 'measuredArrivals');
    expect(quantities.meanOccupancy!.mean / meanLevel(entries, departures, endOf(trace))).toBeCloseTo(1, 6);
    expect(shares.length).toBeLessThanOrEqual(K + 1);
    const held = arrivals.reduce(
      ({ sum, until }, arrival, i) => ({
        sum: sum + Math.max(0, entries[i]! - Math.max(arrival, until)),
        until: Math.max(until, entries[i]!),
      }),
      { sum: 0, until: 0 },
    );
    expect(quantities.heldFraction!.mean).toBeCloseTo(held.sum / (endOf(trace) - arrivals[0]!), 6);
  });

  it('with K places and loss: an arrival that finds K inside is lost', async () => {
    const K = 2;
    const { arrivals } = knownQueue(exponential(1), service, { count: 3000, seed: 13 });
    const entered: number[] = [];
    const departures: number[] = [];
    for (const arrival of arrivals) {
      // At one instant a service ends before an arrival.
      if (departures.filter((departure) => departure > arrival).length >= K) continue;
      entered.push(arrival);
      departures.push(Math.max(arrival, departures.at(-1) ?? 0) + S);
    }
    const report = await replayed(
      eventsFile({ arrivals, departures }),
      lineOf(exponential(1), { service, capacity: K, whenFull: 'drop' }),
    );
    const { lossProbability } = predicted(report, 'measuredArrivals').quantities;
    expect(lossProbability!.mean).toBeCloseTo(1 - entered.length / arrivals.length, 9);
    expect(lossProbability!.mean).toBeGreaterThan(0.1);
    expect(report.traced.quantities.lossProbability).toBe(0);
  });

  it('in groups: all of an insertion are there before a server takes its batch', async () => {
    // Three at a time every 2 s; a server that takes three in 0.9 s: 3 inside for 0.9 of 2 s.
    const lines = Array.from({ length: 200 }, (_, i) => [
      `server,${2 * i}000000000,I,3`,
      `server,${2 * i}900000000,D,3`,
    ]).flat();
    const file = blobOf('#qtm 1 events time=ns', 'queueId,time,kind,count', ...lines);
    const scenario = lineOf(exponential(0.5), { service, bulk: { rule: 'full', size: 3 }, capacity: 9 });
    const report = await replayed(file, scenario);
    expect(report.arrivals).toBe(600);
    const duration = 2 * 199 + 0.9;
    const { mean } = predicted(report, 'measuredArrivals').quantities.meanOccupancy!;
    expect(mean).toBeCloseTo((200 * 3 * 0.9) / duration, 6);
    expect(report.traced.quantities.meanOccupancy).toBeCloseTo((200 * 3 * 0.9) / duration, 9);
  });
});

describe('runs', () => {
  it('are the same for the same question, and others for another seed', async () => {
    const few = { arrivals: MM1.arrivals.slice(0, 500), departures: MM1.departures.slice(0, 500) };
    const scenario = lineOf(exponential(0.8), { service: exponential(1) });
    const ask = (seed: number) => replayed(eventsFile(few), scenario, { seed, replications: 19 });
    const [one, again, other] = [await ask(1), await ask(1), await ask(2)];
    expect(again).toEqual(one);
    expect(predicted(other, 'measuredArrivals').shares).not.toEqual(
      predicted(one, 'measuredArrivals').shares,
    );
  });

  it('tell how far they are, and stop when asked to', async () => {
    const scenario = lineOf(exponential(0.8), { service: exponential(1) });
    const told: string[] = [];
    const controller = new AbortController();
    const asked = replay(
      eventsFile(MM1),
      scenario,
      {},
      {
        signal: controller.signal,
        onProgress: (progress) => {
          told.push(progress.phase);
          if (progress.phase === 'running') controller.abort();
        },
      },
    );
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(told).toContain('reading');
    expect(told.at(-1)).toBe('running');
  });
});
