import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScenario, readScenarioText } from './read-scenario.ts';

const exponential = { distribution: 'exponential', rate: 1 };
const sound = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'test',
  nodes: [
    { id: 'in', kind: 'source', interarrival: exponential },
    { id: 'encode', kind: 'stage', service: exponential },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'encode' },
    { from: 'encode', to: 'out' },
  ],
};

const messages = (input: unknown): readonly string[] => {
  const result = parseScenario(input);
  return result.ok ? [] : result.error.map(({ message }) => message);
};
const withStage = (fields: object) =>
  messages({
    ...sound,
    nodes: sound.nodes.map((node) => (node.id === 'encode' ? { ...node, ...fields } : node)),
  });
const withService = (service: unknown) => withStage({ service });
const withArrivals = (interarrival: unknown) =>
  messages({
    ...sound,
    nodes: sound.nodes.map((node) => (node.id === 'in' ? { ...node, interarrival } : node)),
  });

describe('how numbers were typed', () => {
  it('is kept at nodes and links, whatever it says, and must be text', () => {
    const typed = { 'service.rate': '1 /clk @ 133 MHz' };
    const written = {
      ...sound,
      nodes: sound.nodes.map((node) => (node.id === 'encode' ? { ...node, typed } : node)),
      links: sound.links.map((link) => ({ ...link, typed: { probability: '100 %' } })),
    };
    expect(parseScenario(written)).toEqual({ ok: true, value: written });
    expect(withStage({ typed: { capacity: 4 } })[0]).toMatch(/typed.*expected a text of 1 to 200 characters/);
  });
});

describe('readScenarioText', () => {
  const lines = (text: string) => {
    const result = readScenarioText(text);
    return result.ok ? [] : result.error.map(({ message }) => message);
  };

  it('reads a scenario, with or without byte order mark and Windows line ends', () => {
    const text = JSON.stringify(sound, null, 2);
    expect(readScenarioText(text)).toEqual({ ok: true, value: sound });
    expect(readScenarioText(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual({ ok: true, value: sound });
  });

  it('says where the text stops being JSON', () => {
    expect(lines('{\n  "format": "stagegraph-scenario",\n  nodes: []\n}')).toEqual([
      'line 3, column 3: expected JSON, got "n"',
    ]);
    expect(lines('')).toEqual(['line 1, column 1: expected JSON, got the end of the text']);
  });

  it('refuses more than 20 MB before parsing', () => {
    expect(lines('['.repeat(21_000_000))).toEqual(['expected a text of at most 20 MB, got 21 MB']);
  });

  it('never throws, whatever is in the file', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readScenarioText(text).ok).toBe(false);
      }),
    );
    const format = 'stagegraph-scenario';
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (nodes, links, measurement) => {
        const result = parseScenario({ format, schemaVersion: 3, name: 'x', nodes, links, measurement });
        if (!result.ok) expect(result.error.every(({ message }) => message.length > 0)).toBe(true);
      }),
    );
  });
});

describe('parseScenario', () => {
  it('names place, expectation and what it got', () => {
    const result = parseScenario({
      ...sound,
      nodes: [sound.nodes[0], sound.nodes[2], { ...sound.nodes[1], capacity: -2 }],
    });
    expect(result).toEqual({
      ok: false,
      error: [
        {
          path: 'nodes[2] "encode".capacity',
          expected: 'an integer >= 1',
          got: '-2',
          message: 'nodes[2] "encode".capacity: expected an integer >= 1, got -2',
        },
      ],
    });
  });

  it('refuses what is no scenario at all', () => {
    expect(messages(null)).toEqual(['expected a scenario, which is a JSON object, got null']);
    expect(messages([sound])).toEqual(['expected a scenario, which is a JSON object, got a list of 1 entry']);
    expect(messages({})).toEqual(['format: expected "stagegraph-scenario", got nothing']);
    expect(messages({ ...sound, format: 'other' })).toEqual([
      'format: expected "stagegraph-scenario", got "other"',
    ]);
    expect(messages({ ...sound, schemaVersion: '1' })).toEqual([
      'schemaVersion: expected an integer from 0 to 3, got "1"',
    ]);
    expect(messages({ ...sound, nodes: undefined })).toEqual([
      'nodes: expected a list of at most 2000 entries, got nothing',
    ]);
  });

  it('names the version and the fields of a newer file', () => {
    const [disk, encode, out] = sound.nodes;
    const nodes = [disk, { ...encode, vacation: 3 }, out];
    expect(messages({ ...sound, schemaVersion: 7, nodes, theme: 'dark' })).toEqual([
      'This file has schemaVersion 7; this Stagegraph reads up to 3. Open it with a newer Stagegraph. Fields it does not know: nodes[1] "encode".vacation, theme.',
    ]);
    expect(messages({ ...sound, schemaVersion: 4 })).toEqual([
      'This file has schemaVersion 4; this Stagegraph reads up to 3. Open it with a newer Stagegraph.',
    ]);
  });

  it('refuses unknown fields by name', () => {
    expect(withStage({ colour: 'red' })).toEqual([
      'nodes[1] "encode".colour: expected no field of this name, got "red"',
    ]);
    expect(messages({ ...sound, links: [{ from: 'in', to: 'encode', weight: 1 }] })).toEqual([
      'links[0] "in" → "encode".weight: expected no field of this name, got 1',
    ]);
  });

  it.each<[object, string]>([
    [{ serverCount: 0 }, 'serverCount: expected an integer >= 1, got 0'],
    [{ serverCount: 1.5 }, 'serverCount: expected an integer >= 1, got 1.5'],
    [{ capacity: null }, 'capacity: expected an integer >= 1, got null'],
    [{ conversionFactor: 0 }, 'conversionFactor: expected a number > 0, got 0'],
    [{ overdriveRate: -1 }, 'overdriveRate: expected a number >= 0, got -1'],
    [{ overdriveRate: Number.NaN }, 'overdriveRate: expected a number >= 0, got NaN'],
    [{ overdriveRate: Number.POSITIVE_INFINITY }, 'overdriveRate: expected a number >= 0, got Infinity'],
    [{ passProbability: 1.1 }, 'passProbability: expected a number from 0 to 1, got 1.1'],
    [{ whenFull: 'wait' }, 'whenFull: expected block, blockBefore, drop or dropOldest, got "wait"'],
    [{ discipline: 'EDF' }, 'discipline: expected FCFS, LCFS, RSS, PS or priority, got "EDF"'],
    [{ preemption: 'repeat' }, 'preemption: expected none or resume, got "repeat"'],
    [{ bulk: { rule: 'all' } }, 'bulk.rule: expected full or upTo, got "all"'],
    [{ bulk: { rule: 'full', size: 0 } }, 'bulk.size: expected an integer >= 1, got 0'],
    [{ bulk: { rule: 'full', size: 2, max: 3 } }, 'bulk.max: expected no field of this name, got 3'],
    [{ name: 'x'.repeat(201) }, `name: expected a text of 1 to 200 characters, got "${'x'.repeat(40)}…"`],
    [{ position: [1, 2] }, 'position: expected an object, got a list of 2 entries'],
    [
      { service: 5 },
      'service: expected exponential, deterministic, erlang, gamma, uniform, triangular, lognormal, weibull, pareto, phaseType, empirical, trace or hyperexponential, got 5',
    ],
  ])('checks %o of a stage', (fields, message) => {
    expect(withStage(fields)).toEqual([`nodes[1] "encode".${message}`]);
  });

  it('refuses nodes of no kind', () => {
    expect(messages({ ...sound, nodes: [...sound.nodes, { id: 'x', kind: 'merge' }] })).toEqual([
      'nodes[3] "x".kind: expected source, stage, delay, router, fork, join or sink, got "merge"',
    ]);
  });

  it('refuses ids that are empty, long, unprintable or words of the language', () => {
    const withId = (id: unknown) => messages({ ...sound, nodes: [...sound.nodes, { id, kind: 'sink' }] });
    const expected = 'expected an id of 1 to 80 characters without control characters';
    expect(withId('')).toEqual([`nodes[3] "".id: ${expected}, got ""`]);
    expect(withId('a\nb')).toEqual([`nodes[3] "a\ufffdb".id: ${expected}, got "a\ufffdb"`]);
    expect(withId('x'.repeat(81))).toHaveLength(1);
    expect(withId('x'.repeat(80))).toEqual([]);
    expect(withId('Größe 1/β')).toEqual([]);
    for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(withId(id)).toEqual([
        `nodes[3] "${id}".id: expected an id that is not a word of JavaScript objects, got "${id}"`,
      ]);
    }
  });

  it('is not fooled by keys that touch prototypes', () => {
    const text = JSON.stringify(sound).replace(
      '"kind":"stage"',
      '"kind":"stage","__proto__":{"capacity":-1}',
    );
    const result = readScenarioText(text);
    expect(result.ok ? [] : result.error.map(({ message }) => message)).toEqual([
      'nodes[1] "encode".__proto__: expected no field of this name, got an object with capacity',
    ]);
    expect(({} as { capacity?: number }).capacity).toBeUndefined();
  });

  it('finds repeated ids, loose links and repeated links', () => {
    const nodes = [...sound.nodes, { id: 'encode', kind: 'sink' }];
    expect(messages({ ...sound, nodes })).toEqual([
      'nodes[3].id: expected an id of its own, got "encode" again, as in nodes[1]',
    ]);
    const links = [...sound.links, { from: 'in', to: 'nowhere' }, { from: 'in', to: 'encode' }];
    expect(messages({ ...sound, links })).toEqual([
      'links[2] "in" → "nowhere".to: expected the id of a node, got "nowhere"',
      'links[3]: expected a pair of nodes of its own, got "in" → "encode" again, as in links[0]',
    ]);
  });

  it('reads measurements', () => {
    const withMeasurement = (stages: unknown) =>
      messages({ ...sound, measurement: { name: 'run 1', stages } });
    expect(
      withMeasurement([{ stage: 'encode', throughput: 3, occupancyDistribution: [0.25, 0.75] }]),
    ).toEqual([]);
    expect(withMeasurement([{ stage: 'encode', utilization: 1.2 }])).toEqual([
      'measurement.stages[0] "encode".utilization: expected a number from 0 to 1, got 1.2',
    ]);
    expect(withMeasurement([{ stage: 'encode', occupancyDistribution: [0.25, 0.7] }])).toEqual([
      'measurement.stages[0] "encode".occupancyDistribution: expected shares that sum to 1, got a list of 2 entries',
    ]);
    expect(withMeasurement([{ stage: 'a' }, { stage: 'a' }])).toEqual([
      'measurement.stages[1].stage: expected a stage that is not listed yet, got "a" again, as in measurement.stages[0]',
    ]);
  });

  it('lists at most 20 faults and counts the rest', () => {
    const nodes = Array.from({ length: 50 }, (_, i) => ({ id: `s${i}`, kind: 'sink', colour: 1 }));
    const found = messages({ ...sound, nodes, links: [] });
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toBe('… and 30 more errors');
  });

  it('counts before it looks closely', () => {
    const nodes = Array.from({ length: 1_000_000 }, (_, i) => ({ id: i }));
    expect(messages({ ...sound, nodes })).toEqual(['nodes: expected at most 2000 nodes, got 1000000']);
    const links = new Array(10_001).fill(sound.links[0]);
    expect(messages({ ...sound, links })).toEqual(['links: expected at most 10000 links, got 10001']);
    const values = new Array(1_000_001).fill(1);
    expect(withService({ distribution: 'trace', values })).toEqual([
      'nodes[1] "encode".service.values: expected a list of at most 1000000 entries, got a list of 1000001 entries',
    ]);
    const bad = new Array(1_000_000).fill(null);
    expect(withService({ distribution: 'trace', values: bad })).toEqual([
      'nodes[1] "encode".service.values[0]: expected a number, got null',
    ]);
    expect(withService({ distribution: 'trace', values: new Array(100_000).fill(-1) })).toEqual([
      'nodes[1] "encode".service.values[0]: expected a number >= 0, got -1',
    ]);
    expect(withService({ distribution: 'trace', values: new Array(1_000_000).fill(1.5) })).toEqual([]);
    let deep: unknown = 1;
    for (let i = 0; i < 10_000; i++) deep = [deep];
    expect(messages({ ...sound, links: deep })).toEqual([
      'expected at most 12 levels of lists and objects, got more',
    ]);
  });
});

describe('distributions', () => {
  const phaseType = {
    distribution: 'phaseType',
    alpha: [0.5, 0.5],
    T: [
      [-2, 1],
      [0, -3],
    ],
  };
  const map = {
    distribution: 'map',
    D0: [
      [-3, 1],
      [0, -2],
    ],
    D1: [
      [2, 0],
      [1, 1],
    ],
  };
  const fine = [
    { distribution: 'exponential', mean: 2 },
    {
      distribution: 'exponential',
      factors: { elementsPerClock: 16, clock: 133e6, divisor: 2, multiplier: 0.5 },
    },
    { distribution: 'deterministic', rate: 2 },
    { distribution: 'erlang', mean: 2, shape: 3 },
    { distribution: 'gamma', mean: 2, scv: 0.1 },
    { distribution: 'hyperexponential', mean: 2, scv: 4 },
    { distribution: 'hyperexponential', probabilities: [0.1, 0.9], rates: [1, 2] },
    { distribution: 'uniform', min: 0, max: 2 },
    { distribution: 'lognormal', mean: 2, scv: 4 },
    { distribution: 'weibull', rate: 2, shape: 0.5 },
    { distribution: 'pareto', scale: 2, shape: 1.5 },
    phaseType,
    { distribution: 'empirical', edges: [0, 1, 3], weights: [5, 2] },
    { distribution: 'trace', values: [0, 1, 3] },
  ];
  const arrivalsOnly = [
    map,
    { distribution: 'onOff', peakRate: 3, idleRate: 0, meanOnTime: 1, meanOffTime: 2 },
  ];

  it.each(fine)('reads %o for service and arrivals', (distribution) => {
    expect(withService(distribution)).toEqual([]);
    expect(withArrivals(distribution)).toEqual([]);
  });

  it.each(arrivalsOnly)('reads %o for arrivals only', (distribution) => {
    expect(withArrivals(distribution)).toEqual([]);
    expect(withService(distribution)).toEqual([
      `nodes[1] "encode".service.distribution: expected exponential, deterministic, erlang, gamma, uniform, triangular, lognormal, weibull, pareto, phaseType, empirical, trace or hyperexponential, got "${distribution.distribution}"`,
    ]);
  });

  it.each<[object, string]>([
    [
      { distribution: 'exponential' },
      ': expected exactly one of rate, mean and factors, got an object with distribution',
    ],
    [
      { distribution: 'gamma', scv: 2, rate: 1, mean: 1 },
      ': expected exactly one of rate, mean and factors, got an object with distribution, scv, rate, mean',
    ],
    [{ distribution: 'exponential', rate: 0 }, '.rate: expected a number > 0, got 0'],
    [
      { distribution: 'exponential', rate: 1e-320 },
      ': expected a rate and a mean that are finite and above 0, got an object with distribution, rate',
    ],
    [
      { distribution: 'exponential', factors: { elementsPerClock: 1 } },
      '.factors.clock: expected a number > 0, got nothing',
    ],
    [{ distribution: 'exponential', rate: 1, scv: 2 }, '.scv: expected no field of this name, got 2'],
    [
      { distribution: 'erlang', mean: 1, shape: 1.5 },
      '.shape: expected an integer from 1 to 1000000, got 1.5',
    ],
    [{ distribution: 'gamma', mean: 1, scv: 0 }, '.scv: expected a number > 0, got 0'],
    [{ distribution: 'hyperexponential', mean: 1, scv: 0.5 }, '.scv: expected a number >= 1, got 0.5'],
    [
      { distribution: 'hyperexponential', probabilities: [0.5, 0.4], rates: [1, 2] },
      '.probabilities: expected probabilities that sum to 1, got a list of 2 entries',
    ],
    [
      { distribution: 'hyperexponential', probabilities: [1], rates: [1, 2] },
      '.rates: expected as many values as probabilities, got a list of 2 entries',
    ],
    [{ distribution: 'uniform', min: 2, max: 2 }, '.max: expected a number above min, got 2'],
    [{ distribution: 'pareto', scale: 0, shape: 1 }, '.scale: expected a number > 0, got 0'],
    [
      { ...phaseType, alpha: [0.5, 0.4] },
      '.alpha: expected probabilities that sum to 1, got a list of 2 entries',
    ],
    [{ ...phaseType, alpha: [1] }, '.T: expected as many rows and columns as alpha, got a list of 2 entries'],
    [
      { distribution: 'phaseType', alpha: [1], T: [[1]] },
      '.T: expected rows with sums <= 0, got a list of 1 entry',
    ],
    [
      { distribution: 'phaseType', alpha: [1], T: [[0]] },
      '.T: expected an end that every phase leads to, got a list of 1 entry',
    ],
    [
      {
        ...phaseType,
        T: [
          [-2, -1],
          [0, -3],
        ],
      },
      '.T: expected values >= 0 outside the diagonal, got a list of 2 entries',
    ],
    [
      { distribution: 'empirical', edges: [0, 2, 2], weights: [1, 1] },
      '.edges: expected increasing values, got a list of 3 entries',
    ],
    [
      { distribution: 'empirical', edges: [0, 2], weights: [1, 1] },
      '.weights: expected one value less than edges, got a list of 2 entries',
    ],
    [
      { distribution: 'empirical', edges: [0, 2], weights: [0] },
      '.weights: expected weights that are not all 0, got a list of 1 entry',
    ],
    [
      { distribution: 'trace', values: [] },
      '.values: expected a list of 1 to 1000000 numbers, got a list of 0 entries',
    ],
    [
      { distribution: 'trace', values: [0, 0] },
      '.values: expected values that are not all 0, got a list of 2 entries',
    ],
    [{ distribution: 'trace', values: [1, -2, -3] }, '.values[1]: expected a number >= 0, got -2'],
    [{ distribution: 'trace', values: [1, '2'] }, '.values[1]: expected a number >= 0, got "2"'],
    [
      {
        ...map,
        D1: [
          [2, 0],
          [1, 2],
        ],
      },
      '.D1: expected rows that sum to 0 together with the rows of D0, got a list of 2 entries',
    ],
    [{ ...map, D1: [[2]] }, '.D1: expected as many rows and columns as D0, got a list of 1 entry'],
    [
      { distribution: 'map', D0: [[0]], D1: [[0]] },
      '.D1: expected arrivals that go on for ever from every phase, got a list of 1 entry',
    ],
    [
      { distribution: 'onOff', peakRate: 0, meanOnTime: 1, meanOffTime: 1 },
      '.peakRate: expected a number > 0, got 0',
    ],
  ])('refuses %o', (distribution, message) => {
    expect(withArrivals(distribution)).toEqual([`nodes[0] "in".interarrival${message}`]);
  });
});
