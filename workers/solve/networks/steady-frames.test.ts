import { describe, expect, it } from 'vitest';
import type { MethodName } from '../../../core/measures/methods.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { verdictText } from '../../../core/measures/verdicts.ts';
import { drawing, line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario, SourceNode, StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';

import { solveScenario } from '../solve-scenario.ts';

const busy: Pick<SourceNode, 'schedule'> = {
  schedule: { frames: [{ from: 10, interarrival: { distribution: 'exponential', rate: 3 } }], period: 20 },
};
const fast: Pick<StageNode, 'schedule'> = {
  schedule: { frames: [{ from: 5, service: { distribution: 'exponential', rate: 6 } }], period: 10 },
};

function answerTo(drawn: Scenario, method: MethodName = 'auto'): SolveAnswer {
  const answer = solveScenario(drawn, method, false);
  if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
  return answer;
}

/** Trust in each stage: whether it is exact, whether it is doubtful, whether rates before it are constant. */
const trustIn = ({ stages }: SolveAnswer) =>
  Object.values(stages).map(({ exact, doubtful, assumptions }) => [
    exact,
    doubtful === true,
    assumptions?.find(({ code }) => code === 'steady')?.holds,
  ]);

describe('distributions that change over time', () => {
  it('leave no stage behind them exact, whichever formula it has', () => {
    const drawn = line(source('s', 1, busy), stage('a', 4), stage('b', 4));
    const felt = [false, true, false];
    for (const method of ['auto', 'mm1', 'mmc', 'qna'] as const)
      expect(trustIn(answerTo(drawn, method)), method).toEqual([felt, felt]);
  });

  it('leave those exact that do not feel them', () => {
    const drawn = line(source('s', 1), stage('a', 4), stage('b', 4, fast));
    expect(trustIn(answerTo(drawn, 'mmc'))).toEqual([
      [true, false, undefined],
      [false, true, false],
    ]);
  });

  it('are told where full stages hold up others', () => {
    const drawn = line(source('s', 1, busy), stage('a', 4, { capacity: 9 }), stage('b', 4, { capacity: 5 }));
    const answer = answerTo(drawn);
    expect(answer.solvedBy).toBe('blocking');
    expect(trustIn(answer)).toEqual([
      [false, true, false],
      [false, true, false],
    ]);
  });

  it('have no product form', () => {
    const drawn: Scenario = {
      ...drawing([stage('a', 2, fast), stage('b', 3)], ['a>b', 'b>a']),
      classes: [{ id: 'z', closed: { population: 4, start: 'a' } }],
    };
    const answer = answerTo(drawn);
    expect(answer.exact).toBe(false);
    expect(Object.values(answer.stages).map((each) => [each.exact, each.doubtful])).toEqual([
      [false, true],
      [false, true],
    ]);
    expect(verdictText(answer.verdicts[0]!)).toMatch(
      /^There is no exact solution: arrivals or services of a change over time/,
    );
    expect(solveScenario(drawn, 'productForm')).toMatchObject({ kind: 'noAnswer', stage: 'a' });
  });
});
