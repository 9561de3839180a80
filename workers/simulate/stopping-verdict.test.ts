import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { aboutText, verdictText } from '../../core/measures/verdicts.ts';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { SimulationRequest, SimulationResult } from './contract.ts';
import { simulateNow } from './simulate-scenario.ts';
import { replicationsNeeded } from './stopping.ts';
import { withStoppingVerdict } from './summarize-run.ts';

const MERCURY = new URL('../../public/examples/mercury-run-1.json', import.meta.url);

const tandem = line(source('in', 0.5), stage('a', 1), stage('b', 0.52));

function resultOf(request: SimulationRequest): SimulationResult {
  const outcome = simulateNow(tandem, { seed: 3, horizon: 400, ...request });
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

function missed({ verdicts }: SimulationResult): string | undefined {
  const found = verdicts.find(({ code }) => code === 'precision-missed');
  return found && verdictText(found);
}

describe('a run for a precision', () => {
  it('names what is not known so well, the worst first, and how many replications that takes', () => {
    const result = resultOf({ precision: 0.015 });
    expect(result.replications).toBe(400);
    const { mean, halfWidth } = result.stages.b!.meanOccupancy!;
    const needed = 400 * (halfWidth / mean / 0.015) ** 2;
    expect(replicationsNeeded(result.plan, result)).toBe(Math.ceil(needed));
    expect(result.verdicts[0]).toMatchObject({ severity: 'warning', stage: 'b' });
    expect(missed(result)).toMatch(
      /^Not known to 1\.5 % after 400 replications: number in system of "b" \(± [\d.]+ %\)/,
    );
    expect(missed(result)).toContain(
      `about ${Number(needed.toPrecision(2)).toLocaleString('en-US')} replications`,
    );
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

  it('says nothing when it is reached, not asked for, or before anything can be told', () => {
    expect(missed(resultOf({ precision: 0.2 }))).toBeUndefined();
    const short = resultOf({ replications: 5 });
    expect(missed(short)).toBeUndefined();
    expect(
      missed(withStoppingVerdict(tandem, { ...short, plan: { ...short.plan, precision: 1e-3 } })),
    ).toBeUndefined();
  });
});

describe('a precision that no run reaches', () => {
  const toldOf = (scenario: Scenario, request: SimulationRequest = {}): string => {
    const outcome = simulateNow(scenario, { seed: 5, horizon: 200, precision: 1e-4, ...request });
    if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
    return missed(outcome) ?? '';
  };
  const pareto = (shape: number) => ({ distribution: 'pareto', scale: 0.2, shape }) as const;

  it('names the stage that is overloaded, and counts for the others alone', () => {
    const told = toldOf(line(source('in', 2), stage('a', 5), stage('b', 1.6, { name: 'Decoder' })));
    expect(told).toContain(
      'No number of replications helps at "Decoder": it is overloaded (offered utilization 1.25, no finite capacity), so its queue grows as long as a run lasts.',
    );
    expect(told).toMatch(/What else is missing takes about [\d.,]+ (million )?replications/);
    expect(told).not.toContain('helps at "a"');
  });

  it('names times without variance, but only where the servers cannot spare those that are caught', {
    tags: ['long'],
  }, () => {
    const alone = (more: object) => line(source('in', 1), stage('a', 1, more));
    const reason =
      'its service times have no finite variance (Pareto with shape 1.5), so its queue has no mean';
    expect(toldOf(alone({ service: pareto(1.5) }))).toContain(reason);
    expect(toldOf(alone({ service: pareto(1.5) }))).not.toContain('That takes');
    // Load 0.6: k (1.5 - 1) is 1 with two servers, and 2 with four.
    expect(toldOf(alone({ service: pareto(1.5), serverCount: 2 }))).toContain(reason);
    expect(toldOf(alone({ service: pareto(1.5), serverCount: 4 }))).not.toContain('No number');
    for (const more of [
      { service: pareto(2.1) },
      { service: pareto(1.5), capacity: 9 },
      { service: pareto(1.5), discipline: 'PS' },
    ])
      expect(toldOf(alone(more))).not.toContain('No number');
  });

  it('accuses no stage that is full behind a bound, fed by one that is held up, or still growing', {
    tags: ['long'],
  }, () => {
    const told = [
      line(source('in', 2), stage('a', 1, { capacity: 5 })),
      line(source('in', 2), stage('a', 3, { capacity: 5 }), stage('b', 1.9), stage('c', 1, { capacity: 3 })),
      line(source('in', 0.99), stage('a', 1)),
    ];
    for (const scenario of told) {
      const text = toldOf(scenario);
      expect(text).toContain('replications');
      expect(text).not.toContain('No number');
    }
  });

  it('does not accuse the stable bus of a short run, though it still grows', { tags: ['long'] }, () => {
    const mercury = JSON.parse(readFileSync(MERCURY, 'utf8')) as Scenario;
    const few = simulateNow(mercury, { seed: 5, horizon: 5e-4, replications: 40 });
    if (few.kind === 'noAnswer') throw new Error(refusalText(few));
    expect(few.verdicts.some(({ code, stage }) => code === 'growing' && stage === 'pci')).toBe(true);
    const text = missed(withStoppingVerdict(mercury, { ...few, plan: { ...few.plan, precision: 1e-3 } }));
    expect(text).toContain('"PCI-X bus"');
    expect(text).not.toContain('No number');
  });

  it('says large numbers as people do', () => {
    expect([96.4, 21_234, 1_834_000, 2.51e9, 3e14].map(aboutText)).toEqual([
      '96',
      '21,000',
      '1.8 million',
      '2.5 billion',
      'a trillion or more',
    ]);
  });
});
