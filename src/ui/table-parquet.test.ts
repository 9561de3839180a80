/** Files of tables are read back by the reader of Parquet that the page opens measurements with. */
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { type Table, tableOf } from '../../core/quantities/table.ts';
import { tableParquet } from './table-parquet.ts';
import type { PageColumn } from './widgets/DataTable.tsx';

interface Row {
  readonly fix: string;
  readonly gain: number | undefined;
}

const COLUMNS: readonly PageColumn<Row>[] = [
  { id: 'apply', header: '', cell: () => 'a button', value: () => '' },
  { id: 'fix', header: 'Fix', cell: ({ fix }) => fix, value: ({ fix }) => fix },
  {
    ...{ id: 'gain', header: 'Gain', unit: '/s', kind: 'number' },
    cell: ({ gain }) => `about ${gain?.toFixed(1)}`,
    value: ({ gain }) => gain,
  },
];

const readBack = async (table: Table) => {
  const file = await tableParquet(table).arrayBuffer();
  const { schema } = await parquetMetadataAsync(file);
  return { types: schema.slice(1).map(({ type }) => type), rows: await parquetReadObjects({ file }) };
};

describe('a table as Parquet', () => {
  it('of the page keeps every digit as a number, and has no column of buttons', async () => {
    const rows = [
      { fix: 'one more server, "fast"', gain: 0.1 + 0.2 },
      { fix: '= 2 é', gain: undefined },
      { fix: '', gain: Number.POSITIVE_INFINITY },
      { fix: 'no number', gain: Number.NaN },
    ];
    expect(await readBack(tableOf(COLUMNS, rows))).toEqual({
      types: ['BYTE_ARRAY', 'DOUBLE'],
      rows: [
        { Fix: 'one more server, "fast"', 'Gain (/s)': 0.1 + 0.2 },
        { Fix: '= 2 é', 'Gain (/s)': null },
        { Fix: '', 'Gain (/s)': Number.POSITIVE_INFINITY },
        { Fix: 'no number', 'Gain (/s)': null },
      ],
    });
  });

  it('has whole numbers where a column holds no others, and keeps columns of one name apart', async () => {
    const table: Table = {
      columns: [
        { label: 'point', holds: 'integer' },
        { label: 'on', holds: 'text' },
        { label: 'on', holds: 'text' },
      ],
      rows: [[7, 'cpu', undefined]],
    };
    expect(await readBack(table)).toEqual({
      types: ['INT64', 'BYTE_ARRAY', 'BYTE_ARRAY'],
      rows: [{ point: 7n, on: 'cpu', 'on (2)': null }],
    });
  });

  it('takes a column of a picture for numbers unless there is a text in it', async () => {
    const table = {
      columns: [{ label: 'x' }, { label: 'y' }, { label: 'none' }],
      rows: [
        [1, 'a', undefined],
        [Number.NaN, 2, undefined],
      ],
    };
    expect(await readBack(table)).toEqual({
      types: ['DOUBLE', 'BYTE_ARRAY', 'DOUBLE'],
      rows: [
        { x: 1, y: 'a', none: null },
        { x: null, y: '2', none: null },
      ],
    });
  });

  it('may be empty', async () => {
    expect((await readBack(tableOf(COLUMNS, []))).rows).toEqual([]);
  });
});
