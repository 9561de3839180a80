/** What the cases of an event log, or tasks, tell: places, ways with their counts, arrivals, services, servers. */
import { groupBy } from '../../core/base/group-by.ts';
import type { StageMeasurement } from '../../core/measurement/measurement.ts';
import { formatPercent } from '../../core/quantities/quantity-format.ts';
import { readQueue } from '../traces/queues.ts';
import { type CaseClasses, sharesDiffer, timesDiffer, waysByClass } from './case-classes.ts';
import type { Visit } from './case-steps.ts';
import type { FlowEvidence, PlaceEvidence, Told, ToldTimes, WayEvidence } from './contract.ts';
import { exponential, overStretches, STRETCHES, toldTimes } from './told-times.ts';

/** Where the cases come from. */
const ENTRY = 'cases';
/** Share of the visits of a place that must tell when work on them began. */
const MOST_WITHOUT_BEGIN = 0.1;
/** Waiting of a smaller share of the time in a place is none. */
const LEAST_WAITING = 0.01;
/** Share of the waiting that may pass while a server is free. */
const MOST_IDLE_WAIT = 0.1;
/** Share of the time with as many at work as ever, from which on servers are full: without a limit the most is reached for a moment by a few of so many visits. */
const [FULL, ENOUGH_VISITS] = [0.1, 100];

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Evidence of the cases that came in a stretch of time; what is measured is of all visits in it. */
export function evidenceOfCases(
  all: readonly (readonly Visit[])[],
  stretch: Stretch,
  classes: CaseClasses,
): FlowEvidence {
  const cases = all.filter(([first]) => first!.came >= stretch.from && first!.came <= stretch.to);
  const visits = byPlace(cases);
  const isOne = classes.names.length === 0;
  const entryOf = (name: string): string => freeName(isOne ? ENTRY : `${ENTRY} ${name}`, visits);
  const firsts = new Set(cases.map(([first]) => first!));
  const places = [...visits].map(([name, own]) => placeOf(name, own, { firsts, classes }));
  const unseen = new Set(places.flatMap(({ place, isWaitUnseen }) => (isWaitUnseen ? [place.name] : [])));
  const entries = isOne
    ? [{ name: entryOf(''), interarrival: arrivalsOf(cases, unseen) }]
    : [...groupBy(cases, ([first]) => classes.classOf(first!))].map(([elementClass, own]) => ({
        ...{ name: entryOf(elementClass), elementClass, interarrival: arrivalsOf(own, unseen) },
      }));
  return {
    entries,
    places: places.map(({ place }) => place),
    ways: waysOf(cases, classes, entryOf),
    measured: new Map(
      [...measuredIn(byPlace(all), stretch)].map(([name, told]) => [
        name,
        unseen.has(name) ? ratesOf(told) : told,
      ]),
    ),
    remarks: [
      'A case that had not ended when the log did counts as one that leaves after its last step.',
      ...[classes, ...places].flatMap(({ remark }) => (remark === undefined ? [] : [remark])),
    ],
  };
}

const byPlace = (cases: readonly (readonly Visit[])[]): ReadonlyMap<string, readonly Visit[]> =>
  groupBy(cases.flat(), ({ place }) => place);

function freeName(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  let name = wanted;
  while (taken.has(name)) name += "'";
  return name;
}

type Measured = Omit<StageMeasurement, 'stage'>;

/** What is measured of a place whose waiting is not seen: how many come, not how long they stay. */
const ratesOf = ({ arrivalRate, halfWidths }: Measured): Measured => ({
  ...(arrivalRate !== undefined && { arrivalRate }),
  ...(halfWidths?.arrivalRate !== undefined && { halfWidths: { arrivalRate: halfWidths.arrivalRate } }),
});

function arrivalsOf(cases: readonly (readonly Visit[])[], unseen: ReadonlySet<string>): ToldTimes {
  const came = cases.map(([first]) => first!.came);
  const gaps = Float64Array.from(came.slice(1), (time, i) => time - came[i]!);
  const told = toldTimes({ kind: 'samples', values: gaps }, 'gap', 'between the first steps of cases');
  if (!told) return { value: 1, distribution: exponential(1), from: 'a single case: no rate is told' };
  const late = cases.filter(([first]) => unseen.has(first!.place)).length;
  if (late <= FULL * cases.length) return told;
  return {
    ...told,
    distribution: exponential(told.value),
    from: `${told.from}, taken as Poisson: they began when a server was free, which need not be when they came`,
  };
}

function waysOf(
  cases: readonly (readonly Visit[])[],
  { names, classOf }: CaseClasses,
  entryOf: (name: string) => string,
): readonly WayEvidence[] {
  const ways = waysByClass(cases, classOf, (visit) => entryOf(classOf(visit)));
  return [...ways].flatMap(([from, leaving]) => {
    const isApart = names.length > 0 && sharesDiffer(leaving);
    return [...leaving].map(([to, counts]) => ({
      ...{ from, to, count: [...counts.values()].reduce((sum, count) => sum + count, 0) },
      ...(isApart && { countByClass: counts }),
    }));
  });
}

interface Place {
  readonly place: PlaceEvidence;
  readonly remark?: string;
  /** Elements waited for it, and when they came is not in the log. */
  readonly isWaitUnseen?: boolean;
}

interface Among {
  /** First steps of their cases. */
  readonly firsts: ReadonlySet<Visit>;
  readonly classes: CaseClasses;
}

function placeOf(name: string, visits: readonly Visit[], among: Among): Place {
  const begun = visits.filter((visit) => !Number.isNaN(visit.begun));
  if (visits.length - begun.length <= MOST_WITHOUT_BEGIN * visits.length)
    return withBegins(name, begun, among);
  return withoutBegins(name, visits, among);
}

/** When work began is told: service and waiting are apart. */
function withBegins(name: string, visits: readonly Visit[], { firsts, classes }: Among): Place {
  const values = Float64Array.from(visits, ({ begun, done }) => done - begun);
  const told = services(values, visits, classes, 'from start to completion');
  if (!told) return { place: { name, kind: 'instant' } };
  const work = atWork(visits);
  const waited = visits.reduce((sum, { came, begun }) => sum + begun - came, 0);
  const stay = visits.reduce((sum, { came, done }) => sum + done - came, 0);
  // A first step that the log does not say came counts from its begin.
  const first = visits.filter((visit) => firsts.has(visit));
  const isUntold = first.length > visits.length / 2 && first.every(({ came, begun }) => came === begun);
  if (isUntold && visits.length >= ENOUGH_VISITS && work.full > FULL)
    return {
      place: { name, kind: 'stage', ...told, servers: seenAtOnce(work.most) },
      isWaitUnseen: true,
      remark: `${name}: when elements came to it is not in the log, only when work on them began, and ${formatPercent(work.full, 2)} of the time as many were worked on as ever at once (${work.most}). How long they waited cannot be told from this; the waiting in the drawing is that of the model.`,
    };
  if (waited <= LEAST_WAITING * stay)
    return work.most === 1
      ? { place: { name, kind: 'stage', ...told, servers: seenAtOnce(1) } }
      : { place: { name, kind: 'delay', ...told } };
  const idle = work.idleWait / waited;
  return {
    place: { name, kind: 'stage', ...told, servers: seenAtOnce(work.most) },
    ...(idle > MOST_IDLE_WAIT && {
      remark: `${name}: ${formatPercent(idle, 2)} of the waiting passed while fewer than ${work.most} were worked on: something else is waited for, such as people who work elsewhere. It is not in the drawing.`,
    }),
  };
}

const seenAtOnce = (most: number): Told => ({
  value: most,
  from: most === 1 ? 'never two were worked on at once' : `at most ${most} were worked on at once`,
});

/** Most at work at once, the share of the time with so many, and s of waiting (a second for each that waits) while fewer were at work. */
function atWork(visits: readonly Visit[]): { most: number; full: number; idleWait: number } {
  const changes = visits.flatMap(({ came, begun, done }) =>
    [
      { time: came, waiting: 1, working: 0 },
      { time: begun, waiting: -1, working: 1 },
      { time: done, waiting: 0, working: -1 },
      // Who leaves at an instant makes room for who begins at it.
    ].map((change) => ({ ...change, order: change.working })),
  );
  changes.sort((a, b) => a.time - b.time || a.order - b.order);
  const waits = new Map<number, number>();
  const times = new Map<number, number>();
  let [working, waiting, most, last] = [0, 0, 1, changes[0]?.time ?? 0];
  for (const change of changes) {
    if (waiting > 0) waits.set(working, (waits.get(working) ?? 0) + waiting * (change.time - last));
    times.set(working, (times.get(working) ?? 0) + change.time - last);
    last = change.time;
    working += change.working;
    waiting += change.waiting;
    most = Math.max(most, working);
  }
  let idleWait = 0;
  for (const [at, time] of waits) if (at < most) idleWait += time;
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  return { most, full: (times.get(most) ?? 0) / all, idleWait };
}

/** Services of all, and of each class where they differ; undefined where none takes any time. */
function services(
  values: Float64Array,
  visits: readonly Visit[],
  { names, classOf }: CaseClasses,
  of: string,
): Pick<PlaceEvidence, 'service' | 'serviceByClass'> | undefined {
  const service = toldTimes({ kind: 'samples', values }, 'time', of);
  if (!service || names.length === 0) return service && { service };
  const rows = groupBy([...visits.keys()], (row) => classOf(visits[row]!));
  const byClass = [...rows].map(([name, own]) => [name, own.map((row) => values[row]!)] as const);
  if (!timesDiffer(byClass.map(([, own]) => own))) return { service };
  const told = byClass.flatMap(([name, own]) => {
    const times = toldTimes({ kind: 'samples', values: Float64Array.from(own) }, 'time', of);
    return times ? [[name, times] as const] : [];
  });
  return { service, serviceByClass: new Map(told) };
}

/** Only completions are told: servers by the order of departures, as from spans. */
function withoutBegins(name: string, visits: readonly Visit[], { classes }: Among): Place {
  const lasting = visits.filter(({ came, done }) => done > came);
  const timed = lasting.map(({ came, done }) => ({
    ...{ service: name, operation: '', clock: '', isOfCaller: false, instance: '', calls: [], wait: 0 },
    ...{ start: came * 1e9, end: done * 1e9 },
  }));
  if (timed.length === 0) return { place: { name, kind: 'instant' } };
  const { servers, known, mostAtOnce } = readQueue(timed, undefined, true);
  const values = Float64Array.from(timed, ({ start, end, wait }) => (end - start - wait) / 1e9);
  if (known === 'order') {
    const told = services(values, lasting, classes, 'in it, waiting by the order of departures taken out')!;
    const seen = {
      value: servers,
      from:
        servers === 1
          ? 'only the oldest inside was ever done next'
          : `only the ${servers} oldest inside were ever done next`,
    };
    return { place: { name, kind: 'stage', ...told, servers: seen } };
  }
  const told = services(values, lasting, classes, 'from the step before to its completion')!;
  if (mostAtOnce === 1)
    return {
      place: { name, kind: 'stage', ...told, servers: { value: 1, from: 'never two were inside at once' } },
    };
  return {
    place: { name, kind: 'delay', ...told },
    remark: `${name}: how much of its time was waiting cannot be told from this, because any of up to ${mostAtOnce} inside was done next, and no starts are in the log. It is drawn as a delay.`,
  };
}

/** Rates, levels and times in a stretch, with intervals by its tenths. */
function measuredIn(
  places: ReadonlyMap<string, readonly Visit[]>,
  { from, to }: Stretch,
): ReadonlyMap<string, Measured> {
  const length = (to - from) / STRETCHES;
  return new Map(
    [...places].map(([name, visits]) => {
      const came = new Float64Array(STRETCHES);
      const inside = new Float64Array(STRETCHES);
      const stays = new Float64Array(STRETCHES);
      const tenth = (time: number): number => Math.min(STRETCHES - 1, Math.floor((time - from) / length));
      for (const { came: start, done } of visits) {
        if (done < from || start > to) continue;
        if (start >= from) {
          came[tenth(start)]! += 1;
          stays[tenth(start)]! += done - start;
        }
        for (let i = tenth(Math.max(start, from)); i <= tenth(Math.min(done, to)); i += 1)
          inside[i]! += Math.max(
            0,
            Math.min(done, from + (i + 1) * length) - Math.max(start, from + i * length),
          );
      }
      const rate = overStretches(Array.from(came, (n) => n / length));
      const level = overStretches(Array.from(inside, (time) => time / length));
      const all = came.reduce((sum, n) => sum + n, 0);
      const busy = came.every((n) => n > 0);
      const stay = overStretches(Array.from(stays, (time, i) => time / came[i]!));
      return [
        name,
        {
          arrivalRate: rate.mean,
          meanOccupancy: level.mean,
          ...(all > 0 && { meanSojournTime: stays.reduce((sum, time) => sum + time, 0) / all }),
          halfWidths: {
            ...{ arrivalRate: rate.half, meanOccupancy: level.half },
            ...(busy && { meanSojournTime: stay.half }),
          },
        },
      ] as const;
    }),
  );
}
