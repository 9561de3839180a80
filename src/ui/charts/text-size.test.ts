import { expect, it } from 'vitest';
import { estimateTextWidth, fitLines } from './text-size.ts';

it('breaks a name between its words, and cuts what two lines do not hold', () => {
  const width = estimateTextWidth('Decode → Match');
  expect(fitLines('Decode', width, 2)).toEqual(['Decode']);
  expect(fitLines('Decode → Match → Book', width, 2)).toEqual(['Decode → Match', '→ Book']);
  expect(fitLines('Decode → Match → Book → Publish', width, 2)).toEqual(['Decode → Match', '→ Book → Publ…']);
  expect(fitLines('Decode → Match → Book', width, 1)).toEqual(['Decode → Matc…']);
  expect(fitLines('Extraordinarily', estimateTextWidth('Extra'), 2)).toEqual(['Extr…']);
  for (const line of fitLines('Decode → Match → Book → Publish', width, 2))
    expect(estimateTextWidth(line)).toBeLessThanOrEqual(width);
});
