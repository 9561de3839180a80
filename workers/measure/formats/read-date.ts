/** Dates with a time of day (ISO 8601, to the nanosecond) as times; without a zone they are UTC. */
import { type TimeBase, TimeScale } from '../stream/time-base.ts';

const DATE =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:(?<=:\d\d:\d\d)[.,](\d{1,9})\d*)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** To ns from the origin; undefined when it is no date, or one before 1970. */
export function dateReader(base: TimeBase): (text: string) => number | undefined {
  const scale = new TimeScale(base, 1e9);
  return (text) => {
    const [, day, time, decimals = '', zone = 'Z'] = DATE.exec(text) ?? [];
    if (day === undefined) return undefined;
    const ms = Date.parse(`${day}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`);
    return ms >= 0 ? scale.at(ms / 1000, Number(decimals.padEnd(9, '0'))) : undefined;
  };
}

export const isDate = (text: string): boolean => DATE.test(text);
