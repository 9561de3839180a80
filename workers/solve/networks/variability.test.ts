import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';
import { bolchNetwork } from '../fixtures/drawing.ts';
import { solveFlows } from '../flow-balance.ts';
import { solveOpen } from '../solve-by-formulas.ts';
import { openNetwork } from './open-network.ts';
import { arrivalVariability } from './variability.ts';

function answerTo(drawn: Scenario, method: 'qna' | 'auto' = 'qna'): SolveAnswer {
  const answer = solveOpen(openNetwork(drawn), method);
  if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
  return answer;
}

function scvOf(drawn: Scenario, id: string): number {
  const { network } = openNetwork(drawn);
  const flows = solveFlows(network, { regime: 'limited', losses: 'counted' })!;
  return arrivalVariability(network, flows).scv[network.indexOf.get(id)!]!;
}

const regular = { interarrival: { distribution: 'deterministic', rate: 1 } } as const;

describe('two moments (Whitt 1983)', () => {
  it('is Jackson where all is exponential', () => {
    const [qna, exact] = [answerTo(bolchNetwork), answerTo(bolchNetwork, 'auto')];
    for (const id of ['1', '2', '3', '4'])
      expect(qna.stages[id]!.meanOccupancy).toBeCloseTo(exact.stages[id]!.meanOccupancy!, 11);
    expect(qna.network.meanSojournTime).toBeCloseTo(exact.network.meanSojournTime!, 11);
  });

  it('is Pollaczek and Khinchine at the first stage', () => {
    const service = { distribution: 'lognormal', rate: 2, scv: 3 } as const;
    const drawn = line(source('s', 1), stage('a', 2, { service }));
    expect(answerTo(drawn).stages.a!.meanQueueLength).toBeCloseTo(
      answerTo(drawn, 'auto').stages.a!.meanQueueLength!,
      12,
    );
  });

  it('follows departures, splits and merges', () => {
    const service = { distribution: 'erlang', rate: 2, shape: 2 } as const;
    const tandem = line(source('s', 1), stage('a', 2, { service }), stage('b', 3));
    // 1 + (1 - rho^2)(1 - 1) + rho^2 (0.5 - 1)
    expect(scvOf(tandem, 'b')).toBeCloseTo(1 - 0.25 * 0.5, 12);
    const filtered = line(source('s', 1, regular), stage('a', 9, { passProbability: 0.25 }), stage('b', 3));
    // Departures of a: (1 - 1/81) 0 + 1/81; a quarter of them: 3/4 + 1/4 of that.
    expect(scvOf(filtered, 'b')).toBeCloseTo(0.75 + 0.25 / 81, 12);
    const merged = drawing(
      [source('s', 1, regular), source('t', 1, regular), stage('a', 4), sink()],
      ['s>a', 't>a', 'a>out'],
    );
    // v = 2, rho = 1/2: w = 1 / 2; 1 - w + w * 0.
    expect(scvOf(merged, 'a')).toBeCloseTo(0.5, 12);
    const dealt = drawing(
      [source('s', 2, { routing: { rule: 'roundRobin' } }), stage('a', 4), stage('b', 4), sink()],
      ['s>a', 's>b', 'a>out', 'b>out'],
    );
    expect(scvOf(dealt, 'b')).toBeCloseTo(0.5, 12);
  });

  it('is M^[b]/M/1 for batches of b: (b + 1) / 2 times M/M/1', () => {
    const drawn = line(source('s', 1, { batchSize: 4 }), stage('a', 8));
    expect(answerTo(drawn).stages.a!.meanOccupancy).toBeCloseTo(2.5, 10);
    const converted = line(source('s', 1), stage('a', 8, { conversionFactor: 4 }));
    expect(answerTo(converted).stages.a!.meanOccupancy).toBeCloseTo(2.5, 10);
  });

  it('follows batches past a router, where no exact model is: (b + 1) / 2 times M/M/1', () => {
    const drawn = line(source('s', 1, { batchSize: 4 }), { id: 'r', kind: 'router' }, stage('a', 8));
    expect(answerTo(drawn).stages.a).toMatchObject({ model: 'G/G/1' });
    expect(answerTo(drawn).stages.a!.meanOccupancy).toBeCloseTo(2.5, 12);
  });

  it('is near D/M/1, which Poisson arrivals are far from', () => {
    // The root of s = exp(-(1 - s) / rho), rho = 0.8, is 0.628631; N_G = rho / (1 - s).
    const truth = 0.8 / (1 - 0.628631);
    const drawn = line(source('s', 1, regular), { id: 'r', kind: 'router' }, stage('a', 1.25));
    const { meanOccupancy } = answerTo(drawn).stages.a!;
    expect(Math.abs(meanOccupancy! / truth - 1)).toBeLessThan(0.02);
    expect(answerTo(drawn, 'auto').stages.a!.meanOccupancy! / truth).toBeGreaterThan(1.5);
  });

  it('keeps Little and says what it assumes', () => {
    const service = { distribution: 'uniform', min: 0.1, max: 0.9 } as const;
    const { stages, verdicts, exact } = answerTo(
      line(source('s', 1, regular), stage('a', 1, { service }), stage('b', 1.5, { serverCount: 2 })),
    );
    for (const { arrivalRate, meanSojournTime, meanOccupancy, utilization, starvedFraction } of Object.values(
      stages,
    )) {
      expect(arrivalRate! * meanSojournTime!).toBeCloseTo(meanOccupancy!, 12);
      expect(utilization! + starvedFraction!).toBeCloseTo(1, 12);
    }
    expect(exact).toBe(false);
    expect(verdicts.map(({ code }) => code)).toContain('two-moments');
  });

  // A share of a renewal stream drawn by chance is a renewal stream: G/M/1 with p A / (1 - (1 - p) A), A by exponential
  // integrals in 60 digits (mpmath).
  it('takes half of a stream without variance as its queue feels it', () => {
    for (const { shape, load, meanOccupancy } of PARETO) {
      const interarrival = { distribution: 'pareto', scale: (shape - 1) / shape, shape } as const;
      const drawn = drawing(
        [
          source('s', 1, { interarrival }),
          { id: 'r', kind: 'router' },
          stage('a', 0.5 / load),
          stage('b', 0.5 / load),
          sink('out'),
        ],
        ['s>r', 'r>a', 'r>b', 'a>out', 'b>out'],
      );
      expect(answerTo(drawn).stages.b!.meanOccupancy! / meanOccupancy, `${shape}`).toBeCloseTo(1, 9);
    }
  });
});

const PARETO = [
  { shape: 1.1, load: 0.25, meanOccupancy: 0.967754728279765 },
  { shape: 1.5, load: 0.3, meanOccupancy: 0.440588443670797 },
  { shape: 1.5, load: 0.7, meanOccupancy: 3.73064700837975 },
];
