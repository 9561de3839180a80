/** The line of a stage: who comes, who is next (SPEC.md, Q1). */
import type { Place, WorkingState } from './working-state.ts';

/** Elements that wait in the line. */
export const lengthOf = (state: WorkingState, place: Place): number => state.cell[place.lengthAt]!;

/** `count` elements of a class join the line at its end. */
export function joinWaiting(state: WorkingState, place: Place, jobClass: number, count: number): void {
  const { cell } = state;
  if (place.isSequence) {
    const end = place.waitingAt + cell[place.lengthAt]!;
    cell.fill(jobClass + 1, end, end + count);
  } else {
    cell[place.waitingAt + place.classes.indexOf(jobClass)]! += count;
  }
  cell[place.lengthAt]! += count;
}

/** An element whose service was interrupted goes back to the front. */
export function returnToFront(state: WorkingState, place: Place, jobClass: number): void {
  const { cell } = state;
  if (!place.isSequence) {
    joinWaiting(state, place, jobClass, 1);
    return;
  }
  const end = place.waitingAt + cell[place.lengthAt]!;
  cell.copyWithin(place.waitingAt + 1, place.waitingAt, end);
  cell[place.waitingAt] = jobClass + 1;
  cell[place.lengthAt]!++;
}

/** Class of the element that is next; somebody waits. RSS draws it. */
export function nextClass(state: WorkingState, place: Place): number {
  if (place.isSequence) return state.cell[sequenceIndex(state, place)]! - 1;
  const { classes, stage } = place;
  if (classes.length === 1) return classes[0]!;
  const counts = classes.map((_, i) => state.cell[place.waitingAt + i]!);
  if (stage.discipline === 'priority') return mostUrgent(state, place, counts);
  const length = lengthOf(state, place);
  return classes[state.chooser.choose(counts.map((count) => count / length))]!;
}

function mostUrgent(state: WorkingState, { classes }: Place, counts: readonly number[]): number {
  const waiting = classes.filter((_, i) => counts[i]! > 0);
  return waiting.reduce((best, k) => (priorityOf(state, k) < priorityOf(state, best) ? k : best));
}

export const priorityOf = ({ model }: WorkingState, jobClass: number): number =>
  model.classes[jobClass]!.priority;

/** Cell of the element that is next in a line written element by element. */
function sequenceIndex(state: WorkingState, place: Place): number {
  const { cell } = state;
  const last = place.waitingAt + cell[place.lengthAt]! - 1;
  if (place.stage.discipline === 'LCFS') return last;
  let best = place.waitingAt;
  if (place.stage.discipline !== 'priority') return best;
  for (let at = best + 1; at <= last; at++)
    if (priorityOf(state, cell[at]! - 1) < priorityOf(state, cell[best]! - 1)) best = at;
  return best;
}

/** Takes `count` elements of the class that is next out of the line. */
export function takeNext(state: WorkingState, place: Place, jobClass: number, count: number): void {
  const { cell } = state;
  if (place.isSequence) {
    const at = sequenceIndex(state, place);
    const end = place.waitingAt + cell[place.lengthAt]!;
    cell.copyWithin(at, at + 1, end);
    cell[end - 1] = 0;
  } else {
    cell[place.waitingAt + place.classes.indexOf(jobClass)]! -= count;
  }
  cell[place.lengthAt]! -= count;
}
