/** What leaves the page: texts, tables and pictures as files, and texts through the clipboard. */
import { type Table, tableToCsv } from '../../core/quantities/table.ts';
import { showToast } from './widgets/toasts.ts';

export const saveText = (name: string, text: string, type: string): void =>
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));

/** Words for what comes out of a part of the page that is marked as older than the drawing or its question, else none. */
export const ageIn = (part: Element | null): '' | ' (outdated)' =>
  part?.closest('[data-stale]') ? ' (outdated)' : '';

/** A table out of such a part says so in each row. */
export const withAge = (table: Table, age: string): Table =>
  age === ''
    ? table
    : {
        columns: [...table.columns, { label: 'outdated', holds: 'text' }],
        rows: table.rows.map((row) => [...row, 'yes']),
      };

/** `name`: without what says the kind of the file. */
export const saveCsv = (name: string, { columns, rows }: Table): void =>
  saveText(`${name}.csv`, tableToCsv(columns, rows), 'text/csv');

/** What writes Parquet is loaded when it is first asked for. */
export async function saveParquet(name: string, table: Table): Promise<void> {
  const { tableParquet } = await import('./table-parquet.ts');
  downloadBlob(`${name}.parquet`, tableParquet(table));
}

/** `remark`: what else is to be known of it. */
export async function copyText(text: string, remark?: string): Promise<void> {
  try {
    // Pages that are not served securely have no clipboard at all, which ends in the same notice.
    await navigator.clipboard.writeText(text);
    showToast({ title: 'Copied', tone: 'good', ...(remark !== undefined && { description: remark }) });
  } catch {
    showToast({
      title: 'The browser did not allow copying',
      description: 'Allow this page the clipboard, or export a file.',
      tone: 'bad',
    });
  }
}

/** Undefined where it was copied, which `title` and `remark` tell; else why not, to be said beside the link. */
export async function copyLink(link: string, title: string, remark?: string): Promise<string | undefined> {
  try {
    await navigator.clipboard.writeText(link);
    showToast({ title, tone: 'good', ...(remark !== undefined && { description: remark }) });
    return undefined;
  } catch {
    return 'The browser did not allow copying. Select the link and copy it by hand.';
  }
}

/** Hands a file to the browser's downloads. What file systems do not take is left out of its name. */
export function downloadBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileNameOf(name);
  anchor.click();
  // The click only queues the download; the address must outlive it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Bytes: file systems take 255, and the browser may add a number. */
const LONGEST_NAME = 200;
/** Devices to Windows, whatever their ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** What no file system takes, what would hide or turn around the rest, and halves of characters. */
const UNCLEAN = /[\\/:*?"<>|\s\p{Cc}\p{Cf}\p{Cs}]+/gu;

/** A name that every system takes; the ending stays. */
export function fileNameOf(name: string): string {
  const [, stem = '', ending = ''] = /^(.*?)(\.[a-z]+)?$/s.exec(name)!;
  const kept = stem.replace(UNCLEAN, ' ').replace(/^[\s.]+|[\s.]+$/g, '');
  let [short, bytes] = ['', ending.length];
  for (const character of kept) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > LONGEST_NAME) break;
    short += character;
  }
  const whole = `${short.trim() || 'stagegraph'}${ending}`;
  return RESERVED.test(whole) ? `_${whole}` : whole;
}
