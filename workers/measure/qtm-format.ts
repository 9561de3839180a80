/** The measurement format QTM 1 by its names: tables, columns, units. */
import { own } from '../../core/base/own.ts';
import type { FaultList, Place } from './measurement-fault.ts';

const QTM_VERSION = 1;

/** Columns per table: those that must be there, and the rest that the format knows. */
type Columns = { readonly required: readonly string[]; readonly optional: readonly string[] };

/** The tables that are read whole, from which a comparison takes its numbers. */
const SMALL_TABLES = {
  queues: {
    required: ['queueId'],
    optional: [
      ...['name', 'source', 'dest', 'kind', 'parentId', 'capacity', 'itemBytes', 'servers', 'discipline'],
      ...['srcClock', 'dstClock', 'bulkSize', 'note'],
    ],
  },
  frames: { required: ['frameId'], optional: ['start', 'end', 'complete', 'lost', 'note'] },
  scalars: {
    required: ['queueId', 'metric', 'value'],
    optional: ['frameId', 'stat', 'unit', 'n', 'end', 'note'],
  },
  hist: {
    required: ['queueId', 'metric', 'binLow', 'binHigh', 'weight'],
    optional: ['frameId', 'conditioning', 'weightUnit', 'note'],
  },
} as const satisfies Record<string, Columns>;

/** The tables that are reduced while they are read. */
const REDUCED_TABLES = {
  events: {
    required: ['queueId', 'time', 'kind'],
    optional: ['seq', 'count', 'task', 'blockedFor', 'note'],
  },
  counters: { required: ['queueId', 'timestamp', 'inCount', 'outCount'], optional: ['note'] },
  tc: {
    required: ['queueId', 'end', 'time', 'period', 'count'],
    optional: ['blocked', 'blockedFor', 'finished', 'note'],
  },
  tasks: {
    required: ['task', 'step', 'queue', 'arrival', 'departure'],
    optional: ['state', 'ordinal', 'note'],
  },
} as const satisfies Record<string, Columns>;

export const TABLES: Readonly<Record<TableName, Columns>> = { ...SMALL_TABLES, ...REDUCED_TABLES };

export type SmallTableName = keyof typeof SMALL_TABLES;
export type ReducedTableName = keyof typeof REDUCED_TABLES;
export type TableName = SmallTableName | ReducedTableName;

export const isTableName = (name: string): name is TableName => Object.hasOwn(TABLES, name);

/** Hz; no clock is faster, and times in its cycles stay exact. */
const MOST_CLOCK = 1e12;

/** How many of the unit of the `time=` setting make a second; undefined when it is none of the format's. */
export function timeUnitsPerSecond(unit: string, clockHz: string | undefined): number | undefined {
  if (unit !== 'cycles') return own(TIME_UNITS, unit);
  const clock = Number(clockHz);
  return clock >= 1 && clock <= MOST_CLOCK ? clock : undefined;
}

/** How many make a second. Division by them is exact where multiplication by 1e-9 is not. */
export const TIME_UNITS: Readonly<Record<string, number>> = { s: 1, ms: 1e3, us: 1e6, ns: 1e9 };

export const BAD_TIME_UNIT =
  'expected time=ns, us, ms, s, or time=cycles together with clockHz=<number from 1 to 1e12>';

/** Reports a version other than ours. */
export function checkVersion(version: string, place: Place, faults: FaultList): boolean {
  if (version === String(QTM_VERSION)) return true;
  const newer = Number(version) > QTM_VERSION ? '; the file was written for a newer release' : '';
  faults.add('E01', `expected qtm version ${QTM_VERSION}, got ${version}${newer}`, { place, value: version });
  return false;
}

/** True for a table that is read; reports the others: W22 for one of the format, E01 for a stranger. */
export function checkTableName(name: string, rowCount: number, report: Report): name is SmallTableName {
  if (Object.hasOwn(SMALL_TABLES, name)) return true;
  const { faults, place } = report;
  if (isTableName(name)) {
    faults.add('W22', `table ${name} is not read here; ${rowCount} rows are left out`, { place });
    return false;
  }
  unknownTable(name, report);
  return false;
}

export function unknownTable(name: string, { faults, place }: Report): void {
  const tables = Object.keys(TABLES).join(', ');
  faults.add('E01', `table "${name}" is not part of the format; its tables are ${tables}`, { place });
}

export interface Report {
  readonly faults: FaultList;
  readonly place: Place;
}
