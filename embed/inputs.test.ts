import { describe, expect, it } from 'vitest';
import type { Scenario } from '../core/scenario/scenario.ts';
import { writeParameters } from '../core/study/parameters.ts';
import { exampleFileNames, readExampleFile } from '../src/features/gallery/example-files.test-support.ts';
import { type Input, inputsOf } from './inputs.ts';

const scenario: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'One',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 80 } },
    {
      id: 'a b',
      kind: 'stage',
      name: 'Parser',
      capacity: 20,
      whenFull: 'drop',
      service: { distribution: 'exponential', rate: 100 },
    },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a b' },
    { from: 'a b', to: 'out' },
  ],
};

const examples = exampleFileNames().map((name) => readExampleFile(name.replace('.json', '')));

const one = (list?: string): Input => {
  const read = inputsOf(scenario, list);
  if (!read.ok) throw new Error(read.error);
  return read.value[0]!;
};
const refusal = (list: string): string => {
  const read = inputsOf(scenario, list);
  return read.ok ? '' : read.error;
};

describe('inputs of a model in another page', () => {
  it('are the load alone where none is named', () => {
    expect(one().label).toBe('load multiplier');
    expect(inputsOf(scenario, '')).toEqual({ ok: true, value: [] });
    for (const each of examples) expect(inputsOf(each, undefined).ok, each.name).toBe(true);
  });

  it('slide from a tenth to ten times the value, in equal ratios', () => {
    const rate = one('"a b".service.rate');
    if (rate.kind !== 'number') throw new Error(rate.kind);
    expect([0, 0.5, 1].map(rate.valueAt)).toEqual([10, 100, 1000]);
    expect(rate.placeOf(rate.value)).toBeCloseTo(0.5, 12);
    expect(rate.format(100)).toBe('100 /s');
  });

  it('slide over the range that is given, in whole numbers where they count', () => {
    const capacity = one('"a b".capacity 1..5');
    if (capacity.kind !== 'number') throw new Error(capacity.kind);
    expect([0, 0.3, 1].map(capacity.valueAt)).toEqual([1, 2, 5]);
    expect(capacity.placeOf(20)).toBe(1);
  });

  it('change the scenario as a study would', () => {
    const load = one('inputs 0.5..2');
    const [source] = writeParameters(scenario, [load.setting(2)]).nodes;
    expect(source).toMatchObject({ interarrival: { rate: 160 } });
  });

  it('may be choices', () => {
    expect(one('"a b".platform')).toMatchObject({ kind: 'choice', value: 'none' });
  });

  it.each([
    [
      '"a b".servce.rate',
      'inputs: There is no parameter "a b".servce.rate; did you mean "a b".service.rate?',
    ],
    ['inputs 2..1', 'inputs: inputs: expected a range from less to more, got 2..1.'],
    ['inputs 0..1', 'inputs: inputs: expected ends of a range that are its values, got 0..1.'],
    ['inputs x..1', 'inputs: inputs: expected ends of a range that are its values, got NaN..1.'],
  ])('%s is refused: %s', (list, words) => {
    expect(refusal(list)).toBe(words);
  });
});
