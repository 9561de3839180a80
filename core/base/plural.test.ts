import { expect, it } from 'vitest';
import { plural } from './plural.ts';

it.each([
  ['packet', 'packets'],
  ['query', 'queries'],
  ['key', 'keys'],
  ['batch', 'batches'],
  ['box', 'boxes'],
  ['wmer', 'wmers'],
  ['items', 'items'],
  ['bus', 'buses'],
  ['pass', 'passes'],
  ['B', 'B'],
])('the plural of %s is %s', (noun, several) => {
  expect(plural(noun)).toBe(several);
});
