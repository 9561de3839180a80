/** Numbers of the Q-Q chart: predicted quantiles to the right, measured ones up, on one scale. */
import { scaleLinear } from 'd3';
import { formatNumber } from './number-label.ts';

export interface QuantilePoints {
  /** Growing, inside (0, 1). */
  readonly share: ArrayLike<number>;
  readonly predicted: ArrayLike<number>;
  readonly measured: ArrayLike<number>;
}

export interface QuantileDot {
  readonly x: number;
  readonly y: number;
  /** Shares of the time whose quantiles lie here: the first and the last. */
  readonly from: number;
  readonly to: number;
  readonly predicted: number;
  readonly measured: number;
}

export interface QuantileLayout {
  /** Pixels; the plot is a square where there is room. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly ticks: {
    readonly x: readonly { readonly at: number; readonly text: string }[];
    readonly y: readonly { readonly at: number; readonly text: string }[];
  };
  /** Quantiles of whole levels often fall together; one dot for all in a place. */
  readonly dots: readonly QuantileDot[];
  /** Ends of the line of equal quantiles. */
  readonly diagonal: readonly [x1: number, y1: number, x2: number, y2: number];
}

const MARGIN = { left: 54, right: 14, top: 22, bottom: 44 };

export function quantileLayout(
  points: QuantilePoints,
  size: { width: number; height: number },
): QuantileLayout {
  const height = Math.max(40, size.height - MARGIN.top - MARGIN.bottom);
  const width = Math.min(Math.max(40, size.width - MARGIN.left - MARGIN.right), 1.6 * height);
  const { share, predicted, measured } = points;
  const last = share.length - 1;
  const top = Math.max(1, predicted[last] ?? 0, measured[last] ?? 0);
  const xOf = scaleLinear([0, top], [0, width]).nice();
  const yOf = scaleLinear(xOf.domain(), [height, 0]);
  const dots: QuantileDot[] = [];
  for (let i = 0; i < share.length; i += 1) {
    const before = dots.at(-1);
    if (before && before.predicted === predicted[i] && before.measured === measured[i])
      dots[dots.length - 1] = { ...before, to: share[i]! };
    else
      dots.push({
        ...{ x: xOf(predicted[i]!), y: yOf(measured[i]!), from: share[i]!, to: share[i]! },
        ...{ predicted: predicted[i]!, measured: measured[i]! },
      });
  }
  const ticksOf = (scale: typeof xOf, room: number) =>
    scale.ticks(Math.max(2, Math.floor(room / 60))).map((tick) => ({
      at: scale(tick),
      text: formatNumber(tick, 4),
    }));
  return {
    ...{ left: MARGIN.left, top: MARGIN.top, width, height, dots },
    ticks: { x: ticksOf(xOf, width), y: ticksOf(yOf, height) },
    diagonal: [0, height, width, 0],
  };
}
