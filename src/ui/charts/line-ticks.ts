/** Where the ticks of an axis stand, and what is written at them. */
import { scaleLinear, scaleLog } from 'd3';
import type { AxisSpec } from './line-series.ts';
import { formatNumber } from './number-label.ts';

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Of the ticks that suit a scale, those that stand for a value. */
export const isTick = (tick: number, { whole, names }: AxisSpec): boolean =>
  (!whole && !names) || Number.isInteger(tick);

/** Ticks at round numbers of the unit that is written. */
export function linearTicks(scale: Scale, axis: AxisSpec, count: number): readonly Tick[] {
  const { divisor = 1, names } = axis;
  const [from = 0, to = 1] = scale.domain();
  const shown = scaleLinear([from / divisor, to / divisor], scale.range());
  return shown
    .ticks(count)
    .filter((tick) => isTick(tick, axis))
    .map((tick) => ({ at: shown(tick), text: names ? (names[tick] ?? '') : formatNumber(tick, 4) }));
}

/** At powers of ten; between few of them at 2 and 5 too. */
export function logTicks(scale: Scale, { divisor = 1 }: AxisSpec, count: number): readonly Tick[] {
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

export interface Scale {
  (value: number): number;
  domain(): number[];
  range(): number[];
}
