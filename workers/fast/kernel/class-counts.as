/**
 * What is counted of one class at one stage. Counted as it happens is only what does not follow: times when elements
 * leave and start, losses, and what does not pass the filter. At a mark the rest follows from balances of what was there
 * at the last mark and is there now:
 *
 *   entered = left + change of the level        served = left + change of the held
 *   offered = entered + lost + change of the owed
 */
import { clearBuckets, Sums } from './measures';
import { ClassAtStage, sojournsOf, waitsOf } from './network';
import { openTimes, putNotes } from './time-list';

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
  totals.sojourns = sojournsOf(here).buckets;
  totals.waits = waitsOf(here).buckets;
}

/** A window ends: what was counted in it is added to the sums of the stage's window and to the totals of the class. */
export function closeClassWindow(here: ClassAtStage, sums: Sums, length: f64): void {
  const totals = totalsOf(here);
  const sojourns = sojournsOf(here);
  const waits = waitsOf(here);
  putNotes(sojourns);
  putNotes(waits);
  // Times of 0 are in the first bucket and add nothing.
  waits.count += <f64>here.unwaited;
  store<u32>(waits.buckets, load<u32>(waits.buckets) + here.unwaited);
  here.unwaited = 0;
  const left = sojourns.count;
  const entered = left + here.level - here.levelAtMark;
  const served = left + here.held - here.heldAtMark;
  const offered = entered + here.lost + here.owed - here.owedAtMark;
  const output = left - here.filtered;
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
  here.area = here.filtered = here.lost = 0;
  sojourns.count = sojourns.total = waits.count = waits.total = 0;
}

/** The warm-up is over: forgets all but what is in the stage. */
export function restartClass(here: ClassAtStage): void {
  const totals = totalsOf(here);
  totals.offered = totals.entered = totals.served = totals.output = totals.lost = 0;
  totals.area = totals.sojournTotal = totals.waitTotal = 0;
  clearBuckets(sojournsOf(here).buckets);
  clearBuckets(waitsOf(here).buckets);
}
