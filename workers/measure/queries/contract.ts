/** What the page asks of a measurement that is already reduced: queries, the bottleneck, peaks; and of a file before it is read. Plain data. */
import type { Result } from '../../../core/base/result.ts';
import type { Query } from '../../../core/measurement/query.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type {
  ColumnMapping,
  MeasuredStage,
  MeasurementFormat,
  Peak,
  ReadMeasurement,
  ReducedMeasurement,
} from '../contract.ts';

/** The drawing as far as a measurement is read with it. */
export type MeasuredGraph = Pick<Scenario, 'nodes' | 'links'>;

/** A histogram, lowest bin first; shares of the whole. Levels in elements, times in s, rates in 1/s. */
export interface AnsweredHistogram {
  /** Absent: of all frames together. */
  readonly frame?: number;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly share: Float64Array;
}

export type QueryAnswer =
  /** bound: the true value is at most, or at least, this. */
  | { readonly kind: 'value'; readonly value: number; readonly bound?: 'atMost' | 'atLeast' }
  /** One by frame; NaN where nothing was observed. */
  | { readonly kind: 'frames'; readonly values: Float64Array; readonly bound?: 'atMost' | 'atLeast' }
  | { readonly kind: 'histogram'; readonly histograms: readonly AnsweredHistogram[] }
  | { readonly kind: 'unknown'; readonly why: string };

export interface CheckedQuery {
  readonly query: Query;
  readonly answer: QueryAnswer;
  /** asked: answered, and nothing is required of it. unknown: the measurement does not tell. */
  readonly outcome: 'asked' | 'holds' | 'fails' | 'unknown';
  /** The frame that is farthest from what is required, where one fails. */
  readonly frame?: number;
  /** The answer, or why there is none. */
  readonly sentence: string;
}

/** How full a queue was: shares of its observed time. */
export interface Fullness {
  readonly queue: string;
  readonly stage: NodeId;
  /** Room in elements; the highest level seen where no capacity is known. */
  readonly room: number;
  readonly isCapacity: boolean;
  /** At nine tenths of the room or above, and at one tenth or below. */
  readonly full: number;
  readonly empty: number;
}

export interface BottleneckReading {
  /** The stage that a mostly full queue feeds, with a mostly empty one behind it. */
  readonly stage?: NodeId;
  readonly sentence: string;
  /** In flow order. */
  readonly evidence: readonly Fullness[];
}

/** A peak and those that followed it downstream. */
export interface PropagatedPeak {
  readonly queue: string;
  readonly peak: Peak;
  readonly followers: readonly { readonly queue: string; readonly peak: Peak }[];
}

/** How often peaks of one queue were followed by one of a queue behind it. */
export interface PeakPair {
  readonly from: string;
  readonly to: string;
  readonly peaks: number;
  readonly followed: number;
  /** As many would be, were the two unrelated. */
  readonly byChance: number;
}

export interface PeakReading {
  /** Highest first. */
  readonly peaks: readonly PropagatedPeak[];
  readonly pairs: readonly PeakPair[];
}

export interface MeasuredStudy {
  readonly queries: readonly CheckedQuery[];
  readonly bottleneck: BottleneckReading;
  readonly peaks: PeakReading;
  /** Queue -> the stage that it feeds. */
  readonly stageOf: Readonly<Record<string, NodeId>>;
}

/** The first rows of a CSV file with foreign column names. */
export interface ColumnPreview {
  readonly separator: ColumnMapping['separator'];
  readonly header: boolean;
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Different words in each column, as far as they are few. */
  readonly words: Readonly<Record<string, readonly string[]>>;
  /** The unit that each name tells, where it tells one. */
  readonly units?: Readonly<Record<string, string>>;
  readonly guess?: ColumnMapping;
  /** Names and rows leave no doubt that the guess is right. */
  readonly isSure?: boolean;
}

/** What a mapping of columns makes of the first rows of a file. */
export interface MappingAssessment {
  /** In words: table, queues, columns, unit. */
  readonly becomes: string;
  /** What speaks against it, a sentence each. */
  readonly doubts: readonly string[];
}

export interface FileInspection {
  readonly format?: MeasurementFormat;
  /** It holds more than means and levels, so that it is reduced to frames and histograms. */
  readonly reduces: boolean;
  /** Columns of a CSV file with foreign names. */
  readonly columns?: ColumnPreview;
}

/** Counter samples held against a trace (Weh 2012, section 3.2); times in ns. */
export interface SampledAgainstTraced {
  readonly queues: readonly string[];
  readonly samplesFile: string;
  readonly traceFile: string;
  readonly samples: number;
  readonly mismatches: number;
  readonly share: number;
  readonly outside: number;
  readonly tracedDepartures: number;
  readonly sampledDepartures: number;
  readonly meanDuration: number;
  readonly meanMismatchDuration: number;
  readonly listed: readonly {
    readonly time: number;
    readonly sampled: number;
    readonly traced: number;
    readonly durations: readonly number[];
  }[];
}

/** Worker interface. */
export interface MeasuredService {
  /** What a file is, from its beginning. */
  inspect(file: Blob, layout?: Pick<ColumnMapping, 'separator' | 'header'>): Promise<FileInspection>;
  assess(file: Blob, mapping: ColumnMapping): Promise<MappingAssessment>;
  study(reduced: ReducedMeasurement, graph: MeasuredGraph, queries: readonly Query[]): MeasuredStudy;
  sampledAgainstTraced(samples: File, trace: File): Promise<Result<SampledAgainstTraced, string>>;
  /** What a comparison takes from it. */
  lay(reduced: ReducedMeasurement, stages: readonly MeasuredStage[]): ReadMeasurement;
  /** As text of a file. */
  encode(reduced: ReducedMeasurement): string;
  decode(text: string): Result<ReducedMeasurement, string>;
}
