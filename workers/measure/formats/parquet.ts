/**
 * Parquet files: a QTM table with its own column names (metadata `qtm` = name of the table, `time` = its unit), or columns
 * with foreign names that are mapped. Row groups are read one after the other, column by column.
 */
import { parquetMetadataAsync, parquetRead } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { ByteSource, ColumnMapping } from '../contract.ts';
import { BAD_TIME_UNIT, TABLES, type TableName, timeUnitsPerSecond } from '../qtm-format.ts';
import type { PlaceOf } from '../qtm-table.ts';
import type { Intake } from '../reduce/intake.ts';
import { parseRow } from '../stream/parse-row.ts';
import { NUMERIC_TABLES, type RowLayout, type RowTaker } from '../stream/row-layout.ts';
import { guessMapping } from './guess-mapping.ts';
import { JsonRows } from './json-rows.ts';
import { mappedLayout } from './mapped-layout.ts';

type Cells = Readonly<Record<string, unknown>>;
type TakeRow = (cells: Cells, number: number) => void;

/** Rows between two breaths. */
const BREATHE_EVERY = 20_000;
const SAMPLE_ROWS = 200;
/** Times come as whole ns, whatever the unit in the file: a Date would drop what is below 1 ms. */
const PARSERS = {
  timestampFromMilliseconds: (value: bigint) => BigInt(value) * 1_000_000n,
  timestampFromMicroseconds: (value: bigint) => BigInt(value) * 1000n,
  timestampFromNanoseconds: (value: bigint) => BigInt(value),
};

export class Parquet {
  mapping: ColumnMapping | undefined;
  private readonly rows: JsonRows;

  constructor(
    private readonly intake: Intake,
    private readonly source: ByteSource,
    mapping: ColumnMapping | undefined,
  ) {
    this.mapping = mapping;
    this.rows = new JsonRows(intake);
  }

  async read(breathe: () => Promise<void>): Promise<void> {
    const file = {
      byteLength: this.source.size,
      slice: (start: number, end = this.source.size) => this.source.slice(start, end).arrayBuffer(),
    };
    const metadata = await parquetMetadataAsync(file).catch((reason: unknown) => this.broken(reason));
    if (!metadata) return;
    const columns = metadata.schema.slice(1).map(({ name }) => name);
    let take: TakeRow | undefined;
    let start = 0;
    for (const group of metadata.row_groups) {
      const end = start + Number(group.num_rows);
      const data = new Map<string, unknown[]>(columns.map((name) => [name, []]));
      const read = parquetRead({
        ...{ file, metadata, compressors, rowStart: start, rowEnd: end, parsers: PARSERS as never },
        onChunk: ({ columnName, columnData, rowStart }) => {
          const column = data.get(columnName);
          for (let index = 0; column && index < columnData.length; index += 1)
            column[rowStart - start + index] = columnData[index];
        },
      });
      await read.catch((reason: unknown) => this.broken(reason));
      const rowAt = (row: number): Cells =>
        Object.fromEntries(columns.map((name) => [name, data.get(name)?.[row]]));
      take ??= this.takerOf(
        columns,
        metadata,
        Array.from({ length: Math.min(SAMPLE_ROWS, end - start) }, (_, row) => rowAt(row)),
      );
      if (!take) return;
      for (let row = 0; row < end - start; row += 1) {
        take(rowAt(row), start + row);
        if (row % BREATHE_EVERY === 0) await breathe();
      }
      start = end;
    }
    this.rows.end();
  }

  private takerOf(
    columns: readonly string[],
    metadata: Awaited<ReturnType<typeof parquetMetadataAsync>>,
    sample: readonly Cells[],
  ): TakeRow | undefined {
    const settings = new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value ?? '']));
    const placeOf = (row: number) => ({ path: `row ${row}` });
    const table = this.mapping ? undefined : (settings.get('qtm') ?? tableWith(columns));
    const hasStamps = metadata.schema.some(
      ({ converted_type, logical_type }) =>
        converted_type?.startsWith('TIMESTAMP') || logical_type?.type === 'TIMESTAMP',
    );
    if (table !== undefined) {
      const unit = hasStamps ? 'ns' : (settings.get('time') ?? 'ns');
      const unitsPerSecond = timeUnitsPerSecond(unit, settings.get('clockHz'));
      if (unitsPerSecond === undefined) {
        this.intake.faults.add('E01', BAD_TIME_UNIT, { value: unit });
        return undefined;
      }
      this.rows.timesIn(unitsPerSecond);
      return (cells, number) => this.rows.take(table, cells, number, placeOf);
    }
    const texts = sample.map((cells) => columns.map((name) => String(cells[name] ?? '')));
    const guessed = this.mapping ?? guessMapping(columns, texts);
    if (!guessed) {
      const message = `no table has these columns, and they could not be guessed: ${columns.join(', ')}`;
      this.intake.faults.add('E01', message);
      return undefined;
    }
    this.mapping = hasStamps ? { ...guessed, timeUnit: 'ns' } : guessed;
    const mapped = new MappedRows(this.intake, this.mapping, placeOf);
    return (cells, number) => mapped.take(cells, number);
  }

  private broken(reason: unknown): undefined {
    const why = reason instanceof Error ? reason.message : String(reason);
    this.intake.faults.add('E20', `The Parquet file is damaged or cut off: ${why}`);
    return undefined;
  }
}

/** The table of the format that has all its columns here; the one with most. */
function tableWith(columns: readonly string[]): TableName | undefined {
  const fitting = (Object.keys(TABLES) as TableName[]).filter((name) =>
    TABLES[name].required.every((column) => columns.includes(column)),
  );
  return fitting.sort((a, b) => TABLES[b].required.length - TABLES[a].required.length)[0];
}

/** Rows with named cells and foreign names, read as a mapping says. */

class MappedRows {
  private readonly layout: RowLayout;
  private readonly columns: readonly string[];
  private readonly row: Float64Array;
  private readonly taker: RowTaker;

  constructor(
    intake: Intake,
    mapping: ColumnMapping,
    private readonly placeOf: PlaceOf,
  ) {
    this.columns = NUMERIC_TABLES[mapping.table].map(({ name }) => mapping.columns[name] ?? '');
    this.layout = mappedLayout(intake, mapping, this.columns);
    this.row = new Float64Array(this.columns.length);
    this.taker = intake.open(mapping.table);
  }

  take(cells: Readonly<Record<string, unknown>>, number: number): void {
    const texts = this.columns.map((column) => String(cells[column] ?? ''));
    if (parseRow(this.layout, texts, this.row, this.placeOf(number)))
      this.taker(this.row, number, this.placeOf);
  }
}
