/** What was measured, reduced to one number or distribution per quantity and stage: small enough for a link. */

export interface Measurement {
  /** The file or run it came from. */
  readonly name: string;
  /**
   * Fingerprint of the model as it was drawn when this was measured, once an edit has changed the model since: the system
   * of the drawing is another one than was measured. Absent: the drawing is of the measured system.
   */
  readonly model?: string;
  readonly stages: readonly StageMeasurement[];
}

export interface StageMeasurement {
  /** Id of the stage. */
  readonly stage: string;
  /** Elements that entered per second, native unit. */
  readonly arrivalRate?: number;
  /** Services completed per second. */
  readonly throughput?: number;
  /** 0..1. */
  readonly utilization?: number;
  /** N_G: mean elements in the whole stage. */
  readonly meanOccupancy?: number;
  /** N_Q: mean elements waiting. */
  readonly meanQueueLength?: number;
  /** Fraction of time that the stage signalled back-pressure, 0..1. */
  readonly backPressureProbability?: number;
  /** Mean time in the stage, s. */
  readonly meanSojournTime?: number;
  /** Mean time from entering the stage to the start of service, s. */
  readonly meanWaitingTime?: number;
  /** Fraction of time at each level n = 0, 1, ... of the whole stage; sums to 1. */
  readonly occupancyDistribution?: readonly number[];
  /** Shares of time with 0, 1, 2 … waiting elements. */
  readonly queueLengthDistribution?: readonly number[];
  /** Number of samples that the histogram counts; absent where it is of time. */
  readonly samples?: number;
  /** Half of the 95 % confidence interval of each, from the spread within the trace or of the samples; a trace that is short says little. */
  readonly halfWidths?: Readonly<Partial<Record<MeasuredQuantity, number>>>;
}

/** The scalar quantities of a stage that a model predicts and a measurement may hold. */
export type MeasuredQuantity = Exclude<
  keyof StageMeasurement,
  'stage' | 'occupancyDistribution' | 'queueLengthDistribution' | 'samples' | 'halfWidths'
>;

/** In the order of the tables of Dor 2010 (figures 12, 15, 17): rates, utilizations, queue lengths, back-pressure. */
export const MEASURED_QUANTITIES = [
  ...(['arrivalRate', 'throughput', 'utilization', 'meanQueueLength', 'meanOccupancy'] as const),
  ...(['backPressureProbability', 'meanSojournTime', 'meanWaitingTime'] as const),
] as const satisfies readonly MeasuredQuantity[];
