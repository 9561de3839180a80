/** The first rows of a CSV file with foreign column names, for somebody who says which column is what. */

import type { ByteSource, ColumnMapping } from './contract.ts';
import { decodeText } from './decode-text.ts';
import {
  guessDoubts,
  guessMapping,
  mappingDoubts,
  mappingWords,
  tableSample,
} from './formats/guess-mapping.ts';
import { jsonRowsOf } from './formats/mapped-json.ts';
import { unitOfHead } from './formats/means-columns.ts';
import { sniffFormat } from './formats/sniff-format.ts';
import type { ColumnPreview, FileInspection, MappingAssessment } from './queries/contract.ts';
import { hasReducedTables } from './read-measurement.ts';
import { headOf } from './read-rows.ts';

type Layout = Pick<ColumnMapping, 'separator' | 'header'>;

const SHOWN_ROWS = 6;
/** More different words in a column are no kinds of events. */
const MOST_WORDS = 12;
/** Larger files of means and levels are not read whole. */
const MOST_WHOLE_BYTES = 64 * 1024 * 1024;

/** With `layout` the columns are taken apart as it says instead of as they look. Text that is no table has no columns. */
export async function inspectFile(
  file: ByteSource & Pick<Blob, 'arrayBuffer'>,
  layout?: Layout,
): Promise<FileInspection> {
  const head = await headOf(file);
  const format = sniffFormat(head.text);
  if (format === undefined || (head.binary && format !== 'parquet')) return { reduces: false };
  if ((format === 'qtm-csv' || format === 'qtm-json') && file.size <= MOST_WHOLE_BYTES) {
    const text = await decodeText(new Uint8Array(await file.arrayBuffer()), '');
    return { format, reduces: hasReducedTables(text.ok ? text.value : head.text) };
  }
  if (format !== 'mapped-csv') return { format, reduces: true };
  const columns = previewColumns(head.text, layout);
  const isTable =
    columns.names.length > 1 &&
    columns.rows.length > 0 &&
    columns.rows.every((row) => row.length === columns.names.length);
  return { format, reduces: true, ...((isTable || layout) && { columns }) };
}

export function previewColumns(head: string, layout?: Layout): ColumnPreview {
  const sample = jsonRowsOf(head) ?? tableSample(head, layout);
  const { separator, header, names, rows } = sample;
  const guess = guessMapping(names, rows, sample);
  return {
    ...{ separator, header, names },
    rows: rows.slice(0, SHOWN_ROWS),
    words: Object.fromEntries(names.flatMap((name, column) => wordsOf(name, column, rows))),
    units: Object.fromEntries(names.map((name) => [name, unitOfHead(name)])),
    ...(guess && { guess, isSure: guessDoubts(guess, sample).length === 0 }),
  };
}

/** What a mapping would make of a file, and what speaks against it. */
export async function assessMapping(file: ByteSource, mapping: ColumnMapping): Promise<MappingAssessment> {
  const { text } = await headOf(file);
  const sample = jsonRowsOf(text) ?? tableSample(text, mapping);
  const guess = guessMapping(sample.names, sample.rows, sample);
  const isGuess = guess !== undefined && JSON.stringify(guess) === JSON.stringify(mapping);
  const doubts = isGuess ? guessDoubts(guess, sample) : mappingDoubts(mapping, sample);
  return { becomes: mappingWords(mapping, sample), doubts };
}

function wordsOf(
  name: string,
  column: number,
  rows: readonly (readonly string[])[],
): (readonly [string, string[]])[] {
  const words = [...new Set(rows.map((row) => row[column] ?? ''))];
  return words.length <= MOST_WORDS ? [[name, words]] : [];
}
