/** Points as a Parquet file, with the columns that the command line writes. */
import { parquetWriteBuffer } from 'hyparquet-writer';
import { statusOf } from '../../state/explore-points.ts';
import { type FileColumn, fileColumns } from './point-table.ts';
import type { ShownPoints } from './use-points.ts';

export function pointsParquet(shown: ShownPoints): Blob {
  const made: number[] = [];
  for (let point = 0; point < shown.points.table.points; point++)
    if (statusOf(shown.points, point) !== undefined) made.push(point);
  const columnData = fileColumns(shown).map(({ label, isText, at }) => ({
    name: label,
    type: typeOf({ label, isText }),
    data: made.map((point) => (label === 'point' ? BigInt(point) : (at(point) ?? null))),
    nullable: label !== 'point',
  }));
  return new Blob([parquetWriteBuffer({ columnData })], { type: 'application/vnd.apache.parquet' });
}

function typeOf({ label, isText }: Pick<FileColumn, 'label' | 'isText'>): 'INT64' | 'STRING' | 'DOUBLE' {
  if (label === 'point') return 'INT64';
  return isText ? 'STRING' : 'DOUBLE';
}
