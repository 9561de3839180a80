import { describe, expect, it } from 'vitest';
import type { Measurement, StageMeasurement } from '../../core/measurement/measurement.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import {
  SCENARIO_FORMAT,
  SCHEMA_VERSION,
  type Scenario,
  type StageNode,
} from '../../core/scenario/scenario.ts';
import { openStream } from '../random/random-stream.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import { calibrate } from './calibrate.ts';
import type { CalibrationAnswer, CalibrationRequest } from './contract.ts';
import { fitService } from './fit-service.ts';

interface Truth {
  readonly rate?: number;
  readonly parse?: number;
  readonly pass?: number;
  readonly match?: number;
  readonly scv?: number;
}

/** A source, a stage that filters, and a stage with general service behind it. */
function line({ rate = 100, parse = 150, pass = 0.5, match = 80, scv = 2 }: Truth = {}): Scenario {
  return {
    format: SCENARIO_FORMAT,
    schemaVersion: SCHEMA_VERSION,
    name: 'line',
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate } },
      {
        id: 'parse',
        kind: 'stage',
        service: { distribution: 'exponential', rate: parse },
        passProbability: pass,
      },
      { id: 'match', kind: 'stage', service: { distribution: 'gamma', rate: match, scv } },
      { id: 'out', kind: 'sink' },
    ],
    links: [
      { from: 'in', to: 'parse' },
      { from: 'parse', to: 'match' },
      { from: 'match', to: 'out' },
    ],
  };
}

/** A source that deals to two equal stages with few places; what they lose is lost. */
function lossyPair(share: number): Scenario {
  const lossy = (id: string): StageNode => ({
    ...{
      id,
      kind: 'stage',
      service: { distribution: 'exponential', rate: 60 },
      capacity: 2,
      whenFull: 'drop',
    },
  });
  const fast = { kind: 'stage', service: { distribution: 'exponential', rate: 1000 } } as const;
  return {
    ...line(),
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 100 } },
      { id: 'split', ...fast },
      lossy('a'),
      lossy('b'),
      { id: 'join', ...fast },
      { id: 'out', kind: 'sink' },
    ],
    links: [
      { from: 'in', to: 'split' },
      { from: 'split', to: 'a', probability: share },
      { from: 'split', to: 'b', probability: 1 - share },
      { from: 'a', to: 'join' },
      { from: 'b', to: 'join' },
      { from: 'join', to: 'out' },
    ],
  };
}

const QUANTITIES = ['throughput', 'utilization', 'meanOccupancy', 'meanSojournTime'] as const;

/** What the model predicts, with factors exp(noise z) on it. */
function measured(truth: Scenario, seed = 0, noise = 0, distributions = false): Measurement {
  const outcome = solveScenario(truth, 'auto', false);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  const stream = openStream({ seed, replication: 0, node: 'noise', purpose: 'service' });
  const normal = () => Math.sqrt(-2 * Math.log(stream.uniform())) * Math.cos(2 * Math.PI * stream.uniform());
  const stages = Object.entries(outcome.stages).map(([stage, measures]): StageMeasurement => {
    const values = QUANTITIES.map((name) => [name, measures[name]! * Math.exp(noise * normal())]);
    const shares = measures.occupancyDistribution;
    return {
      stage,
      ...Object.fromEntries(values),
      ...(distributions && shares && { occupancyDistribution: shares }),
    };
  });
  return { name: 'made', stages };
}

async function calibrated(
  scenario: Scenario,
  measurement: Measurement,
  request: CalibrationRequest,
): Promise<CalibrationAnswer> {
  const outcome = await calibrate(scenario, measurement, request);
  if (!outcome.ok) throw new Error(outcome.error.join('\n'));
  return outcome.value;
}

const only = (measurement: Measurement, names: readonly string[]): Measurement => ({
  ...measurement,
  stages: measurement.stages.map(
    (stage) =>
      Object.fromEntries(
        Object.entries(stage).filter(([name]) => name === 'stage' || names.includes(name)),
      ) as unknown as StageMeasurement,
  ),
});

const PATHS = [
  'in.interarrival.rate',
  'parse.service.rate',
  'parse.passProbability',
  'match.service.rate',
  'match.service.scv',
];
const unknowns = PATHS.map((path) => ({ path }));
const TRUE = [100, 150, 0.5, 80, 2];

describe('calibrate', () => {
  it('finds five parameters from far away, and writes them into the scenario', async () => {
    const start = line({ rate: 30, parse: 500, pass: 0.9, match: 300, scv: 0.5 });
    const answer = await calibrated(start, measured(line()), { unknowns, starts: 2 });
    for (const [i, { value }] of answer.parameters.entries()) expect(value / TRUE[i]!).toBeCloseTo(1, 3);
    expect(answer.cost).toBeLessThan(1e-4);
    expect(answer.costBefore).toBeGreaterThan(100);
    const stage = answer.scenario.nodes.find(({ id }) => id === 'match') as StageNode;
    expect((stage.service as { rate: number }).rate).toBeCloseTo(80, 1);
    expect(answer.sentences[0]).toMatch(/^Model and data agree within the errors/);
  });

  it('starts from a model without a steady state', async () => {
    const answer = await calibrated(line({ rate: 400 }), measured(line()), {
      unknowns: unknowns.slice(0, 2),
      starts: 2,
    });
    expect(answer.parameters[0]!.value).toBeCloseTo(100, 1);
    expect(answer.parameters[1]!.value).toBeCloseTo(150, 1);
  });

  it('its intervals leave the truth out as often as they say', { tags: ['long'] }, async () => {
    const RUNS = 12;
    const outside = [0, 0];
    for (let seed = 0; seed < RUNS; seed += 1) {
      const answer = await calibrated(line(), measured(line(), seed, 0.05), {
        unknowns: unknowns.slice(0, 2),
        starts: 1,
      });
      answer.parameters.forEach(({ low, high }, i) => {
        if (!(low! <= TRUE[i]! && TRUE[i]! <= high!)) outside[i]! += 1;
      });
    }
    // 4 or more of 12 have probability 0.2 % at 5 %.
    for (const count of outside) expect(count).toBeLessThan(4);
  });

  it('uses a distribution where one was measured', { tags: ['long'] }, async () => {
    const shares = only(measured(line(), 0, 0, true), ['occupancyDistribution', 'throughput']);
    const answer = await calibrated(line({ match: 120, scv: 0.6 }), shares, {
      unknowns: unknowns.slice(3),
      starts: 2,
    });
    expect(answer.parameters[0]!.value).toBeCloseTo(80, 1);
    expect(answer.parameters[1]!.value).toBeCloseTo(2, 1);
    expect(answer.residuals.map(({ quantity }) => quantity)).toContain('occupancyDistribution');
  });

  it('names parameters that cannot be told apart', async () => {
    const throughput = only(measured(line()), ['throughput']);
    const behind = { ...throughput, stages: throughput.stages.filter(({ stage }) => stage === 'match') };
    const answer = await calibrated(line(), behind, {
      unknowns: [{ path: 'in.interarrival.rate' }, { path: 'parse.passProbability' }],
    });
    expect(answer.sentences[0]).toBe(
      'The arrival rate of in and the pass probability of parse cannot be told apart from this data: the first raised by 10 % and the second lowered by 10 % predict the same.',
    );
    expect(answer.parameters.every(({ low }) => low === undefined)).toBe(true);
  });

  it('does not take a full stage for an answer where one with a steady state fits as well', {
    tags: ['long'],
  }, async () => {
    const whole = only(measured(line()), ['throughput', 'utilization', 'meanOccupancy']);
    const behind = { ...whole, stages: whole.stages.filter(({ stage }) => stage === 'match') };
    // What passes through a full stage of 60/s is 0.83 of it, however much arrives.
    const drawn = line({ parse: 60, rate: 50 });
    const free = ['in.interarrival.rate', 'parse.passProbability', 'match.service.rate'];
    const answer = await calibrated(drawn, behind, { unknowns: free.map((path) => ({ path })) });
    expect(answer.sentences.join(' ')).toMatch(
      /arrival rate of in and the pass probability of parse cannot be told apart/,
    );
    expect(answer.parameters.map(({ low }) => low === undefined)).toEqual([true, true, false]);
    expect(answer.parameters[0]!.value).toBeLessThan(60);
    const full = await calibrated(line(), measured(line()), {
      unknowns: [{ path: 'in.interarrival.rate', low: 200, high: 300 }],
    });
    expect(full.sentences[0]).toBe(
      'With the values found more arrives at parse than can be served: there is no steady state.',
    );
  });

  it('gives no interval to what has another answer', { tags: ['long'] }, async () => {
    // What two equal stages with losses pass on together is the same for the shares p and 1 - p.
    const scenario = lossyPair(0.3);
    const whole = only(measured(lossyPair(0.2)), ['throughput']);
    const join = { ...whole, stages: whole.stages.filter(({ stage }) => stage === 'join') };
    const answer = await calibrated(scenario, join, {
      unknowns: [{ path: 'split>a.probability', low: 0.01, high: 0.99 }],
      error: 0.01,
    });
    const [found] = answer.parameters;
    expect(Math.min(found!.value, 1 - found!.value)).toBeCloseTo(0.2, 3);
    expect(found!.low).toBeUndefined();
    expect(answer.sentences.at(-1)).toMatch(
      /^There is another answer that fits as well: split>a.probability = 0\.[28]\./,
    );
  });

  it('names a parameter that nothing depends on, and keeps the others', async () => {
    const answer = await calibrated(line(), only(measured(line()), ['throughput', 'utilization']), {
      unknowns: [unknowns[3]!, unknowns[4]!],
    });
    expect(answer.sentences[0]).toMatch(
      /^The .*scv.* of match cannot be told from this data: nothing that was measured depends on it\.$/,
    );
    expect(answer.parameters[0]!.low).toBeDefined();
    expect(answer.parameters[1]!.low).toBeUndefined();
  });

  it('follows an interval where the model is bent: a service rate close to the load has more room above', async () => {
    const truth = line({ rate: 100, parse: 105 });
    const levels = only(measured(truth), ['meanOccupancy']);
    const parse = { ...levels, stages: levels.stages.filter(({ stage }) => stage === 'parse') };
    const answer = await calibrated(truth, parse, { unknowns: [unknowns[1]!], error: 0.5, starts: 1 });
    const [found] = answer.parameters;
    // M/M/1: L = 20, with 0.1 added on both sides. The sum of squares, which grows less beyond three errors, is 1.96^2 at 2.062.
    const rateAt = (level: number): number => 100 * (1 + 1 / level);
    const factor = Math.exp(2.062 * 0.5);
    expect(found!.profiled).toBe(true);
    expect(found!.low! / rateAt(20.1 * factor - 0.1)).toBeCloseTo(1, 2);
    expect(found!.high! / rateAt(20.1 / factor - 0.1)).toBeCloseTo(1, 2);
  });

  it('finds by simulation what an exact formula predicts', { tags: ['long'] }, async () => {
    const finite = (mu: number): Scenario => {
      const drawn = line({ parse: mu, pass: 1, match: 1000 });
      const nodes = drawn.nodes.map((node) =>
        node.id === 'parse' ? { ...node, capacity: 4, whenFull: 'drop' as const } : node,
      );
      return { ...drawn, nodes: nodes as Scenario['nodes'] };
    };
    const whole = measured(finite(130));
    const parse = { ...whole, stages: whole.stages.filter(({ stage }) => stage === 'parse') };
    const request: CalibrationRequest = { unknowns: [unknowns[1]!], method: 'simulation', starts: 1 };
    const answer = await calibrated(finite(180), parse, request);
    expect(answer.parameters[0]!.value / 130).toBeCloseTo(1, 2);
    expect(answer.parameters[0]!.low).toBeLessThan(130);
    expect(answer.parameters[0]!.high).toBeGreaterThan(130);
    expect(answer.simulated).toMatchObject({ seed: 1, replications: 4 });
    expect(answer.sentences.at(-1)).toMatch(/^The model was simulated: 4 replications/);
    expect((await calibrated(finite(180), parse, request)).parameters).toEqual(answer.parameters);
  });

  it('refuses to simulate for many unknowns', async () => {
    const six = [...unknowns, { path: 'inputs' }];
    const outcome = await calibrate(line(), measured(line()), { unknowns: six, method: 'simulation' });
    expect(outcome.ok ? [] : outcome.error).toEqual([
      'By simulation at most 5 numbers are searched for at once, not 6: name fewer.',
    ]);
  });

  it('says that a bound was hit, and that the model does not agree', async () => {
    const answer = await calibrated(line(), measured(line()), {
      unknowns: [{ path: 'match.service.rate', low: 100, high: 200 }],
    });
    expect(answer.parameters[0]).toMatchObject({ value: 100, bound: 'low' });
    expect(answer.sentences[0]).toMatch(/ended at its lowest possible value 100/);
    expect(answer.sentences[1]).toMatch(/does not agree with the data even so: .* of match is/);
  });

  it('refuses what cannot be fitted, all at once', async () => {
    const bad = [
      { path: 'match.serverCount' },
      { path: 'parse.overdriveRate' },
      { path: 'nobody.service.rate' },
      { path: 'parse.passProbability', high: 2 },
      { path: 'parse.service.rate' },
      { path: 'parse.service.mean' },
    ];
    const outcome = await calibrate(
      line(),
      { name: 'empty', stages: [{ stage: 'gone', throughput: 1 }] },
      { unknowns: bad },
    );
    expect(outcome.ok ? [] : outcome.error).toEqual([
      'match.serverCount: whole numbers are not fitted; calibrate once for each value that is possible.',
      'parse.overdriveRate is 0: give the least and the largest value that are possible, both above 0.',
      expect.stringMatching(/^There is no parameter nobody.service.rate/),
      'parse.passProbability: expected bounds 0 < low < high, at most 1, got 0.0001 and 2.',
      'parse.service.rate and parse.service.mean are the same number: name one of them.',
      'Nothing that was measured belongs to a stage of the scenario.',
    ]);
  });

  it('tells how far it is, and stops when asked to', async () => {
    const service = fitService();
    const told: number[] = [];
    const running = service.calibrate(line(), measured(line()), { unknowns, starts: 500 }, ({ solved }) => {
      told.push(solved);
      service.cancel();
    });
    await expect(running).rejects.toThrow('cancelled');
    expect(told.length).toBeGreaterThan(0);
    expect(told[told.length - 1]).toBeLessThan(5000);
  });
});
