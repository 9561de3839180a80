import { describe, expect, it } from 'vitest';
import { flightPath } from './MovingDots.tsx';
import { boxOf } from './node-size.ts';

const boxes = new Map([
  ['in', boxOf('source', { x: 0, y: 0 })],
  ['r', boxOf('router', { x: 300, y: 8 })],
  ['a', boxOf('stage', { x: 500, y: 0 })],
]);

describe('flightPath', () => {
  it('begins where the sender ends, crosses a router straight, and ends at the receiver', () => {
    const path = flightPath(
      [
        { from: 'in', to: 'r' },
        { from: 'r', to: 'a' },
      ],
      boxes,
    )!;
    expect(path.startsWith('M176,40 C')).toBe(true);
    expect(path).toContain('L300,40 L364,40 C');
    expect(path.endsWith('L500,56')).toBe(true);
    expect(path.match(/M/g)).toHaveLength(1);
  });

  it('is nothing without links, or when an end is gone', () => {
    expect(flightPath([], boxes)).toBeUndefined();
    expect(flightPath([{ from: 'in', to: 'gone' }], boxes)).toBeUndefined();
  });
});
