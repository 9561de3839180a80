/**
 * Clocks of hosts, from what must hold between parents and children: who is called begins after the call and ends before it.
 * With the clock of the callee `o` ahead every call says  end of callee - end of call <= o <= start of callee - start of call
 * (Mills 1991 for one exchange; the intersection over all calls is Marzullo's).
 */

import type { Call, Visit } from './call-tree.ts';
import type { ClockOffset } from './contract.ts';

/** So many of the calls, at either end, may contradict the others: work that its caller does not wait for. */
const STRAY = 0.05;
const FEW = 20;

interface Bounds {
  readonly caller: string;
  readonly callee: string;
  readonly low: number[];
  readonly high: number[];
}

/** Puts all visits onto the clock of the callers' callers; what was moved is returned. */
export function alignClocks(visits: readonly Visit[]): readonly ClockOffset[] {
  const between = boundsBetween(visits);
  const found = new Map<string, ClockOffset>();
  const known = new Map<string, number>();
  const callees = new Set([...between.values()].map(({ callee }) => callee));
  for (const { clock } of visits) if (!callees.has(clock)) known.set(clock, 0);
  if (known.size === 0 && visits.length > 0) known.set(visits[0]!.clock, 0);
  // Outwards from where requests come in.
  for (let grew = true; grew; ) {
    grew = false;
    for (const pair of between.values()) {
      const base = known.get(pair.caller);
      if (base === undefined || known.has(pair.callee)) continue;
      const offset = offsetOf(pair);
      known.set(pair.callee, base + offset.offset * 1e9);
      if (offset.offset !== 0) found.set(pair.callee, { ...offset, offset: offset.offset + base / 1e9 });
      grew = true;
    }
  }
  for (const visit of visits) shift(visit, known.get(visit.clock) ?? 0);
  return [...found.values()];
}

function shift(visit: Visit, by: number): void {
  visit.start -= by;
  visit.end -= by;
  for (const call of visit.calls) {
    if (!call.isSeen) continue;
    call.start -= by;
    call.end -= by;
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
        const pair = between.get(key) ?? { caller: visit.clock, callee: callee.clock, low: [], high: [] };
        between.set(key, pair);
        const around: Pick<Call, 'start' | 'end'> = call.isSeen ? call : visit;
        pair.low.push(callee.end - around.end);
        pair.high.push(callee.start - around.start);
      }
    }
  return between;
}

function offsetOf({ callee, low, high }: Bounds): ClockOffset {
  const stray = low.length >= FEW ? STRAY : 0;
  const [least, most] = [quantile(low, 1 - stray) / 1e9, quantile(high, stray) / 1e9];
  const none = { clock: callee, offset: 0, low: least, high: most, calls: low.length };
  if (least <= 0 && most >= 0) return none;
  if (least <= most) return { ...none, offset: (least + most) / 2 };
  // No one offset fits all. A callee that seems to begin before its call is another clock, one that outlives it is not.
  const early = high.filter((bound) => bound < 0).length;
  if (early <= high.length / 10) return none;
  return {
    ...none,
    offset:
      quantile(
        low.map((bound, i) => (bound + high[i]!) / 2),
        0.5,
      ) / 1e9,
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round(share * (sorted.length - 1))]!;
}
