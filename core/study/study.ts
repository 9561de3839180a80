/**
 * A study: a scenario, what of it is varied and how, by which method every point is answered, and what is looked at.
 * This file is the format, one comment per field; `study-schema.ts` reads it from JSON. A point of a study is a pure
 * function of the study and its number.
 */

import type { Platform, Scenario } from '../scenario/scenario.ts';
import type { Variant } from '../scenario/variants.ts';
import type { ParameterValue } from './parameter.ts';

export const STUDY_FORMAT = 'stagegraph-study';
export const STUDY_VERSION = 1;
export const MEASUREMENT_FORMAT = 'stagegraph-measurement';

export interface Study {
  readonly format: typeof STUDY_FORMAT;
  readonly schemaVersion: typeof STUDY_VERSION;
  /** 1 to 200 characters. */
  readonly name: string;
  /** Markdown: the question, and what was found. */
  readonly notes?: string;
  readonly scenario: Scenario;
  /** What is varied; no path twice. */
  readonly vary: readonly Variation[];
  /** Default grid: every combination, the last variation fastest. */
  readonly sampling?: Sampling;
  /** How every point is answered; default solve by the best method. */
  readonly answer?: PointAnswer;
  /** What is kept of every answer, such as `1b.meanOccupancy`; names are in `study-measures.ts`. */
  readonly measures: readonly string[];
  /** Prices, for the measure `cost`. */
  readonly costs?: Costs;
  readonly goals?: readonly Goal[];
  /** Named versions of the scenario beside the one that is explored; earlier ones before those that grew from them. */
  readonly variants?: readonly Variant[];
  /** Pinned scenarios that others are compared with, in the order in which they were pinned. */
  readonly baselines?: readonly Baseline[];
  /** Points that are answered already: of this study as long as nothing changes that they depend on. */
  readonly results?: StudyResults;
  /** What was measured, reduced, newest first. No point depends on it. */
  readonly measurements?: readonly SavedMeasurement[];
}

export interface Baseline {
  /** 1 to 1,000 characters; no two alike. */
  readonly name: string;
  readonly scenario: Scenario;
}

/** Baselines of one study. */
export const MOST_BASELINES = 4;

export interface StudyResults {
  /** Fingerprint of what the points depend on (`workers/explore/study-key.ts`). */
  readonly key: string;
  readonly points: readonly SavedPoint[];
}

export interface SavedPoint {
  /** Number of the point in its study, integer >= 0. */
  readonly point: number;
  readonly status: 'answer' | 'unstable' | 'invalid' | 'noAnswer';
  /** Why there is no answer. */
  readonly reason?: string;
  /** In the order of `vary`; of a choice the number of its word. */
  readonly inputs: readonly SavedNumber[];
  /** In the order of `measures`. */
  readonly values: readonly SavedNumber[];
  /** Half widths of the 95 % confidence intervals of simulated points. */
  readonly halfWidths?: readonly SavedNumber[];
}

/** null: there is none. */
export type SavedNumber = number | 'unbounded' | null;

/** A reduced measurement as the page saves it (`workers/measure/reduced-json.ts`), where `reduced` is read by itself. */
export interface SavedMeasurement {
  readonly format: typeof MEASUREMENT_FORMAT;
  /** Integer >= 1. */
  readonly version: number;
  readonly reduced: unknown;
}

/** One parameter and the values that it takes. */
export type Variation = ListVariation | RangeVariation | UncertainVariation;

export interface ListVariation {
  /** A parameter, such as `1b.capacity`; names are in `parameters.ts`. */
  readonly path: string;
  /** At least one; `unbounded` is a capacity without end. */
  readonly values: readonly ParameterValue[];
}

export interface RangeVariation {
  readonly path: string;
  readonly from: number;
  /** >= from. */
  readonly to: number;
  /** Values of a grid, both ends included, integer >= 1; default 11, or all integers where there are fewer. */
  readonly count?: number;
  /** log: equal ratios instead of equal distances; `from` is > 0 then. Default linear. */
  readonly scale?: 'linear' | 'log';
}

/** An input that is not known exactly. Not for grids. */
export interface UncertainVariation {
  readonly path: string;
  readonly distribution: Distribution;
}

export type Distribution =
  | { readonly kind: 'uniform'; readonly min: number; readonly max: number }
  | { readonly kind: 'logUniform'; readonly min: number; readonly max: number }
  | { readonly kind: 'normal'; readonly mean: number; readonly deviation: number }
  | { readonly kind: 'triangular'; readonly min: number; readonly mode: number; readonly max: number };

/** points: integer >= 1. seed: integer 0 .. 2^32 - 1, default 1; of Sobol's sequence a random shift, none when absent. */
export type Sampling =
  | { readonly kind: 'grid' }
  | { readonly kind: 'latinHypercube'; readonly points: number; readonly seed?: number }
  | { readonly kind: 'sobol'; readonly points: number; readonly seed?: number }
  | { readonly kind: 'monteCarlo'; readonly points: number; readonly seed?: number };

export type PointAnswer =
  | {
      readonly by: 'solve';
      /** As `stagegraph solve --method`; default auto. */
      readonly method?: string;
    }
  | {
      readonly by: 'simulate';
      /** One seed for every point, so that points differ by their inputs and not by chance; default 1. */
      readonly seed?: number;
      readonly replications?: number;
      readonly horizon?: number;
      readonly warmup?: number;
      /** Relative half width of the number in system of every stage, 0..1. */
      readonly precision?: number;
    };

/** What a design costs, in any money. Absent prices are 0. */
export interface Costs extends Prices {
  /** Where a platform has prices of its own. */
  readonly byPlatform?: Readonly<Partial<Record<Platform, Prices>>>;
}

export interface Prices {
  /** Cost of one slot, in the stage's native unit. */
  readonly buffer?: number;
  /** Cost of one server. */
  readonly server?: number;
  /** Fixed cost of a stage. */
  readonly stage?: number;
}

/** "The smallest K at 1b with P_BP <= 1e-6", "the least servers so that ...". */
export interface Goal {
  readonly find: 'least' | 'largest';
  /** A numeric parameter, or a measure such as `cost`, which `over` is searched for. */
  readonly of: string;
  /** Where to search; of a parameter itself, its bounds. */
  readonly over?: readonly GoalRange[];
  /** All must hold; at least one. */
  readonly subjectTo: readonly Constraint[];
  /** Under other values of some parameters, such as `inputs` 1.2. */
  readonly at?: readonly { readonly path: string; readonly value: ParameterValue }[];
}

export interface GoalRange {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

export interface Constraint {
  /** A measure. */
  readonly measure: string;
  readonly is: '<' | '<=' | '>' | '>=';
  readonly value: number;
}
