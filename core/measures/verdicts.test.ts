import { expect, it } from 'vitest';
import { modelAssumption, modelAssumptionText, verdictText, warning } from './verdicts.ts';

it('one of something is said in the singular, thousands with their commas', () => {
  expect(verdictText(warning('few-services', { name: 'a', served: 1 }, 'a'))).toBe(
    'Stage "a" served only 1 element in all replications: its numbers are rough; make the run longer.',
  );
  expect(verdictText(warning('rare-loss', { name: 'a', lost: 0, offered: 3_000_000 }, 'a'))).toContain(
    'lost none of 3,000,000 arrivals',
  );
  expect(verdictText(warning('rare-loss', { name: 'a', lost: 1, offered: 1 }, 'a'))).toContain(
    'lost only 1 of 1 arrival:',
  );
});

it('a queue of one slot is not said to have all of several', () => {
  const facts = { name: 'a', low: 0.2, fills: true };
  expect(verdictText(warning('not-determined', { ...facts, high: 1 }, 'a'))).toContain(
    'between 0.2 and its only slot',
  );
  expect(verdictText(warning('not-determined', { ...facts, high: 599 }, 'a'))).toContain(
    'between 0.2 and all 599 slots',
  );
  const unlimited = modelAssumption(
    'unlimitedCapacity',
    { capacity: 1, share: 0.2, isDoubtful: false },
    false,
  );
  expect(modelAssumptionText(unlimited)).toContain('exceeds its 1 slot 20 % of the time');
});
