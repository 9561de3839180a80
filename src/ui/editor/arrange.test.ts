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
    b: { x: 88, y: 80 },
    c: { x: 56, y: 40 },
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

test('nothing is nowhere', () => {
  expect(arranged(new Map(), 'spreadDown')).toEqual({});
});
