/**
 * Times of one kind at one place. They are put down as notes and go into their buckets some at once: many of a list are
 * in the same few lines of the processor's cache, and where many are asked for at once, none is waited for alone.
 */
import { countTime, openBuckets } from './measures';
import { take } from './memory';

/** How many, their sum, and those times in buckets, all without what is only noted. */
@unmanaged
export class TimeList {
  count: f64 = 0;
  total: f64 = 0;
  buckets: usize = 0;
  /** Where the next note goes, and the end of the room for notes. */
  next: usize = 0;
  end: usize = 0;
}
/** From one list to the next. */
export const TIME_LIST_BYTES: usize = 32;
const NOTES_BYTES: usize = 64 * 8;

/** A list at that address, where all is zero; its buckets are opened for the first time. */
export function openTimes(list: TimeList): void {
  list.next = take(NOTES_BYTES);
  list.end = list.next + NOTES_BYTES;
}

@inline
export function noteTime(list: TimeList, time: f64): void {
  noteTimeIf(list, time, 1);
}

/** Notes the time, or does not (0), without a branch. */
@inline
export function noteTimeIf(list: TimeList, time: f64, counts: i32): void {
  const place = list.next;
  store<f64>(place, time);
  const next = place + (<usize>counts << 3);
  list.next = next;
  if (next == list.end) putNotes(list);
}

/** Empties the notes into the buckets. */
export function putNotes(list: TimeList): void {
  const first = list.end - NOTES_BYTES;
  const end = list.next;
  if (first == end) return;
  const buckets = bucketsOf(list);
  let total = list.total;
  for (let note = first; note < end; note += 8) {
    const time = load<f64>(note);
    total += time;
    countTime(buckets, time);
  }
  list.total = total;
  list.count += <f64>((end - first) >> 3);
  list.next = first;
}

/** Most classes never come to most stages. */
export function bucketsOf(list: TimeList): usize {
  if (list.buckets == 0) list.buckets = openBuckets();
  return list.buckets;
}

/** Notes that are in no bucket yet. */
export function notesOf(list: TimeList): f64 {
  return <f64>((list.next + NOTES_BYTES - list.end) >> 3);
}
