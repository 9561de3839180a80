/** The queues of a finished reduction, put together from all that the file said about each. */
import type { Bins, GapBins, QueueLedger, ReducedQueue } from '../contract.ts';
import type { DirectQueue } from './direct-reduction.ts';
import type { EventQueue } from './event-queue.ts';
import type { QueueFacts } from './queue-facts.ts';
import type { RunningQueue } from './running-queue.ts';

export interface Finished {
  readonly names: readonly string[];
  readonly running: readonly (RunningQueue | undefined)[];
  readonly facts: ReadonlyMap<string, QueueFacts>;
  readonly direct: ReadonlyMap<string, DirectQueue>;
  readonly frameCount: number;
}

const NS = { valueUnit: 1e9 };

/** In the order of table `queues`, then in the order in which the file first names them. */
export function reducedQueues({ names, running, facts, direct, frameCount }: Finished): ReducedQueue[] {
  const ids = new Set([...facts.keys(), ...names.filter((_, number) => running[number]), ...direct.keys()]);
  const numbers = new Map(names.map((name, number) => [name, number]));
  return [...ids].map((id) => ({
    ...(facts.get(id) ?? { id }),
    ...measured(running[numbers.get(id) ?? -1] ?? {}, direct.get(id), frameCount),
  }));
}

function measured(
  queue: RunningQueue,
  direct: DirectQueue | undefined,
  frameCount: number,
): Omit<ReducedQueue, 'id'> {
  const track = queue.events?.track ?? queue.counters?.track ?? queue.levels;
  const basis = queue.events ? 'events' : queue.counters ? 'counters' : 'levels';
  const { frames, occupancy, peaks } = track?.result(frameCount) ?? {};
  const events = queue.events ? eventResults(queue.events, frameCount) : {};
  const latency = queue.visitLengths?.result(frameCount, NS) ?? events.latency;
  return present({
    ...events,
    ...directResults(direct, events),
    ...(track ? { basis, frames, occupancy, peaks } : direct && tableLevels(direct)),
    latency: latency ?? direct?.latency,
    counters: queue.counters?.summary(),
  });
}

function eventResults(queue: EventQueue, frameCount: number): Partial<Omit<ReducedQueue, 'id'>> {
  const { histograms: h } = queue;
  return {
    interInsertion: gapBins({
      all: h.insertAll.result(frameCount, NS),
      nonBlocked: h.insertNonBlocked.result(frameCount, NS),
    }),
    interDeparture: gapBins({
      all: h.departAll.result(frameCount, NS),
      nonBlocked: h.departNonBlocked.result(frameCount, NS),
      availTime: h.departAvail.result(frameCount, NS),
    }),
    latency: h.latency.result(frameCount, NS),
    bulk: h.bulk.result(frameCount),
    perMillisecond: queue.bursts.result(frameCount),
    insertionSeries: queue.insertionGaps.result(),
    departureSeries: queue.departureGaps.result(),
    ledger: ledgerOf(queue),
    recentServices: queue.recentServices()?.map((time) => time / 1e9),
  };
}

function ledgerOf(queue: EventQueue): QueueLedger {
  const { from, lastEmpty, until, ...counts } = queue.ledger();
  return { ...counts, from: from / 1e9, lastEmpty: lastEmpty / 1e9, until: until / 1e9 };
}

/** What the file states already reduced; what was reduced here goes first. */
function directResults(
  direct: DirectQueue | undefined,
  events: Partial<Omit<ReducedQueue, 'id'>>,
): Partial<Omit<ReducedQueue, 'id'>> {
  if (!direct) return {};
  return {
    interInsertion: gapBins({ ...direct.interInsertion, ...events.interInsertion }),
    interDeparture: gapBins({ ...direct.interDeparture, ...events.interDeparture }),
    service: direct.service,
    bulk: events.bulk ?? direct.bulk,
    rates: direct.rates.length > 0 ? direct.rates : undefined,
    stated: Object.keys(direct.stated).length > 0 ? direct.stated : undefined,
    statedQueueLength: direct.statedQueueLength,
  };
}

const tableLevels = ({ frames, occupancy }: DirectQueue) =>
  frames || occupancy ? { basis: 'table' as const, frames, occupancy } : {};

type MaybeBins = { readonly [Name in keyof GapBins]: Bins | undefined };

function gapBins(bins: MaybeBins): GapBins | undefined {
  const known = present(bins);
  return Object.keys(known).length > 0 ? known : undefined;
}

/** Without the keys that have no value. */
function present<T extends object>(value: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}
