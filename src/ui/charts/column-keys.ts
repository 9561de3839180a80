/** The arrow keys of a picture in columns: one column, ten with Shift, the first, the last. */
import type { KeyboardEvent } from 'react';

/** The column to go to, 0 .. last; undefined for other keys. */
export function columnByKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  column: number,
  last: number,
): number | undefined {
  const by = shiftKey ? 10 : 1;
  const moves: Record<string, number> = {
    ArrowRight: column + by,
    ArrowUp: column + by,
    ArrowLeft: column - by,
    ArrowDown: column - by,
    Home: 0,
    End: last,
  };
  const next = moves[key];
  return next === undefined ? undefined : Math.min(last, Math.max(0, next));
}
