/** A stage that serves its only class by a distribution of the class's own. */

import { expect, it } from 'vitest';
import { drawing, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { answerTo } from './fixtures/answer.ts';

it('is solved by that distribution: M/D/1 at 0.5 holds 0.75 (Pollaczek-Khinchine), M/M/1 would hold 1', () => {
  const byClass = { red: { service: { distribution: 'deterministic', mean: 0.5 } as const } };
  const { stages } = answerTo({
    ...drawing([source('in', 1, { class: 'red' }), stage('a', 2, { byClass }), sink()], ['in>a', 'a>out']),
    classes: [{ id: 'red' }],
  });
  expect(stages.a).toMatchObject({ model: 'M/D/1', exact: true });
  expect(stages.a!.meanOccupancy).toBeCloseTo(0.75, 12);
});
