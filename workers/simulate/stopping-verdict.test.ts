import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { verdictText } from '../../core/measures/verdicts.ts';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { SimulationRequest, SimulationResult } from './contract.ts';
import { simulateNow } from './simulate-scenario.ts';
import { replicationsNeeded } from './stopping.ts';
import { withStoppingVerdict } from './summarize-run.ts';

const tandem = line(source('in', 0.5), stage('a', 1), stage('b', 0.7));

function resultOf(request: SimulationRequest, scenario: Scenario = tandem): SimulationResult {
  const outcome = simulateNow(scenario, { seed: 3, horizon: 400, ...request });
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

function missed({ verdicts }: SimulationResult): string | undefined {
  const found = verdicts.find(({ code }) => code === 'precision-missed');
  return found && verdictText(found);
}

describe('a run for a precision', () => {
  it('names what is not known so well, the worst first, and how many replications that takes', () => {
    const result = resultOf({ precision: 0.005 });
    expect(result.replications).toBe(400);
    const { mean, halfWidth } = result.stages.b!.meanOccupancy!;
    const needed = 400 * (halfWidth / mean / 0.005) ** 2;
    expect(replicationsNeeded(result.plan, result)).toBe(Math.ceil(needed));
    expect(result.verdicts[0]).toMatchObject({ severity: 'warning', stage: 'b' });
    expect(missed(result)).toMatch(
      /^Not known to 0\.5 % after 400 replications: number in system of "b" \(± [\d.]+ %\)/,
    );
    expect(missed(result)).toContain(`about ${Number(needed.toPrecision(2))} replications`);
    expect(missed(result)).toContain('A run makes at most 400 unless more are asked for.');
  });

  it('foretells about as many as are needed', () => {
    const few = resultOf({ replications: 100 });
    const { mean, halfWidth } = few.stages.b!.meanOccupancy!;
    const precision = halfWidth / mean / 2;
    const many = resultOf({ replications: 400 }).stages.b!.meanOccupancy!;
    expect(many.halfWidth / many.mean / precision).toBeGreaterThan(0.8);
    expect(many.halfWidth / many.mean / precision).toBeLessThan(1.25);
    expect(replicationsNeeded({ ...few.plan, precision }, few)).toBe(400);
  });

  it('proposes no replications where none help: a stage that grows, and times without a variance', () => {
    const overloaded = line(source('in', 1.2), stage('a', 1, { name: 'Parser' }));
    const growing = missed(resultOf({ precision: 0.001 }, overloaded))!;
    expect(growing).toContain('number in system of "Parser"');
    expect(growing).toMatch(
      /More replications do not help: the queue of "Parser" was still growing at the end of the run\.$/,
    );
    expect(growing).not.toMatch(/takes about|unless more/);
    const pareto = { distribution: 'pareto', scale: 0.1, shape: 1.5 } as const;
    const heavy = line(source('in', 1), { ...stage('a', 1), service: pareto });
    expect(missed(resultOf({ precision: 0.001 }, heavy))).toMatch(
      /More replications do not help: the times at "a" have no finite variance\.$/,
    );
  });

  it('says nothing when it is reached, not asked for, or before anything can be told', () => {
    expect(missed(resultOf({ precision: 0.2 }))).toBeUndefined();
    const short = resultOf({ replications: 5 });
    expect(missed(short)).toBeUndefined();
    expect(
      missed(withStoppingVerdict(tandem, { ...short, plan: { ...short.plan, precision: 1e-3 } })),
    ).toBeUndefined();
  });
});
