/** Where the time of tasks went, as layers one over the other in each stretch of time: their numbers, and the table of them. */

import type { Table } from '../../../core/quantities/table.ts';
import type { Interval, PosteriorAnswer, WindowPosterior } from '../../../workers/posterior/contract.ts';
import { SHARE_PARTS, type SharePart } from '../../../workers/posterior/posterior-words.ts';
import type { TrueShares } from './web-experiment.ts';

/** One layer of the whole picture. */
export interface ShareLayer {
  readonly state: string;
  /** Number of the state, which decides its colour. */
  readonly number: number;
  readonly part: SharePart;
}

/** One layer in one window: from `base` to `top` of the whole, with the interval of its share from the base up. */
export interface LayerPiece {
  readonly layer: ShareLayer;
  readonly base: number;
  readonly top: number;
  readonly low: number;
  readonly high: number;
}

export interface ShareColumn {
  readonly window: WindowPosterior;
  /** None where no task entered. */
  readonly pieces: readonly LayerPiece[];
  /** Tops of the layers as they truly are, where that is known. */
  readonly truth: readonly number[];
}

export const layersOf = ({ whole }: PosteriorAnswer): readonly ShareLayer[] =>
  whole.states.flatMap(({ name }, number) => SHARE_PARTS.map((part) => ({ state: name, number, part })));

export function shareColumns(answer: PosteriorAnswer, truth?: readonly TrueShares[]): readonly ShareColumn[] {
  const layers = layersOf(answer);
  return answer.windows.map((window, w) => ({
    window,
    pieces: piecesOf(window, layers),
    truth: truth?.[w] ? topsOf(layers, truth[w]) : [],
  }));
}

function piecesOf(window: WindowPosterior, layers: readonly ShareLayer[]): readonly LayerPiece[] {
  let base = 0;
  const pieces = layers.map((layer) => {
    const { mean, low, high } = intervalIn(window, layer);
    const piece = { layer, base, top: base + mean, low: base + low, high: Math.min(1, base + high) };
    base = piece.top;
    return piece;
  });
  // Shares of nothing are all 0.
  return base > 0.5 ? pieces : [];
}

function topsOf(layers: readonly ShareLayer[], shares: TrueShares): readonly number[] {
  let top = 0;
  return layers.map(({ state, part }) => {
    top += shares[state]?.[part] ?? 0;
    return top;
  });
}

export const intervalIn = (
  { states }: Pick<WindowPosterior, 'states'>,
  { number, part }: ShareLayer,
): Interval => states[number]![part];

/** The model is not believed, so that nothing is said of how certain the shares are. */
export const isWithheld = ({ states }: Pick<WindowPosterior, 'states'>): boolean =>
  states.some(({ waiting }) => Number.isNaN(waiting.low));

/** `RAILS waiting`. */
export const layerName = ({ state, part }: ShareLayer): string => `${state} ${part}`;

export function shareTable(answer: PosteriorAnswer, truth?: readonly TrueShares[]): Table {
  const layers = layersOf(answer);
  return {
    columns: [
      { label: 'entered from', unit: 's' },
      { label: 'to', unit: 's' },
      { label: 'tasks' },
      ...layers.flatMap((layer) => [
        { label: layerName(layer), unit: 'share' },
        { label: `${layerName(layer)}, 95 % from` },
        { label: `${layerName(layer)}, 95 % to` },
        ...(truth ? [{ label: `${layerName(layer)}, true` }] : []),
      ]),
      { label: 'bottleneck' },
      { label: 'probability of it' },
    ],
    rows: answer.windows.map((window, w) => [
      ...[window.from, window.to, window.tasks],
      ...layers.flatMap((layer) => {
        const { mean, low, high } = intervalIn(window, layer);
        const known = truth ? [truth[w]?.[layer.state]?.[layer.part]] : [];
        return [mean, low, high, ...known];
      }),
      ...[window.bottleneck?.state, window.bottleneck?.probability],
    ]),
  };
}
