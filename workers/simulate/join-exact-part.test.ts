import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { verdictText } from '../../core/measures/verdicts.ts';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { estimate } from '../numeric/estimates.ts';
import { openStream } from '../random/random-stream.ts';
import type { ExactPart } from '../solve/exact-part/contract.ts';
import type { SimulationResult } from './contract.ts';
import { simulateNow } from './simulate-scenario.ts';
import { joinExactPart } from './summarize-run.ts';

const scenario = line(source('in', 0.8), stage('a', 1), stage('b', 4, { capacity: 40 }));

const run = simulateNow(scenario, { seed: 2, replications: 12, horizon: 3000 });
if (run.kind === 'noAnswer') throw new Error(refusalText(run));
const result: SimulationResult = run;

/** The means of M/M/1 at load 0.8. */
const right: ExactPart = {
  kind: 'exactPart',
  model: 'Markov chain, 99 states',
  stages: { a: { meanOccupancy: 4, throughput: 0.8, utilization: 0.8, meanSojournTime: 5 } },
  edge: [{ stage: 'b', mostFull: 2e-20 }],
};

describe('means of an exact part', () => {
  it('take the place of the simulated ones, which stay beside them', () => {
    const joined = joinExactPart(scenario, result, right);
    expect(joined.exactPart).toBe(right);
    expect(joined.stages.a!.meanOccupancy).toEqual({ mean: 4, halfWidth: 0 });
    expect(joined.stages.a!.simulated!.meanOccupancy).toEqual(result.stages.a!.meanOccupancy);
    expect(Object.keys(joined.stages.a!.simulated!).sort()).toEqual(Object.keys(right.stages.a!).sort());
    // What the part does not tell is as it was.
    expect(joined.stages.a!.meanWaitingTime).toEqual(result.stages.a!.meanWaitingTime);
    expect(joined.stages.b).toEqual(result.stages.b);
    expect(joined.verdicts[0]).toMatchObject({ code: 'exact-part', severity: 'note' });
    expect(verdictText(joined.verdicts[0]!)).toContain(
      '"b" could block it when full, but was never full in this run; it is full for less than 1e-15 of the time.',
    );
  });

  it('are not used where they lie too far from what was simulated, which is said', () => {
    const wrong: ExactPart = { ...right, stages: { a: { ...right.stages.a!, utilization: 0.9 } } };
    const joined = joinExactPart(scenario, result, wrong);
    expect(joined.exactPart).toBeUndefined();
    expect(joined.stages).toEqual(result.stages);
    expect(joined.verdicts[0]).toMatchObject({ code: 'exact-part-differs', severity: 'warning', stage: 'a' });
    expect(verdictText(joined.verdicts[0]!)).toContain(
      'gives 0.9 for the utilization of "a", the simulation 0.80',
    );
  });

  it('are not used where a stage that can hold the part up was full', () => {
    const full = { mean: 1e-9, halfWidth: 2e-9 };
    const stages = { ...result.stages, b: { ...result.stages.b, fullProbability: full } };
    expect(joinExactPart(scenario, { ...result, stages }, right)).toEqual({ ...result, stages });
  });

  it('leave warnings about the length of the run to what is still simulated', () => {
    const facts = { name: 'a', relaxation: 9, observed: 2, warmup: 1 };
    const verdict = { code: 'short-run', severity: 'warning', facts } as const;
    const judged = {
      ...result,
      verdicts: [
        { ...verdict, stage: 'a' },
        { ...verdict, stage: 'b' },
      ],
    };
    const [, ofA, ofB] = joinExactPart(scenario, judged, right).verdicts;
    expect(ofA).toMatchObject({ severity: 'note', stage: 'a', exceptMeans: true });
    expect(ofB).toEqual({ ...verdict, stage: 'b' });
  });

  it('are refused in at most one of 1,000 runs when they are right', { tags: ['long'] }, () => {
    const RUNS = 20_000;
    const stream = openStream({ seed: 3, replication: 0, node: 'alarm', purpose: 'service' });
    // Sums of 12 uniforms, less 6: mean 0, variance 1.
    const normal = (): number =>
      Array.from({ length: 12 }, () => stream.uniform()).reduce((a, b) => a + b) - 6;
    let refused = 0;
    for (let i = 0; i < RUNS; i++) {
      const of = (mean: number) => estimate(Array.from({ length: 6 }, () => mean + normal()))!;
      const stages = {
        a: { meanOccupancy: of(4), throughput: of(0.8), utilization: of(0.8), meanSojournTime: of(5) },
        b: result.stages.b!,
      };
      if (!joinExactPart(scenario, { ...result, replications: 6, stages }, right).exactPart) refused++;
    }
    // 20 are expected; 1 in 1,000 sets of runs has more than 35, and fewer than 7.
    expect(refused).toBeLessThanOrEqual(35);
    expect(refused).toBeGreaterThanOrEqual(7);
  });
});
