/** The unit of times in files that only say it in a name, or not at all. */
import type { ReduceOptions } from '../contract.ts';

const SECONDS: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1 };
/** In a name such as `usecs`, `read_ns` or `latency_ms`. */
const UNIT = /(?:^|[^a-z])(ns|us|ms|s)(?:ecs?)?(?:[^a-z]|$)/i;
/** In the name of a file, where one letter alone is no unit, since files end in all kinds of them. */
const FILE_UNIT = /(?:^|[^a-z])([num]s)(?:ecs?)?(?:[^a-z]|$)/i;

/** In s; undefined where the name does not tell it. */
export const unitInName = (name: string): number | undefined =>
  SECONDS[UNIT.exec(name)?.[1]?.toLowerCase() ?? ''];

/** In s: as it is given, else by the name of the file; undefined where neither says it. */
export function unitOfFile(
  { timeUnit }: Pick<ReduceOptions, 'timeUnit'>,
  fileName: string,
): number | undefined {
  return timeUnit === undefined
    ? SECONDS[FILE_UNIT.exec(fileName)?.[1]?.toLowerCase() ?? '']
    : SECONDS[timeUnit];
}

/** What to do about it, for messages. */
export const HOW_TO_TELL_UNIT = 'say it with --time-unit, or in the name of the file, such as latency_ms.txt';
