import { describe, expect, it } from 'vitest';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { SolveAnswer } from './contract.ts';
import { answerTo, codesAt, messageOf } from './fixtures/answer.ts';
import { total } from './fixtures/distribution.ts';
import { bolchNetwork } from './fixtures/drawing.ts';
import { solveScenario } from './solve-scenario.ts';

describe('solveScenario', () => {
  it('matches the Jackson network of Bolch, Greiner, de Meer & Trivedi 1998, example 7.4, p. 287', () => {
    const { stages, network } = answerTo(bolchNetwork);
    const occupancy = ['1', '2', '3', '4'].map((id) => stages[id]!.meanOccupancy!);
    expect(occupancy[0]).toBeCloseTo(4, 9);
    expect(occupancy[1]).toBeCloseTo(0.429, 3);
    expect(occupancy[2]).toBeCloseTo(1.5, 9);
    expect(occupancy[3]).toBeCloseTo(0.25, 9);
    expect(network.throughput).toBeCloseTo(4, 9);
    // Little's law for the whole network.
    expect(network.meanSojournTime).toBeCloseTo(occupancy.reduce((sum, n) => sum + n, 0) / 4, 9);
    expect(network.bottleneck).toBe('1');
  });

  it('matches the Coxian M/G/1 example: W = 1.75 first come first served, 1.0 shared', () => {
    const service = {
      distribution: 'phaseType',
      alpha: [1, 0],
      T: [
        [-4, 0.5],
        [0, -0.5],
      ],
    } as const;
    expect(answerTo(line(source('s', 1), stage('a', 1, { service }))).stages.a!.meanSojournTime).toBeCloseTo(
      1.75,
      9,
    );
    const shared = answerTo(line(source('s', 1), stage('a', 1, { service, discipline: 'PS' }))).stages.a!;
    expect(shared.meanSojournTime).toBeCloseTo(1, 9);
    expect(shared.meanQueueLength).toBeUndefined();
  });

  it('keeps its own distributions under every method: Little, shares of time, sum of probabilities', () => {
    const drawn = line(
      source('s', 3),
      stage('a', 2, { serverCount: 2, capacity: 9, passProbability: 0.7 }),
      stage('b', 3),
      stage('c', 4, { capacity: 6, whenFull: 'drop' }),
    );
    for (const method of ['auto', 'mm1', 'mm1k', 'mmc', 'mmck', 'chain'] as const) {
      for (const stageAnswer of Object.values(answerTo(drawn, method).stages)) {
        const { arrivalRate, meanSojournTime, meanWaitingTime, meanOccupancy, meanQueueLength } = stageAnswer;
        expect(arrivalRate! * meanSojournTime!).toBeCloseTo(meanOccupancy!, 12);
        expect(arrivalRate! * meanWaitingTime!).toBeCloseTo(meanQueueLength!, 12);
        expect(Math.abs(total(stageAnswer.occupancyDistribution!) - 1)).toBeLessThan(2e-12);
        const { utilization, blockedFraction, starvedFraction } = stageAnswer;
        expect(utilization! + blockedFraction! + starvedFraction!).toBeCloseTo(1, 14);
      }
    }
  });

  it('loses at the stage that drops, and passes the rest', () => {
    const { stages, network } = answerTo(
      line(
        source('s', 50),
        stage('a', 10, { serverCount: 4, capacity: 6, whenFull: 'drop' }),
        stage('b', 99),
      ),
    );
    expect(stages.a!.lossProbability).toBeCloseTo(0.293543, 6);
    expect(stages.a!.offeredRate).toBe(50);
    expect(network.lossRate).toBeCloseTo(50 * 0.293543, 3);
    expect(network.throughput! + network.lossRate!).toBeCloseTo(50, 10);
    expect(stages.b!.arrivalRate).toBeCloseTo(stages.a!.throughput!, 10);
  });

  it('has an answer past saturation where the excess is lost', () => {
    const answer = answerTo(line(source('s', 30), stage('a', 10, { capacity: 5, whenFull: 'drop' })));
    expect(answer.kind).toBe('answer');
    expect(answer.stages.a).toMatchObject({ saturated: true, exact: true });
    expect(answer.stages.a!.loadPerServer).toBeCloseTo(3, 12);
    expect(answer.stages.a!.utilization).toBeLessThanOrEqual(1);
  });

  it('names the first saturated stage, by how much, and what input it would take', () => {
    const answer = answerTo(
      line(source('s', 6), stage('a', 10), stage('b', 5, { capacity: 8 }), stage('c', 4), stage('d', 99)),
    );
    expect(answer.kind).toBe('unstable');
    expect(answer.unstable).toEqual({ stage: 'b', offeredLoad: 1.2, serverCount: 1 });
    expect(messageOf(answer, 'saturated')).toBe(
      'b is overloaded: offered utilization 1.2, no steady state; the network is stable below 0.667 times the present input.',
    );
    expect(answer.saturationFactor).toBeCloseTo(4 / 6, 12);
    expect(answer.network.bottleneck).toBe('c');
    expect(answer.stages.b).toMatchObject({ saturated: true, exact: false, throughput: 5, utilization: 1 });
    expect(answer.stages.b!.meanOccupancy).toBeUndefined();
    // a is blocked by b, so that its queue is not that of 6 per second at a free server.
    expect(answer.stages.a).toMatchObject({ offeredRate: 6, throughput: 5, outputRate: 5 });
    expect(answer.stages.a!.meanOccupancy).toBeUndefined();
    // d receives what c can pass on.
    expect(answer.stages.d!.arrivalRate).toBe(4);
  });

  it('lets all that is offered into a queue that grows, whatever its servers pass on', () => {
    const stagesOf = (scenario: Scenario): SolveAnswer['stages'] => {
      const outcome = solveScenario(scenario, 'auto');
      if (outcome.kind === 'noAnswer') throw new Error(outcome.code);
      return outcome.stages;
    };
    const alone = stagesOf(line(source('s', 3), stage('a', 1, { serverCount: 2 }), stage('b', 4)));
    expect(alone.a).toMatchObject({ arrivalRate: 3, throughput: 2, outputRate: 2 });
    expect(alone.b!.arrivalRate).toBe(2);
    // Behind a finite stage that blocks it, by the decomposition.
    const blocked = stagesOf(line(source('s', 3), stage('a', 4), stage('b', 2, { capacity: 30 })));
    expect(blocked.a!).toMatchObject({ arrivalRate: 3, saturated: true });
    expect(blocked.a!.loadPerServer).toBeLessThan(1);
    expect(blocked.a!.throughput).toBeLessThan(2.0001);
    // The urgent class has all that it wants; the other's queue grows.
    const ranked = stagesOf(
      drawing(
        [
          source('s', 1, { class: 'x' }),
          source('t', 2, { class: 'y' }),
          stage('a', 2, { discipline: 'priority' }),
          sink(),
        ],
        's>a t>a a>out',
        { classes: [{ id: 'x' }, { id: 'y', priority: 1 }] },
      ),
    ).a!;
    expect(ranked).toMatchObject({ arrivalRate: 3, throughput: 2 });
    expect(ranked.byClass!.x!.throughput).toBeCloseTo(1, 12);
    expect(ranked.byClass).toMatchObject({ x: { arrivalRate: 1 }, y: { arrivalRate: 2, throughput: 1 } });
  });

  it('counts the load in servers: 3 Erlang on 2', () => {
    const answer = answerTo(line(source('s', 3), stage('a', 1, { serverCount: 2 })));
    expect(answer.unstable).toEqual({ stage: 'a', offeredLoad: 3, serverCount: 2 });
  });

  it('counts batches where they are served: 6 elements for services of 2, 1 Erlang each', () => {
    const answer = answerTo(line(source('s', 6), stage('a', 1, { bulk: { rule: 'full', size: 2 } })));
    expect(answer.unstable).toEqual({ stage: 'a', offeredLoad: 3, serverCount: 1 });
    expect(messageOf(answer, 'saturated')).toContain('offered utilization 3,');
  });

  it('tells apart what reads 1: 1.0004 times', () => {
    expect(messageOf(answerTo(line(source('s', 1.0004), stage('a', 1))), 'saturated')).toContain(
      'offered utilization 1.0004,',
    );
  });

  it('lets the mean age at the sink follow what gets there', () => {
    // Half go by way of b, half by c; the filter of b keeps one in five of its half.
    const drawn = drawing(
      [source('s', 4), stage('b', 6, { passProbability: 0.2 }), stage('c', 3), sink()],
      ['s>b:0.5', 's>c:0.5', 'b>out', 'c>out'],
    );
    // W_b = 1 / 4, W_c = 1; 0.4 and 2 per second reach the sink.
    expect(answerTo(drawn).network.meanSojournTime).toBeCloseTo((0.4 * 0.25 + 2 * 1) / 2.4, 12);
  });

  it('leaves out what it does not know: blocked time before a finite stage', () => {
    const { stages } = answerTo(line(source('s', 1), stage('a', 2), stage('b', 2, { capacity: 3 })));
    expect(stages.a!.blockedFraction).toBeUndefined();
    expect(stages.a!.starvedFraction).toBeUndefined();
    expect(stages.b!.blockedFraction).toBe(0);
    expect(stages.a!.fullProbability).toBeUndefined();
  });

  it('answers an overdriven stage whose senders are silent', () => {
    const drawn = line(
      source('s', 1),
      stage('a', 9, { passProbability: 0 }),
      stage('b', 4, { overdriveRate: 2 }),
    );
    expect(answerTo(drawn).stages.b!.meanOccupancy).toBeCloseTo(1, 12);
  });

  it('refuses a scenario with faults, in the words of the first', () => {
    const drawn = drawing([source('s', 1), stage('a', 2)], ['s>a']);
    expect(solveScenario(drawn, 'auto')).toMatchObject({
      kind: 'noAnswer',
      reason: 'invalid',
      facts: { fault: { message: 'There is no sink: elements cannot leave.' } },
    });
  });

  it('has no stage without load that is not empty', () => {
    const drawn = line(source('s', 1), stage('a', 2, { passProbability: 0 }), stage('b', 3));
    const { b } = answerTo(drawn).stages;
    expect(b).toMatchObject({ meanOccupancy: 0, utilization: 0, occupancyDistribution: [1] });
    expect(b!.meanSojournTime).toBeUndefined();
    expect(codesAt(answerTo(drawn), 'b')).toEqual([]);
  });
});
