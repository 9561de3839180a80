import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Position } from '../../../core/scenario/scenario.ts';
import { answerOf, HALF_LOADED } from './drawn.test-support.ts';
import { convexHull, cornersOf, groupHulls, roundedPath } from './group-hulls.ts';

const at = (x: number, y: number): Position => ({ x, y });
const places = fc.array(
  fc.record({ x: fc.integer({ min: -50, max: 50 }), y: fc.integer({ min: -50, max: 50 }) }),
  {
    minLength: 1,
    maxLength: 8,
  },
);
/** > 0 where c is on the right of a to b, on a screen. */
const side = (a: Position, b: Position, c: Position) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

describe('convexHull', () => {
  it('keeps the corners of a square, clockwise, and nothing inside or on a side', () => {
    const points = [at(0, 0), at(2, 2), at(0, 2), at(2, 0), at(1, 1), at(1, 0)];
    expect(convexHull(points)).toEqual([at(0, 0), at(2, 0), at(2, 2), at(0, 2)]);
  });

  it('has every box inside, and turns one way only', () => {
    fc.assert(
      fc.property(places, (corners) => {
        const boxes = corners.map((corner) => ({ ...corner, width: 10, height: 6 }));
        const points = cornersOf(boxes, 4);
        const hull = convexHull(points);
        hull.forEach((a, index) => {
          const b = hull[(index + 1) % hull.length]!;
          for (const point of points) expect(side(a, b, point)).toBeGreaterThanOrEqual(0);
          expect(side(a, b, hull[(index + 2) % hull.length]!)).toBeGreaterThan(0);
        });
      }),
    );
  });
});

describe('roundedPath', () => {
  it('cuts each corner, and at most half of a short side', () => {
    expect(roundedPath([at(0, 0), at(100, 0), at(100, 10), at(0, 10)], 20)).toBe(
      'M0,5 Q0,0 20,0 L80,0 Q100,0 100,5 L100,5 Q100,10 80,10 L20,10 Q0,10 0,5 Z',
    );
  });
});

describe('groupHulls', () => {
  const box = { x: 0, y: 0, width: 100, height: 50 };
  const boxes = new Map([
    ['a', box],
    ['b', { ...box, x: 200 }],
  ]);
  const groups = [
    { id: 'g', name: 'Bus', stages: ['a', 'b'] },
    { id: 'h', stages: ['b'] },
  ];

  it('names each group, with the mean number in its stages where all of them have one', () => {
    const answer = answerOf({ a: HALF_LOADED, b: HALF_LOADED });
    expect(groupHulls({ groups }, boxes, answer).map((hull) => hull.words)).toEqual(['Bus  N 2', 'h  N 1']);
    expect(groupHulls({ groups }, boxes, answerOf({ a: HALF_LOADED })).map((hull) => hull.words)).toEqual([
      'Bus',
      'h',
    ]);
  });

  it('draws a group that shares a stage with an earlier one around it, so that both names can be read', () => {
    const [first, second] = groupHulls({ groups }, boxes);
    expect(second!.label.y).toBeLessThan(first!.label.y - 16);
    expect(first!.box.y).toBeLessThan(first!.label.y);
  });

  it('draws nothing for stages that are not there', () => {
    expect(groupHulls({ groups: [{ id: 'g', stages: ['gone'] }] }, boxes)).toEqual([]);
    expect(groupHulls({}, boxes)).toEqual([]);
  });
});
