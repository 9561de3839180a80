import { describe, expect, it } from 'vitest';
import { drawing, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { compareWithMeasurement } from '../../../workers/compare/compare-model.ts';
import { comparisonBars } from './compare-report.ts';
import { agreementOfAll, comparisonColumns } from './comparison-table.ts';
import { cardsOf } from './Multiples.tsx';

const SCENARIO = drawing([source('in'), stage('a'), sink()], 'in>a a>out');

const compared = (predicted: number | undefined, measured: number) =>
  compareWithMeasurement(SCENARIO, predicted === undefined ? {} : { a: { throughput: predicted } }, {
    name: 'run',
    stages: [{ stage: 'a', throughput: measured }],
  });

it('shows what the data reject before what merely differs more', () => {
  const scenario = drawing([source('in'), stage('a'), stage('b'), sink()], 'in>a a>b b>out');
  const comparison = compareWithMeasurement(
    scenario,
    { a: { throughput: 1 }, b: { throughput: 1 } },
    {
      name: 'run',
      stages: [
        { stage: 'a', throughput: 1.4 },
        { stage: 'b', throughput: 1.2 },
      ],
    },
  );
  const rows = comparison.rows.map((row) =>
    row.stage === 'a' ? { ...row, agreement: 'close' as const } : row,
  );
  const cards = cardsOf(scenario, { comparison: { ...comparison, rows }, sentences: [], verdicts: [] });
  expect(cards.map(({ stage: { id }, off }) => [id, off !== undefined])).toEqual([
    ['b', true],
    ['a', false],
  ]);
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
    expect(card).toMatchObject({ words: 'measured, not predicted' });
  });
});

it('draws what the inputs leave open as the table writes it, and what they do not as a point', () => {
  const report = (span: readonly [number, number]) => ({
    comparison: { ...compared(1, 2), rows: compared(1, 2).rows.map((row) => ({ ...row, span })) },
    sentences: [],
    verdicts: [],
  });
  const told = (span: readonly [number, number]) => {
    const asked = report(span);
    const column = comparisonColumns(SCENARIO).find(({ id }) => id === 'difference')!;
    const row = asked.comparison.rows.find(({ difference }) => difference !== undefined)!;
    return [comparisonBars(asked, SCENARIO)[0]?.open?.difference, column.write!(row)];
  };
  expect(told([0.1, 1.4])).toEqual(['−30 % at least', '−30 % at least']);
  expect(told([0.1, 3])).toEqual(['–', '–']);
  expect(told([0.9, 1.1])).toEqual([undefined, '−50 %']);
});
