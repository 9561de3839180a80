/** Tables of means with heads of their own: what the heads mean, what is asked, and what the rows become. */
import { describe, expect, it } from 'vitest';
import type { ColumnMapping } from '../contract.ts';
import { describeFault } from '../measurement-fault.ts';
import { codesOf, queueOf, reduceText, refusalOf } from '../reduce.test-support.ts';
import { measurementOfReduced } from '../reduce-measurement.ts';
import { guessDoubts, guessMappingOf, tableSample } from './guess-mapping.ts';
import { parseMapping } from './mapping-shape.ts';

const doubtsOf = (text: string): readonly string[] => guessDoubts(guessMappingOf(text)!, tableSample(text));

describe('a table of means', () => {
  it('of M/M/1 queues in units of its own is their numbers in SI', async () => {
    // By the formulas: ρ = λ/μ, L = ρ/(1 - ρ), W = 1/(μ - λ), Wq = W - 1/μ.
    const [lambda, mu] = [20e6, 25e6];
    const rho = lambda / mu;
    const W = 1 / (mu - lambda);
    const truth = {
      arrivalRate: lambda,
      throughput: lambda,
      utilization: rho,
      meanQueueLength: rho ** 2 / (1 - rho),
      meanOccupancy: rho / (1 - rho),
      meanSojournTime: W,
      meanWaitingTime: W - 1 / mu,
    };
    const tables = [
      `Stage,Arrival rate (MHz),Throughput [k items/s],Utilization (%),Number waiting,Number in system,Latency (µs),Waiting time (ns)
parse,20,20000,80,3.2,4,0.2,160`,
      `queue;lambda_mhz;X in 1/s;Util;L_q;Mean occupancy;response_us;wait ms
parse;20;20000000;0,8;3,2;4,0;0,2;0,00016`,
      `Kernel\tinput rate\tdepartures\tρ\tN_Q\tAverage number in system\tSojourn time\tqueueing delay
parse\t20 MHz\t"20,000,000 /s"\t80 %\t3.2\t4 items\t0.2 us\t160 ns`,
      `{"name": "parse", "arrivalRate_mhz": 20, "throughput (M/s)": 20, "utilization": 0.8, "numberWaiting": 3.2, "occupancy": 4, "latencyUs": 0.2, "waitNs": 160}
{"name": "sort", "arrivalRate_mhz": 1, "throughput (M/s)": 1, "utilization": 0.04, "numberWaiting": 0.1, "occupancy": 0.2, "latencyUs": 0.1, "waitNs": 9}
`,
    ];
    for (const text of tables) {
      const reduced = await reduceText(text);
      expect(codesOf(reduced)).toEqual({});
      const { stated } = queueOf(reduced, 'parse');
      expect(Object.keys(stated!).sort()).toEqual(Object.keys(truth).sort());
      for (const [key, value] of Object.entries(truth)) {
        expect(stated![key as keyof typeof truth]! / value, `${key} of ${text}`).toBeCloseTo(1, 12);
      }
    }
  });

  it.each([
    ['a rate without a unit', 'Stage,Throughput\na,3\nb,2\n', [/^neither .* "Throughput" tell its unit$/]],
    ['a time without a unit', 'Stage,Latency\na,3\nb,2\n', [/"Latency" tell its unit/]],
    ['shares above 1', 'Stage,Utilization\na,85\nb,20\n', [/"Utilization" are above 1/]],
    [
      'a queue that may hold who is served',
      'Stage,Mean queue\na,3\nb,2\n',
      [/"Mean queue" may be only who waits/],
    ],
    ['delays', 'Stage,Delay (ms)\na,3\nb,2\n', [/"Delay \(ms\)" may be the time to the end/]],
    [
      'two columns of one quantity',
      'Stage,Throughput (/s),Output rate (/s)\na,3,3\nb,2,2\n',
      [/^"Output rate \(\/s\)" may be throughput as well/],
    ],
    ['a stage twice', 'Stage,Busy\na,0.3\nb,0.2\na,0.1\n', [/"Stage" holds "a" twice/]],
  ])('asks about %s', async (_, text, expected) => {
    const doubts = doubtsOf(text);
    expect(doubts).toHaveLength(expected.length);
    for (const [index, words] of expected.entries()) expect(doubts[index]).toMatch(words);
    expect((await refusalOf(text))[0]).toMatch(/not certain.*means of .* \[E22\]$/);
  });

  it('is told by a mapping where the heads leave it open', async () => {
    const text = 'Block;QLen;Tput\na;4,5;20\n';
    const mapping = parseMapping({
      ...{
        table: 'means',
        separator: ';',
        columns: { queueId: 'Block', meanOccupancy: 'QLen', throughput: 'Tput' },
      },
      units: { throughput: 'kHz' },
    });
    const reduced = await reduceText(text, { mapping: (mapping as { value: ColumnMapping }).value });
    expect(queueOf(reduced, 'a').stated).toEqual({ meanOccupancy: 4.5, throughput: 20_000 });
    for (const units of [{ throughput: 'ms' }, { colour: 's' }, 'MHz'])
      expect(parseMapping({ table: 'means', columns: {}, units })).toMatchObject({
        error: [expect.stringMatching(/^units: expected quantities/)],
      });
  });

  it('takes no rate and no time without a unit', async () => {
    const text = 'Stage,Throughput,Latency\na,3,4 ms\nb,2 /s,5\n';
    const mapping = guessMappingOf(text)!;
    expect(mapping.units).toEqual({});
    const reduced = await reduceText(text, { mapping });
    expect(reduced.faults.kept.map(describeFault)).toEqual([
      'f, line 2, Throughput: expected a throughput with its unit, in the cell or for its column; the cell is left out [E01]',
      'f, line 3, Latency: expected a response time with its unit, in the cell or for its column; the cell is left out [E01]',
    ]);
    expect([queueOf(reduced, 'a').stated, queueOf(reduced, 'b').stated]).toEqual([
      { meanSojournTime: 0.004 },
      { throughput: 2 },
    ]);
  });

  it('says of every wrong cell where it is and what was expected, and reads the others', async () => {
    const text = `Stage,Throughput (MHz),Utilization (%),Number in system,Cost
a,fast,120,-1,3
b,2,50,n/a,
,5,,,
b,7,,,
`;
    const mapping = guessMappingOf(text)!;
    const reduced = await reduceText(text, { mapping, stages: [{ id: 'a' }, { id: 'b' }] });
    expect(reduced.faults.kept.map(describeFault)).toEqual([
      expect.stringMatching(
        /^f, line 2, Throughput \(MHz\): Expected a rate, .*; got "fast"\. The cell is left out \[E01\]$/,
      ),
      expect.stringMatching(
        /^f, line 2, Utilization \(%\): Expected a probability .*got "120 %".* above 1\. .*\[E01\]$/,
      ),
      expect.stringMatching(/^f, line 2, Number in system: Expected a number in system that is not negative/),
      'f, line 4, Stage: expected the name of a stage; the row is left out [E19]',
      'f, line 5, Stage: expected each stage once: "b" stands in line 3 too; the row is left out [E19]',
      'f, line 1, Cost: column "Cost" is no quantity that is compared, and is not read [W01]',
    ]);
    expect(reduced.faults.counts.map(({ code, count }) => [code, count])).toEqual([
      ['E01', 3],
      ['E19', 2],
      ['W01', 1],
    ]);
    // Those that are left out too, as of every other file.
    expect(reduced.rows).toBe(4);
    expect(queueOf(reduced, 'a').stated).toBeUndefined();
    expect(queueOf(reduced, 'b').stated).toEqual({ throughput: 2e6, utilization: 0.5 });
  });

  it('counts what the stage counts', async () => {
    const text = 'Stage,Throughput (frames/s)\na,50\nb,50\n';
    const stages = [
      { id: 'a', unit: 'packet' },
      { id: 'b', unit: 'frame' },
    ];
    const reduced = await reduceText(text, { stages });
    expect(reduced.faults.kept.map(describeFault)).toEqual([
      expect.stringMatching(/^f, line 2, Throughput \(frames\/s\): .*Here packets are counted, not frames/),
    ]);
    expect(queueOf(reduced, 'b').stated).toEqual({ throughput: 50 });
  });

  it('feeds a stage of another name only where somebody says so', async () => {
    const text = 'Stage,Busy\ncore 1,0.5\ntotal,0.5\n';
    const stages = [{ id: 'parse' }];
    const alone = measurementOfReduced(await reduceText(text, { stages }), stages);
    expect(alone.measurement.stages).toEqual([]);
    const queueMap = { 'core 1': 'parse' };
    const told = measurementOfReduced(await reduceText(text, { stages, queueMap }), stages);
    expect(told.measurement.stages).toEqual([{ stage: 'parse', utilization: 0.5 }]);
  });

  it.each([
    ['samples in time', 'time,queue,depth\n1,a,4\n2,a,5\n'],
    ['elements, a row each', 'queue,latency_ms\na,4\na,5\na,6\nb,1\nb,2\n'],
    ['numbers that are no quantity', 'Stage,LUTs,Cost\na,4,3\nb,5,1\n'],
  ])('is not what holds %s', (_, text) => {
    expect(guessMappingOf(text)?.table).not.toBe('means');
  });
});
