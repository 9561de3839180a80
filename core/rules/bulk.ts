/** How many elements one service takes at once. Meaning: docs/models.md. */
import type { KindWords } from '../base/kinds.ts';

/** full: a server waits for exactly `size` elements. upTo: it starts with at least `min` and takes up to `max`. */
export type BulkRule = AnyBatch &
  (
    | { readonly rule: 'full'; readonly size: number }
    | { readonly rule: 'upTo'; readonly min: number; readonly max: number }
  );

interface AnyBatch {
  /** A batch that has waited so long starts with what is there, s, > 0; never when absent. */
  readonly timeout?: number;
  /** What each element adds to the mean time of its batch, s, >= 0, default 0. */
  readonly timePerElement?: number;
}

export type BulkKind = BulkRule['rule'];

export const BULK = {
  full: { label: 'Fixed b', hint: 'a server waits for b elements and takes exactly these' },
  upTo: { label: 'Min–max', hint: 'a server takes what waits, between a smallest and a largest batch' },
} as const satisfies Record<BulkKind, KindWords>;

/** Fewest and most elements of one service. */
export interface BatchSizes {
  readonly least: number;
  readonly most: number;
}

/** Undefined: one by one. */
export function batchSizes(bulk: BulkRule | undefined): BatchSizes {
  if (bulk === undefined) return { least: 1, most: 1 };
  switch (bulk.rule) {
    case 'full':
      return { least: bulk.size, most: bulk.size };
    case 'upTo':
      return { least: bulk.min, most: bulk.max };
  }
}

/** Most elements of one service. */
export const largestBatch = (bulk: BulkRule | undefined): number => batchSizes(bulk).most;

/** Services take different numbers of elements. */
export function batchVaries(bulk: BulkRule | undefined): boolean {
  switch (bulk?.rule) {
    case undefined:
    case 'full':
      return false;
    case 'upTo':
      return true;
  }
}

/** Elements of each service, where all take as many; 1 where they differ. */
export const fixedBatch = (bulk: BulkRule | undefined): number =>
  batchVaries(bulk) ? 1 : largestBatch(bulk);
