/** Lines and packed bytes of any batch, against the rows that a reader of it sees. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from './batch-lines.ts';
import { POINT_STATUSES, type PointBatch, type StudyTable } from './contract.ts';
import { packed, unpacked } from './packed-batch.ts';
import { evaluatorOf, rowsOf, studyOf } from './study.test-support.ts';

const CHOICES = ['cpu', 'fp"ga'];

const tableOf = (measures: number, intervals: boolean): StudyTable => ({
  kind: 'table',
  key: '0123456789abcdef',
  points: 1e6,
  inputs: [
    { path: '1b.service.rate', words: 'rate', dimension: 'rate' },
    { path: '1b.platform', words: 'platform', choices: CHOICES },
  ],
  measures: Array.from({ length: measures }, (_, i) => ({
    name: `m"${i}`,
    words: 'measure',
    dimension: 'number' as const,
  })),
  intervals,
});

const number = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, 5e-324, 1e21, 1e-7, 601, Number.POSITIVE_INFINITY, Number.NaN),
);

interface Case {
  readonly table: StudyTable;
  readonly batch: PointBatch;
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    from: fc.integer({ min: 0, max: 999_000 }),
    measures: fc.integer({ min: 1, max: 3 }),
    intervals: fc.boolean(),
    rows: fc.array(
      fc.record({
        input: fc.double({ noNaN: true, min: 0 }),
        choice: fc.integer({ min: 0, max: CHOICES.length }),
        numbers: fc.array(number, { minLength: 6, maxLength: 6 }),
        status: fc.integer({ min: 0, max: POINT_STATUSES.length - 1 }),
        reason: fc.option(fc.oneof(fc.constant('unstable: "1b" is ± full'), fc.string()), {
          nil: undefined,
        }),
      }),
      { minLength: 1, maxLength: 20 },
    ),
  })
  .map(({ from, measures, intervals, rows }) => ({
    table: tableOf(measures, intervals),
    batch: {
      from,
      to: from + rows.length,
      inputs: Float64Array.from(rows.flatMap(({ input, choice }) => [input, choice])),
      values: Float64Array.from(rows.flatMap(({ numbers }) => numbers.slice(0, measures))),
      ...(intervals && {
        halfWidths: Float64Array.from(rows.flatMap(({ numbers }) => numbers.slice(3, 3 + measures))),
      }),
      statuses: Uint8Array.from(rows.map(({ status }) => status)),
      reasons: Object.fromEntries(
        rows.flatMap(({ reason }, row) => (reason === undefined ? [] : [[from + row, reason]])),
      ),
    },
  }));

/** What is not there is left out, as JSON does. */
function lineOf(table: StudyTable, row: ReturnType<typeof rowsOf>[number]): string {
  const written = (value: unknown) => (value === Number.POSITIVE_INFINITY ? 'unbounded' : value);
  const { point, inputs, status, reason, values, halfWidths } = row;
  return JSON.stringify({
    point,
    ...Object.fromEntries(table.inputs.map(({ path }, i) => [path, written(inputs[i])])),
    status,
    reason,
    ...Object.fromEntries(
      table.measures.flatMap(({ name }, i) => [
        [name, written(values[i])],
        [`${name} ±`, written(halfWidths?.[i])],
      ]),
    ),
  });
}

describe('the lines of a batch', () => {
  it('are the JSON of its rows', () => {
    fc.assert(
      fc.property(cases, ({ table, batch }) => {
        const expected = rowsOf(table, batch).map((row) => `${lineOf(table, row)}\n`);
        expect(linesOf(table, batch)).toBe(expected.join(''));
      }),
    );
  });
});

describe('a packed batch', () => {
  it('gives the same lines, wherever its bytes are', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: 9 }), ({ table, batch }, offset) => {
        const bytes = packed(batch);
        const elsewhere = new Uint8Array(bytes.length + offset).subarray(offset);
        elsewhere.set(bytes);
        const again = unpacked(table, batch, elsewhere);
        expect(again && linesOf(table, again)).toBe(linesOf(table, batch));
      }),
    );
  });

  it('is refused when it is cut, of fewer points, or anything else', () => {
    const { table, evaluate } = evaluatorOf(
      studyOf({ vary: [{ path: '1b.service.rate', from: 30e6, to: 90e6, count: 20 }] }),
    );
    const batch = evaluate({ from: 0, to: 20 });
    const bytes = packed(batch);
    expect(unpacked(table, batch, bytes)).toEqual(batch);
    for (let length = 0; length < bytes.length; length++)
      expect(unpacked(table, batch, bytes.subarray(0, length))).toBeUndefined();
    expect(unpacked(table, { from: 0, to: 19 }, bytes)).toBeUndefined();
    expect(unpacked(table, { from: 0, to: 21 }, bytes)).toBeUndefined();
    const statuses = bytes.slice();
    statuses[20 * 8 * 3] = POINT_STATUSES.length;
    expect(unpacked(table, batch, statuses)).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (noise) => {
        expect(unpacked(table, batch, noise)).toBeUndefined();
      }),
    );
  });

  it('refuses reasons of points that it does not have', () => {
    const { table, evaluate } = evaluatorOf(studyOf({ vary: [{ path: '1b.capacity', values: [9] }] }));
    const batch = evaluate({ from: 0, to: 1 });
    for (const reasons of [
      '[["why",[1]]]',
      '[["why",[-1]]]',
      '[[7,[0]]]',
      '{}',
      '[["why",["__proto__"]]]',
      'null',
    ])
      expect(unpacked(table, batch, withReasons(packed(batch), reasons))).toBeUndefined();
    expect(unpacked(table, batch, withReasons(packed(batch), '[["why",[0]]]'))?.reasons).toEqual({
      0: 'why',
    });
  });

  const withReasons = (bytes: Uint8Array, reasons: string): Uint8Array =>
    Uint8Array.from([...bytes.subarray(0, bytes.length - 2), ...new TextEncoder().encode(reasons)]);
});
