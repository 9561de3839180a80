/**
 * Clocks of hosts, from what must hold between parents and children: who is called begins after the call and ends before it.
 * With the clock of the callee `o` ahead every call says  end of callee - end of call <= o <= start of callee - start of call
 * (Mills 1991 for one exchange; the intersection over all calls is Marzullo's). Where no one offset fits all calls, a clock that runs
 * fast or slow is looked for: an offset that grows evenly with time, which fits them.
 */

import type { Call, Visit } from './call-tree.ts';
import type { ClockOffset } from './contract.ts';

/** So many of the calls, at either end, may contradict the others: work that its caller does not wait for. */
const STRAY = 0.05;
const FEW = 20;

/** A drift is told by the middle of so many stretches at most, of enough calls each. */
const MOST_STRETCHES = 20;
const FEWEST_STRETCHES = 4;

interface Bounds {
  readonly caller: string;
  readonly callee: string;
  /** When calls began, ns. */
  readonly at: number[];
  readonly low: number[];
  readonly high: number[];
}

/** Ahead of the clock on which requests come in: `offset` ns at the instant `at`, and `drift` more with every ns. */
interface Clock {
  readonly offset: number;
  readonly drift: number;
  readonly at: number;
}

const RIGHT: Clock = { offset: 0, drift: 0, at: 0 };
const aheadOf = ({ offset, drift, at }: Clock, time: number): number => offset + drift * (time - at);

/** Puts all visits onto the clock of the callers' callers; what was moved is returned. */
export function alignClocks(visits: readonly Visit[]): readonly ClockOffset[] {
  const between = boundsBetween(visits);
  const found = new Map<string, ClockOffset>();
  const known = new Map<string, Clock>();
  const callees = new Set([...between.values()].map(({ callee }) => callee));
  for (const { clock } of visits) if (!callees.has(clock)) known.set(clock, RIGHT);
  if (known.size === 0 && visits.length > 0) known.set(visits[0]!.clock, RIGHT);
  // Outwards from where requests come in.
  for (let grew = true; grew; ) {
    grew = false;
    for (const pair of between.values()) {
      const base = known.get(pair.caller);
      if (base === undefined || known.has(pair.callee)) continue;
      const { at, ...offset } = offsetOf(pair);
      const drift = offset.drift ?? 0;
      const ahead = offset.offset * 1e9 + aheadOf(base, at);
      known.set(pair.callee, { offset: ahead, drift: drift + base.drift, at });
      if (offset.offset !== 0 || drift !== 0) found.set(pair.callee, { ...offset, offset: ahead / 1e9 });
      grew = true;
    }
  }
  for (const visit of visits) {
    const clock = known.get(visit.clock);
    if (clock) putRight(visit, clock);
  }
  return [...found.values()];
}

/** Each instant by what the clock was ahead then, so that who left first still does. */
function putRight(visit: Visit, clock: Clock): void {
  const right = (time: number): number => time - aheadOf(clock, time);
  visit.start = right(visit.start);
  visit.end = right(visit.end);
  for (const call of visit.calls) {
    if (!call.isSeen) continue;
    call.start = right(call.start);
    call.end = right(call.end);
  }
}

/** Calls whose extent is that of the callee, once all are shifted. */
export function fitCalls(visits: readonly Visit[]): void {
  for (const { calls } of visits)
    for (const call of calls) {
      if (call.isSeen) continue;
      call.start = call.visits[0]!.start;
      call.end = call.visits[0]!.end;
    }
}

/** A visit that only its caller saw has the network around it, of which other calls of the same service tell the usual length. */
export function leaveNetworks(visits: readonly Visit[]): void {
  const around = new Map<string, { readonly before: number[]; readonly after: number[] }>();
  const callsOf = function* (isOfCaller: boolean) {
    for (const { calls } of visits)
      for (const call of calls) {
        const [callee] = call.visits;
        if (callee && call.isSeen && !call.isAsync && callee.isOfCaller === isOfCaller)
          yield { call, callee };
      }
  };
  for (const { call, callee } of callsOf(false)) {
    const usual = around.get(callee.service) ?? { before: [], after: [] };
    around.set(callee.service, usual);
    usual.before.push(callee.start - call.start);
    usual.after.push(call.end - callee.end);
  }
  const medians = new Map(
    Array.from(around, ([service, { before, after }]) => [
      service,
      [before, after].map((times) => Math.max(0, quantile(times, 0.5))),
    ]),
  );
  for (const { callee } of callsOf(true)) {
    const [before = 0, after = 0] = medians.get(callee.service) ?? [];
    if (callee.end - callee.start <= before + after) continue;
    callee.start += before;
    callee.end -= after;
  }
}

function boundsBetween(visits: readonly Visit[]): ReadonlyMap<string, Bounds> {
  const between = new Map<string, Bounds>();
  for (const visit of visits)
    for (const call of visit.calls) {
      if (call.isAsync) continue;
      for (const callee of call.visits) {
        if (callee.clock === visit.clock) continue;
        const key = JSON.stringify([visit.clock, callee.clock]);
        const pair = between.get(key) ?? {
          ...{ caller: visit.clock, callee: callee.clock },
          ...{ at: [], low: [], high: [] },
        };
        between.set(key, pair);
        const around: Pick<Call, 'start' | 'end'> = call.isSeen ? call : visit;
        pair.at.push(around.start);
        pair.low.push(callee.end - around.end);
        pair.high.push(callee.start - around.start);
      }
    }
  return between;
}

/** The offset at the instant `at`, ns. */
function offsetOf(bounds: Bounds): ClockOffset & { readonly at: number } {
  const { callee, at: times, low, high } = bounds;
  const at = quantile(times, 0.5);
  const { least, most } = allowed(low, high);
  const none = { clock: callee, offset: 0, low: least, high: most, calls: low.length, at };
  if (least <= 0 && most >= 0) return none;
  if (least <= most) return { ...none, offset: (least + most) / 2 };
  const line = lineThrough(bounds, at);
  if (line) return { ...none, ...line };
  // Nothing fits all. A callee that seems to begin before its call is another clock, one that outlives it is not.
  const early = high.filter((bound) => bound < 0).length;
  if (early <= high.length / 10) return none;
  return { ...none, offset: quantile(middles(low, high), 0.5) / 1e9 };
}

const middles = (low: readonly number[], high: readonly number[]): readonly number[] =>
  low.map((bound, i) => (bound + high[i]!) / 2);

/** Offsets that all calls allow but for the strays, s. */
function allowed(low: readonly number[], high: readonly number[]) {
  const stray = low.length >= FEW ? STRAY : 0;
  return { least: quantile(low, 1 - stray) / 1e9, most: quantile(high, stray) / 1e9 };
}

/**
 * An offset that grows evenly, and fits all calls but for the strays: its slope is the median slope between the middles of stretches
 * (Theil 1950), undefined where there are too few calls or nothing even fits.
 */
function lineThrough(
  { at: times, low, high }: Bounds,
  at: number,
): Pick<ClockOffset, 'offset' | 'drift' | 'low' | 'high'> | undefined {
  const count = Math.min(MOST_STRETCHES, Math.floor(times.length / FEW));
  if (count < FEWEST_STRETCHES) return undefined;
  const order = times.map((_, i) => i).sort((i, j) => times[i]! - times[j]!);
  const centres = Array.from({ length: count }, (_, k) => {
    const part = order.slice(
      Math.floor((k * order.length) / count),
      Math.floor(((k + 1) * order.length) / count),
    );
    const of = (values: readonly number[]): readonly number[] => part.map((i) => values[i]!);
    const { least, most } = allowed(of(low), of(high));
    return { time: quantile(of(times), 0.5), offset: ((least + most) / 2) * 1e9 };
  });
  const slopes = centres.flatMap((one, i) =>
    centres
      .slice(i + 1)
      .flatMap((two) => (two.time > one.time ? [(two.offset - one.offset) / (two.time - one.time)] : [])),
  );
  if (slopes.length === 0) return undefined;
  const drift = quantile(slopes, 0.5);
  const straight = (bounds: readonly number[]): readonly number[] =>
    bounds.map((bound, i) => bound - drift * (times[i]! - at));
  const { least, most } = allowed(straight(low), straight(high));
  return least <= most ? { offset: (least + most) / 2, drift, low: least, high: most } : undefined;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round(share * (sorted.length - 1))]!;
}
