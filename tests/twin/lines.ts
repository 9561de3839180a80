/** Who waits in a stage and is taken next: the discipline, the size of batches, and their timeout (SPEC.md, Q, B, P1). */
import type { Server } from './server.ts';
import type { Stage } from './stage.ts';
import type { SimulationState } from './state.ts';
import { classOf } from './tag.ts';
import type { WaitingLine } from './waiting-line.ts';

/** Enough wait, or the oldest of them has waited long enough (B1, B3). */
export function waitsLongEnough(state: SimulationState, stage: Stage): boolean {
  const waiting = stage.queued();
  if (waiting >= stage.batchMin) return waiting > 0;
  return waiting > 0 && isOverdue(state, stage);
}

/** The oldest of those that wait has waited for the timeout (B3). */
export function isOverdue(state: SimulationState, stage: Stage): boolean {
  return stage.flushClock >= 0 && state.now >= flushTime(stage);
}

function flushTime(stage: Stage): number {
  let oldest = Number.POSITIVE_INFINITY;
  for (const line of stage.lines) {
    if (line.length === 0) continue;
    const first = line.enteredAt(stage.picksAtRandom ? line.oldestPlace() : 0);
    oldest = Math.min(oldest, first);
  }
  return oldest + stage.model.timeout;
}

/** The timer runs while a server is idle and too few wait; it is set when somebody else has waited longest. */
export function setFlushTimer(state: SimulationState, stage: Stage): void {
  const { calendar } = state;
  const { flushClock } = stage;
  if (stage.freeServers() > 0 && stage.queued() > 0 && !waitsLongEnough(state, stage)) {
    const due = flushTime(stage);
    if (calendar.time[flushClock] !== due) calendar.schedule(flushClock, due);
  } else {
    calendar.clear(flushClock);
  }
}

/** Line of the most urgent element that waits; the number of lines when nobody does. */
export function firstLevel({ lines }: Stage): number {
  let level = 0;
  while (level < lines.length && lines[level]!.length === 0) level++;
  return level;
}

/** The element to be served next goes out of its line to this place of the server's batch. */
export function nextToTake(stage: Stage, server: Server, element: number): void {
  const line = stage.lines.length === 1 ? stage.line : stage.lines[firstLevel(stage)]!;
  const place = placeToTake(stage, line);
  server.entered[element] = line.enteredAt(place);
  server.born[element] = line.bornAt(place);
  server.tags[element] = line.tagAt(place);
  if (place === 0) line.removeFirst();
  else if (stage.takesLast) line.removeLast();
  else line.removeAt(place);
}

function placeToTake({ takesLast, picks, firstComeFirstServed }: Stage, line: WaitingLine): number {
  if (firstComeFirstServed || line.length === 1) return 0;
  return takesLast ? line.length - 1 : picks.integerBelow(line.length);
}

/**
 * The element that has waited longest in the least urgent line is lost (DR2). False where nobody waits in line, or all who
 * do are more urgent than a newcomer of this class.
 */
export function pushOutOldest(stage: Stage, newcomer: number): boolean {
  const { lines, collector } = stage;
  let level = lines.length - 1;
  while (level >= 0 && lines[level]!.length === 0) level--;
  if (level < stage.model.levels[newcomer]!) return false;
  const line = lines[level]!;
  const place = stage.picksAtRandom ? line.oldestPlace() : 0;
  const jobClass = classOf(line.tagAt(place));
  collector.observe(stage);
  collector.countLost(jobClass, 1);
  collector.changeClassOccupancy(jobClass, -1);
  line.removeAt(place);
  stage.waiting--;
  stage.occupancy--;
  return true;
}
