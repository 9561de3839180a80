/**
 * Spans may begin when a server takes the request, and not when it arrives: then calls wait between their begin and that of the span that
 * they called, where nothing but a network seems to be. It shows where they take longer while the callee is at work.
 */
import { groupBy } from '../../core/base/group-by.ts';
import { countUpTo } from '../numeric/count-up-to.ts';
import { instanceKey, type Visit } from './call-tree.ts';
import type { BeforeSpan } from './contract.ts';
import { Sums } from './queues.ts';

/** Calls of either kind at least. */
const FEWEST = 10;
/** Standard errors: a difference that is larger is no chance. */
const CERTAIN = 4;
/** Longer by this share of what it takes where the callee is idle, at least. */
const WORTH = 0.25;

/** By service, where it is so. */
export function waitsBeforeSpans(visits: readonly Visit[]): ReadonlyMap<string, BeforeSpan> {
  const byPlace = groupBy(visits, instanceKey);
  const inside = new Map(
    Array.from(byPlace, ([place, own]) => [
      place,
      {
        starts: Float64Array.from(own, ({ start }) => start).sort(),
        ends: Float64Array.from(own, ({ end }) => end).sort(),
      },
    ]),
  );
  const calls = visits.flatMap(({ calls }) =>
    calls.flatMap(({ isSeen, isAsync, start, visits: [callee] }) => {
      if (!isSeen || isAsync || !callee || callee.isOfCaller) return [];
      const { starts, ends } = inside.get(instanceKey(callee))!;
      const atWork = countUpTo(starts, start) > countUpTo(ends, start);
      return [{ service: callee.service, atWork, time: callee.start - start }];
    }),
  );
  const found = new Map<string, BeforeSpan>();
  for (const [service, own] of groupBy(calls, (call) => call.service)) {
    const [atWork, idle] = [new Sums(), new Sums()];
    for (const call of own) (call.atWork ? atWork : idle).add(call.time, 0);
    const longer = atWork.mean - idle.mean;
    const error = Math.sqrt(atWork.variance / atWork.count + idle.variance / idle.count);
    if (Math.min(atWork.count, idle.count) >= FEWEST && longer > Math.max(CERTAIN * error, WORTH * idle.mean))
      found.set(service, { atWork: atWork.mean / 1e9, idle: idle.mean / 1e9 });
  }
  return found;
}
