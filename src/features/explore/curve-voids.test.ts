import { expect, it } from 'vitest';
import { voidsOf } from './CurvePicture.tsx';

const known = (x: number) => ({ x, y: 1 });
const gap = (x: number, why = 'no steady state') => ({ x, y: undefined, gap: why });

it('parts without values reach half way to their neighbours, one for each reason', () => {
  expect(voidsOf([known(0), known(1)])).toEqual([]);
  expect(voidsOf([gap(0), known(1), gap(2), gap(4), gap(6, 'not valid')])).toEqual([
    { from: 0, to: 0.5, text: 'no steady state' },
    { from: 1.5, to: 5, text: 'no steady state' },
    { from: 5, to: 6, text: 'not valid' },
  ]);
});
