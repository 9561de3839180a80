import { expect, it } from 'vitest';
import { noAnswer } from '../../../core/measures/refusals.ts';
import { solverLost } from './solver-client.ts';

it('refuses as the table of refusals does when the solver is lost', () => {
  expect(solverLost('out of memory')).toEqual(
    noAnswer('stopped', { program: 'solver', message: 'out of memory' }),
  );
});
