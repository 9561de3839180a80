import { describe, expect, it } from 'vitest';
import { cellLine, cellText, tableOf } from '../../../core/quantities/table.ts';
import { line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { answerOf } from '../../../workers/simulate/theory.test-support.ts';
import { percentileRow, tripRows } from './latency-rows.ts';
import {
  apartWords,
  estimateColumns,
  estimateRows,
  tripColumns,
  type WholeRow,
  wholeColumns,
  wholeRows,
} from './simulated-tables.ts';

const row = (mean: number, halfWidth: number, solved?: number): WholeRow => ({
  ...{ of: 'Network', owner: 'network', key: 'throughput', value: { mean, halfWidth } },
  ...(solved !== undefined && { solved }),
});

describe('a simulated number beside the analytic one', () => {
  it('agrees inside its interval, may miss by chance beyond it, and contradicts far from it', () => {
    expect(apartWords(row(5.3, 0.1, 5.35))).toBe('✓ within the interval');
    expect(apartWords(row(7.19, 1.65, 5.35))).toMatch(/1 in 20 is by chance/);
    expect(apartWords(row(7.19, 0.1, 5.35))).toBe('✕ contradicts');
  });

  it('is not contradicted by what is the same to three digits, however small the interval', () => {
    expect(apartWords(row(48_000.4, 0.1, 48_000))).toBe('✓ the same to three digits');
    expect(apartWords(row(48_000, 0, 48_000))).toBe('✓ within the interval');
    expect(apartWords(row(48_500, 0.1, 48_000))).toBe('✕ contradicts');
  });

  it('says nothing where it knows nothing', () => {
    expect(apartWords(row(7.19, 3, 5.35))).toBe('interval too wide to tell');
    expect(apartWords(row(7.19, 0.1))).toBe(undefined);
    expect(apartWords(row(7.19, Number.NaN, 5))).toBe(undefined);
  });
});

describe('a queue that grows with the run', () => {
  const scenario = line(source('in', 1.2), stage('a', 3), stage('b', 1));
  const result = answerOf(scenario, { horizon: 3000, replications: 6 });

  it('has a mean of this run without an interval, and the other stages have theirs', () => {
    const rows = estimateRows(scenario, result);
    const columns = estimateColumns(['meanOccupancy', 'throughput'], rows, scenario);
    const cells = rows.map((row) => columns.map((column) => cellLine(cellText(column, row))));
    expect(cells[0]![0]).toMatch(/^0\.6\d+ ± /);
    expect(cells[1]![0]).toMatch(/^\d+ grows$/);
    expect(cells[1]![1]).toMatch(/ ± /);
    const { columns: heads, rows: held } = tableOf(columns, rows);
    const half = heads.findIndex(({ label }) => /^Number in system ±/.test(label));
    expect(held.map((row) => typeof row[half])).toEqual(['number', 'undefined']);
  });

  it('leaves the way through it without percentiles, and says why', () => {
    const rows = tripRows(scenario, result);
    const columns = tripColumns(rows, scenario);
    expect(columns.map(({ id }) => id)).toContain('sojournP99');
    for (const column of columns.filter(({ id }) => id.startsWith('sojourn')))
      expect(rows.map((row) => cellText(column, row))).toEqual(
        rows.map(() =>
          expect.objectContaining({ text: '–', title: expect.stringMatching(/grows with the run/) }),
        ),
      );
    expect(rows.map(percentileRow)).toEqual(
      rows.map(() => expect.objectContaining({ points: [], absent: expect.stringMatching(/^grows/) })),
    );
    const whole = wholeRows(scenario, result);
    const [, , value] = wholeColumns(whole);
    const mean = whole.find(({ key }) => key === 'meanSojournTime')!;
    expect(cellLine(cellText(value!, mean))).toMatch(/ grows$/);
  });
});
