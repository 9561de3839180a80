/**
 * The pages of one column of a Parquet file, looked at before they are decoded: the library believes the counts in them, and a
 * damaged one would fill the memory. Format: https://parquet.apache.org/docs/file-format
 */
import type { ColumnMetaData, Compressors, PageHeader, RowGroup } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { compressors } from 'hyparquet-compressors';

/** What is wrong with a file, in words for people. */
export class DamagedParquet extends Error {}

/** A row group is held in memory. */
const MOST_ROWS = 2 ** 24;
const MOST_PAGE_BYTES = 256 * 1024 * 1024;
/** Writers fill their last run up. */
const SLACK = 512;

/** Rows of a group. Throws {@link DamagedParquet}. */
export function rowsOfGroup(group: RowGroup): number {
  const rows = Number(group.num_rows);
  if (Number.isInteger(rows) && rows >= 0 && rows <= MOST_ROWS) return rows;
  const found = Number.isFinite(rows) ? rows : 'none';
  throw new DamagedParquet(`expected a number of rows up to ${MOST_ROWS}, got ${found}`);
}

/** Where a column stands in a file of `size` bytes. Throws {@link DamagedParquet}. */
export function placeOfColumn(
  facts: ColumnMetaData | undefined,
  rows: number,
  size: number,
): { readonly start: number; readonly end: number } {
  if (!facts) throw new DamagedParquet('it has no description');
  const start = Number(facts.dictionary_page_offset || facts.data_page_offset);
  const end = start + Number(facts.total_compressed_size);
  if (!(start >= 4 && end > start && end <= size - 8))
    throw new DamagedParquet('its pages lie outside of the file');
  if (Number(facts.num_values) !== rows)
    throw new DamagedParquet(
      `expected ${rows} values as the group has rows, got ${facts.num_values ?? 'none'}`,
    );
  return { start, end };
}

/** Walks over the pages and looks at all counts in them. What is packed is looked at when it is unpacked, by what is given back. */
export function checkedPages(
  chunk: ArrayBuffer,
  { codec }: ColumnMetaData,
  { rows, optional }: { readonly rows: number; readonly optional: boolean },
): Compressors {
  const reader = { view: new DataView(chunk), offset: 0 };
  const packed: PageHeader[] = [];
  let left = rows;
  while (left > 0 && reader.offset < chunk.byteLength - 1) {
    const header = parquetHeader(reader);
    const { compressed_page_size: length, uncompressed_page_size: unpacked } = header;
    if (
      !(
        length >= 0 &&
        length <= chunk.byteLength - reader.offset &&
        unpacked >= 0 &&
        unpacked <= MOST_PAGE_BYTES
      )
    )
      throw new DamagedParquet('a page ends outside of its column');
    const values = valuesOf(header);
    const isData = header.type !== 'DICTIONARY_PAGE';
    if (!(values >= 0 && values <= (isData ? left : MOST_ROWS)))
      throw new DamagedParquet(`a page claims ${values} values`);
    if (isData) left -= values;
    const bytes = new Uint8Array(chunk, reader.offset, length);
    const isPlain = codec === 'UNCOMPRESSED' || header.data_page_header_v2?.is_compressed === false;
    const levels = levelBytes(header, bytes);
    if (isPlain) checkRuns(bytes, { header, optional, start: levels });
    else packed.push(header);
    reader.offset += length;
  }
  if (left > 0) throw new DamagedParquet(`${left} of ${rows} values are missing`);
  return Object.fromEntries(
    Object.entries(compressors).map(([name, unpack]) => [
      name,
      (input: Uint8Array, length: number) => {
        const bytes = unpack(input, length);
        const header = packed.shift();
        if (header) checkRuns(bytes, { header, optional, start: 0 });
        return bytes;
      },
    ]),
  );
}

const valuesOf = ({ data_page_header, data_page_header_v2, dictionary_page_header }: PageHeader): number =>
  (data_page_header ?? data_page_header_v2 ?? dictionary_page_header)?.num_values ?? -1;

/** Bits of a level: whether a value is there. */
const LEVEL_BITS = 1;

/** The second kind of page keeps its levels in front, which are never packed: how many bytes they take. */
function levelBytes({ data_page_header_v2: header }: PageHeader, bytes: Uint8Array): number {
  if (!header) return 0;
  const {
    repetition_levels_byte_length: before,
    definition_levels_byte_length: length,
    num_values: values,
  } = header;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!(before >= 0 && length >= 0)) throw new DamagedParquet('a page has levels of negative length');
  checkRun(view, { at: before, end: before + length, bits: LEVEL_BITS, values });
  return before + length;
}

interface Page {
  readonly header: PageHeader;
  readonly optional: boolean;
  /** Where levels or values begin. */
  readonly start: number;
}

function checkRuns(bytes: Uint8Array, { header, optional, start }: Page): void {
  const page = header.data_page_header ?? header.data_page_header_v2;
  if (!page || header.type === 'DICTIONARY_PAGE') return;
  const { encoding, num_values: values } = page;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;
  if (header.data_page_header && optional) {
    if (bytes.length < 4) throw new DamagedParquet('a page is shorter than it says');
    at = 4 + view.getUint32(0, true);
    checkRun(view, { at: 4, end: at, bits: LEVEL_BITS, values });
  }
  if (encoding !== 'RLE_DICTIONARY' && encoding !== 'PLAIN_DICTIONARY') return;
  if (at >= bytes.length) return;
  const bits = view.getUint8(at);
  if (bits > 32) throw new DamagedParquet('a page has words of more than 32 bits');
  if (bits > 0) checkRun(view, { at: at + 1, end: bytes.length, bits, values });
}

interface Run {
  readonly at: number;
  readonly end: number;
  readonly bits: number;
  readonly values: number;
}

/** Runs of equal or packed values: none may hold many more than the page has. */
function checkRun(view: DataView, { at, end, bits, values }: Run): void {
  if (end > view.byteLength) throw new DamagedParquet('a page is shorter than it says');
  let seen = 0;
  while (seen < values && at < end) {
    let [head, unit] = [0, 1];
    for (let byte = 128; byte >= 128 && at < end; at += 1, unit *= 128) {
      byte = view.getUint8(at);
      head += (byte & 127) * unit;
    }
    const isPacked = head % 2 === 1;
    const count = isPacked ? Math.floor(head / 2) * 8 : head / 2;
    if (count > values - seen + SLACK) throw new DamagedParquet(`a page claims ${count} values`);
    at += isPacked ? Math.floor(head / 2) * bits : Math.ceil(bits / 8);
    seen += count;
  }
}
