/** How full a stage's queue is drawn: lengths as shares of the gauge, measured from the server's end. */
import type { StageFigures } from './stage-figures.ts';

/** Up to this capacity every place is drawn. */
export const MOST_SLOTS = 24;
/** Smallest scale of a gauge without an end. */
const LEAST_SCALE = 8;

export interface Gauge {
  /** How far each place is filled, the one next to the server first; absent where places are too many. */
  readonly slots?: readonly number[];
  /** Elements that fill the gauge. */
  readonly scale: number;
  /** The stage takes any number: the far end of the gauge is open. */
  readonly unbounded: boolean;
  readonly mean?: number;
  /** The stage is between these 90 % of the time. */
  readonly low?: number;
  readonly high?: number;
  /** Mean of a simulation beside a mean that is better known. */
  readonly simulated?: number;
  /** Ends of the 95 % interval of a simulated mean. */
  readonly interval?: { readonly low: number; readonly high: number };
  /** Mean by the model beside a simulated one. */
  readonly model?: number;
  /** More comes than can be served: the queue grows beyond any end. */
  readonly runsOff: boolean;
}

export function gaugeOf(capacity: number | undefined, figures: StageFigures): Gauge {
  const { meanOccupancy, lowLevel, highLevel, simulatedMean, modelMean, halfWidth } = figures;
  const runsOff = figures.saturated && capacity === undefined;
  const scale = capacity ?? openScale(figures);
  // A mean of a few runs of an overloaded stage may be infinite, and its interval without ends.
  const share = (level: number | undefined): number | undefined =>
    level === undefined || Number.isNaN(level) ? undefined : Math.min(1, Math.max(0, level / scale));
  const [low, high] =
    meanOccupancy === undefined || halfWidth === undefined
      ? []
      : [share(meanOccupancy - halfWidth), share(meanOccupancy + halfWidth)];
  return {
    slots: capacity !== undefined && capacity <= MOST_SLOTS ? fills(capacity, meanOccupancy ?? 0) : undefined,
    scale,
    unbounded: capacity === undefined,
    mean: runsOff ? 1 : share(meanOccupancy),
    low: runsOff ? undefined : share(lowLevel),
    high: runsOff ? undefined : share(highLevel),
    simulated: share(simulatedMean),
    model: share(modelMean),
    ...(low !== undefined && high !== undefined && { interval: { low, high } }),
    runsOff,
  };
}

const fills = (places: number, elements: number): readonly number[] =>
  Array.from({ length: places }, (_, place) => Math.min(1, Math.max(0, elements - place)));

/** A round number of elements with some air above the 95 % level. */
function openScale({ meanOccupancy = 0, highLevel, simulatedMean = 0 }: StageFigures): number {
  const levels = [highLevel ?? 2 * meanOccupancy, simulatedMean].filter(Number.isFinite);
  const wanted = Math.max(LEAST_SCALE, ...levels.map((level) => 1.2 * level));
  const decade = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].find((multiple) => multiple * decade >= wanted) ?? 10;
  return Math.max(LEAST_SCALE, step * decade);
}
