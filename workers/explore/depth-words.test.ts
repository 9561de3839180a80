/** What is said where depths fall short of the throughput that was wanted. */
import { expect, it } from 'vitest';
import { missedText } from './depth-words.ts';

const WORDS = { wanted: (rate: number) => `${rate} /s`, write: (rate: number) => String(rate) };
const said = (throughput: number, wanted: number, halfWidth?: number) =>
  missedText(
    { depths: [1], cost: 1, throughput, ...(halfWidth !== undefined && { halfWidth }) },
    wanted,
    WORDS,
  );

it('is told from the last digit of a quotient, and from an interval that holds it', () => {
  expect(said(124_999_999.999_999_99, 125e6)).toBeUndefined();
  expect(said(2, 3)).toBe('the wanted 3 /s is not reached: the last depths have 2');
  expect(said(3.1, 3, 0.2)).toBe(
    'the wanted 3 /s lies within the error of the last depths, 3.1 ± 0.2: they may miss it',
  );
  expect(said(3.3, 3, 0.2)).toBeUndefined();
});
