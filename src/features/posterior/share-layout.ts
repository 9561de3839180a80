/** The picture of shares over time as numbers in pixels. */
import { scaleLinear } from 'd3';
import type { AxisSpec } from '../../ui/charts/axis.ts';
import { formatNumber } from '../../ui/charts/number-label.ts';
import { estimateTextWidth } from '../../ui/charts/text-size.ts';
import { layerName, type ShareColumn, type ShareLayer } from './share-areas.ts';

export const SHARE_HEIGHT = 240;
/** Under the plot: which state held tasks up. */
export const STRIP_HEIGHT = 18;
const MARGIN = { left: 58, right: 14, top: 26, gap: 22, foot: 42 };
const LEGEND_LINE = 20;
const SWATCH = 18;
const PER_TICK = 90;

interface LegendPlace {
  readonly layer: ShareLayer;
  readonly x: number;
  readonly y: number;
}

export interface ShareLayout {
  readonly left: number;
  readonly top: number;
  readonly plotWidth: number;
  readonly height: number;
  /** From the top of the plot. */
  readonly stripTop: number;
  readonly axisTop: number;
  readonly xOf: (time: number) => number;
  readonly yOf: (share: number) => number;
  readonly xTicks: readonly { readonly at: number; readonly text: string }[];
  readonly legend: readonly LegendPlace[];
}

export function shareLayout(
  columns: readonly ShareColumn[],
  layers: readonly ShareLayer[],
  { divisor = 1 }: AxisSpec,
  width: number,
): ShareLayout {
  const plotWidth = Math.max(40, width - MARGIN.left - MARGIN.right);
  const { from } = columns[0]!.window;
  const { to } = columns.at(-1)!.window;
  const xOf = scaleLinear([from, to], [0, plotWidth]);
  const shown = scaleLinear([from / divisor, to / divisor], [0, plotWidth]);
  const legend = legendPlaces(layers, plotWidth);
  const top = MARGIN.top + (legend.at(-1)?.y ?? 0) + LEGEND_LINE;
  const axisTop = SHARE_HEIGHT + MARGIN.gap + STRIP_HEIGHT;
  return {
    left: MARGIN.left,
    top,
    plotWidth,
    height: top + axisTop + MARGIN.foot,
    stripTop: SHARE_HEIGHT + MARGIN.gap,
    axisTop,
    xOf,
    yOf: scaleLinear([0, 1], [SHARE_HEIGHT, 0]),
    xTicks: shown
      .ticks(Math.max(2, Math.floor(plotWidth / PER_TICK)))
      .map((tick) => ({ at: shown(tick), text: formatNumber(tick, 4) })),
    legend,
  };
}

/** One behind the other, in lines. */
function legendPlaces(layers: readonly ShareLayer[], width: number): readonly LegendPlace[] {
  let x = 0;
  let y = 0;
  return layers.map((layer) => {
    const wide = SWATCH + estimateTextWidth(layerName(layer)) + 14;
    if (x > 0 && x + wide > width) {
      x = 0;
      y += LEGEND_LINE;
    }
    const place = { layer, x, y };
    x += wide;
    return place;
  });
}
