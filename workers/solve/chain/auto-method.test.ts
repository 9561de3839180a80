import { describe, expect, it } from 'vitest';
import { line, source, stage } from '../../../core/scenario/drawing.test-support.ts';

import { solveScenario } from '../solve-scenario.ts';

describe('auto', () => {
  const tandem = line(
    source('in', 0.9),
    stage('a', 1, { capacity: 5, whenFull: 'drop' }),
    stage('b', 1, { capacity: 3 }),
  );

  it('takes a small chain where the formulas are not exact', () => {
    const answer = solveScenario(tandem, 'auto');
    expect(answer).toMatchObject({ kind: 'answer', method: 'auto', exact: true, verdicts: [] });
    expect(answer.kind === 'answer' && answer.stages.a!.model).toBe('Markov chain, 29 states');
  });

  it('says that a queue grows where what is behind it lets too little through', () => {
    const blocked = line(source('in', 0.8), stage('a', 1), stage('b', 1, { capacity: 1 }));
    expect(solveScenario(blocked, 'auto')).toMatchObject({ kind: 'unstable', unstable: { stage: 'a' } });
  });
});
