import { describe, expect, it } from 'vitest';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { answerTrust, stageTrust } from './trust-of.ts';

const answer = (exact: boolean, stage: object, verdicts: SolveAnswer['verdicts'] = []): SolveAnswer =>
  ({ exact, stages: { a: { exact, ...stage } }, verdicts }) as unknown as SolveAnswer;

const open = {
  code: 'not-determined',
  severity: 'warning',
  stage: 'a',
  facts: { name: 'a', low: 2, high: 9, fills: false },
} as const;

describe('the badge of an answer and of its stage', () => {
  it.each([
    ['exact', answer(true, {})],
    ['exact', answer(true, { spans: { meanQueueLength: [7.6, 8.7] } })],
    ['approximate', answer(false, {})],
    ['doubtful', answer(false, { doubtful: true })],
    ['notDetermined', answer(false, { doubtful: true }, [open])],
    ['notDetermined', answer(true, {}, [open])],
  ] as const)('is %s', (trust, of) => {
    expect(stageTrust(of, 'a')).toBe(trust);
    expect(answerTrust(of)).toBe(trust);
  });

  it('is of that stage only', () => {
    const both = answer(true, {}, [{ ...open, stage: 'b' }]);
    expect(stageTrust(both, 'a')).toBe('exact');
    expect(stageTrust(both, 'c')).toBeUndefined();
  });
});
