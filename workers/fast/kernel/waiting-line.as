/** The elements that wait in one stage, in order of entry: a ring of (time of entry, of birth, tag, ClassAtStage). */
import { take } from './memory';
import { ClassAtStage, classOf, Stage } from './network';
import { now } from './state';

/** Bytes of a waiting element. */
const ENTRY_BYTES: usize = 24;
const FIRST_SIZE: usize = 16;

@inline
export function classOfEntry(entry: usize): ClassAtStage {
  return changetype<ClassAtStage>(load<u32>(entry, 20));
}

@inline
function behind(stage: Stage, entry: usize): usize {
  return select<usize>(stage.line, entry + ENTRY_BYTES, entry + ENTRY_BYTES == stage.endOfLine);
}

/** The first element leaves the line, or stays (0), without a branch. */
@inline
export function shiftLineIf(stage: Stage, leaves: i32): void {
  stage.head = select<usize>(behind(stage, stage.head), stage.head, leaves);
  stage.waiting -= leaves;
}

@inline
export function pushLine(stage: Stage, here: ClassAtStage, birth: f64, tag: i32): void {
  if (<usize>stage.waiting * ENTRY_BYTES == stage.endOfLine - stage.line) widenLine(stage);
  const entry = stage.tail;
  store<f64>(entry, now);
  store<f64>(entry, birth, 8);
  store<i32>(entry, tag, 16);
  store<u32>(entry, <u32>changetype<usize>(here), 20);
  stage.tail = behind(stage, entry);
  stage.waiting++;
}

export function openWaitingLine(stage: Stage): void {
  openLine(stage, FIRST_SIZE * ENTRY_BYTES);
  stage.tail = stage.line;
}

/** Room for elements. A class is named where none has been yet, too, for those who look at the first of an empty line. */
function openLine(stage: Stage, bytes: usize): void {
  stage.line = stage.head = take(bytes);
  stage.endOfLine = stage.line + bytes;
  const here = <u32>changetype<usize>(classOf(stage, 0));
  for (let entry = stage.line; entry < stage.endOfLine; entry += ENTRY_BYTES) store<u32>(entry, here, 20);
}

/** Twice as long; the first element comes to its beginning. */
function widenLine(stage: Stage): void {
  const line = stage.line;
  const head = stage.head;
  const endOfLine = stage.endOfLine;
  openLine(stage, 2 * (endOfLine - line));
  memory.copy(stage.line, head, endOfLine - head);
  memory.copy(stage.line + (endOfLine - head), line, head - line);
  stage.tail = stage.line + (endOfLine - line);
}
