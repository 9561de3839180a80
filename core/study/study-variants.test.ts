import { describe, expect, it } from 'vitest';
import { parseStudy } from './read-study.ts';

const scenario = (name: string) => ({
  ...{ format: 'stagegraph-scenario', schemaVersion: 3, name },
  ...{
    nodes: [{ id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } }],
    links: [],
  },
});
const study = (variants: unknown) => ({
  ...{ format: 'stagegraph-study', schemaVersion: 1, name: 'test', scenario: scenario('now') },
  ...{ vary: [], measures: ['cost'], variants },
});
const faultsOf = (variants: unknown): readonly string[] => {
  const read = parseStudy(study(variants));
  return read.ok ? [] : read.error.map(({ message }) => message);
};

describe('variants in a study', () => {
  it('come out as they went in', () => {
    const variants = [
      { name: 'as drawn', scenario: scenario('a') },
      { name: 'wider', from: 'as drawn', scenario: scenario('b') },
    ];
    const read = parseStudy(study(variants));
    expect(read.ok && read.value.variants).toEqual(variants);
  });

  it('may hold scenarios of an older version', () => {
    const read = parseStudy(study([{ name: 'old', scenario: { ...scenario('a'), schemaVersion: 1 } }]));
    expect(read.ok && read.value.variants?.[0]?.scenario.schemaVersion).toBe(3);
  });

  it('are refused with what is wrong', () => {
    const [a, b] = [scenario('a'), scenario('b')];
    expect(
      faultsOf([
        { name: 'x', scenario: a },
        { name: 'x', scenario: b },
      ])[0],
    ).toMatch(/^variants: expected variants of different names/);
    expect(
      faultsOf([
        { name: 'x', from: 'y', scenario: a },
        { name: 'y', scenario: b },
      ])[0],
    ).toMatch(/^variants: expected variants that each grew from an earlier one/);
    expect(faultsOf([{ name: 'x' }])[0]).toMatch(/^variants\[0\].*scenario: expected/);
    expect(faultsOf([{ name: 'x', scenario: { ...a, nodes: 7 } }])[0]).toMatch(
      /^variants\[0\]\.scenario\.nodes: expected/,
    );
    expect(faultsOf('none')[0]).toMatch(/^variants: expected a list/);
  });
});
