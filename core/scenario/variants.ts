/** Named versions of a scenario, as the library and study files keep them. */
import type { Scenario } from './scenario.ts';

export interface Variant {
  /** 1 to 200 characters; no two alike. */
  readonly name: string;
  /** Name of an earlier entry that it grew from; absent of one that grew from none. */
  readonly from?: string;
  readonly scenario: Scenario;
}

/** Variants of one scenario. */
export const MOST_VARIANTS = 50;
