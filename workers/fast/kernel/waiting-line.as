/** The elements that wait in one stage, in order of entry: a ring of (time of entry, time of birth, tag). */
import { take } from './memory';
import { Stage } from './network';
import { now } from './state';

/** Bytes of a waiting element. */
export const ENTRY_BYTES: u32 = 24;

@inline
export function entryAt(stage: Stage, place: i32): usize {
  return stage.line + <usize>((stage.head + place) & stage.mask) * ENTRY_BYTES;
}

export function pushLine(stage: Stage, birth: f64, tag: i32): void {
  if (stage.waiting > stage.mask) widenLine(stage);
  const entry = entryAt(stage, stage.waiting++);
  store<f64>(entry, now);
  store<f64>(entry, birth, 8);
  store<i32>(entry, tag, 16);
}

function widenLine(stage: Stage): void {
  const size = stage.mask + 1;
  const wider = take(<usize>(2 * size) * ENTRY_BYTES);
  for (let i = 0; i < size; i++) memory.copy(wider + <usize>i * ENTRY_BYTES, entryAt(stage, i), ENTRY_BYTES);
  stage.line = wider;
  stage.mask = 2 * size - 1;
  stage.head = 0;
}
