/**
 * What is counted of one class at one stage. Counted as it happens is only what does not follow: times when elements
 * leave and start, losses, and what does not pass the filter. At a mark the rest follows from balances of what was there
 * at the last mark and is there now:
 *
 *   entered = left + pushed out + change of the level        served = left + change of the held
 *   offered = entered + lost - pushed out - there from the start + change of the owed
 */
import { clearBuckets, Sums } from './measures';
import { ClassAtStage, sojournsOf, waitsOf } from './network';
import { bucketsOf, notesOf, openTimes, putNotes } from './time-list';
import { clearTrips } from './trips';

/** Counts and integrals in the observed time; the host knows the order. */
@unmanaged
export class ClassTotals {
  offered: f64 = 0;
  entered: f64 = 0;
  served: f64 = 0;
  output: f64 = 0;
  lost: f64 = 0;
  area: f64 = 0;
  sojournTotal: f64 = 0;
  waitTotal: f64 = 0;
  /** Buckets of times. */
  sojourns: usize = 0;
  waits: usize = 0;
}

@inline
export function totalsOf(here: ClassAtStage): ClassTotals {
  return changetype<ClassTotals>(here.totals);
}

export function openClassCounts(here: ClassAtStage): void {
  const totals = new ClassTotals();
  here.totals = changetype<usize>(totals);
  openTimes(sojournsOf(here));
  openTimes(waitsOf(here));
}

/** A window ends: what was counted in it is added to the sums of the stage's window and to the totals of the class. */
export function closeClassWindow(here: ClassAtStage, isJoin: bool, sums: Sums, length: f64): void {
  const totals = totalsOf(here);
  const sojourns = sojournsOf(here);
  const waits = waitsOf(here);
  putNotes(sojourns);
  putNotes(waits);
  // Times of 0 are in the first bucket and add nothing.
  if (here.unwaited > 0) {
    waits.count += <f64>here.unwaited;
    const first = bucketsOf(waits);
    store<u32>(first, load<u32>(first) + here.unwaited);
    here.unwaited = 0;
  }
  totals.sojourns = sojourns.buckets;
  totals.waits = waits.buckets;
  const left = sojourns.count;
  const entered = isJoin ? here.arrived : left + here.pushedOut + here.level - here.levelAtMark;
  const served = left + here.held - here.heldAtMark;
  const offered = entered + here.lost - here.pushedOut - here.populated + here.owed - here.owedAtMark;
  const output = isJoin ? here.released : left - here.filtered;
  sums.offered += offered;
  sums.entered += entered;
  sums.served += served;
  sums.output += output;
  sums.lost += here.lost;
  sums.sojournTotal += sojourns.total;
  sums.sojournCount += left;
  sums.waitTotal += waits.total;
  sums.waitCount += waits.count;
  totals.offered += offered;
  totals.entered += entered;
  totals.served += served;
  totals.output += output;
  totals.lost += here.lost;
  totals.area += here.area + here.level * length;
  totals.sojournTotal += sojourns.total;
  totals.waitTotal += waits.total;
  here.levelAtMark = here.level;
  here.heldAtMark = here.held;
  here.owedAtMark = here.owed;
  here.area = here.filtered = here.lost = here.pushedOut = here.populated = here.arrived = here.released = 0;
  sojourns.count = sojourns.total = waits.count = waits.total = 0;
}

/** Served since the last mark. */
export function servedSoFar(here: ClassAtStage): f64 {
  const sojourns = sojournsOf(here);
  return sojourns.count + notesOf(sojourns) + here.held - here.heldAtMark;
}

/** The warm-up is over: forgets all but what is in the stage. */
export function restartClass(here: ClassAtStage): void {
  const totals = totalsOf(here);
  totals.offered = totals.entered = totals.served = totals.output = totals.lost = 0;
  totals.area = totals.sojournTotal = totals.waitTotal = 0;
  const sojourns = sojournsOf(here).buckets;
  const waits = waitsOf(here).buckets;
  if (sojourns != 0) clearBuckets(sojourns);
  if (waits != 0) clearBuckets(waits);
  const rounds = here.rounds;
  if (rounds !== null) clearTrips(rounds);
}
