/** What is read from measurement files, and what they are reduced to. Plain data. */
import type { MeasuredQuantity, Measurement } from '../../core/measurement/measurement.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';

/** What the reader must know of a stage. */
export interface MeasuredStage {
  readonly id: NodeId;
  readonly name?: string;
  readonly capacity?: number;
  readonly unit?: string;
}

/** What is wrong in a measurement file. */
export interface MeasurementFault {
  /** `E01`, `W07` ...: docs/measurements.md lists them. E00 and W00 count the faults that are not shown. */
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** 1, 2, ... in a CSV file, and where broken JSON breaks. */
  readonly line?: number;
  /** Row in a JSON file, such as `scalars[3]`. */
  readonly path?: string;
  /** Name of the column of a table, or the position in the line where broken JSON breaks. */
  readonly column?: string | number;
  /** The text that was found. */
  readonly value?: string;
  /** What was expected, without the place. */
  readonly message: string;
  /** E22: the columns of which somebody must say what they are. */
  readonly unsure?: UnsureColumns;
}

/** The first rows of a table with foreign names, and what they were taken for. */
export interface UnsureColumns {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How the table is taken apart, and the unit of what look like times in it. */
  readonly layout: Pick<ColumnMapping, 'separator' | 'header' | 'timeUnit'>;
  readonly guess?: ColumnMapping;
}

export interface ReadMeasurement {
  readonly measurement: Measurement;
  readonly warnings: readonly MeasurementFault[];
}

/** What a measurement file is written in; told from its content. */
export type MeasurementFormat =
  | 'qtm-csv'
  | 'qtm-json'
  | 'qtm-ndjson'
  | 'parquet'
  | 'timetrial'
  | 'weh'
  | 'bayes-qnet'
  | 'opentelemetry'
  | 'jaeger'
  | 'zipkin'
  | 'chrome-trace'
  | 'vcd'
  | 'prometheus'
  | 'printed-histograms'
  | 'hdr-percentiles'
  | 'level-table'
  | 'access-log'
  | 'hdr-log'
  | 'perf-sched'
  | 'ocel'
  | 'packet-capture'
  | 'xes'
  | 'mapped-csv';

/** What the rows of a CSV file with foreign column names are. */
export type MappedTable = 'events' | 'counters' | 'visits' | 'levels' | 'steps' | 'arrivals' | 'means';

/** Which column of a foreign CSV file is what. */
export interface ColumnMapping {
  readonly table: MappedTable;
  readonly separator: ',' | ';' | '\t' | '|' | ' ';
  /** False: the columns have no names, and are called 1, 2, ... */
  readonly header: boolean;
  /** Column of our table -> its name in the file. Without queueId all rows belong to one queue. */
  readonly columns: Readonly<Record<string, string>>;
  /** Unit of every time in the file; `date` reads dates such as 2024-05-03T10:00:00.123456Z. */
  readonly timeUnit: 's' | 'ms' | 'us' | 'ns' | 'date';
  /** In a table of means: quantity -> unit of its numbers, such as `MHz`; absent or empty for elements and shares. */
  readonly units?: Readonly<Record<string, string>>;
  /** Word in the file -> kind of event I, D, F or E; without it the letters themselves. */
  readonly kinds?: Readonly<Record<string, 'I' | 'D' | 'F' | 'E'>>;
  /** Counters start again at 0 after this. */
  readonly wrap?: number;
}

/** What each column was taken for. */
export const columnsText = ({ table, columns, timeUnit, units = {} }: ColumnMapping): string => {
  const said = Object.entries(columns).map(([column, name]) => {
    const unit = Object.hasOwn(units, column) ? units[column] : '';
    return `${column} = "${name}"${unit ? ` in ${unit}` : ''}`;
  });
  if (table === 'means') return said.join(', ');
  return `${said.join(', ')}; ${timeUnit === 'date' ? 'times are dates' : `times in ${timeUnit}`}`;
};

/** Puts a clock onto another: a time t of it, s from the origin, becomes t + offset + drift (t - from). */
export interface ClockCorrection {
  readonly offset: number;
  readonly drift: number;
  readonly from: number;
}

export interface ReduceOptions {
  /** Length of a frame, s. Without it frames double in length until there are at most 128. */
  readonly frameSeconds?: number;
  /** How to read a CSV file with foreign column names; without it the columns are guessed. */
  readonly mapping?: ColumnMapping;
  /** Times of an older TimeTrial file are multiplied by this: its ns are off by the square of the clock in GHz. */
  readonly timeScale?: number;
  /** Unit of times where the file itself does not tell it. */
  readonly timeUnit?: 's' | 'ms' | 'us' | 'ns';
  /** By queue: its times are of another clock. */
  readonly clocks?: Readonly<Record<string, ClockCorrection>>;
  /** By id or name of a queue: the id or name of the stage that it feeds, whatever the file calls it. */
  readonly queueMap?: Readonly<Record<string, string>>;
  /** Stages of the scenario: their units and capacities are known then. */
  readonly stages?: readonly MeasuredStage[];
}

/** Told at most ten times a second. */
export interface ReduceProgress {
  /** Read from the file so far, and its length; 0 when that is not known. */
  readonly bytes: number;
  readonly totalBytes: number;
  readonly rows: number;
  readonly rowsPerSecond: number;
}

/** Faults of a file of any size: the first of each code, and how many there are. */
export interface FaultReport {
  /** The first ten of each code. */
  readonly shown: readonly MeasurementFault[];
  /** The first thousand of each code. */
  readonly kept: readonly MeasurementFault[];
  readonly counts: readonly {
    readonly code: string;
    readonly severity: 'error' | 'warning';
    readonly count: number;
  }[];
}

/** Weights on bins [low, high), lowest first; empty bins are left out. Times in s, levels and counts in elements. */
export interface Bins {
  readonly low: Float64Array;
  /** Infinity for an open last bin. */
  readonly high: Float64Array;
  readonly weight: Float64Array;
  /** Weight by frame and bin: `byFrame[frame * low.length + bin]`. Absent where the file gives no frames, and from the 49th queue of a trace on. */
  readonly byFrame?: Float64Array;
  /** Sum of the weights. */
  readonly total: number;
  /** Mean of the values themselves, not of the bins. */
  readonly mean: number;
  readonly variance: number;
  readonly min: number;
  readonly max: number;
}

/** Times between events by what is known of them (docs/measurements.md, conditioning). */
export interface GapBins {
  readonly all?: Bins;
  readonly nonBlocked?: Bins;
  readonly availTime?: Bins;
}

/** Times between events in order, for tests of independence. */
export interface GapSeries {
  readonly count: number;
  /** s. */
  readonly mean: number;
  readonly variance: number;
  /** r[k], k = 0..50: correlation of gaps k apart; r[0] = 1. Empty when all gaps are equal. */
  readonly autocorrelation: Float64Array;
  /** The last gaps in their order, s; at most 5,000. */
  readonly recent: Float64Array;
}

/** A stretch of time during which a queue was never empty. Times in s from the origin. */
export interface Peak {
  readonly start: number;
  readonly end: number;
  readonly level: number;
  /** When the level was reached first. */
  readonly at: number;
}

/** Columns over the frames of a measurement. A frame in which a queue was not observed has 0 everywhere; NaN is what a table does not tell of a frame. */
export interface QueueFrames {
  /** s during which the level was known. */
  readonly observed: Float64Array;
  /** s with at least one element. */
  readonly busy: Float64Array;
  /** Elements. */
  readonly insertions: Float64Array;
  readonly departures: Float64Array;
  /** Over the observed time. */
  readonly meanOccupancy: Float64Array;
  readonly maxOccupancy: Float64Array;
  /** Most insertions within one millisecond. */
  readonly maxPerMillisecond: Float64Array;
  /** s that writers waited for room, and readers for elements; counted in the frame where the wait ended. */
  readonly writerBlocked: Float64Array;
  readonly readerBlocked: Float64Array;
  /** Counter samples: how many, with more than 0 inside, with fewer than 0; and the sum of their levels. */
  readonly samples: Float64Array;
  readonly nonZeroSamples: Float64Array;
  readonly negativeSamples: Float64Array;
  readonly levelSum: Float64Array;
}

/** Counter samples of one queue as a whole (Weh 2012, section 3.5). */
export interface CounterSummary {
  readonly samples: number;
  readonly nonZero: number;
  readonly zero: number;
  /** outCount > inCount: the two are not read at the same instant. Counts as level 0. */
  readonly negative: number;
  readonly mostNegative: number;
  readonly levelSum: number;
  /** Sum of the samples with at least one inside. Absent in measurements kept before it was told. */
  readonly positiveSum?: number;
  /** From the first sample to the last one. */
  readonly inCount: number;
  readonly outCount: number;
  /** What had entered before the first sample. Absent in measurements kept before it was told. */
  readonly inBefore?: number;
  /** Elements that enter, and leave, together: 1 where they do not. Absent in measurements kept before it was told. */
  readonly inTogether?: number;
  readonly outTogether?: number;
}

/** Samples of a service-rate estimator on one end of a queue (Beard and Chamberlain 2015). */
export interface RateSamples {
  readonly end: 'head' | 'tail';
  /** s. */
  readonly time: Float64Array;
  readonly period: Float64Array;
  readonly count: Float64Array;
  readonly blocked: Uint8Array;
  /** s; NaN where it was not measured. */
  readonly blockedFor: Float64Array;
}

/** What came in and went out by the events of a queue. Times in s from the origin. */
export interface QueueLedger {
  readonly entered: number;
  readonly left: number;
  /** Departures of which nothing was there to depart; they are left out. */
  readonly unmatched: number;
  /** First event, the last one before which it was empty, and the last of all. */
  readonly from: number;
  readonly lastEmpty: number;
  readonly until: number;
  /** Mean number of elements that were there uncounted, had all of `unmatched` come before the first event. Absent where there are none. */
  readonly uncounted?: number;
  /** By how many elements the mean level may be off, since rows were left out. Absent where none were. */
  readonly offBy?: number;
}

export const QUEUE_KINDS = ['regular', 'virtual', 'tail', 'head', 'pool', 'twoWay', 'latest'] as const;
/** pool: holds free slots, credits or buffers. twoWay: what leaves it comes back. latest: a newcomer replaces what was there. */
export type QueueKind = (typeof QUEUE_KINDS)[number];

/** The `dest` of a queue that was said to feed no stage, whatever its name. */
export const withoutStage = '';

/** How full such a queue is says nothing of what is behind it: it is full, or loses its elements, by design. */
export const isFullByDesign = (kind: QueueKind | undefined): boolean =>
  kind !== undefined && Object.hasOwn(BY_DESIGN, kind);

const BY_DESIGN: Partial<Record<QueueKind, string>> = {
  pool: 'holds free slots, credits or buffers',
  twoWay: 'gets back what leaves it',
  latest: 'loses what was there to a newcomer',
};

/** Why no server is judged by a queue that is full, or loses its elements, by design; undefined for all others. */
export const byDesignWords = ({ id, kind }: Pick<ReducedQueue, 'id' | 'kind'>): string | undefined =>
  kind && isFullByDesign(kind)
    ? `queue ${id} ${BY_DESIGN[kind]} (kind ${kind}): how full it is and what leaves it say nothing of a server`
    : undefined;

/** Everything that a file says about one queue, reduced. */
export interface ReducedQueue {
  readonly id: string;
  readonly name?: string;
  readonly source?: string;
  readonly dest?: string;
  readonly kind?: QueueKind;
  readonly parentId?: string;
  readonly capacity?: number;
  readonly servers?: number;
  /** First come first served, random, shared, or without waiting. */
  readonly discipline?: string;
  readonly bulkSize?: number;
  /** What occupancy and frames are made from; absent when the file has neither. */
  readonly basis?: 'events' | 'counters' | 'levels' | 'table';
  readonly frames?: QueueFrames;
  /** What the levels count where the file does not say it; absent: who waits and who is served. */
  readonly counts?: 'waiting';
  /** Time at each level, s. */
  readonly occupancy?: Bins;
  /** Number of samples that `occupancy` counts; absent where it is of time. */
  readonly samples?: number;
  readonly interInsertion?: GapBins;
  readonly interDeparture?: GapBins;
  /** Time from insertion to departure, first in first out unless the file says which belong together. */
  readonly latency?: Bins;
  readonly service?: Bins;
  /** Elements per insertion. */
  readonly bulk?: Bins;
  /** Insertions within one millisecond; milliseconds without any are not counted. */
  readonly perMillisecond?: Bins;
  readonly insertionSeries?: GapSeries;
  readonly departureSeries?: GapSeries;
  /** The last departure gaps of kind `availTime` in their order, s; at most 5,000. */
  readonly recentServices?: Float64Array;
  /** The highest twenty, highest first. */
  readonly peaks?: readonly Peak[];
  readonly counters?: CounterSummary;
  /** Absent in measurements kept before it was told. */
  readonly ledger?: QueueLedger;
  readonly rates?: readonly RateSamples[];
  /** Means and shares that the file states itself. */
  readonly stated?: Partial<Record<MeasuredQuantity, number>>;
  readonly statedQueueLength?: readonly number[];
}

/** What the only queue of a file is called that names none. */
export const UNNAMED_QUEUE = 'queue';

/** A plain table or samples of some counter do not say whether who is served is counted too. */
export const saysNotWhatCounts = (
  { format }: Pick<ReducedMeasurement, 'format'>,
  { basis, occupancy }: ReducedQueue,
): boolean =>
  occupancy !== undefined &&
  (format === 'level-table' ||
    format === 'printed-histograms' ||
    (format === 'mapped-csv' && basis === 'levels'));

/** Rows of table `tasks` (Sutton and Jordan 2011), column by column. */
export interface TaskTable {
  readonly task: readonly string[];
  readonly step: Int32Array;
  readonly state: readonly string[];
  /** '' where it is not known. */
  readonly queue: readonly string[];
  /** s from the origin; NaN where it was not observed. */
  readonly arrival: Float64Array;
  readonly departure: Float64Array;
  readonly ordinal: Float64Array;
}

/** A measurement file of any size, reduced to what is drawn, compared and fitted. Plain data. */
export interface ReducedMeasurement {
  readonly name: string;
  readonly format: MeasurementFormat;
  /** Whole seconds, as an integer in digits; all times count from here. */
  readonly origin: string;
  /** s from the origin. */
  readonly frames: { readonly start: Float64Array; readonly end: Float64Array };
  readonly queues: readonly ReducedQueue[];
  readonly tasks?: TaskTable;
  readonly bytes: number;
  readonly rows: number;
  /** The file ended in the middle: what came before is kept. */
  readonly truncated: boolean;
  readonly faults: FaultReport;
  /** How the columns of a foreign CSV file were understood. */
  readonly mapping?: ColumnMapping;
}

/** Where the bytes of a measurement come from; a `Blob` and a `File` are such sources. */
export interface ByteSource {
  /** 0 when it is not known. */
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A file whose events are read again, since a reduced measurement does not keep them. To a worker a `Blob` crosses, as a handle. */
export interface TraceFile {
  readonly file: ByteSource;
  readonly name: string;
  readonly options?: ReduceOptions;
}

/** A reduction together with what a comparison takes from it. */
export interface ReadReduced extends ReadMeasurement {
  readonly reduced: ReducedMeasurement;
}
