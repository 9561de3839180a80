import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { choiceText, verdictText } from '../../../core/measures/verdicts.ts';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';
import { answerTo as alone } from '../fixtures/answer.ts';
import { bolchNetwork } from '../fixtures/drawing.ts';
import { mercuryScenario } from '../fixtures/mercury.ts';
import { solveScenario } from '../solve-scenario.ts';

function answerTo(drawn: Scenario): SolveAnswer {
  const outcome = solveScenario(drawn, 'auto');
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  expect(outcome.method).toBe('auto');
  return outcome;
}

const deterministic = { service: { distribution: 'deterministic', rate: 1.2 } } as const;

describe('the method that is taken unasked', () => {
  it('exact formulas: nothing better beside them', () => {
    const answer = answerTo(bolchNetwork);
    expect(answer).toMatchObject({ exact: true, choice: { code: 'exactAlone' } });
    expect(answer.nextBest).toBeUndefined();
    expect(answer.stages).toEqual(alone(bolchNetwork).stages);
  });

  it('no queue grows where every stage is finite, whatever the decomposition does not take', () => {
    const shared = { capacity: 400, resource: 'bus' };
    const finite: Scenario = {
      ...line(source('s', 3), stage('a', 2, shared), stage('b', 2, shared)),
      resources: [{ id: 'bus', units: 1 }],
    };
    const answer = answerTo(finite);
    expect(answer.kind).toBe('answer');
    expect(answer.unstable).toBeUndefined();
    expect(answer.stages.a).toMatchObject({ doubtful: true, saturated: true });
    const said = answer.verdicts.map(verdictText).join(' ');
    expect(said).toContain('full stages make their senders wait');
    expect(said).not.toContain('no steady state');
    const growing = {
      ...finite,
      nodes: finite.nodes.map((node) => {
        if (node.id !== 'a' || node.kind !== 'stage') return node;
        const { capacity: _, ...unbounded } = node;
        return unbounded;
      }),
    };
    expect(answerTo(growing)).toMatchObject({ kind: 'unstable', unstable: { stage: 'a' } });
  });

  it('the decomposition by blocking where stages hold each other up and a chain would be large', () => {
    const drawn = line(source('s', 0.9), ...['a', 'b', 'c'].map((id) => stage(id, 1, { capacity: 40 })));
    const answer = answerTo(drawn);
    expect(answer.solvedBy).toBe('blocking');
    expect(choiceText(answer.choice!)).toBe(
      'No analytic queue is exact here, and the chain may have more than 5,000 states; this method models blocking by full stages.',
    );
    expect(answer.stages.a!.blockedFraction).toBeGreaterThan(0);
    expect(answer.nextBest).toMatchObject({ method: 'auto' });
    expect(answer.nextBest!.stages.b!.meanOccupancy).toBeGreaterThan(answer.stages.b!.meanOccupancy! * 0.5);
  });

  it('the chain by the time it takes: many states in a line of two, but not fewer that fill in', () => {
    const two = line(source('s', 0.9), ...['a', 'b'].map((id) => stage(id, 1, { capacity: 58 })));
    expect(answerTo(two)).toMatchObject({ solvedBy: 'chain', exact: true });
    const four = line(source('s', 0.9), ...['a', 'b', 'c', 'd'].map((id) => stage(id, 1, { capacity: 6 })));
    const answer = answerTo(four);
    expect(answer.choice).toMatchObject({ code: 'blocking', chain: { code: 'chainTooSlow' } });
    expect(choiceText(answer.choice!)).toMatch(
      /and the chain of [\d,]+ states would take about [\d.]+ s, more than the 0.05 s allowed; this method/,
    );
  });

  it('no numbers of a queue that the chain knows to grow, where the decomposition finds it calm', () => {
    const drawn = drawing(
      [source('s', 0.787), stage('a', 0.7305, { capacity: 4 }), stage('b', 0.938), sink()],
      ['s>a', 'a>b', 'b>out:0.67', 'b>a:0.33'],
    );
    const { stages, verdicts, network } = answerTo(drawn);
    expect(verdicts.map(({ code }) => code)).toEqual(['chain-unstable']);
    expect(stages.b).toMatchObject({ saturated: true, doubtful: true });
    expect(stages.b!.meanOccupancy).toBeUndefined();
    expect(stages.a!.doubtful).toBe(true);
    expect(network.meanSojournTime).toBeUndefined();
  });

  it('a small chain tells what the digits of its inputs leave open, unless nobody asks', () => {
    const drawn: Scenario = {
      ...line(source('s', 0.9), stage('a', 1, { capacity: 6 }), stage('b', 1, { capacity: 6 })),
      precisions: [{ node: 'a', field: 'service.rate', plusMinus: 0.1 }],
    };
    const [told, quick] = [{}, { spans: false }].map((options) =>
      solveScenario(drawn, 'auto', false, options),
    );
    if (told?.kind === 'noAnswer' || quick?.kind === 'noAnswer') throw new Error('expected answers');
    expect(told!.stages.a!.spans).toBeDefined();
    expect(quick!.stages.a!.spans).toBeUndefined();
    expect(quick!.stages.a!.meanOccupancy).toBe(told!.stages.a!.meanOccupancy);
  });

  it('a reason without the advice of what else to take', () => {
    const drawn = line(
      source('s', 0.9),
      ...['a', 'b', 'c'].map((id) => stage(id, 1)),
      stage('d', 2, { capacity: 3 }),
    );
    expect(choiceText(answerTo(drawn).choice!)).toMatch(/a capacity at "\w"; this method models blocking/);
  });

  it('two moments where streams are not Poisson and queues have no bound', () => {
    const stages = ['a', 'b', 'c', 'd'].map((id) => stage(id, 1.2, deterministic));
    const answer = answerTo(line(source('s', 1), ...stages));
    expect(answer.solvedBy).toBe('qna');
    expect(answer.stages.d!.meanQueueLength).toBeLessThan(answer.nextBest!.stages.d!.meanQueueLength!);
  });

  it.each(['1', '2'] as const)(
    'the decomposition by blocking for Mercury, run %s, whose elements come 16 at once',
    (run) => {
      const answer = answerTo(mercuryScenario(run));
      expect(answer.solvedBy).toBe('blocking');
      expect(answer.nextBest!.method).toBe('auto');
      expect(answer.network.ladder!.map(({ stage: id }) => id)[0]).toBe(answer.network.bottleneck);
      expect(answer.network.ladder).toHaveLength(4);
    },
  );

  /** Truths by a simulation of its own, 4 million events. */
  // Models of constant and phase-type services took what came for Poisson arrivals: 4.2 elements were told of 11.9.
  it.each([
    [{ distribution: 'erlang', rate: 0.6, shape: 3 }, 1.3, 8, 11.86, 0.1],
    [{ distribution: 'deterministic', rate: 0.7 }, 1.3, 0, 1.428, 0.3],
  ] as const)(
    'two moments for several servers behind others, whatever their services: %o',
    (service, rate, scv, simulated, within) => {
      const first =
        scv > 0
          ? ({ distribution: 'hyperexponential', rate, scv } as const)
          : ({ distribution: 'deterministic', rate } as const);
      const { stages } = answerTo(
        line(
          source('s', 1),
          stage('a', rate, { service: first }),
          stage('b', 1, { serverCount: 2, service }),
        ),
      );
      expect(Math.abs(stages.b!.meanOccupancy! / simulated - 1)).toBeLessThan(within);
    },
  );

  it('follows what varies through stages that lose, and keeps those that are known exactly', () => {
    const varied = { distribution: 'hyperexponential', mean: 1, scv: 6 } as const;
    const loses = { whenFull: 'drop' } as const;
    const drawn = line(
      source('s', 1.9),
      stage('a', 1, { service: varied, serverCount: 2, capacity: 40, ...loses }),
      stage('b', 2, { capacity: 30, ...loses }),
    );
    const answer = solveScenario(drawn, 'auto');
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    const chain = solveScenario(drawn, 'chain');
    if (chain.kind === 'noAnswer') throw new Error(refusalText(chain));
    expect(chain.stages.b!.meanOccupancy! / 11.5).toBeCloseTo(1, 1);
    const decomposed = solveScenario(drawn, 'blocking');
    if (decomposed.kind === 'noAnswer') throw new Error(refusalText(decomposed));
    for (const { stages, network } of [answer, decomposed]) {
      expect(Math.abs(stages.a!.meanOccupancy! - chain.stages.a!.meanOccupancy!)).toBeLessThan(1e-6);
      // As M/M/1/K it had 8.0 and lost 0.009.
      expect(stages.b!.meanOccupancy! / chain.stages.b!.meanOccupancy!).toBeCloseTo(1, 1);
      expect(Math.abs(stages.b!.lossRate! - chain.stages.b!.lossRate!)).toBeLessThan(0.015);
      expect(Math.abs(network.throughput! / chain.network.throughput! - 1)).toBeLessThan(0.01);
    }
    expect(decomposed.stages.a).toMatchObject({ exact: true, model: 'M/PH/c/K' });
  });

  it('a shortest queue among unequal stages: no stage is said to grow before all are at their limits', () => {
    const drawn = drawing(
      [
        source('s', 1.5, { routing: { rule: 'joinShortestQueue' } }),
        stage('a', 1.2),
        stage('b', 0.6),
        sink(),
      ],
      's>a s>b a>out b>out',
    );
    const answer = answerTo(drawn);
    expect(answer).toMatchObject({ kind: 'answer', solvedBy: 'blocking', choice: { code: 'finiteQueues' } });
    expect(answer.saturationFactor).toBeCloseTo(1.8 / 1.5, 9);
    expect(answer.verdicts.map(({ code }) => code)).not.toContain('routing-approximated');
    const { a, b } = answer.stages;
    // Simulated: 2.71 and 3.43.
    expect(Math.abs((a!.meanOccupancy! + b!.meanOccupancy!) / 6.14 - 1)).toBeLessThan(0.1);
    for (const method of ['qna', 'mmc'] as const)
      expect(solveScenario(drawn, method)).toMatchObject({ kind: 'answer' });
  });

  it('names the method that was asked for', () => {
    const outcome = solveScenario(bolchNetwork, 'mm1');
    expect(outcome).toMatchObject({
      method: 'mm1',
      solvedBy: 'mm1',
      choice: { code: 'asked' },
    });
  });
});
