import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseStudy, readStudyText } from './read-study.ts';

const scenario = (name: string) => ({
  ...{ format: 'stagegraph-scenario', schemaVersion: 3, name },
  ...{
    nodes: [{ id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } }],
    links: [],
  },
});
const study = (rest: object) => ({
  ...{ format: 'stagegraph-study', schemaVersion: 1, name: 'test', scenario: scenario('now') },
  ...{ vary: [], measures: ['cost'], ...rest },
});
const faultsOf = (baselines: unknown): readonly string[] => {
  const read = parseStudy(study({ baselines }));
  return read.ok ? [] : read.error.map(({ message }) => message);
};

describe('baselines in a study', () => {
  it('come out as they went in, beside variants', () => {
    const baselines = [
      { name: 'Baseline 1', scenario: scenario('a') },
      { name: 'as drawn', scenario: scenario('b') },
    ];
    const variants = [{ name: 'as drawn', scenario: scenario('c') }];
    const read = parseStudy(study({ baselines, variants }));
    expect(read.ok && read.value.baselines).toEqual(baselines);
    expect(read.ok && read.value.variants).toEqual(variants);
  });

  it('are not needed: a file of before opens as it is', () => {
    const text = readFileSync(new URL('./fixtures/study-1.json', import.meta.url), 'utf8');
    const current = text
      .replaceAll('"law"', '"distribution"')
      .replaceAll('"schemaVersion": 2', '"schemaVersion": 3');
    expect(readStudyText(text)).toEqual({ ok: true, value: JSON.parse(current) });
  });

  it('may hold scenarios of an older version', () => {
    const read = parseStudy(
      study({ baselines: [{ name: 'old', scenario: { ...scenario('a'), schemaVersion: 1 } }] }),
    );
    expect(read.ok && read.value.baselines?.[0]?.scenario.schemaVersion).toBe(3);
  });

  it('are refused with what is wrong', () => {
    const [a, b] = [scenario('a'), scenario('b')];
    const named = (name: string, of: object = a) => ({ name, scenario: of });
    expect(faultsOf([named('x'), named('x', b)])[0]).toMatch(
      /^baselines: expected baselines of different names/,
    );
    expect(faultsOf(['1', '2', '3', '4', '5'].map((name) => named(name)))[0]).toMatch(/^baselines: expected/);
    expect(faultsOf([{ name: 'x' }])[0]).toMatch(/^baselines\[0\].*scenario: expected/);
    expect(faultsOf([named('x', { ...a, nodes: 7 })])[0]).toMatch(
      /^baselines\[0\]\.scenario\.nodes: expected/,
    );
    expect(faultsOf('none')[0]).toMatch(/^baselines: expected a list/);
  });
});
