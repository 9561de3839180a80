import { describe, expect, it } from 'vitest';
import { drawing, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { compareWithMeasurement } from '../../../workers/compare/compare-model.ts';
import { agreementOfAll } from './comparison-table.ts';
import { cardsOf } from './Multiples.tsx';

const SCENARIO = drawing([source('in'), stage('a'), sink()], 'in>a a>out');

const compared = (predicted: number | undefined, measured: number) =>
  compareWithMeasurement(SCENARIO, predicted === undefined ? {} : { a: { throughput: predicted } }, {
    name: 'run',
    stages: [{ stage: 'a', throughput: measured }],
  });

describe('what all numbers say together', () => {
  it('is rejected by one that is off, and consistent where one agrees', () => {
    expect(agreementOfAll(compared(1, 2).rows)).toBe('off');
    expect(agreementOfAll(compared(1, 1.01).rows)).toBe('close');
  });

  it('is nothing where no measured number is predicted', () => {
    const comparison = compared(undefined, 2);
    expect(agreementOfAll(comparison.rows)).toBeUndefined();
    const [card] = cardsOf(SCENARIO, { comparison, sentences: [], verdicts: [] });
    expect(card).toMatchObject({ words: 'measured, not predicted', isOff: false });
  });
});
