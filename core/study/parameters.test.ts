import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../tests/examples.ts';
import { type ArrivalDistribution, distributionRate, distributionScv } from '../distributions/index.ts';
import { line, source, stage } from '../scenario/drawing.test-support.ts';
import { editDistance, nearestName } from '../scenario/near-name.ts';
import { parseScenario } from '../scenario/read-scenario.ts';
import type { Scenario, StageNode } from '../scenario/scenario.ts';
import type { NumberParameter } from './parameter.ts';
import { pathText, readPath } from './parameter-path.ts';
import { findParameter, getParameter, parametersOf, setParameter, writeParameters } from './parameters.ts';

const folder = new URL('../../public/examples/', import.meta.url);
const read = (name: string): Scenario => {
  const scenario = parseScenario(JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
  if (!scenario.ok) throw new Error(scenario.error[0]?.message);
  return scenario.value;
};
const examples = readdirSync(folder).filter((name) => name.endsWith('.json'));
const mercury = read('mercury-run-2.json');

function changed(scenario: Scenario, path: string, value: number | string): Scenario {
  const result = setParameter(scenario, path, value);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}
const stageOf = (scenario: Scenario, id: string) =>
  scenario.nodes.find((node) => node.id === id) as StageNode;

/** Another value of its domain. */
function another({ value, domain }: NumberParameter): number {
  const up = domain.integer ? value + 3 : value * 0.75 || domain.least + 0.5;
  if (value === Number.POSITIVE_INFINITY) return 1000;
  return up > domain.most || up < domain.least ? value : up;
}

describe('parameters of a scenario', () => {
  it.each(someOf(examples, 8))(
    '%s: each has a path of its own, which finds it, and is set and read back',
    (name) => {
      const scenario = read(name);
      const all = parametersOf(scenario);
      expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
      for (const parameter of all) {
        const value = parameter.kind === 'choice' ? parameter.choices.at(-1)! : another(parameter);
        const next = changed(scenario, parameter.path, value);
        if (parameter.path === 'inputs') continue;
        const back = getParameter(next, parameter.path);
        expect(back.ok, parameter.path).toBe(true);
        if (!back.ok || typeof value === 'string') expect(back).toEqual({ ok: true, value });
        else expect(Number(back.value) / value, parameter.path).toBeCloseTo(1, 10);
      }
    },
  );

  it.each(someOf(examples, 8))('%s: what is set stays a scenario of the format', (name) => {
    const scenario = read(name);
    for (const parameter of parametersOf(scenario)) {
      if (parameter.kind === 'choice' && parameter.path.endsWith('.platform')) continue;
      const value = parameter.kind === 'choice' ? parameter.choices.at(-1)! : another(parameter);
      const again = parseScenario(JSON.parse(JSON.stringify(changed(scenario, parameter.path, value))));
      expect(again.ok || again.error[0]?.message, parameter.path).toBe(true);
    }
  });

  it('names those of Mercury as people write them', () => {
    const paths = parametersOf(mercury).map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'inputs',
        'disk.interarrival.rate',
        '1b.service.rate',
        '1b.service.mean',
        '1b.capacity',
        '1b.serverCount',
        '1b.passProbability',
        '1b.bulk.size',
        '1b.whenFull',
        '1b.platform',
      ]),
    );
    expect(parametersOf(mercury).find(({ path }) => path === '1b.service.rate')).toMatchObject({
      words: '1b Hash lookup: service rate',
      phrase: 'service rate of 1b Hash lookup',
      dimension: 'rate',
      unit: 'seed',
      value: 50e6,
    });
  });

  it('is called the same inside a sentence whatever its stage is called', () => {
    const odd = line(source('in'), stage('cache: L2', 2));
    const found = parametersOf(odd).find(({ words }) => words === 'cache: L2: service rate');
    expect(found?.phrase).toBe('service rate of cache: L2');
  });

  it('is told from that of another stage of the same name, and its choices have labels', () => {
    const [a, b] = [stage('a', 2, { name: 'Cache' }), stage('b', 2, { name: 'Cache' })];
    const ofRule = parametersOf(line(source('in'), a, b)).filter(({ path }) => path.endsWith('.whenFull'));
    expect(ofRule.map(({ words }) => words)).toEqual(['Cache (a): when full', 'Cache (b): when full']);
    expect(ofRule[0]).toMatchObject({
      choices: ['block', 'blockBefore', 'drop', 'dropOldest'],
      labels: ['Blocking after service', 'Blocking before service', 'Drop', 'Drop oldest'],
    });
  });

  it('says what is wrong with a path or a value, and what was probably meant', () => {
    expect(findParameter(mercury, '1b.servce.rate')).toEqual({
      ok: false,
      error: 'There is no parameter 1b.servce.rate; did you mean 1b.service.rate?',
    });
    expect(findParameter(mercury, '1b..rate')).toMatchObject({ ok: false });
    expect(setParameter(mercury, '1b.capacity', 2.5)).toEqual({
      ok: false,
      error: '1b.capacity: expected an integer >= 1, or Infinity, got 2.5.',
    });
    expect(setParameter(mercury, '1b.whenFull', 'wait')).toEqual({
      ok: false,
      error: '1b.whenFull: expected one of block, blockBefore, drop, dropOldest, got wait.',
    });
    expect(setParameter(mercury, '1b.passProbability', 1.2)).toMatchObject({ ok: false });
  });

  it('multiplies all external input', () => {
    const twice = changed(changed(mercury, '1b.overdriveRate', 5), 'inputs', 2);
    expect(getParameter(twice, 'disk.interarrival.rate')).toEqual({ ok: true, value: 180.5e6 });
    expect(stageOf(twice, '1b').overdriveRate).toBe(10);
  });

  it('takes the rest of the probability from the other links, and keeps all that are set', () => {
    const scenario = read('web-service.json');
    const shares = parametersOf(scenario).filter(({ path }) => path.includes('>'));
    expect(shares.length).toBeGreaterThan(1);
    const [first] = shares;
    const next = changed(scenario, first!.path, 0.25);
    const from = first!.path.split('>')[0]!;
    const sum = next.links
      .filter((link) => link.from === from)
      .reduce((total, { probability }) => total + probability!, 0);
    expect(sum).toBeCloseTo(1, 12);
    const settings = shares
      .filter(({ path }) => path.startsWith(`${from}>`))
      .map(({ path }, i) => {
        const handle = findParameter(scenario, path);
        if (!handle.ok) throw new Error(handle.error);
        return { handle: handle.value, value: i === 0 ? 0.3 : 0.1 };
      });
    const both = writeParameters(scenario, settings);
    expect(both.links.filter((link) => link.from === from).map(({ probability }) => probability)).toEqual(
      settings.map(({ value }) => value),
    );
  });

  it('sets choices before numbers, in whichever order they are given', () => {
    const drawn = changed(mercury, '1b.platform', 'fpga');
    const nodes = drawn.nodes.map((node) =>
      node.id === '1b'
        ? { ...node, alternatives: { cpu: { distribution: 'deterministic', mean: 1e-6 } } }
        : node,
    );
    const scenario = { ...drawn, nodes } as Scenario;
    const handles = ['1b.service.rate', '1b.platform'].map((path) => {
      const found = findParameter(scenario, path);
      if (!found.ok) throw new Error(found.error);
      return found.value;
    });
    const settings = [
      { handle: handles[0]!, value: 4e6 },
      { handle: handles[1]!, value: 'cpu' },
    ];
    for (const order of [settings, settings.toReversed()]) {
      expect(stageOf(writeParameters(scenario, order), '1b').service).toEqual({
        distribution: 'deterministic',
        mean: 1 / 4e6,
      });
    }
  });
});

describe('rate and mean of a distribution', () => {
  const distributions: readonly ArrivalDistribution[] = [
    { distribution: 'exponential', mean: 0.5 },
    { distribution: 'gamma', factors: { elementsPerClock: 2, clock: 100 }, scv: 3 },
    { distribution: 'hyperexponential', probabilities: [0.3, 0.7], rates: [1, 9] },
    { distribution: 'uniform', min: 1, max: 3 },
    { distribution: 'pareto', scale: 1, shape: 3 },
    {
      distribution: 'phaseType',
      alpha: [1, 0],
      T: [
        [-2, 2],
        [0, -3],
      ],
    },
    { distribution: 'empirical', edges: [0, 1, 4], weights: [1, 2] },
    { distribution: 'trace', values: [1, 2, 3, 2] },
    {
      distribution: 'map',
      D0: [
        [-3, 1],
        [0, -5],
      ],
      D1: [
        [2, 0],
        [4, 1],
      ],
    },
    { distribution: 'onOff', peakRate: 10, idleRate: 1, meanOnTime: 2, meanOffTime: 3 },
  ];

  it.each(distributions)('$distribution: another rate keeps the shape', (distribution) => {
    const source = { ...mercury.nodes[0]!, interarrival: distribution };
    const scenario = { ...mercury, nodes: [source, ...mercury.nodes.slice(1)] } as Scenario;
    for (const [path, value] of [
      ['disk.interarrival.rate', 7],
      ['disk.interarrival.mean', 1 / 7],
    ] as const) {
      const [next] = changed(scenario, path, value).nodes;
      const after = (next as { interarrival: ArrivalDistribution }).interarrival;
      expect(distributionRate(after)).toBeCloseTo(7, 9);
      expect(distributionScv(after)).toBeCloseTo(distributionScv(distribution), 9);
      expect(after.distribution).toBe(distribution.distribution);
      if ('mean' in distribution) expect(after).toHaveProperty('mean');
    }
  });
});

describe('paths', () => {
  it('are read back whatever the ids are', () => {
    const name = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(name, name, fc.array(name, { maxLength: 3 }), (id, to, fields) => {
        for (const owner of [
          { kind: 'node', id },
          { kind: 'link', from: id, to },
        ] as const) {
          const text = pathText(owner, fields);
          expect(readPath(text)).toEqual({ ok: true, value: text });
        }
      }),
    );
  });

  it('tell a node called inputs from the whole input', () => {
    expect(pathText({ kind: 'node', id: 'inputs' }, ['capacity'])).toBe('"inputs".capacity');
    expect(readPath('"1b" . "capacity"')).toEqual({ ok: true, value: '1b.capacity' });
    expect(readPath('a>b>c.probability').ok).toBe(false);
    expect(readPath('').ok).toBe(false);
  });
});

describe('near names', () => {
  it('count letters that differ', () => {
    expect(editDistance('kitten', 'sitting')).toBe(3);
    expect(nearestName('capcity', ['capacity', 'service'])).toBe('capacity');
    expect(nearestName('xyz', ['capacity'])).toBeUndefined();
  });
});
