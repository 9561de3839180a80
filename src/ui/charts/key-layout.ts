/** A line of keys below a picture, broken where it is too wide. */
import type { ReactNode } from 'react';
import { estimateTextWidth } from './text-size.ts';

/** What a mark or the shades of a picture mean. */
export type KeyEntry =
  | {
      readonly sign: 'shades';
      readonly text: string;
      readonly least: string;
      readonly most: string;
      /** The shades of a heat map: one colour, darker where more. */
      readonly isHeat?: boolean;
    }
  | { readonly sign: 'hatch' | 'drawn' | 'front' | 'refused'; readonly text: string }
  /** A swatch of the chart's own, 16 pixels wide and around the middle of its line. */
  | { readonly sign: 'swatch'; readonly text: string; readonly swatch: ReactNode };

export interface PlacedKey {
  readonly entry: KeyEntry;
  readonly x: number;
  readonly y: number;
  /** Shades that are too wide for one line stand under their words. */
  readonly isStacked: boolean;
}

export interface KeyLayout {
  readonly places: readonly PlacedKey[];
  readonly height: number;
}

export const LINE = 20;
const GAP = 18;
const SIGN = 22;
export const SHADES_WIDTH = 96;

export function keyLayout(entries: readonly KeyEntry[], width: number): KeyLayout {
  let [x, line] = [0, 0];
  const places = entries.map((entry): PlacedKey => {
    const wide = widthOf(entry);
    if (x > 0 && x + wide > width) [x, line] = [0, line + 1];
    const isStacked = entry.sign === 'shades' && wide > width;
    const place = { entry, x, y: line * LINE, isStacked };
    if (isStacked) line += 1;
    x += wide + GAP;
    return place;
  });
  return { places, height: entries.length === 0 ? 0 : (line + 1) * LINE };
}

/** Where the shades begin, behind the words, if these stand before them, and the least value. */
export const shadesStart = (
  { text, least }: Extract<KeyEntry, { sign: 'shades' }>,
  isStacked = false,
): number => estimateTextWidth(isStacked ? least : `${text}  ${least}`) + 6;

const widthOf = (entry: KeyEntry): number =>
  entry.sign === 'shades'
    ? shadesStart(entry) + SHADES_WIDTH + 6 + estimateTextWidth(entry.most)
    : SIGN + estimateTextWidth(entry.text);
