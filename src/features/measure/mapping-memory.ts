/** How the columns of a foreign CSV file were mapped last time, by their names: the next file of that kind is read the same way. */

import type { ColumnMapping } from '../../../workers/measure/contract.ts';
import type { ColumnPreview } from '../../../workers/measure/queries/contract.ts';

const KEY = 'stagegraph:column-mappings';
const MOST = 30;

type Stored = readonly (readonly [header: string, mapping: ColumnMapping])[];

const headerOf = ({ header, separator, names }: ColumnPreview): string =>
  JSON.stringify([header, separator, names]);

export function rememberedMapping(columns: ColumnPreview): ColumnMapping | undefined {
  const header = headerOf(columns);
  return stored().find(([known]) => known === header)?.[1];
}

/** In a browser that refuses storage it is asked for again. */
export function rememberMapping(columns: ColumnPreview, mapping: ColumnMapping): void {
  const header = headerOf(columns);
  const others = stored().filter(([known]) => known !== header);
  try {
    localStorage.setItem(KEY, JSON.stringify([[header, mapping], ...others].slice(0, MOST)));
  } catch {}
}

function stored(): Stored {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (entry: unknown): entry is Stored[number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1]?.columns === 'object';
