/** An axis: its name, the unit that its numbers are written in, and where its ticks stand. */
import { scaleLinear, scaleLog } from 'd3';
import { formatNumber } from './number-label.ts';

export interface AxisSpec {
  readonly title: string;
  /** As written on the axis; empty for a plain number. */
  readonly unit: string;
  /** Value of one such unit: 1e-6 for µs when values are in seconds; default 1. */
  readonly divisor?: number;
  /** What the values are in, where that is another unit: `s`. Tables keep to it. */
  readonly base?: string;
  /** There are whole numbers only. */
  readonly whole?: boolean;
  /** Its whole numbers from 0 on stand for these. */
  readonly names?: readonly string[];
}

export const axisText = ({ title, unit }: Pick<AxisSpec, 'title' | 'unit'>): string =>
  unit === '' ? title : `${title} (${unit})`;

/** A value in the unit of its axis: `12.3 µs`. */
export function valueText(value: number, { unit, divisor = 1, names }: AxisSpec, digits = 3): string {
  if (names) return names[value] ?? '–';
  const shown = value / divisor;
  const size = Math.abs(shown);
  const plain = size === 0 || (size >= 1e-3 && size < 1e5);
  const text = plain ? String(Number(shown.toPrecision(digits))) : formatNumber(shown, digits);
  return unit === '' ? text : `${text} ${unit}`;
}

/** `at`: pixels along the axis. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

interface Scale {
  (value: number): number;
  domain(): number[];
  range(): number[];
}

/** As many ticks as have room, at least two. */
export const tickCount = (pixels: number, each = 90): number => Math.max(2, Math.floor(pixels / each));

/** Ticks at round numbers of the unit that is written. */
export function linearTicks(
  scale: Scale,
  { divisor = 1, whole, names }: Partial<AxisSpec>,
  count: number,
): readonly Tick[] {
  const [from = 0, to = 1] = scale.domain();
  const shown = scaleLinear([from / divisor, to / divisor], scale.range());
  return shown
    .ticks(count)
    .filter((tick) => (!whole && !names) || Number.isInteger(tick))
    .map((tick) => ({ at: shown(tick), text: names ? (names[tick] ?? '') : formatNumber(tick, 4) }));
}

/** At powers of ten; between few of them at 2 and 5 too. */
export function logTicks(scale: Scale, { divisor = 1 }: Partial<AxisSpec>, count: number): readonly Tick[] {
  const [from = 1, to = 10] = scale.domain();
  const shown = scaleLog([from / divisor, to / divisor], scale.range());
  const decades = Math.log10(to / from);
  const every = Math.max(1, Math.ceil(decades / count));
  return shown
    .ticks()
    .filter((tick) => {
      const power = Math.floor(Math.log10(tick) + 1e-9);
      const lead = Math.round(tick / 10 ** power);
      return lead === 1 ? power % every === 0 : decades < 2 && (lead === 2 || lead === 5);
    })
    .map((tick) => ({ at: shown(tick), text: formatNumber(tick, 4) }));
}
