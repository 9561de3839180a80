import { describe, expect, it } from 'vitest';
import { drawExponential } from '../../core/distributions/draws.ts';
import type { RateOutcome } from './contract.ts';
import { estimateRate } from './estimate-rate.ts';
import { streamOf } from './micro-benchmark.ts';
import { readSampledEnds } from './sampled-file.ts';

const RATE = 5e5;
const ITEMS = 20_000;

/** Times in ns of what entered and left an M/M/1 queue of utilization 0.6. */
function singleServer() {
  const stream = streamOf(5, 'visits');
  let [arrival, departure] = [0, 0];
  return Array.from({ length: ITEMS }, () => {
    arrival += (1e9 * drawExponential(stream)) / (0.6 * RATE);
    departure = Math.max(arrival, departure) + (1e9 * drawExponential(stream)) / RATE;
    return { arrival: Math.round(arrival), departure: Math.round(departure) };
  });
}

const EVENTS = '#qtm 1 events time=ns\nqueueId,time,kind';

async function read(...lines: string[]) {
  return readSampledEnds(new Blob([lines.join('\n')]), { fileName: 'rows.csv', options: {} });
}

async function headRate(...lines: string[]) {
  const found = await read(...lines);
  if (!found.ok) throw new Error(found.error[0]!.message);
  const { chosen } = estimateRate(found.value.ends.find(({ end }) => end === 'head')!.sample()!);
  if ('refused' in chosen) throw new Error(chosen.refused);
  return { ...chosen, warnings: found.value.warnings.map(({ message }) => message) };
}

describe('rows of a measurement file', () => {
  const items = singleServer();
  const insertions = items.map(({ arrival }) => `q,${arrival},I`);
  const departures = items.map(({ departure }) => `q,${departure},D`);

  it('give the same rate when all insertions stand before all departures', async () => {
    const time = (row: string): number => Number(row.split(',')[1]);
    const mixed = [...insertions, ...departures].sort((a, b) => time(a) - time(b));
    const apart = await headRate(EVENTS, ...insertions, ...departures);
    expect(apart).toEqual(await headRate(EVENTS, ...mixed));
    expect(apart.low).toBeLessThan(RATE);
    expect(apart.high).toBeGreaterThan(RATE);
  });

  it('may be visits, in any order', async () => {
    const rows = items.map(({ arrival, departure }) => `q,${arrival},${departure}`);
    const head = 'queue,arrival_ns,departure_ns';
    const found = await headRate(head, ...rows.reverse());
    expect(found.rate).toBeCloseTo((await headRate(EVENTS, ...insertions, ...departures)).rate, 5);
    expect(found.warnings).toEqual([]);
    const nested = await headRate(head, 'q,1,9', 'q,2,5', ...rows);
    expect(nested.warnings[0]).toMatch(/^queue q: a visit overtakes another once: several are served/);
  });

  it('are refused where counters go back, in time or in number', async () => {
    const counters = '#qtm 1 counters time=ns\nqueueId,timestamp,inCount,outCount';
    const found = await read(counters, 'q,100,5,1', 'q,90,6,2', 'q,200,4,3', 'q,300,9,1', 'q,400,9,5');
    expect(found.ok ? [] : found.error.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['E13', 4, 'timestamp'],
      ['E13', 5, 'inCount'],
    ]);
  });

  it('of table tc are put into the order of time', async () => {
    const row = (i: number): string => `q,head,${1000 * i},1000,${i < 20 ? 30 : 3},0,0`;
    const numbers = Array.from({ length: 40 }, (_, i) => 40 - i);
    const found = await read(
      '#qtm 1 tc time=ns\nqueueId,end,time,period,count,blocked,blockedFor',
      ...numbers.map(row),
    );
    const { phases } = estimateRate(found.ok ? found.value.ends[0]!.sample()! : Object.create(null));
    expect(phases.map(({ rate }) => Math.round(rate))).toEqual([30e6, 3e6]);
    expect(phases[0]!.to).toBeGreaterThan(phases[0]!.from);
  });
});

describe('stages that never queue', () => {
  /** Every 20 ms an item, whose service takes 5 to 15 ms, 10 in the mean. */
  const visits = Array.from({ length: 4000 }, (_, i) => {
    const service = 5e6 + ((i * 7919) % 10_007) * (1e7 / 10_007);
    return [20e6 * i, Math.round(20e6 * i + service)];
  });
  const text = `#qtm 1 events time=ns\nqueueId,time,kind\n${visits.map(([came, left]) => `q,${came},I\nq,${left},D\n`).join('')}`;
  const truth = visits.length / visits.reduce((total, [came, left]) => total + (left! - came!) / 1e9, 0);
  const ends = async (departure?: 'end' | 'start') => {
    const read = await readSampledEnds(new Blob([text]), { fileName: 'visits.csv' });
    if (!read.ok) throw new Error('not read');
    const head = read.value.ends.find(({ end }) => end === 'head')!;
    return estimateRate(head.sample(undefined, departure)!).chosen;
  };

  it('have the rate of their visits where a departure is declared as the end of the service', async () => {
    const chosen = await ends('end');
    expect('rate' in chosen && chosen.rate / truth).toBeCloseTo(1, 2);
  });

  it('have none where it may be the start, and it is said what to declare', async () => {
    for (const departure of [undefined, 'start'] as const)
      expect(await ends(departure)).toMatchObject({ refused: expect.stringContaining('--departure end') });
  });
});

describe('a coarse clock', () => {
  const items = singleServer();
  /** Services take 2 µs. */
  const chosenOf = async (tick: number, departure?: 'end'): Promise<RateOutcome> => {
    const at = (time: number): number => Math.floor(time / tick) * tick;
    const rows = items.flatMap(({ arrival, departure }) => [`q,${at(arrival)},I`, `q,${at(departure)},D`]);
    const found = await read(EVENTS, ...rows);
    const columns = found.ok ? found.value.ends[0]!.sample(undefined, departure)! : Object.create(null);
    return estimateRate(columns).chosen;
  };

  it('gives no rate once its ticks are longer than services, but where departures are their ends', async () => {
    for (const tick of [1, 500]) expect(await chosenOf(tick)).toHaveProperty('low');
    expect(await chosenOf(6000)).toMatchObject({
      refused: expect.stringMatching(
        /^All times are multiples of 6 µs, and within one .* say --departure end/,
      ),
    });
    expect(await chosenOf(6000, 'end')).toHaveProperty('low');
  });
});
