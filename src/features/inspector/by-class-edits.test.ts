import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownOf } from '../../../core/scenario/defaults.ts';
import type { ClassAtStage } from '../../../core/scenario/scenario.ts';
import { withOwn } from './ByClassEditor.tsx';

const service = { distribution: 'exponential', rate: 2 } as const;

describe('withOwn', () => {
  it('adds a class, changes one field and keeps the others', () => {
    const before = withOwn<ClassAtStage>(undefined, 'a', { passProbability: 0.5 });
    expect(before).toEqual({ a: { passProbability: 0.5 } });
    expect(withOwn(before, 'a', { service })).toEqual({ a: { passProbability: 0.5, service } });
    expect(withOwn(before, 'b', { service })).toEqual({ a: { passProbability: 0.5 }, b: { service } });
  });

  it('leaves nothing empty behind', () => {
    const both = { a: { passProbability: 0.5 }, b: { service } };
    expect(withOwn<ClassAtStage>(both, 'a', { passProbability: undefined })).toEqual({ b: { service } });
    expect(withOwn<ClassAtStage>({ b: { service } }, 'b', { service: undefined })).toBeUndefined();
    expect(withOwn<ClassAtStage>(undefined, 'a', { service: undefined })).toBeUndefined();
  });

  it('takes words that every object has for ids as any other', () => {
    const before = withOwn<ClassAtStage>(undefined, 'constructor', { service });
    expect(ownOf(before, 'constructor')).toEqual({ service });
    expect(ownOf(before, 'toString')).toBeUndefined();
  });

  it('gives back what was there when a field comes and goes', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const record = fc.dictionary(fc.string({ minLength: 1 }), fc.record({ passProbability: share }), {
      minKeys: 1,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(record, fc.string({ minLength: 1 }), share, (before, id, conversionFactor) => {
        const added = withOwn<ClassAtStage>(before, id, { conversionFactor });
        expect(withOwn(added, id, { conversionFactor: undefined })).toEqual(before);
      }),
    );
  });
});
