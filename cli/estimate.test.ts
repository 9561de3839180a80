/** From measurement files to printed rates and changed scenarios. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import { isStage } from '../core/scenario/scenario.ts';
import type { RateColumns } from '../workers/estimate/contract.ts';
import { runTwoThreads } from '../workers/estimate/micro-benchmark.ts';
import { addEstimate } from './estimate.ts';
import { runVerbs } from './run-verbs.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-estimate-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const estimate = (...words: string[]) => runVerbs([addEstimate], ['estimate', ...words]);

const [MU, PERIOD, PERIODS] = [1e6, 5e-6, 4000];
const run = runTwoThreads({
  producer: { times: 'exponential', rate: 0.8 * MU },
  consumer: { times: 'exponential', rate: MU, later: { at: (PERIODS / 2) * PERIOD, rate: 1.6 * MU } },
  ...{ capacity: 64, period: PERIOD, periods: PERIODS, seed: 3 },
});
const ns = (seconds: number): number => Math.round(seconds * 1e9);
const rowsOf = (end: string, { time, count, blocked, blockedFor }: RateColumns): string[] =>
  Array.from(
    time,
    (at, i) => `q1,${end},${ns(at)},${ns(PERIOD)},${count[i]},${blocked[i]},${ns(blockedFor[i]!)},0`,
  );
const samples = fileOf('tc.csv', [
  '#qtm 1 queues time=ns',
  'queueId,name,dest,capacity,itemBytes',
  'q1,input,parse,64,8',
  '#qtm 1 tc time=ns',
  'queueId,end,time,period,count,blocked,blockedFor,finished',
  ...[...rowsOf('head', run.head), ...rowsOf('tail', run.tail)],
]);
const counters = fileOf('counters.csv', [
  '#qtm 1 counters time=ns',
  'queueId,timestamp,inCount,outCount',
  ...Array.from(run.counters.time.subarray(0, PERIODS / 2), (time, i) =>
    ['parse', ns(time), run.counters.inCount[i], run.counters.outCount[i]].join(','),
  ),
]);
const scenario = fileOf('scenario.json', [
  JSON.stringify({
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'parser' },
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 8e5 } },
      {
        id: 'parse',
        kind: 'stage',
        serverCount: 2,
        service: { distribution: 'erlang', shape: 2, mean: 4e-6 },
      },
      { id: 'out', kind: 'sink' },
    ],
    links: [
      { from: 'in', to: 'parse' },
      { from: 'parse', to: 'out' },
    ],
  }),
]);

describe('stagegraph estimate', () => {
  it('gives the rate of each end, in items and bytes, and the phases', async () => {
    const { queues } = JSON.parse((await estimate(samples, '--json')).out);
    expect(
      queues.map((one: { queue: string; end: string; from: string }) => [one.queue, one.end, one.from]),
    ).toEqual([
      ['q1', 'head', 'tc'],
      ['q1', 'tail', 'tc'],
    ]);
    const [head, tail] = queues;
    expect(head.phases.map(({ rate }: { rate: number }) => Number((rate / MU).toFixed(1)))).toEqual([1, 1.6]);
    expect(head.phases[1].from / (PERIODS * PERIOD)).toBeCloseTo(0.5, 1);
    expect(head.bytesPerSecond).toBeCloseTo(8 * head.chosen.rate, 6);
    expect(tail.chosen.rate / MU).toBeCloseTo(0.8, 1);
  });

  it('prints a table with the modelled rate, and what to know about it', async () => {
    const { out } = await estimate(samples, '--scenario', scenario, '--queue', 'input');
    expect(out).toMatch(
      /\nQueue +End +T +Periods +Blocked +items\/s +95 % interval +Bytes +Modelled +modelled +Method\n/,
    );
    expect(out).toMatch(/q1 +head +5 µs +4000 .* MB\/s +500 k\/s +\+1\d\d % +Busy time\n/);
    expect(out).toContain('q1, head: 2 phases');
    expect(out).toMatch(
      /q1, head: at ρ = 0\.\d\d an M\/M\/1 server is never blocked in \d+\.?\d* % of the periods of 5 µs/,
    );
  });

  it('says which queues the scenario does not know', async () => {
    const strange = fileOf(
      'strange.csv',
      readFileSync(samples, 'utf8').replace('parse,64', 'other,64').split('\n'),
    );
    const { errors } = await estimate(strange, '--scenario', scenario);
    expect(errors).toBe(
      'warning: queue q1: no stage of the scenario has its dest, name or id; no modelled rate stands beside\n',
    );
  });

  it('reads counters, whose blocking must be inferred', async () => {
    const { queues } = JSON.parse((await estimate(counters, '--json')).out);
    expect(queues[0]).toMatchObject({ queue: 'parse', end: 'head', from: 'counters' });
    expect(queues[0].chosen.method).toBe('censored');
    expect(Math.abs(queues[0].chosen.rate / MU - 1)).toBeLessThan(0.06);
  });

  it('reads events', async () => {
    const events = Array.from({ length: 60 }, (_, i) => [
      `q,${1000 * i},I,`,
      `q,${1000 * i + 400},D,600`,
    ]).flat();
    const file = fileOf('events.csv', ['#qtm 1 events time=ns', 'queueId,time,kind,blockedFor', ...events]);
    const { queues } = JSON.parse((await estimate(file, '--json', '--method', 'busy-time')).out);
    expect(queues[0].chosen.rate / (1e9 / 400)).toBeCloseTo(1, 6);
    expect(queues[0].chosen.scv).toBeLessThan(0.1);
  });

  it('writes the scenario with the rate of one server, in the shape of its distribution', async () => {
    const file = join(folder, 'applied.json');
    const { errors } = await estimate(samples, '--scenario', scenario, '--apply', file);
    expect(errors).toContain('parse has the estimated rate');
    const read = readScenarioText(readFileSync(file, 'utf8'));
    const stage = read.ok ? read.value.nodes.find(isStage) : undefined;
    const { queues } = JSON.parse((await estimate(samples, '--json')).out);
    expect(stage?.service).toEqual({
      distribution: 'erlang',
      shape: 2,
      mean: expect.closeTo(2 / queues[0].chosen.rate, 12),
    });
  });

  it.each([
    [['--queue', 'no'], '--queue: there is no queue "no" with samples; expected one of q1'],
    [['--apply', 'x'], '--apply needs a scenario to write the rates into: give --scenario FILE'],
  ])('refuses %j', async (words, message) => {
    await expect(estimate(samples, ...words)).rejects.toThrow(message);
  });

  it('refuses a file without rows to estimate from', async () => {
    const file = fileOf('scalars.csv', [
      '#qtm 1 scalars time=ns',
      'queueId,metric,stat,value',
      'a,throughput,mean,5',
    ]);
    await expect(estimate(file)).rejects.toThrow(/holds no rows|nothing to estimate a rate from/);
  });

  it('says why there is no rate: too few samples, or all of them blocked', async () => {
    const head = ['#qtm 1 tc time=ns', 'queueId,end,time,period,count,blocked,blockedFor,finished'];
    const few = fileOf('few.csv', [...head, 'q,head,50,50,3,0,,']);
    expect((await estimate(few)).out).toContain('q, head: 1 period is too few; expected at least 6.');
    const blocked = Array.from({ length: 20 }, (_, i) => `q,head,${50 * (i + 1)},50,3,1,,`);
    const { out } = await estimate(fileOf('blocked.csv', [...head, ...blocked]));
    expect(out).toContain(
      'q, head: All 20 periods were blocked: they only say that the rate is at least 60,000,000 items/s.',
    );
  });
});
