/** How the columns of a foreign CSV file were mapped last time, by their names: the next file of that kind is read the same way. */

import type { ColumnMapping } from '../../../workers/measure/contract.ts';
import type { ColumnPreview } from '../../../workers/measure/queries/contract.ts';
import { readStored, writeStored } from '../../ui/widgets/use-stored.ts';

const KEY = 'column-mappings';
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
  writeStored(KEY, [[header, mapping], ...others].slice(0, MOST));
}

const stored = (): Stored => readStored<readonly unknown[]>(KEY, [], Array.isArray).filter(isEntry);

const isEntry = (entry: unknown): entry is Stored[number] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1]?.columns === 'object';
