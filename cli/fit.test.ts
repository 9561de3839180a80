/** From measurement files to printed distributions and changed scenarios. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { distributionMean } from '../core/distributions/index.ts';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import { isSource, isStage, SCHEMA_VERSION } from '../core/scenario/scenario.ts';
import { drawn } from '../workers/fit/drawn.test-support.ts';
import { addCalibrate } from './calibrate.ts';
import { addFit } from './fit.ts';
import { runVerbs } from './run-verbs.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-fit-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const run = (...words: string[]) => runVerbs([addFit, addCalibrate], [...words]);

const scenario = fileOf('scenario.json', [
  JSON.stringify({
    ...{ format: 'stagegraph-scenario', schemaVersion: SCHEMA_VERSION, name: 'parser' },
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 100 } },
      { id: 'parse', kind: 'stage', service: { distribution: 'exponential', mean: 4e-3 } },
      { id: 'out', kind: 'sink' },
    ],
    links: [
      { from: 'in', to: 'parse' },
      { from: 'parse', to: 'out' },
    ],
  }),
]);

/** Insertions and departures of M/G/1 with Erlang service, in µs. */
function trace(count: number): string {
  const gaps = drawn({ distribution: 'exponential', mean: 1 / 120 }, count, 1);
  const services = drawn({ distribution: 'erlang', mean: 5e-3, shape: 4 }, count, 2);
  const rows: [number, string][] = [];
  let [arrival, free] = [0, 0];
  gaps.forEach((gap, i) => {
    arrival += gap;
    free = Math.max(arrival, free) + services[i]!;
    rows.push([arrival, 'I'], [free, 'D']);
  });
  rows.sort(([a], [b]) => a - b);
  const lines = rows.map(([time, kind]) => `parse,${Math.round(time * 1e9)},${kind}`);
  return fileOf('trace.csv', ['#qtm 1 events time=ns', 'queueId,time,kind', ...lines]);
}
const events = trace(3000);
const numbers = fileOf(
  'numbers.txt',
  [...drawn({ distribution: 'lognormal', mean: 2e-3, scv: 2 }, 800, 3)].map(String),
);

describe('stagegraph fit', () => {
  it('ranks distributions of a list of numbers, and says why', async () => {
    const { out } = await run('fit', numbers, '--bootstraps', '19');
    expect(out).toMatch(/numbers.txt, service: 800 values, mean [\d.]+ ms, scv [\d.]+\n/);
    expect(out).toMatch(/\nDistribution +best +KS +p +numbers +least +A²\nLognormal +0 .* 2 +0 +/);
    expect(out).toMatch(/\nLognormal is (clearly|probably) best with 2 free numbers/);
  });

  it('takes service times from departures of a trace that had work, and writes them into the scenario', {
    tags: ['long'],
  }, async () => {
    const file = join(folder, 'applied.json');
    const { errors } = await run(
      'fit',
      events,
      '--of',
      'service',
      '--bootstraps',
      '0',
      '--scenario',
      scenario,
      '--apply',
      file,
    );
    expect(errors).toContain('parse has the fitted distribution');
    const read = readScenarioText(readFileSync(file, 'utf8'));
    const stage = read.ok ? read.value.nodes.find(isStage) : undefined;
    expect(stage?.service).toMatchObject({ distribution: 'erlang', shape: 4 });
    expect(stage && distributionMean(stage.service) / 5e-3).toBeCloseTo(1, 1);
  });

  it('takes arrivals from insertions, and puts their distribution on the source', async () => {
    const file = join(folder, 'arrivals.json');
    await run(
      'fit',
      events,
      '--of',
      'interInsertion',
      '--distribution',
      'exponential',
      '--bootstraps',
      '0',
      '--scenario',
      scenario,
      '--apply',
      file,
    );
    const read = readScenarioText(readFileSync(file, 'utf8'));
    const source = read.ok ? read.value.nodes.find(isSource) : undefined;
    expect(source?.interarrival).toMatchObject({ distribution: 'exponential' });
    expect(source && distributionMean(source.interarrival) * 120).toBeCloseTo(1, 1);
  });

  it('fits station models to levels', { tags: ['long'] }, async () => {
    const { queues } = JSON.parse((await run('fit', events, '--of', 'occupancy', '--json')).out);
    expect(queues[0].fits[0].model).toMatch(/^(M\/[DG]\/1|M\/M\/\d|G\/M\/1)/);
    const shaped = queues[0].fits.find(({ model }: { model: string }) => model === 'M/G/1');
    expect(shaped.load).toBeGreaterThan(0.5);
    expect(shaped.load).toBeLessThan(0.7);
  });

  it.each([
    [['--queue', 'no'], '--queue: there is no queue "no"; expected one of parse'],
    [['--apply', 'x'], '--apply needs a scenario to write the distributions into: give --scenario FILE'],
  ])('refuses %j', async (words, message) => {
    await expect(run('fit', events, ...words)).rejects.toThrow(message);
  });

  it('does not take all gaps between departures for service times', async () => {
    const head = ['#qtm 1 hist time=ns', 'queueId,metric,conditioning,binLow,binHigh,weight,weightUnit'];
    const file = fileOf('all.csv', [
      ...head,
      'a,interDeparture,all,0,1000,40,count',
      'a,interDeparture,all,1000,2000,60,count',
    ]);
    await expect(run('fit', file, '--of', 'service')).rejects.toThrow(
      /only those with conditioning nonBlocked or availTime/,
    );
  });

  it('gives a distribution with the moments that are wanted, or says why there is none', async () => {
    // Exponential with mean 2: E X^2 = 8.
    const { distribution, moments } = JSON.parse((await run('fit', '--moments', '2,8')).out);
    expect(moments).toBe(2);
    expect(distributionMean(distribution)).toBeCloseTo(2, 9);
    await expect(run('fit', '--moments', '2,3')).rejects.toThrow(/below the square 4 of the mean/);
    await expect(run('fit')).rejects.toThrow('Give a file of measurements or times, or --moments.');
  });

  it('names a word that is no number', async () => {
    const file = fileOf('words.txt', ['0.1', '0.2', '0.3', '0.4', '1e', '3']);
    await expect(run('fit', file)).rejects.toThrow(
      /words.txt: expected one time in s on each line; value 5 is "1e"/,
    );
  });
});

describe('stagegraph calibrate', () => {
  const measured = fileOf('measured.csv', [
    '#qtm 1 scalars time=ns',
    'queueId,metric,stat,value',
    ...['parse,throughput,mean,120', 'parse,utilization,mean,0.6', 'parse,occupancy,mean,1.5'],
  ]);

  it('finds both rates, and writes the scenario', async () => {
    const file = join(folder, 'calibrated.json');
    const { out } = await run(
      'calibrate',
      scenario,
      measured,
      '--unknown',
      'in.interarrival.rate',
      'parse.service.rate',
      '--apply',
      file,
    );
    expect(out).toMatch(/\nin.interarrival.rate +100 \/s +120 \/s +10\d\.?\d* \/s … 1[23]\d/);
    expect(out).toMatch(/\nparse.service.rate +250 \/s +200 \/s /);
    const read = readScenarioText(readFileSync(file, 'utf8'));
    const stage = read.ok ? read.value.nodes.find(isStage) : undefined;
    expect(stage?.service).toEqual({ distribution: 'exponential', mean: expect.closeTo(5e-3, 6) });
  });

  it('simulates when asked to, the same for the same seed', async () => {
    const words = ['calibrate', scenario, measured, '--unknown', 'parse.service.rate=150..300', '--json'];
    const { parameters, simulated } = JSON.parse(
      (await run(...words, '--method', 'simulation', '--starts', '1', '--seed', '3')).out,
    );
    expect(simulated).toMatchObject({ seed: 3, replications: 4 });
    expect(parameters[0].value / 200).toBeGreaterThan(0.75);
    expect(parameters[0].value / 200).toBeLessThan(1.25);
  });

  it('keeps to bounds', async () => {
    const { parameters } = JSON.parse(
      (await run('calibrate', scenario, measured, '--unknown', 'parse.service.rate=220..400', '--json')).out,
    );
    expect(parameters[0]).toMatchObject({ value: 220, bound: 'low' });
  });

  it.each([
    [
      ['--unknown', 'parse.servise.rate'],
      /There is no parameter parse.servise.rate; did you mean parse.service.rate\?/,
    ],
    [['--unknown', 'parse.serverCount'], /parse.serverCount: whole numbers are not fitted/],
  ])('refuses %j', async (words, message) => {
    await expect(run('calibrate', scenario, measured, ...words)).rejects.toThrow(message);
  });
});
