/**
 * Parquet files: a QTM table with its own column names (metadata `qtm` = name of the table, `time` = its unit), or columns
 * with foreign names that are mapped. Row groups are read one after the other, column by column.
 */
import { type FileMetaData, parquetMetadataAsync, parquetRead, type SchemaElement } from 'hyparquet';
import { err, ok, type Result } from '../../../core/base/result.ts';
import type { ByteSource, ColumnMapping, ReduceOptions } from '../contract.ts';
import type { Place } from '../measurement-fault.ts';
import { BAD_TIME_UNIT, TABLES, type TableName, timeUnitsPerSecond } from '../qtm-format.ts';
import type { Intake } from '../reduce/intake.ts';
import { sureMapping } from './guess-mapping.ts';
import { JsonRows } from './json-rows.ts';
import { isNumeric } from './mapped-layout.ts';
import { MappedRows } from './mapped-rows.ts';
import { namedRows } from './named-rows.ts';
import { checkedPages, DamagedParquet, placeOfColumn, rowsOfGroup } from './parquet-pages.ts';

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
  private readonly stages: ReduceOptions['stages'];

  constructor(
    private readonly intake: Intake,
    private readonly source: ByteSource,
    { mapping, stages }: Pick<ReduceOptions, 'mapping' | 'stages'>,
  ) {
    this.mapping = mapping;
    this.stages = stages;
    this.rows = new JsonRows(intake);
  }

  async read(breathe: () => Promise<void>): Promise<void> {
    const metadata = await this.metadata();
    if (!metadata) return;
    const columns = flatColumns(metadata.schema);
    let take: TakeRow | undefined;
    let start = 0;
    for (const number of metadata.row_groups.keys()) {
      const read = await this.readGroup(metadata, columns, number, start);
      if (!read.ok) {
        const { column, why } = read.error;
        this.broken(why, { path: `row group ${number}` }, column);
        break;
      }
      const { rows, data } = read.value;
      const rowAt = (row: number): Cells =>
        Object.fromEntries(columns.map(({ name }) => [name, data.get(name)?.[row]]));
      const names = columns.map(({ name }) => name);
      take ??= this.takerOf(
        names,
        metadata,
        Array.from({ length: Math.min(SAMPLE_ROWS, rows) }, (_, row) => rowAt(row)),
      );
      if (!take) return;
      for (let row = 0; row < rows; row += 1) {
        take(rowAt(row), start + row);
        if (row % BREATHE_EVERY === 0) await breathe();
      }
      start += rows;
    }
    this.rows.end();
  }

  private async metadata(): Promise<FileMetaData | undefined> {
    try {
      return await parquetMetadataAsync(this.file);
    } catch {
      return this.broken('its end, which says where the columns are, cannot be read');
    }
  }

  private get file() {
    return {
      byteLength: this.source.size,
      slice: (start: number, end = this.source.size) => this.source.slice(start, end).arrayBuffer(),
    };
  }

  /** Column by column, so that a damaged one can be named. What the library says of it is for its programmers. */
  private async readGroup(
    metadata: FileMetaData,
    columns: readonly SchemaElement[],
    number: number,
    start: number,
  ): Promise<Result<{ rows: number; data: Map<string, unknown[]> }, { column: string; why: string }>> {
    const group = metadata.row_groups[number]!;
    const data = new Map<string, unknown[]>();
    let column = '';
    try {
      const rows = rowsOfGroup(group);
      for (const { name, repetition_type } of columns) {
        column = name;
        const values: unknown[] = [];
        data.set(name, values);
        if (rows === 0) continue;
        const facts = group.columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === name);
        const place = placeOfColumn(facts?.meta_data, rows, this.source.size);
        const chunk = await this.file.slice(place.start, place.end);
        const optional = repetition_type === 'OPTIONAL';
        await parquetRead({
          ...{ file: this.file, metadata, columns: [name], rowStart: start, rowEnd: start + rows },
          compressors: checkedPages(chunk, facts!.meta_data!, { rows, optional }),
          parsers: PARSERS as never,
          onChunk: ({ columnName, columnData, rowStart }) => {
            if (columnName !== name) return;
            for (let index = 0; index < columnData.length; index += 1)
              values[rowStart - start + index] = columnData[index];
          },
        });
      }
      return ok({ rows, data });
    } catch (reason) {
      const why = reason instanceof DamagedParquet ? reason.message : 'it cannot be decoded';
      return err({ column, why });
    }
  }

  private takerOf(
    columns: readonly string[],
    metadata: FileMetaData,
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
    const seen = { separator: ',', header: true, names: columns, rows: texts } as const;
    const guessed = this.mapping ?? sureMapping(seen, this.intake.faults);
    if (!guessed) return undefined;
    this.mapping = hasStamps ? { ...guessed, timeUnit: 'ns' } : guessed;
    const { mapping } = this;
    if (!isNumeric(mapping)) {
      const { intake, stages } = this;
      const named = namedRows({ intake, mapping, placeOf, names: columns, stages });
      return named && ((cells, number) => named.take((name) => String(cells[name] ?? ''), number));
    }
    const mapped = new MappedRows(this.intake, mapping, placeOf);
    return (cells, number) => mapped.take(cells, number);
  }

  private broken(why: string, place: Place = {}, column = ''): undefined {
    const rest = this.intake.rows > 0 ? '; what came before is used' : '';
    this.intake.faults.add('E20', `The Parquet file is damaged or cut off: ${why}${rest}`, {
      place,
      ...(column !== '' && { column }),
    });
    return undefined;
  }
}

/** Columns of plain values; lists and objects hold no rows of a measurement. */
function flatColumns(schema: readonly SchemaElement[]): readonly SchemaElement[] {
  const flat: SchemaElement[] = [];
  for (let at = 1, inside = 0; at < schema.length; at += 1) {
    const element = schema[at]!;
    if (inside > 0) inside -= 1;
    else if (element.type && element.name && element.repetition_type !== 'REPEATED' && !element.num_children)
      flat.push(element);
    inside += element.num_children ?? 0;
  }
  return flat;
}

/** The table of the format that has all its columns here; the one with most. */
function tableWith(columns: readonly string[]): TableName | undefined {
  const fitting = (Object.keys(TABLES) as TableName[]).filter((name) =>
    TABLES[name].required.every((column) => columns.includes(column)),
  );
  return fitting.sort((a, b) => TABLES[b].required.length - TABLES[a].required.length)[0];
}
