import { describe, expect, it } from 'vitest';
import { line, source, stage } from '../fixtures/drawing.ts';
import { mercuryScenario } from '../fixtures/mercury.ts';
import { solveByFormulas } from '../solve-by-formulas.ts';
import { solveScenario } from '../solve-scenario.ts';

describe('auto', () => {
  const tandem = line(
    source('in', 0.9),
    stage('a', 1, { capacity: 5, whenFull: 'drop' }),
    stage('b', 1, { capacity: 3 }),
  );

  it('takes a small chain where the formulas are not exact, and its words about assumptions go', () => {
    const answer = solveScenario(tandem, 'auto');
    expect(answer).toMatchObject({ kind: 'answer', method: 'auto', exact: true, verdicts: [] });
    expect(solveByFormulas(tandem, 'auto')).toMatchObject({ exact: false });
    expect(answer.kind === 'answer' && answer.stages.a!.model).toBe('Markov chain, 29 states');
  });

  it('keeps formulas that are exact', () => {
    const drawn = line(source('in', 0.9), stage('a', 1));
    expect(solveScenario(drawn, 'auto')).toEqual(solveByFormulas(drawn, 'auto'));
  });

  it('keeps the formulas where the chain is large or does not apply', () => {
    const large = line(source('in', 0.9), stage('a', 1, { capacity: 600 }), stage('b', 1, { capacity: 600 }));
    expect(solveScenario(large, 'auto')).toEqual(solveByFormulas(large, 'auto'));
  });

  it.each(['1', '2'] as const)('leaves Mercury, run %s, to the formulas', (run) => {
    expect(solveScenario(mercuryScenario(run), 'auto')).toEqual(
      solveByFormulas(mercuryScenario(run), 'auto'),
    );
  });

  it('warns where the chain knows that there is no steady state', () => {
    const blocked = line(source('in', 0.8), stage('a', 1), stage('b', 1, { capacity: 1 }));
    const answer = solveScenario(blocked, 'auto');
    expect(answer.kind === 'answer' && answer.verdicts[0]).toMatchObject({
      code: 'chain-unstable',
      stage: 'a',
    });
  });

  it('leaves the other formulas as they are', () => {
    expect(solveScenario(tandem, 'mm1')).toEqual(solveByFormulas(tandem, 'mm1'));
  });
});
