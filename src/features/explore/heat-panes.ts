/** The pictures of a heat map, one for each value of a third input, and what their marks mean. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import { findParameter } from '../../../core/study/parameters.ts';
import type { KeyEntry } from '../../ui/charts/key-layout.ts';
import { CELL, type Surface, type SurfaceScale } from '../../ui/charts/surface-layout.ts';
import { statusOf } from './explore-points.ts';
import { type GridAxis, middlePlaces, nearestPlace } from './grid-axes.ts';
import { cellText, type PointColumn, titleOf } from './point-columns.ts';
import { STATUS_WORDS } from './point-words.ts';
import { sliceOf } from './surface-slice.ts';
import type { ShownPoints } from './use-points.ts';

export interface HeatPane {
  readonly id: number;
  /** The value of the third input; empty without one. */
  readonly words: string;
  readonly surface: Surface;
  /** Point of each cell. */
  readonly pointOf: (cell: number) => number;
  /** Cell of the scenario that is varied. */
  readonly drawn: number | undefined;
}

interface PaneColumns {
  readonly scenario: Scenario;
  readonly x: PointColumn;
  readonly y: PointColumn;
  readonly measure: PointColumn;
  readonly facet: PointColumn | undefined;
}

/** Small multiples at most. */
const MOST_PANES = 12;

export function heatPanes(
  { points }: ShownPoints,
  axes: readonly GridAxis[],
  { scenario, x, y, measure, facet }: PaneColumns,
): readonly HeatPane[] {
  // What is neither along an axis nor over panes stands in its middle.
  const middle = middlePlaces(axes);
  const pane = (places: readonly number[], isDrawn: boolean) => {
    const { cellNear, ...slice } = sliceOf(points, measure, { axes, x, y, places });
    const drawn = isDrawn ? cellNear(drawnValue(scenario, x), drawnValue(scenario, y)) : undefined;
    return { ...slice, drawn };
  };
  if (!facet) return [{ id: 0, words: '', ...pane(middle, true) }];
  const { values } = axes[facet.place]!;
  const drawn = nearestPlace(values, drawnValue(scenario, facet));
  const step = Math.ceil(values.length / MOST_PANES);
  return values.flatMap((value, place) => {
    if (place % step !== 0) return [];
    const words = `${facet.words} ${cellText(facet, value)}`;
    return [{ id: place, words, ...pane(middle.with(facet.place, place), place === drawn) }];
  });
}

/** Of a choice the number of its word. */
function drawnValue(scenario: Scenario, { name, choices }: PointColumn): number {
  const found = findParameter(scenario, name);
  if (!found.ok) return Number.NaN;
  const { parameter } = found.value;
  return parameter.kind === 'number' ? parameter.value : (choices?.indexOf(parameter.value) ?? -1);
}

interface Shades {
  readonly scale: SurfaceScale;
  readonly measure: PointColumn;
  readonly format: (value: number) => string;
}

export function keysOf(
  shown: ShownPoints,
  panes: readonly HeatPane[],
  shades: Shades | undefined,
): readonly KeyEntry[] {
  const hatched = refusalWords(shown, panes);
  return [
    ...(shades
      ? [
          {
            ...{ sign: 'shades' as const, text: titleOf(shades.measure) },
            least: shades.format(shades.scale.least),
            most: shades.format(shades.scale.most),
          },
        ]
      : []),
    ...(hatched === '' ? [] : [{ sign: 'hatch' as const, text: hatched }]),
    ...(panes.some(({ drawn }) => drawn !== undefined)
      ? [{ sign: 'drawn' as const, text: 'as drawn at the start' }]
      : []),
  ];
}

/** What is said of the hatched cells; empty where there is none. */
function refusalWords({ points }: ShownPoints, panes: readonly HeatPane[]): string {
  const words = new Set<string>();
  for (const { surface, pointOf } of panes)
    surface.states.forEach((state, cell) => {
      if (state !== CELL.refused) return;
      const status = statusOf(points, pointOf(cell)) ?? 'noAnswer';
      words.add(status === 'answer' ? 'not known' : STATUS_WORDS[status]);
    });
  return [...words].join(', ');
}
