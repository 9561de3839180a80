/**
 * One stage behind one source, whatever is drawn of it: what the formulas show is what the simulator sees, within a
 * fifth, or they say that it is not. Every combination of servers, places, batches, bulk rules, distributions and disciplines
 * comes up; what does not agree and is not said is a fault.
 */

import { describe, expect, it } from 'vitest';
import type { ArrivalDistribution, ServiceDistribution } from '../../core/distributions/index.ts';
import type { BulkRule } from '../../core/rules/bulk.ts';
import type { Discipline } from '../../core/rules/discipline.ts';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, StageNode } from '../../core/scenario/scenario.ts';
import { examples } from '../../tests/examples.ts';
import { simulateNow } from '../simulate/simulate-scenario.ts';
import { drawsFrom } from './chain/random-chain.test-support.ts';
import { answerTo } from './fixtures/answer.ts';

type Draw = ReturnType<typeof drawsFrom>;

function serviceDistribution(draw: Draw): ServiceDistribution {
  return draw.oneOf<ServiceDistribution>([
    { distribution: 'exponential', mean: 1 },
    { distribution: 'deterministic', mean: 1 },
    { distribution: 'erlang', mean: 1, shape: 3 },
    { distribution: 'lognormal', mean: 1, scv: 3 },
    { distribution: 'hyperexponential', mean: 1, scv: 4 },
    { distribution: 'uniform', min: 0.5, max: 1.5 },
  ]);
}

function bulkRule(draw: Draw): BulkRule | undefined {
  const timeout = draw.chance(0.2) ? { timeout: draw.between(0.5, 8) } : {};
  return draw.oneOf<BulkRule | undefined>([
    undefined,
    undefined,
    { rule: 'full', size: draw.integer(2, 12), ...timeout },
    { rule: 'upTo', min: draw.integer(1, 3), max: draw.integer(3, 9), ...timeout },
  ]);
}

function arrivalDistribution(draw: Draw, rate: number): ArrivalDistribution {
  return draw.oneOf<ArrivalDistribution>([
    { distribution: 'exponential', rate },
    { distribution: 'exponential', rate },
    { distribution: 'exponential', rate },
    { distribution: 'deterministic', rate },
    { distribution: 'hyperexponential', rate, scv: 4 },
  ]);
}

function randomStage(seed: number): Scenario {
  const draw = drawsFrom(seed);
  const bulk = bulkRule(draw);
  const b = bulk === undefined ? 1 : bulk.rule === 'full' ? bulk.size : bulk.max;
  const c = draw.oneOf([1, 1, 2, 4]);
  const batch = draw.oneOf([1, 1, 1, 2, 5]);
  const load = draw.between(0.2, 0.9);
  const hasLimit = draw.chance(0.65);
  const overdrive = draw.chance(0.15);
  const lambda = load * c * b * (overdrive ? 0.6 : 1);
  const discipline = bulk
    ? 'FCFS'
    : draw.oneOf<Discipline>(['FCFS', 'FCFS', 'LCFS', 'RSS', 'PS', 'priority']);
  const drawn: Partial<StageNode> = {
    service: serviceDistribution(draw),
    serverCount: c,
    discipline,
    ...(bulk && { bulk }),
    ...(hasLimit && {
      capacity: c * b + batch + draw.integer(0, 12),
      whenFull: draw.oneOf(['drop', 'block']),
      admission: draw.oneOf(['partial', 'partial', 'whole']),
    }),
    ...(overdrive && { overdriveRate: 0.4 * load * c * b }),
  };
  const interarrival = arrivalDistribution(draw, lambda / batch);
  return line(
    source('s', 1, { interarrival, batchSize: batch }),
    stage('a', 1, drawn as Parameters<typeof stage>[2]),
  );
}

/** More than a fifth apart, and not by a few hundredths of an element, nor by what a run of this length is in doubt of. */
function differs(
  shown: number | undefined,
  seen: { readonly mean: number; readonly halfWidth: number },
): boolean {
  if (shown === undefined) return false;
  const apart = Math.abs(shown - seen.mean) - 2 * seen.halfWidth;
  return apart > 0.2 * seen.mean && apart > 0.05;
}

describe('a stage alone', () => {
  it.each(Array.from({ length: 12 }, (_, block) => block))(
    'is answered rightly, or with a warning, block %i',
    (block) => {
      for (let seed = 20 * block; seed < 20 * block + examples(20); seed++) {
        const drawn = randomStage(seed);
        const { a } = answerTo(drawn).stages;
        const run = simulateNow(drawn, { seed: 5, replications: 3, horizon: 3000, warmup: 300 });
        if (run.kind === 'noAnswer') continue;
        const seen = run.stages.a!;
        const wrong = (['meanOccupancy', 'meanQueueLength', 'throughput'] as const).filter((measure) =>
          differs(a![measure], seen[measure]!),
        );
        if (wrong.length === 0) continue;
        const apart = wrong
          .map((measure) => `${measure} ${a![measure]}, seen ${seen[measure]!.mean}`)
          .join('; ');
        expect(a!.doubtful, `seed ${seed}, ${a!.model}: ${apart}`).toBe(true);
      }
    },
  );
});
