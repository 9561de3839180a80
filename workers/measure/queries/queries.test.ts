/** Queries against the raw events counted the long way, and what they refuse. */
import { describe, expect, it } from 'vitest';
import type { ReducedMeasurement } from '../contract.ts';
import { mm1Trace } from '../fixtures/mm1-trace.ts';
import { type Move, naiveQueue } from '../fixtures/naive-queue.ts';
import { eventsCsv, reduceBytes, reduceText } from '../reduce.test-support.ts';
import { measurementOfReduced } from '../reduce-measurement.ts';
import { ask, lineOf, numberOf } from './queries.test-support.ts';
import { reducedOfMeasurement, studyMeasurement } from './study-measurement.ts';

const trace = mm1Trace({ count: 20_000, arrivalGap: 1000, service: 800, seed: 5 });
const moves = new TextDecoder()
  .decode(trace)
  .trim()
  .split('\n')
  .slice(2)
  .map((line): Move => {
    const [, time, kind] = line.split(',');
    return { time: Number(time), kind: kind as 'I' | 'D', count: 1 };
  })
  // At one instant insertions are taken first.
  .sort((a, b) => a.time - b.time || (a.kind === b.kind ? 0 : a.kind === 'I' ? -1 : 1));
const graph = lineOf([{ id: 'server' }]);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const sorted = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b);
const nearestRank = (values: readonly number[], p: number): number =>
  sorted(values)[Math.ceil((p / 100) * values.length) - 1]!;

describe('a query of a trace', () => {
  it('has the answer of the events themselves', async () => {
    const reduced = await reduceBytes(trace);
    const { start, end } = reduced.frames;
    const edges = [...start, end.at(-1)!].map((time) => Math.round(time * 1e9));
    const frameAt = (time: number): number => edges.findLastIndex((edge) => edge <= time);
    const naive = naiveQueue(moves, frameAt, edges);
    const number = (text: string): number => numberOf(reduced, graph, text);
    const [first, last] = [moves[0]!.time, moves.at(-1)!.time];
    const seconds = (last - first) / 1e9;
    const departures = moves.filter(({ kind }) => kind === 'D');

    expect(number('mean throughput of server')).toBeCloseTo(departures.length / seconds, 3);
    const levels = naive.levelTime.flatMap((times) =>
      times.map((time, level) => [level, time ?? 0] as const),
    );
    const area = sum(levels.map(([level, time]) => level * time));
    expect(number('mean occupancy of server')).toBeCloseTo(area / (last - first), 9);
    expect(number('max occupancy of server')).toBe(Math.max(...levels.map(([level]) => level)));
    expect(number('min occupancy of server')).toBe(0);
    expect(number('mean utilization of server')).toBeCloseTo(
      sum(levels.filter(([level]) => level > 0).map(([, time]) => time)) / (last - first),
      9,
    );
    for (const p of [10, 50, 90, 99]) {
      let below = 0;
      const byLevel = new Map<number, number>();
      for (const [level, time] of levels) byLevel.set(level, (byLevel.get(level) ?? 0) + time);
      const wanted = (p / 100) * (last - first);
      const level = sorted([...byLevel.keys()]).find((n) => {
        below += byLevel.get(n)!;
        return below >= wanted;
      });
      expect(number(`p${p} occupancy of server`)).toBe(level);
      // Times: within a bin, at most 6.25 % wide.
      const latency = nearestRank(naive.latencies, p) / 1e9;
      expect(Math.abs(number(`p${p} latency of server`) / latency - 1)).toBeLessThan(0.0626);
    }
    expect(number('mean latency of server')).toBeCloseTo(
      sum(naive.latencies) / naive.latencies.length / 1e9,
      12,
    );
    expect(number('max latency of server')).toBeCloseTo(Math.max(...naive.latencies) / 1e9, 12);
    expect(number('mean inter-event time of server')).toBeCloseTo(
      sum(naive.insertGaps) / naive.insertGaps.length / 1e9,
      12,
    );

    // Frame by frame.
    const whole = start.length - 2;
    const width = edges[whole + 1]! - edges[whole]!;
    const inFrame = departures.filter(({ time }) => frameAt(time) === whole).length;
    expect(number(`mean throughput of server in frame ${whole}`)).toBeCloseTo(inFrame / (width / 1e9), 3);
    expect(number(`mean occupancy of server in frame ${whole}`)).toBeCloseTo(
      sum(naive.levelTime[whole]!.map((time, level) => level * (time ?? 0))) / width,
      9,
    );
    const rates = [...start.keys()]
      .slice(0, -1)
      .map((frame) => numberOf(reduced, graph, `mean throughput of server in frame ${frame}`));
    expect(number('max throughput of server')).toBeGreaterThanOrEqual(Math.max(...rates));
    const histogram = ask(reduced, graph, 'histogram occupancy of server').answer;
    expect(histogram.kind === 'histogram' && sum([...histogram.histograms[0]!.share])).toBeCloseTo(1, 12);
  });

  it('judges a requirement, and names the worst frame', async () => {
    const reduced = await reduceBytes(trace);
    const outcome = (text: string): string => ask(reduced, graph, text).outcome;
    expect(outcome('mean occupancy of server < 100')).toBe('holds');
    expect(outcome('mean occupancy of server > 100')).toBe('fails');
    expect(outcome('min occupancy of server = 0')).toBe('holds');
    expect(outcome('mean occupancy of server')).toBe('asked');
    const failed = ask(reduced, graph, 'max occupancy of server in each frame < 3');
    expect(failed.outcome).toBe('fails');
    expect(failed.answer.kind === 'frames' && failed.answer.values[failed.frame!]).toBe(
      numberOf(reduced, graph, 'max occupancy of server'),
    );
    expect(failed.sentence).toMatch(/in frame \d+; it fails in \d+ of \d+ frames/);
  });

  it('says why it cannot be told', async () => {
    const reduced = await reduceBytes(trace);
    const why = (text: string): string => ask(reduced, graph, text).sentence;
    expect(why('mean stalls of server < 0.1')).toContain('records no waits for room');
    expect(why('mean occupancy of nowhere < 1')).toContain('no queue of "nowhere"; it has server');
    expect(why('mean occupancy of server in frame 999 < 1')).toMatch(/has the frames 0 to \d+/);
    expect(why('mean latency from server to out < 1 s')).toContain('no queue of "out"');
    expect(why('mean latency from server to in < 1 s')).toContain('no way leads');
    const ends = 'link,in,server,virtual,\nlink.tail,,,tail,link\nlink.head,,,head,link';
    const both = `#qtm 1 queues time=us\nqueueId,source,dest,kind,parentId\n${ends}\n#qtm 1 events time=us\nqueueId,time,kind\nlink.tail,1,I\nlink.tail,2,D\nlink.head,3,I\nlink.head,4,D\n`;
    const virtual = ask(await reduceText(both), graph, 'mean occupancy of link < 1');
    expect(virtual.sentence).toContain('its two ends tell it: Virtual queue on the page, stagegraph verdict');
  });
});

describe('latency along a way', () => {
  // Two elements: 3 and 5 us in a, 1 and 7 us in b.
  const rows = [
    'a,0,I',
    'a,3000,D',
    'b,3000,I',
    'b,4000,D',
    'a,10000,I',
    'a,15000,D',
    'b,15000,I',
    'b,22000,D',
  ];
  const line = lineOf([{ id: 'a' }, { id: 'b' }]);
  const reduced = reduceText(eventsCsv(rows));

  it('has the sum of the means, and of the maxima a bound that decides some requirements', async () => {
    const way = await reduced;
    expect(numberOf(way, line, 'mean latency from a to b')).toBeCloseTo(8e-6, 12);
    expect(numberOf(way, line, 'mean latency from a to a')).toBeCloseTo(4e-6, 12);
    const asked = (text: string) => ask(way, line, text);
    expect(asked('max latency from a to b').answer).toEqual({ kind: 'value', value: 12e-6, bound: 'atMost' });
    expect(asked('max latency from a to b < 20 us').outcome).toBe('holds');
    expect(asked('max latency from a to b < 10 us').outcome).toBe('unknown');
    expect(asked('max latency from a to b > 20 us').outcome).toBe('fails');
    expect(asked('min latency from a to b >= 4 us').outcome).toBe('holds');
    expect(asked('min latency from a to b >= 5 us').outcome).toBe('unknown');
    expect(asked('p99 latency from a to b < 1 s').sentence).toContain(
      'percentiles of several queues do not add up',
    );
  });

  it('is refused where elements may take several ways', async () => {
    const forked = { ...line, links: [...line.links, { from: 'a', to: 'out' }, { from: 'in', to: 'b' }] };
    const way = await reduced;
    expect(ask(way, forked, 'mean latency from a to b').answer.kind).toBe('value');
    expect(ask(way, forked, 'mean latency from in to b').sentence).toContain('several ways lead');
  });
});

describe('throughput from one stage to another', () => {
  const line = lineOf([{ id: 'a' }, { id: 'b' }]);
  const rows = ['a,0,I', 'a,1000,D', 'a,2000,I', 'a,4000,D', 'b,1000,I', 'b,3000,D', 'b,4000,I', 'b,10000,D'];

  it('is that of the last stage where all that reaches it comes that way', async () => {
    const reduced = await reduceText(eventsCsv(rows));
    expect(numberOf(reduced, line, 'mean throughput from a to b')).toBe(
      numberOf(reduced, line, 'mean throughput of b'),
    );
    const joined = { ...line, links: [...line.links, { from: 'in', to: 'b' }] };
    expect(ask(reduced, joined, 'mean throughput from a to b').sentence).toContain(
      'not all that reaches "b" comes from "a"',
    );
  });

  it('is that of the queue that names both, whatever else comes', async () => {
    const named = `#qtm 1 queues\nqueueId,source,dest\na,,a\nb,a,b\nc,in,b\n${eventsCsv([...rows, 'c,0,I', 'c,5000,D', 'c,6000,I', 'c,10000,D'])}`;
    const joined = { ...line, links: [...line.links, { from: 'in', to: 'b' }] };
    const reduced = await reduceText(named);
    // From the first event of b to before its last: one departure in 9 µs; of c one in 10 µs.
    expect(numberOf(reduced, joined, 'mean throughput from a to b')).toBeCloseTo(1 / 9e-6, 6);
    expect(numberOf(reduced, joined, 'mean throughput from in to b')).toBeCloseTo(1 / 10e-6, 6);
  });
});

describe('means that a file states', () => {
  it('answer queries as far as they go', () => {
    const reduced: ReducedMeasurement = reducedOfMeasurement({
      name: 'm',
      stages: [
        { stage: 'a', throughput: 50e6, utilization: 0.927, meanOccupancy: 580 },
        { stage: 'b', meanOccupancy: 1.5, occupancyDistribution: [0.25, 0.25, 0.25, 0.25] },
      ],
    });
    const line = lineOf([{ id: 'a' }, { id: 'b' }]);
    expect(ask(reduced, line, 'mean occupancy of a < 600').outcome).toBe('holds');
    expect(ask(reduced, line, 'mean throughput of a >= 51 M/s').outcome).toBe('fails');
    expect(ask(reduced, line, 'p99 occupancy of a < 600').sentence).toContain('only states its mean');
    expect(numberOf(reduced, line, 'p75 occupancy of b')).toBe(2);
    expect(ask(reduced, line, 'mean occupancy of b in each frame').sentence).toContain('has no frames');
  });

  it('have no bottleneck that is read off queues, and tell the busiest servers instead', () => {
    const line = lineOf([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    const sentence = (stages: Parameters<typeof reducedOfMeasurement>[0]['stages']): string =>
      studyMeasurement(reducedOfMeasurement({ name: 'm', stages }), line, []).bottleneck.sentence;
    const onlyMeans =
      'No bottleneck can be read: it is read from how long queues are full and empty, and only their means were measured.';
    expect(
      sentence([
        { stage: 'a', meanOccupancy: 1.05 },
        { stage: 'b', utilization: 0.91, meanOccupancy: 9.8 },
        { stage: 'c', utilization: 0.4, meanOccupancy: 1 },
      ]),
    ).toBe(`${onlyMeans} Highest measured utilization: b, 91 %.`);
    expect(sentence([{ stage: 'a', meanQueueLength: 8 }])).toBe(onlyMeans);
    expect(sentence([{ stage: 'a', utilization: 0.5 }])).toContain('no occupancy of a stage was measured');
  });
});

describe('a queue whose departures are in no file', () => {
  const rows = Array.from({ length: 500 }, (_, k) => `server,${1000 * k},I`);

  it('tells its arrivals, and neither level, throughput nor times', async () => {
    const reduced = await reduceText(eventsCsv(rows));
    expect(numberOf(reduced, graph, 'mean interEventTime of server')).toBeCloseTo(1e-6, 12);
    const unseen = [
      'mean occupancy of server < 100',
      'max occupancy of server in each frame',
      'mean latency of server',
      'mean throughput of server > 1/s',
      'mean utilization of server < 1',
    ];
    for (const text of unseen) {
      const { outcome, sentence } = ask(reduced, graph, text);
      expect([text, outcome]).toEqual([text, 'unknown']);
      expect(sentence).toContain('no departure is in the file: arrivals alone');
    }
    const { measurement, warnings } = measurementOfReduced(reduced, [{ id: 'server' }]);
    expect(Object.keys(measurement.stages[0]!).sort()).toEqual(['arrivalRate', 'halfWidths', 'stage']);
    expect(Object.keys(measurement.stages[0]!.halfWidths!)).toEqual(['arrivalRate']);
    expect(warnings.map(({ code }) => code)).toEqual(['W29']);
    const { bottleneck } = studyMeasurement(reduced, graph, []);
    expect(bottleneck.sentence).toContain('no occupancy of a stage was measured');
  });

  it('keeps the level that the file states itself', async () => {
    const stated = '#qtm 1 scalars\nqueueId,metric,value\nserver,occupancy,4\nserver,throughput,9\n';
    const reduced = await reduceText(`${eventsCsv(rows)}${stated}`);
    expect(numberOf(reduced, graph, 'mean occupancy of server')).toBe(4);
  });
});
