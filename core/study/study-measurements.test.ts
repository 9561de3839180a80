import { describe, expect, it } from 'vitest';
import { parseStudy } from './read-study.ts';

const study = (rest: object) => ({
  ...{ format: 'stagegraph-study', schemaVersion: 1, name: 'test', vary: [], measures: ['cost'] },
  scenario: {
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'now', links: [] },
    nodes: [{ id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } }],
  },
  ...rest,
});
const saved = (reduced: unknown) => ({ format: 'stagegraph-measurement', version: 1, reduced });
const faultsOf = (measurements: unknown): readonly string[] => {
  const read = parseStudy(study({ measurements }));
  return read.ok ? [] : read.error.map(({ message }) => message);
};

describe('measurements in a study', () => {
  it('come out as they went in, whatever is inside', () => {
    const measurements = [saved({ queues: [{ id: 'a', occupancy: { low: { f64: '0 1*3' } } }] }), saved(7)];
    const read = parseStudy(study({ measurements }));
    expect(read.ok && read.value.measurements).toEqual(measurements);
  });

  it('are not needed: older studies have none', () => {
    const read = parseStudy(study({}));
    expect(read.ok && 'measurements' in read.value).toBe(false);
  });

  it('are refused where they are none', () => {
    expect(faultsOf('all')[0]).toMatch(/^measurements: expected a list/);
    expect(faultsOf([{ ...saved(7), format: 'csv' }])[0]).toMatch(
      /^measurements\[0\].*format: expected "stagegraph-measurement"/,
    );
    expect(faultsOf([saved(7), { ...saved(7), version: 0 }])[0]).toMatch(/^measurements\[1\].*version/);
    expect(faultsOf(Array.from({ length: 17 }, () => saved(7)))[0]).toMatch(/^measurements: expected/);
  });
});
