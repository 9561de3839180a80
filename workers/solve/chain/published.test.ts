import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../../core/distributions/index.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';
import { bolchNetwork } from '../fixtures/drawing.ts';
import { solveChain } from './solve-chain.ts';

function chainOf(drawn: Scenario): SolveAnswer {
  const outcome = solveChain(drawn);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

const drops = (capacity: number) => ({ capacity, whenFull: 'drop' }) as const;

describe('numbers in print, or recomputed by other programs', () => {
  it('open tandem with blocking after service and loss at the entry: recomputed by GNU Octave (oracles/octave-queueing.json)', () => {
    const { stages, network } = chainOf(
      line(source('in', 0.9), stage('a', 1, drops(5)), stage('b', 1, { capacity: 3 })),
    );
    expect(network.throughput).toBeCloseTo(0.729670597, 9);
    expect(stages.a!.meanOccupancy).toBeCloseTo(2.728559, 6);
    expect(stages.b!.meanOccupancy).toBeCloseTo(1.532664, 6);
    expect(stages.a!.blockedFraction).toBeCloseTo(0.139893, 6);
    expect(stages.a!.lossProbability).toBeCloseTo(0.189255, 6);
  });

  it.each([1, 2, 5, 10])(
    'two saturated stations with %i places between them: (B + 2) / (B + 3), Hillier & Boling 1967, Oper. Res. 15, pp. 286–303',
    (B) => {
      const saturated = line(
        source('in', 1e9),
        stage('a', 1, { capacity: 1 }),
        stage('b', 1, { capacity: 1 + B }),
      );
      expect(chainOf(saturated).network.throughput).toBeCloseTo((B + 2) / (B + 3), 8);
    },
  );

  it('saturated stations without places between them: 2/3 of two, 0.5641 of three: Hillier & Boling 1967, Oper. Res. 15, pp. 286–303', () => {
    const row = ['a', 'b', 'c'].map((id) => stage(id, 1, { capacity: 1 }));
    expect(chainOf(line(source('in', 1e9), ...row.slice(0, 2))).network.throughput).toBeCloseTo(2 / 3, 7);
    expect(chainOf(line(source('in', 1e9), ...row)).network.throughput).toBeCloseTo(0.5641026, 7);
  });

  it('batches of 3 into K = 5, those that fit enter: recomputed by GNU Octave (oracles/octave-queueing.json)', () => {
    const { stages, network } = chainOf(line(source('in', 0.2, { batchSize: 3 }), stage('a', 1, drops(5))));
    expect(network.throughput).toBeCloseTo(0.502071383, 9);
    expect(stages.a!.lossProbability).toBeCloseTo(0.163214362, 9);
  });

  it('M/M/1/11: JMT, examples/jmva/1cl_2stat_mm1k.jmva; M/M/4/6 and M/M/3/7: Octave’s queueing 1.2.7 (Marzolla 2020), qsmmmk.m, lines 218 to 235; M/M/1/10 at load 1', () => {
    expect(chainOf(line(source('in', 9), stage('a', 10, drops(11)))).stages.a!.meanOccupancy).toBeCloseTo(
      4.276903649,
      9,
    );
    const lossy = line(source('in', 50), stage('a', 10, { ...drops(6), serverCount: 4 }));
    expect(chainOf(lossy).stages.a!.lossProbability).toBeCloseTo(0.293543, 6);
    const three = chainOf(line(source('in', 40), stage('a', 30, { ...drops(7), serverCount: 3 }))).stages.a!;
    expect(three.occupancyDistribution![0]).toBeCloseTo(0.255037, 6);
    expect(three.meanSojournTime).toBeCloseTo(0.036517, 6);
    expect(chainOf(line(source('in', 1), stage('a', 1, drops(10)))).stages.a!.meanOccupancy).toBeCloseTo(
      5,
      10,
    );
  });

  it.each([
    [1.5, 2, 'full', 5.145751],
    [1.5, 2, 'upTo', 5.655105],
    [3, 5, 'full', 7.035827],
    [3, 5, 'upTo', 7.772275],
  ] as const)(
    'bulk service, lambda = %f, b = %i, %s: closed form, docs/methods/batches.md',
    (lambda, b, rule, mean) => {
      const bulk = rule === 'full' ? { rule, size: b } : { rule, min: 1, max: b };
      expect(
        chainOf(line(source('in', lambda), stage('a', 1, { bulk }))).stages.a!.meanOccupancy,
      ).toBeCloseTo(mean, 6);
    },
  );

  it('M^[3]/M/1: Gross & Harris 1998, section 3.1; M/G/1 with a Coxian of scv 4: JMT, examples/jsim/qn_models/open_1class_1stat_mg1fcfs.jsimg', () => {
    const groups = chainOf(line(source('in', 0.2, { batchSize: 3 }), stage('a', 1)));
    expect(groups.stages.a!.meanOccupancy).toBeCloseTo(3, 7);
    expect(groups.stages.a!.meanSojournTime).toBeCloseTo(5, 7);
    const service: ServiceDistribution = {
      distribution: 'phaseType',
      alpha: [1, 0],
      T: [
        [-4, 0.5],
        [0, -0.5],
      ],
    };
    const coxian = chainOf(line(source('in', 1), stage('a', 1, { service })));
    expect(coxian.stages.a!.meanSojournTime).toBeCloseTo(1.75, 7);
  });
});

/** Bulk service of b in front of K2 places, whole groups, blocking after service; occupancy of both stages together. */
interface BulkTandem {
  readonly lambda: number;
  readonly mu: readonly [number, number];
  readonly b: number;
  readonly K: readonly [number, number];
  readonly phases: number;
}

function bulkTandem({ lambda, mu, b, K, phases }: BulkTandem): Scenario {
  const service: ServiceDistribution = { distribution: 'erlang', rate: mu[0], shape: phases };
  return line(
    source('in', lambda),
    stage('bus', mu[0], { ...drops(K[0]), bulk: { rule: 'full', size: b }, service }),
    stage('end', mu[1], { capacity: K[1], admission: 'whole' }),
  );
}

describe('bulk tandem with whole groups, against LU on the hand-written chain and a simulation of 5e7 events', () => {
  it.each([
    [{ lambda: 1, mu: [0.5, 1.2], b: 4, K: [60, 6], phases: 1 }, 655, 14.3428, 0.304, 3.0e-4],
    [{ lambda: 3, mu: [0.4, 4], b: 10, K: [200, 20], phases: 1 }, 6131, 44.0725, 0.1159, 1.9e-4],
    [{ lambda: 1, mu: [0.3, 1.3], b: 4, K: [150, 8], phases: 1 }, 1947, 84.9194, 0.165, 1.2e-2],
    [{ lambda: 1, mu: [0.3, 1.3], b: 4, K: [150, 8], phases: 8 }, 11208, 12.2274, 0.0358, 1e-11],
  ] as const)('%o has %i states, holds %f, blocks %f, loses %f', (tandem, states, held, blocked, loss) => {
    const { stages } = chainOf(bulkTandem(tandem));
    expect(stages.bus!.model).toBe(`Markov chain, ${states.toLocaleString('en-US')} states`);
    expect(stages.bus!.meanOccupancy! + stages.end!.meanOccupancy!).toBeCloseTo(held, 4);
    expect(stages.bus!.blockedFraction).toBeCloseTo(blocked, 4);
    expect(Number(stages.bus!.lossProbability!.toPrecision(2)) / loss).toBeCloseTo(1, 1);
  });
});

describe('product-form networks', () => {
  it('Jackson network with feedback: Bolch, Greiner, de Meer & Trivedi 1998, example 7.4, p. 287, at a fifth of its input', {
    tags: ['long'],
  }, () => {
    const light = drawing(
      bolchNetwork.nodes.map((node) => (node.kind === 'source' ? source('s', 0.8) : node)),
      bolchNetwork.links.map(
        ({ from, to, probability }) => `${from}>${to}${probability === undefined ? '' : `:${probability}`}`,
      ),
    );
    const { stages } = chainOf(light);
    for (const [id, load] of [
      ['1', 0.16],
      ['2', 0.06],
      ['3', 0.12],
      ['4', 0.04],
    ] as const) {
      expect(stages[id]!.meanOccupancy).toBeCloseTo(load / (1 - load), 8);
      expect(stages[id]!.occupancyDistribution![2]).toBeCloseTo((1 - load) * load ** 2, 8);
    }
  });

  it('a tandem of unbounded stages: M/M/1 and M/M/2, Burke 1956, Oper. Res. 4, pp. 699–704', () => {
    const { stages, network, verdicts } = chainOf(
      line(source('in', 1), stage('a', 2), stage('b', 1, { serverCount: 2 })),
    );
    expect(stages.a!.meanOccupancy).toBeCloseTo(1, 7);
    expect(stages.b!.meanOccupancy).toBeCloseTo(4 / 3, 7);
    expect(network.meanSojournTime).toBeCloseTo(1 + 4 / 3, 7);
    expect(verdicts.map(({ code }) => code)).toEqual(['queue-cut', 'queue-cut']);
  });

  it('M/PH/1 by Pollaczek and Khinchine, and Erlang loss, which depends on the mean alone', () => {
    const service: ServiceDistribution = { distribution: 'hyperexponential', rate: 1, scv: 3 };
    const { stages } = chainOf(line(source('in', 0.5), stage('a', 1, { service })));
    expect(stages.a!.meanQueueLength).toBeCloseTo((0.25 * (1 + 3)) / 2 / 0.5, 7);
    const loss = chainOf(line(source('in', 2), stage('a', 1, { ...drops(3), serverCount: 3, service })));
    const weights = [1, 2, 2, 4 / 3];
    const total = weights.reduce((sum, x) => sum + x, 0);
    expect(loss.stages.a!.lossProbability).toBeCloseTo(weights[3]! / total, 12);
  });

  it('finds a tail far below rounding: M/M/1/60 at load 0.1', () => {
    const { lossProbability } = chainOf(line(source('in', 1), stage('a', 10, drops(60)))).stages.a!;
    expect(lossProbability! / (0.9 * 1e-60)).toBeCloseTo(1, 10);
  });

  it('leaves a sink out that nothing blocks', () => {
    const drawn = drawing(
      [source('in', 1), stage('a', 2, drops(4)), sink('x'), sink('y')],
      ['in>a', 'a>x:0.25', 'a>y:0.75'],
    );
    const { links, network } = chainOf(drawn);
    expect(links.find(({ to }) => to === 'x')!.rate).toBeCloseTo(network.throughput! / 4, 12);
  });
});
