import { describe, expect, it } from 'vitest';
import { columnsOf, nextInGrid } from './Gallery.tsx';

describe('nextInGrid', () => {
  // 0 1 2
  // 3 4 5
  // 6 7
  const from = (index: number) => ({ index, columns: 3, count: 8 });

  it.each([
    ['ArrowRight', 2, 3],
    ['ArrowLeft', 3, 2],
    ['ArrowDown', 1, 4],
    ['ArrowUp', 4, 1],
    ['Home', 5, 0],
    ['End', 0, 7],
  ])('moves by %s from %i to %i', (key, index, expected) => {
    expect(nextInGrid(key, from(index))).toBe(expected);
  });

  it.each([
    ['ArrowLeft', 0],
    ['ArrowUp', 2],
    ['ArrowRight', 7],
    ['ArrowDown', 5],
    ['End', 7],
    ['Enter', 3],
  ])('stays where %s leads nowhere from %i', (key, index) => {
    expect(nextInGrid(key, from(index))).toBeUndefined();
  });
});

describe('columnsOf', () => {
  it('counts the cards before the first lower one', () => {
    expect(columnsOf([10, 10, 10, 220, 220])).toBe(3);
  });

  it('takes a single row as it is, and no card as one column', () => {
    expect(columnsOf([10, 10])).toBe(2);
    expect(columnsOf([])).toBe(1);
  });
});
