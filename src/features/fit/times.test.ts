import { describe, expect, it } from 'vitest';
import type { Bins, ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import { drawnFamilies, toggled } from './distribution-picture.ts';
import { chosenTimes, queuesWithTimes, timesOf } from './times.ts';

const bins = { total: 9 } as Bins;
const series = { count: 9 } as NonNullable<ReducedQueue['insertionSeries']>;
const queue: ReducedQueue = {
  id: 'q',
  name: 'Inbox',
  interInsertion: { all: bins },
  interDeparture: { all: bins, availTime: bins },
  insertionSeries: series,
  departureSeries: series,
  latency: bins,
};
const reduced = { name: 'a.csv', rows: 5, queues: [{ id: 'empty' }, queue] } as unknown as ReducedMeasurement;

describe('times of a measurement', () => {
  it('are service times only where an element was there', () => {
    expect(timesOf(queue).map(({ value, role }) => [value, role])).toEqual([
      ['interDeparture availTime', 'service'],
      ['interInsertion all', 'arrivals'],
      ['interDeparture all', 'departures'],
      ['latency', 'stay'],
    ]);
    expect(timesOf({ ...queue, service: bins })[0]).toMatchObject({ value: 'service', role: 'service' });
  });

  it('have their order where all gaps are counted', () => {
    const dataOf = (of: string) => timesOf(queue).find(({ value }) => value === of)?.data;
    expect(dataOf('interInsertion all')).toHaveProperty('series', series);
    expect(dataOf('interDeparture availTime')).not.toHaveProperty('series');
  });

  it('are those of the first queue that has some, until others are chosen', () => {
    expect(queuesWithTimes(reduced)).toEqual([queue]);
    // No server is behind a pool.
    expect(queuesWithTimes({ ...reduced, queues: [{ ...queue, kind: 'pool' }] })).toEqual([]);
    const first = chosenTimes({ kind: 'measured' }, reduced, { q: 'parse' });
    expect(first).toMatchObject({ role: 'service', stage: 'parse', fromDepartures: true });
    expect(first?.title).toBe('service times, from departures of Inbox');
    const other = chosenTimes({ kind: 'measured', queue: 'q', of: 'latency' }, reduced);
    expect(other).toMatchObject({ role: 'stay', key: 'a.csv 5 q latency' });
    expect(other).not.toHaveProperty('stage');
    expect(chosenTimes({ kind: 'measured' }, undefined)).toBeUndefined();
  });

  it('may be numbers of one’s own', () => {
    const times = chosenTimes({ kind: 'numbers', values: [1, 2], nth: 3 }, reduced);
    expect(times).toMatchObject({ key: 'numbers 3', data: { values: Float64Array.of(1, 2) } });
  });
});

describe('distributions that are drawn', () => {
  const report = {
    fits: (['gamma', 'weibull', 'exponential'] as const).map((family) => ({ family })),
  } as never;

  it('are the best two, then those that are chosen, three at most', () => {
    expect(drawnFamilies(report, [])).toEqual(['gamma', 'weibull']);
    expect(drawnFamilies(report, ['exponential', 'gamma'])).toEqual(['gamma', 'exponential']);
    expect(toggled(['gamma', 'weibull'], 'gamma')).toEqual(['weibull']);
    expect(toggled(['gamma', 'weibull', 'erlang'], 'uniform')).toEqual(['weibull', 'erlang', 'uniform']);
  });
});
