import { array, assert, constantFrom, float, integer, oneof, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paretoFront } from '../../../workers/explore/explorer-service.ts';
import { frontOf, type Sense, senseOf, withoutRounding } from './pareto-front.ts';

/** Many are alike, some are missing. */
const number = oneof(
  float({ min: -8, max: 8, noNaN: true }),
  integer({ min: -3, max: 3 }),
  constantFrom(Number.NaN),
);
const sense = constantFrom<Sense>('least', 'largest');

const columnsOf = (rows: readonly (readonly number[])[], senses: readonly Sense[]) =>
  senses.map((each, column) => ({ values: rows.map((row) => row[column]!), sense: each }));

/** By the definition: each point against each. */
function beatenByNone(rows: readonly (readonly number[])[], senses: readonly Sense[]): readonly string[] {
  const signed = rows
    .filter((row) => row.every(Number.isFinite))
    .map((row) => row.map((value, i) => (senses[i] === 'least' ? value : -value)));
  const front = signed.filter(
    (point) =>
      !signed.some(
        (other) => other.every((cost, i) => cost <= point[i]!) && other.some((cost, i) => cost < point[i]!),
      ),
  );
  return distinct(front.map((row) => row.map((value, i) => (senses[i] === 'least' ? value : -value))));
}

const distinct = (rows: readonly (readonly number[])[]): readonly string[] =>
  [...new Set(rows.map((row) => row.map((value) => value + 0).join(' ')))].sort();

describe('front', () => {
  it.each([2, 3])('of %i measures has the points that no other beats, each against each', (count) => {
    const row = tuple(...Array.from({ length: count }, () => number));
    const senses = tuple(...Array.from({ length: count }, () => sense));
    assert(
      property(array(row, { maxLength: 60 }), senses, (rows, wanted) => {
        const front = frontOf(columnsOf(rows, wanted));
        const points = front.map((i) => rows[i]!);
        expect(distinct(points)).toHaveLength(front.length);
        expect(distinct(points)).toEqual(beatenByNone(rows, wanted));
      }),
      { numRuns: 500 },
    );
  });

  it('is the one of the kernel, and stands in the order of the first measure', () => {
    assert(
      property(array(tuple(number, number, number), { maxLength: 60 }), (rows) => {
        const senses: readonly Sense[] = ['least', 'largest', 'least'];
        const front = frontOf(columnsOf(rows, senses));
        const kernel = paretoFront(rows, senses).map((i) => rows[i]!);
        expect(distinct(front.map((i) => rows[i]!))).toEqual(distinct(kernel));
        for (let i = 1; i < front.length; i++)
          expect(rows[front[i]!]![0]).toBeGreaterThanOrEqual(rows[front[i - 1]!]![0]!);
      }),
    );
  });

  it('leaves out points without a value', () => {
    const columns = columnsOf(
      [
        [1, 2],
        [Number.NaN, 0],
        [3, 1],
      ],
      ['least', 'least'],
    );
    expect(frontOf(columns)).toEqual([0, 2]);
  });

  it('wants much throughput and little of what is held', () => {
    expect(senseOf('network.throughput')).toBe('largest');
    expect(senseOf('1b.meanOccupancy')).toBe('least');
  });
});

it('a point is not better by rounding alone', () => {
  // Three times the same throughput, as three orders of summing give it.
  const throughput = withoutRounding(Float64Array.of(0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1, 0.6));
  const cost = Float64Array.of(1, 2, 3);
  expect(
    frontOf([
      { values: cost, sense: 'least' },
      { values: throughput, sense: 'largest' },
    ]),
  ).toEqual([0]);
  expect([...withoutRounding(Float64Array.of(1e-300, Number.NaN, Infinity))]).toEqual([
    1e-300,
    Number.NaN,
    Infinity,
  ]);
});
