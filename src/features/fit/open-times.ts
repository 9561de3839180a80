/** Files that are dropped on the view: a list of times is fitted at once, all else is a measurement or a scenario. */
import { isListOfNumbers } from '../../../core/base/list-of-numbers.ts';
import { TRACE_TEXT } from '../../../core/distributions/trace.ts';
import { openFiles } from '../files/files.ts';
import { refuse } from '../measure/reading-words.ts';
import { chooseTimes, showFits } from './fit-store.ts';

/** Bytes from which it is told what a file is. */
const HEAD = 65_536;
const MOST_BYTES = 64 * 1024 * 1024;

let lists = 0;

/** Times in s: `chooseTimes` with a list of its own. */
export function takeTimes(values: readonly number[]): void {
  lists += 1;
  chooseTimes({ kind: 'numbers', values, nth: lists });
}

export async function openTimes(file: File): Promise<void> {
  if (file.size > MOST_BYTES || !isListOfNumbers(await file.slice(0, HEAD).text())) return openFiles([file]);
  const times = TRACE_TEXT.parse(await file.text());
  if (!times.ok) {
    refuse(file, [times.error]);
    return;
  }
  showFits('distributions');
  takeTimes(times.value.values);
}
