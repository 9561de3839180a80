/** When a predicted number counts as close to a measured one: a simple rule, the same for every model. */
import type { MeasuredQuantity } from '../../core/measurement/measurement.ts';
import type { MeasureDimension } from '../../core/measures/measure-rows.ts';

/** In the order of the tables of Dor 2010 (figures 12, 15, 17): rates, utilizations, queue lengths, back-pressure. */
export const QUANTITY_ORDER = [
  'arrivalRate',
  'throughput',
  'utilization',
  'meanQueueLength',
  'meanOccupancy',
  'backPressureProbability',
  'meanSojournTime',
] as const satisfies readonly MeasuredQuantity[];

/** Tolerance relative to the measured value. */
const CLOSE_RELATIVE = 0.1;
/** For utilizations and probabilities, also this far apart. */
export const CLOSE_FRACTION = 0.05;
/** Queues where both numbers are below `SHORT_QUEUE` are close when within `CLOSE_ELEMENTS`. */
const SHORT_QUEUE = 2;
const CLOSE_ELEMENTS = 1;

export function isClose(dimension: MeasureDimension, predicted: number, measured: number): boolean {
  const difference = Math.abs(predicted - measured);
  if (difference <= CLOSE_RELATIVE * Math.abs(measured)) return true;
  if (dimension === 'fraction') return difference <= CLOSE_FRACTION;
  if (dimension !== 'elements') return false;
  return predicted < SHORT_QUEUE && measured < SHORT_QUEUE && difference <= CLOSE_ELEMENTS;
}

/** The rule in words. */
export const AGREEMENT_RULE = `within ${CLOSE_RELATIVE * 100} % (fractions within ${CLOSE_FRACTION}, queues shorter than ${SHORT_QUEUE} within ${CLOSE_ELEMENTS} element)`;
