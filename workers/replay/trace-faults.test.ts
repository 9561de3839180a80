import { describe, expect, it } from 'vitest';
import { exponential } from '../../core/scenario/drawing.test-support.ts';
import { blobOf, lineOf, refusal, replayed } from './replay.test-support.ts';

const EVENTS = ['#qtm 1 events time=ns', 'queueId,time,kind'];
const scenario = lineOf(exponential(1e6), { service: exponential(2e6) });
const insertions = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => `server,${from + i * 1000},I`);

describe('refuses with a sentence', () => {
  it('a trace without insertions', async () => {
    const file = blobOf(...EVENTS, 'server,1,D', 'server,2,D');
    expect(await refusal(file, scenario)).toContain('has departures and no insertions');
  });

  it('times that go backward', async () => {
    const rows = insertions(50).reverse();
    expect(await refusal(blobOf(...EVENTS, ...rows), scenario)).toBe(
      'queue server: 41 of its events are older than the ones above them, so that times go backward; sort the rows by time',
    );
  });

  it('a few insertions, and all at one time', async () => {
    expect(await refusal(blobOf(...EVENTS, ...insertions(3)), scenario)).toBe(
      'queue server has 3 insertions, at least 20 are needed',
    );
    const same = Array.from({ length: 30 }, () => 'server,5,I');
    expect(await refusal(blobOf(...EVENTS, ...same), scenario)).toContain(
      'all its events are at the same time',
    );
  });

  it('too few runs, and an unknown stage', async () => {
    const file = blobOf(...EVENTS, ...insertions(30));
    expect(await refusal(file, scenario, { replications: 5 })).toBe('expected at least 19 runs, got 5');
    expect(await refusal(file, scenario, { stage: 'nowhere' })).toBe('the scenario has no stage "nowhere"');
  });
});

it('leaves single rows out and says so', async () => {
  const file = blobOf(...EVENTS, 'server,0,D', ...insertions(300, 1000), 'server,5,I');
  const report = await replayed(file, scenario, { replications: 19 });
  expect(report.arrivals).toBe(300);
  expect(report.notes.join('\n')).toContain('1 event older than the ones above them');
  expect(report.notes.join('\n')).toContain('1 departure from an empty queue');
});
