import { describe, expect, it } from 'vitest';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { Dice } from '../../verify/dice.ts';
import { answerTo, messageOf } from './fixtures/answer.ts';
import { solveScenario } from './solve-scenario.ts';

const CASES = 300;

/** One finite stage of exponential times but for one, and what M/M/c/K says of it beside the exact queue. */
function drawn(number: number) {
  const dice = new Dice('direction', number);
  const servers = dice.integer(1, 3);
  const capacity = servers + Math.round(dice.magnitude(1, 50));
  const scv = dice.chance(0.5) ? dice.between(1.3, 8) : undefined;
  const times = (mean: number) =>
    scv === undefined
      ? ({ distribution: 'erlang', mean, shape: 3 } as const)
      : ({ distribution: 'hyperexponential', mean, scv } as const);
  const mean = 1 / (servers * dice.between(0.3, 1.4));
  const atSource = dice.chance(0.5);
  return line(
    source('s', 1 / mean, { ...(atSource && { interarrival: times(mean) }) }),
    stage('a', 1, {
      serverCount: servers,
      capacity,
      whenFull: 'drop',
      ...(!atSource && { service: times(1) }),
    }),
  );
}

describe('a direction that a remark tells', () => {
  it('holds in 95 % of random M/M/c/K, and is left out where the stage is often full', {
    tags: ['long'],
  }, () => {
    let [told, held, silent] = [0, 0, 0];
    for (let number = 0; number < CASES; number++) {
      const scenario = drawn(number);
      const shown = solveScenario(scenario, 'mmck');
      const truth = solveScenario(scenario, 'auto');
      if (shown.kind === 'noAnswer' || truth.kind === 'noAnswer' || !truth.exact) continue;
      const longer = truth.stages.a!.meanQueueLength! > shown.stages.a!.meanQueueLength!;
      for (const { code, facts } of shown.verdicts) {
        if (code !== 'arrivals-not-poisson' && code !== 'service-not-exponential') continue;
        if (!('scv' in facts)) continue;
        if (facts.side === undefined) silent += 1;
        else {
          told += 1;
          if ((facts.side === 'longer') === longer) held += 1;
        }
      }
    }
    expect(told).toBeGreaterThan(80);
    expect(silent).toBeGreaterThan(80);
    expect(held / told).toBeGreaterThan(0.95);
  });

  const regular = { distribution: 'erlang', rate: 2, shape: 4 } as const;
  const irregular = { distribution: 'hyperexponential', rate: 1, scv: 4 } as const;
  const told = (service: object, interarrival: object, more: object = {}) =>
    answerTo(
      line(source('s', 1, { interarrival } as object), stage('a', 2, { service, ...more } as object)),
      'mm1',
    );

  it('is told where two remarks agree, without a size, and not where they differ', () => {
    const both = told({ ...irregular, rate: 2 }, irregular);
    for (const code of ['service-not-exponential', 'arrivals-not-poisson'] as const)
      expect(messageOf(both, code)).toMatch(/the real queue is longer\.$/);
    const mixed = told(regular, irregular);
    for (const code of ['service-not-exponential', 'arrivals-not-poisson'] as const)
      expect(messageOf(mixed, code)).toMatch(/the real queue may be longer or shorter\.$/);
    expect(
      messageOf(told(regular, { distribution: 'exponential', rate: 1 }), 'service-not-exponential'),
    ).toMatch(/the real queue is shorter, about 0\.63 times the computed one/);
  });

  it('is not told of a stage behind one that is not exact, nor where a schedule is left out', () => {
    const behind = answerTo(
      line(source('s', 1, { interarrival: irregular }), stage('a', 2), stage('b', 2, { service: regular })),
      'mm1',
    );
    expect(messageOf(behind, 'service-not-exponential')).toMatch(/may be longer or shorter/);
    const schedule = {
      frames: [{ from: 10, interarrival: { distribution: 'exponential', rate: 1.5 } }],
      period: 20,
    } as const;
    const steady = answerTo(line(source('s', 1, { schedule }), stage('a', 2, { service: regular })), 'mm1');
    expect(messageOf(steady, 'service-not-exponential')).toMatch(/may be longer or shorter/);
  });
});
