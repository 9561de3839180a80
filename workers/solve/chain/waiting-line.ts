/** The line of a stage: who comes, who is next (SPEC.md, Q1). */
import { isLcfs, servesByPriority } from '../../../core/rules/discipline.ts';
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
  if (servesByPriority(stage)) return mostUrgent(state, place, counts);
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
  if (isLcfs(place.stage)) return last;
  let best = place.waitingAt;
  if (!servesByPriority(place.stage)) return best;
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

/**
 * Takes who has waited longest among the least urgent out of the line, and gives its class (SPEC.md, DR2). Undefined where
 * nobody waits, or all who do are more urgent than a newcomer of this class. A line without order has one class, or one of
 * each priority.
 */
export function takeOldest(state: WorkingState, place: Place, newcomer: number): number | undefined {
  const { cell } = state;
  const { classes, stage, isSequence, waitingAt } = place;
  if (lengthOf(state, place) === 0) return undefined;
  const byPriority = servesByPriority(stage);
  const rank = (k: number): number => (byPriority ? priorityOf(state, k) : 0);
  const waiting = isSequence
    ? Array.from({ length: lengthOf(state, place) }, (_, i) => cell[waitingAt + i]! - 1)
    : classes.filter((_, i) => cell[waitingAt + i]! > 0);
  const leastUrgent = Math.max(...waiting.map(rank));
  if (leastUrgent < rank(newcomer)) return undefined;
  const at = waiting.findIndex((k) => rank(k) === leastUrgent);
  const leaving = waiting[at]!;
  if (isSequence) {
    const end = waitingAt + cell[place.lengthAt]!;
    cell.copyWithin(waitingAt + at, waitingAt + at + 1, end);
    cell[end - 1] = 0;
  } else {
    cell[waitingAt + classes.indexOf(leaving)]!--;
  }
  cell[place.lengthAt]!--;
  return leaving;
}
