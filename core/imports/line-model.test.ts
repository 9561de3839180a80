/** Queueing networks of LINE: what is read, held against formulas and LINE's own figures; what is told; what is refused. */
import { describe, expect, it } from 'vitest';
import { solveScenario } from '../../workers/solve/solve-scenario.ts';
import { distributionMean, distributionScv } from '../distributions/index.ts';
import { findFaults } from '../scenario/faults.ts';
import { parseScenario } from '../scenario/read-scenario.ts';
import type { SourceNode } from '../scenario/scenario.ts';
import { isLineModel, readLineModel } from './line-model.ts';
import { modelsIn } from './read-model.ts';

/** Written for these tests in the form of LINE's linemodel_save. */
const document = (model: object): string =>
  JSON.stringify({ format: 'line-model', version: '1.0', model: { type: 'Network', name: 'net', ...model } });

const expo = (lambda: number) => ({ type: 'Exp', params: { lambda } });
const matrix = (of: object) => ({ type: 'matrix', matrix: of });
const OPEN = [{ name: 'c', type: 'Open' }];

const line = (queue: object, arrivals: object = expo(1), more: object = {}) =>
  document({
    nodes: [
      { name: 'mySource', type: 'Source', service: { c: arrivals } },
      { name: 'myQueue', type: 'Queue', scheduling: 'FCFS', service: { c: expo(1.25) }, ...queue },
      { name: 'mySink', type: 'Sink' },
    ],
    classes: OPEN,
    routing: matrix({ 'c,c': { mySource: { myQueue: 1 }, myQueue: { mySink: 1 } } }),
    ...more,
  });

function read(text: string, unit?: number) {
  expect(isLineModel(text.slice(0, 4096))).toBe(true);
  const found = readLineModel(text, unit);
  if (!found.ok) throw new Error(found.error);
  const parsed = parseScenario(found.value.scenario);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  expect(findFaults(parsed.value).filter(({ severity }) => severity === 'error')).toEqual([]);
  return found.value;
}

const refusal = (text: string): string => {
  const found = readLineModel(text);
  if (found.ok) throw new Error('It was read.');
  return found.error;
};

function solved(text: string, unit?: number) {
  const answer = solveScenario(read(text, unit).scenario, 'auto');
  if (answer.kind === 'noAnswer') throw new Error(JSON.stringify(answer));
  return answer;
}

const onlySource = (text: string, unit?: number) =>
  read(text, unit).scenario.nodes.find((node): node is SourceNode => node.kind === 'source')!.interarrival;

describe('a model of LINE', () => {
  it('gives the figures of its first example: M/M/1 at 0.8', () => {
    // README of LINE: QLen 4, Util 0.8, RespT 4.
    const { stages } = solved(line({}));
    expect(stages.myQueue).toMatchObject({
      utilization: expect.closeTo(0.8, 12),
      meanOccupancy: expect.closeTo(4, 12),
      meanSojournTime: expect.closeTo(4, 12),
    });
    expect(solved(line({}), 1e-3).stages.myQueue!.meanSojournTime).toBeCloseTo(4e-3, 12);
  });

  it('loses, holds up or lets wait what finds a queue full, by its rule', () => {
    const lost = solved(line({ buffer: 3, dropRule: { c: 'drop' } }, expo(1)));
    const rho = 0.8;
    expect(lost.stages.myQueue!.lossRate).toBeCloseTo((rho ** 3 * (1 - rho)) / (1 - rho ** 4), 12);
    const region = { name: 'r', stations: [{ node: 'myQueue' }], globalMaxJobs: 3, dropRule: { c: 'drop' } };
    expect(solved(line({}, expo(1), { finiteCapacityRegions: [region] })).stages.myQueue!.lossRate).toBe(
      lost.stages.myQueue!.lossRate,
    );
    const held = read(line({ buffer: 3, dropRule: { c: 'blockingAfterService' } })).scenario;
    expect(held.nodes[1]).toMatchObject({ capacity: 3 });
    expect(held.nodes[1]).not.toHaveProperty('whenFull', 'drop');
    const waits = read(line({ buffer: 3, dropRule: { c: 'waitingQueue' } }));
    expect(waits.scenario.nodes[1]).not.toHaveProperty('capacity');
    expect(waits.remarks.join()).toContain('wait outside and block no station');
  });

  it('switches classes at a node and on the way alike', () => {
    // As LINE's example_openModel_3: A and B come to queue 1, become C, and go to queue 2.
    const nodes = [
      { name: 'Source 1', type: 'Source', service: { A: expo(2), B: expo(1), C: { type: 'Disabled' } } },
      {
        name: 'Queue 1',
        type: 'Queue',
        scheduling: 'PS',
        service: { A: expo(5), B: expo(10 / 3), C: expo(3) },
      },
      {
        name: 'Queue 2',
        type: 'Queue',
        scheduling: 'PS',
        service: { A: expo(1), B: expo(1), C: expo(20 / 3) },
      },
      { name: 'Sink 1', type: 'Sink' },
    ];
    const classes = ['A', 'B', 'C'].map((name) => ({ name, type: 'Open' }));
    const start = { 'Source 1': { 'Queue 1': 1 } };
    const end = { 'Queue 2': { 'Sink 1': 1 } };
    const toC = { A: { C: 1 }, B: { C: 1 }, C: { C: 1 } };
    const byNode = document({
      nodes: [...nodes, { name: 'ClassSwitch 1', type: 'ClassSwitch', classSwitchMatrix: toC }],
      classes,
      routing: matrix({
        'A,A': { ...start, 'Queue 1': { 'ClassSwitch 1': 1 } },
        'B,B': { ...start, 'Queue 1': { 'ClassSwitch 1': 1 } },
        'C,C': { 'ClassSwitch 1': { 'Queue 2': 1 }, ...end },
      }),
    });
    const onTheWay = document({
      ...{ nodes, classes },
      routing: matrix({
        ...{ 'A,A': start, 'B,B': start, 'C,C': end },
        'A,C': { 'Queue 1': { 'Queue 2': 1 } },
        'B, C': { 'Queue 1': { 'Queue 2': 1 } },
      }),
    });
    for (const text of [byNode, onTheWay]) {
      const { stages } = solved(text);
      expect(stages['Queue 1']!.utilization).toBeCloseTo(0.7, 9);
      expect(stages['Queue 1']!.meanOccupancy).toBeCloseTo(0.7 / 0.3, 9);
      expect(stages['Queue 2']!.meanOccupancy).toBeCloseTo(0.45 / 0.55, 9);
    }
  });

  it('reads closed classes: the machine repair model by its formula', () => {
    const [jobs, think, serve] = [5, 2, 0.7];
    const text = document({
      nodes: [
        {
          name: 'Delay',
          type: 'Delay',
          scheduling: 'INF',
          service: { m: { type: 'Exp', fit: { method: 'fitMean', mean: think } } },
        },
        { name: 'Repair', type: 'Queue', scheduling: 'FCFS', service: { m: expo(1 / serve) } },
      ],
      classes: [{ name: 'm', type: 'Closed', population: jobs, refNode: 'Delay' }],
      routing: matrix({ 'm,m': { Delay: { Repair: 1 }, Repair: { Delay: 1 } } }),
    });
    // P(n at the server) is proportional to (serve / think)^n jobs! / (jobs - n)!.
    const weights = Array.from({ length: jobs + 1 }, () => 1);
    for (let n = 1; n <= jobs; n++) weights[n] = weights[n - 1]! * (serve / think) * (jobs - n + 1);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const mean = weights.reduce((sum, weight, n) => sum + n * weight, 0) / all;
    const { stages } = solved(text);
    expect(stages.Repair!.meanOccupancy).toBeCloseTo(mean, 9);
    expect(stages.Repair!.utilization).toBeCloseTo(1 - weights[0]! / all, 9);
  });

  it('divides by shares, by class, in turns and to the shortest queue', () => {
    const queues = ['p', 'q'].map((name) => ({ name, type: 'Queue', service: { a: expo(9), b: expo(9) } }));
    const model = (strategies: object) =>
      document({
        nodes: [
          { name: 's', type: 'Source', service: { a: expo(1), b: expo(2) } },
          { name: 'r', type: 'Router' },
          ...queues,
          { name: 'out', type: 'Sink' },
        ],
        classes: [
          { name: 'a', type: 'Open', priority: 2 },
          { name: 'b', type: 'Open', priority: 5 },
        ],
        routing: matrix({
          'a,a': { s: { r: 1 }, r: { p: 0.25, q: 0.75 }, p: { out: 1 }, q: { out: 1 } },
          'b,b': { s: { r: 1 }, r: { p: 0.5, q: 0.5 }, p: { out: 1 }, q: { out: 1 } },
        }),
        routingStrategies: strategies,
      });
    const { scenario } = read(model({}));
    expect(scenario.classes).toEqual([{ id: 'a' }, { id: 'b', priority: 3 }]);
    expect(solved(model({})).stages.p!.arrivalRate).toBeCloseTo(0.25 + 1, 12);
    const ruled = (rule: string) =>
      read(model({ r: { a: rule, b: rule } })).scenario.nodes.find(({ id }) => id === 'r');
    expect(ruled('RROBIN')).toMatchObject({ routing: { rule: 'roundRobin' } });
    expect(ruled('JSQ')).toMatchObject({ routing: { rule: 'joinShortestQueue' } });
    expect(read(model({ r: { a: 'RL', b: 'RL' } })).remarks).toContain(
      'Left out: routing by RL (read as shares) of r.',
    );
  });

  it.each([
    [expo(4), 0.25, 1],
    [{ type: 'Det', params: { value: 3 } }, 3, 0],
    [{ type: 'Erlang', params: { lambda: 2, k: 4 } }, 2, 0.25],
    [
      { type: 'HyperExp', params: { p: [0.3, 0.7], lambda: [1, 2] } },
      0.65,
      (2 * (0.3 + 0.175)) / 0.65 ** 2 - 1,
    ],
    [{ type: 'Gamma', params: { alpha: 2, beta: 3 } }, 6, 0.5],
    [{ type: 'Lognormal', params: { mu: 0, sigma: 1 } }, Math.E ** 0.5, Math.E - 1],
    [{ type: 'Uniform', params: { a: 1, b: 3 } }, 2, 1 / 12],
    [{ type: 'Pareto', params: { alpha: 3, scale: 2 } }, 3, 1 / 3],
    [{ type: 'Weibull', params: { alpha: 2, beta: 1 } }, 2, 1],
    [{ type: 'Normal', params: { mu: 4, sigma: 1 } }, 4, 1 / 16],
    [{ type: 'Coxian', params: { mu: [2, 1], phi: [0.5, 1] } }, 1, 1],
    [
      {
        type: 'PH',
        ph: {
          alpha: [1, 0],
          T: [
            [-2, 2],
            [0, -2],
          ],
        },
      },
      1,
      0.5,
    ],
    [
      {
        type: 'APH',
        ph: {
          alpha: [0.5, 0.5],
          T: [
            [-1, 0],
            [0, -1],
          ],
        },
      },
      1,
      1,
    ],
    [{ type: 'Exp', fit: { method: 'fitMean', mean: 5 } }, 5, 1],
    [{ type: 'Erlang', fit: { method: 'fitMeanAndOrder', mean: 5, order: 2 } }, 5, 0.5],
    [{ type: 'HyperExp', fit: { method: 'fitMeanAndSCV', mean: 5, scv: 4 } }, 5, 4],
    [{ type: 'Replayer', params: { fileName: 't.txt' }, ph: { alpha: [1], T: [[-4]] } }, 0.25, 1],
  ])('reads times of %o', (written, mean, scv) => {
    const times = onlySource(line({}, written), 10);
    expect(distributionMean(times)).toBeCloseTo(10 * mean, 9);
    expect(distributionScv(times)).toBeCloseTo(scv, 9);
  });

  it('names what it leaves out', () => {
    const text = line({ scheduling: 'DPS', schedParams: { c: 2 }, patience: {} }, expo(1), {
      finiteCapacityRegions: [{ name: 'r', stations: [{ node: 'myQueue' }], globalMaxMemory: 3 }],
      rewards: {},
    });
    expect(read(text).remarks).toEqual([
      'One unit of time is taken as 1 s.',
      'Left out: schedParams of myQueue.',
      'Left out: patience of myQueue.',
      'Left out: scheduling DPS (read as FCFS) of myQueue.',
      'Left out: finite capacity region "r" around myQueue (its limits do not hold).',
      'Left out: rewards.',
    ]);
  });

  it('names a discipline that it does not know, whatever it is called', () => {
    for (const scheduling of ['LEPT', 'toString'])
      expect(read(line({ scheduling })).remarks.join()).toContain(`scheduling ${scheduling} (read as FCFS)`);
  });

  it.each([
    ['{"format": "line-model", "model": ', 'line 1, column 35: this is no JSON; found the end of the text'],
    [document({}), 'model.nodes: expected a list of nodes'],
    [
      JSON.stringify({ format: 'line-model', model: { type: 'LayeredNetwork' } }),
      'model.type: expected the type Network (layered networks, workflows and environments are not read)',
    ],
    [line({ servers: -1 }), 'model.nodes[1].servers: expected a number >= 0 or "Infinity"'],
    [line({ type: 'Cache' }), 'node "myQueue": a Cache is no node that a queueing network here can have'],
    [line({ service: {} }), 'node "myQueue" has no service times'],
    [
      line({ service: { c: { type: 'Zipf', params: { s: 1, n: 2 } } } }),
      '"myQueue": times of Zipf are not read',
    ],
    ...['constructor', '__proto__'].map((type) => [
      line({ service: { c: { type, params: { a: 1 } } } }),
      `"myQueue": times of ${type} are not read`,
    ]),
    [line({ service: { c: { type: 'Exp', params: {} } } }), '"myQueue": times of Exp are not read'],
    [
      line({ service: { c: { type: 'Exp', params: { mu: 1 } } } }),
      '"myQueue": Exp: expected a number as lambda',
    ],
    [
      line({}, expo(1), { classes: [{ name: 'c', type: 'Signal' }] }),
      'model.classes[0].type: expected Open or Closed, got Signal',
    ],
    [
      line({}, expo(1), { classes: [{ name: 'c', type: 'Closed', population: 3, refNode: 'mySink' }] }),
      'model.classes[0].refNode: expected a queue or a delay',
    ],
    [
      line({}, expo(1), { routing: matrix({ 'c,d': {} }) }),
      'expected "class,class" of the classes, got "c,d"',
    ],
    [line({}, expo(1), { routing: matrix({ 'c,c': { x: { y: 1 } } }) }), 'there is no node "x"'],
    [line({}, expo(1), { classes: [...OPEN, ...OPEN] }), 'model.classes[1]: there are two classes "c"'],
  ])('refuses %s', (text, message) => {
    expect(refusal(text)).toContain(message);
  });
});

it('is refused with the place where its phases fit no start', () => {
  const phases = { type: 'PH', ph: { alpha: [0.5, 0.5, 0], T: [[-1]] } };
  const [model] = modelsIn([{ name: 'm.json', text: line({ service: { c: phases } }) }]);
  expect(model!.read()).toMatchObject({
    ok: false,
    error: [expect.stringContaining('as many rows and columns as alpha')],
  });
});
