/** A scenario drawn from a measurement: each number with where it came from, to be accepted or not. Plain data; times in s. */
import type { Result } from '../../core/base/result.ts';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import type { StageMeasurement } from '../../core/measurement/measurement.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { ComparisonRow } from '../compare/contract.ts';
import type { ColumnMapping, MeasurementFault } from '../measure/contract.ts';

/** A number that was read from the data, with its interval of 95 % where one is known. */
export interface Told {
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  /** Where it came from: a clause without a stop. */
  readonly from: string;
}

/** Times of one kind. `value` is their mean. */
export interface ToldTimes extends Told {
  readonly distribution: ServiceDistribution;
}

/** stage: a queue with servers. delay: nobody was seen to wait for another. instant: it takes no time that was measured. */
export type PlaceKind = 'stage' | 'delay' | 'instant';

export interface PlaceEvidence {
  readonly name: string;
  readonly kind: PlaceKind;
  readonly service?: ToldTimes;
  /** By class, where they differ. */
  readonly serviceByClass?: ReadonlyMap<string, ToldTimes>;
  readonly servers?: Told;
  readonly capacity?: Told;
  /** Share of the served elements that go on. */
  readonly pass?: Told;
  /** Elements here that one arriving element becomes. */
  readonly factor?: Told;
}

export interface EntryEvidence {
  readonly name: string;
  /** Between batches where elements come together. */
  readonly interarrival: ToldTimes;
  /** Elements that come at a time. */
  readonly batch?: Told;
  /** Where elements of different kinds come apart. */
  readonly elementClass?: string;
}

/** Elements that went from one place or entry to another, or out where `to` is undefined. */
export interface WayEvidence {
  readonly from: string;
  readonly to: string | undefined;
  readonly count: number;
  /** How many of each class, where classes leave in different shares. */
  readonly countByClass?: ReadonlyMap<string, number>;
}

/** What a stretch of a measurement tells of a flow. */
export interface FlowEvidence {
  readonly entries: readonly EntryEvidence[];
  readonly places: readonly PlaceEvidence[];
  readonly ways: readonly WayEvidence[];
  /** What a model of it must predict, by place. */
  readonly measured: ReadonlyMap<string, Omit<StageMeasurement, 'stage'>>;
  /** What could not be told, and what was assumed: sentences. */
  readonly remarks: readonly string[];
}

export type PartKind =
  | 'arrivals'
  | 'batch'
  | 'service'
  | 'servers'
  | 'capacity'
  | 'pass'
  | 'factor'
  | 'share';

/** One number of the proposal. */
export interface ProposedPart extends Told {
  /** Such as `service of parse`; unlike any other part's. */
  readonly id: string;
  readonly kind: PartKind;
  readonly distribution?: ServiceDistribution;
  readonly isAccepted: boolean;
}

export interface DrawSettings {
  /** Ids of parts that are not accepted: their field keeps its default, times their mean alone. */
  readonly without?: readonly string[];
  /** Which column of a foreign CSV file is what; guessed when absent. */
  readonly mapping?: ColumnMapping;
}

/** Drawn from the first half of the data alone, held against the second. */
export interface Validation {
  readonly rows: readonly ComparisonRow[];
  readonly sentences: readonly string[];
}

export interface DrawAnswer {
  readonly parts: readonly ProposedPart[];
  readonly remarks: readonly string[];
  readonly validation: Validation;
  readonly scenario: Scenario;
  readonly warnings: readonly MeasurementFault[];
}

/** Worker interface. */
export interface DrawService {
  draw(
    file: Blob,
    fileName: string,
    settings: DrawSettings,
  ): Promise<Result<DrawAnswer, readonly MeasurementFault[]>>;
}
