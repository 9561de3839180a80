import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Link, Scenario } from '../../../core/scenario/scenario.ts';
import {
  classShareOf,
  namesClass,
  scaleClassShares,
  setClassShare,
  sumOfClassShares,
} from './ClassShares.tsx';

const scenario = (links: readonly Link[]): Scenario => ({
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Test',
  nodes: [],
  links,
});
const TO_A = { from: 'r', to: 'a' };
const TO_B = { from: 'r', to: 'b' };
const TO_C = { from: 'r', to: 'c' };
const plain = scenario([TO_A, TO_B, TO_C, { from: 'other', to: 'a' }]);

describe('setClassShare', () => {
  it('names the class on every link of the sender from the first edit on', () => {
    const after = setClassShare(plain, TO_A, 'x', 0.5);
    expect(after.links).toEqual([
      { ...TO_A, byClass: { x: 0.5 } },
      { ...TO_B, byClass: { x: 0.25 } },
      { ...TO_C, byClass: { x: 0.25 } },
      { from: 'other', to: 'a' },
    ]);
  });

  it('leaves the written shares of the others as they are', () => {
    const after = setClassShare(setClassShare(plain, TO_A, 'x', 0.5), TO_B, 'x', 0.4);
    expect(after.links.map((link) => link.byClass?.x)).toEqual([0.5, 0.4, 0.25, undefined]);
    expect(sumOfClassShares(after, 'r', 'x')).toBeCloseTo(1.15, 12);
    expect(sumOfClassShares(scaleClassShares(after, 'r', 'x'), 'r', 'x')).toBeCloseTo(1, 12);
  });

  it('goes the way of the links again when it is cleared, and other classes stay', () => {
    const both = setClassShare(setClassShare(plain, TO_A, 'x', 0.5), TO_A, 'y', 1);
    const cleared = setClassShare(both, TO_B, 'x', undefined);
    expect(namesClass(cleared, 'r', 'x')).toBe(false);
    expect(classShareOf(cleared, TO_A, 'x')).toBeCloseTo(1 / 3, 12);
    expect(classShareOf(cleared, TO_A, 'y')).toBe(1);
    expect(setClassShare(cleared, TO_A, 'y', undefined)).toEqual(plain);
  });

  it('sums to 1 after the first edit, whatever the share', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        expect(sumOfClassShares(setClassShare(plain, TO_C, 'x', share), 'r', 'x')).toBeCloseTo(1, 12);
      }),
    );
  });
});

describe('scaleClassShares', () => {
  it('forgets shares that are all 0', () => {
    const zeros = [TO_A, TO_B, TO_C].reduce((before, ends) => setClassShare(before, ends, 'x', 0), plain);
    expect(scaleClassShares(zeros, 'r', 'x')).toEqual(plain);
  });
});
