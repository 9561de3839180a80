import { expect, test } from 'vitest';
import { arranged } from './arrange.ts';

const boxes = new Map([
  ['a', { x: 0, y: 0, width: 240, height: 112 }],
  ['b', { x: 400, y: 80, width: 64, height: 64 }],
  ['c', { x: 800, y: 40, width: 136, height: 64 }],
]);

test('a row has its middles on one line, which is that of the first', () => {
  expect(arranged(boxes, 'row')).toEqual({
    a: { x: 0, y: 0 },
    b: { x: 400, y: 24 },
    c: { x: 800, y: 24 },
  });
  expect(arranged(boxes, 'column')).toEqual({
    a: { x: 0, y: 0 },
    c: { x: 56, y: 128 },
    b: { x: 88, y: 208 },
  });
});

test('spread has equal gaps, and the outermost stay', () => {
  const { a, b, c } = arranged(boxes, 'spreadAcross');
  expect([a, c]).toEqual([
    { x: 0, y: 0 },
    { x: 800, y: 40 },
  ]);
  expect(b!.x - 240).toBeCloseTo(800 - b!.x - 64, -1);
});

test('none covers another: stacked nodes stand beside each other in a row, crowded ones get room', () => {
  const stack = new Map(
    [0, 128, 256].map((y, at) => [String(at), { x: 40, y, width: 240, height: 112 }] as const),
  );
  expect(arranged(stack, 'row')).toEqual({
    0: { x: 40, y: 0 },
    1: { x: 296, y: 0 },
    2: { x: 552, y: 0 },
  });
  expect(arranged(stack, 'spreadAcross')).toEqual({
    0: { x: 40, y: 0 },
    1: { x: 296, y: 128 },
    2: { x: 552, y: 256 },
  });
});

test('nothing is nowhere', () => {
  expect(arranged(new Map(), 'spreadDown')).toEqual({});
});
