import { describe, expect, it } from 'vitest';
import { differenceMarks } from './difference-words.ts';

const of = (first: number, difference: number, halfWidth = 0) => ({
  ...{ measure: 'x', first, second: first + difference, difference, halfWidth },
});

describe('differences on the drawing', () => {
  it('are said short and in words', () => {
    const marks = differenceMarks(
      { a: { utilization: of(0.8, -0.0312), meanOccupancy: of(4, 1.5) } },
      'Base',
    );
    expect(marks).toEqual({
      a: {
        text: 'Δρ −0.0312 · ΔN +1.5',
        words: 'against Base: utilization −0.0312, number in system +1.5',
      },
    });
  });

  it('say what may be luck, what is the same, and nothing where nothing is known', () => {
    const marks = differenceMarks(
      {
        luck: { meanOccupancy: of(4, 0.1, 0.25) },
        same: { utilization: of(0.8, 1e-16), meanOccupancy: of(4, 0) },
        none: { utilization: { measure: 'x', first: 1 } },
      },
      'Base',
    );
    expect(marks.luck).toEqual({
      text: 'ΔN +0.1 ± 0.25 ≈',
      words: 'against Base: number in system +0.1 ± 0.25, which may be chance',
    });
    expect(marks.same).toEqual({
      text: '=',
      words: 'against Base: utilization the same, number in system the same',
    });
    expect(marks.none).toBeUndefined();
  });
});
