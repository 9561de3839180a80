/** The ways to serve in bulk, and what becomes of the numbers when the way changes. */
import type { BulkRule } from '../../../core/scenario/scenario.ts';

export type BulkWay = 'single' | BulkRule['rule'];

export const bulkWay = (bulk: BulkRule | undefined): BulkWay => bulk?.rule ?? 'single';

/** The same batch size another way. Undefined: one by one. */
export function asBulkWay(bulk: BulkRule | undefined, way: BulkWay): BulkRule | undefined {
  if (way === bulkWay(bulk)) return bulk;
  const timeout = bulk?.timeout === undefined ? {} : { timeout: bulk.timeout };
  switch (way) {
    case 'single':
      return undefined;
    case 'full':
      return { rule: 'full', size: bulk?.rule === 'upTo' ? bulk.max : 8, ...timeout };
    case 'upTo':
      return { rule: 'upTo', min: 1, max: bulk?.rule === 'full' ? bulk.size : 8, ...timeout };
  }
}

/** `timeout` undefined: a batch waits for ever. */
export function withTimeout(bulk: BulkRule, timeout: number | undefined): BulkRule {
  const { timeout: _, ...rest } = bulk;
  return timeout === undefined ? rest : { ...rest, timeout };
}
