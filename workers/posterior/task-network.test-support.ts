/** For tests, checks and benchmarks: tasks that go through tiers of queues, with everything known, and what a trace shows of them. */
import { type ServiceDistribution, samplerOf } from '../../core/distributions/index.ts';
import { log } from '../../core/numeric/elementary.ts';
import type { TaskTable } from '../measure/contract.ts';
import { openStream, type RandomStream } from '../random/random-stream.ts';
import { EventHeap } from './start.ts';

export interface KnownQueue {
  readonly id: string;
  readonly servers?: number;
  readonly discipline?: 'FCFS' | 'RSS';
  readonly service: ServiceDistribution;
  /** Share of the tier's tasks, relative to the other queues; default 1. */
  readonly weight?: number;
}

export interface KnownTier {
  readonly state: string;
  readonly queues: readonly KnownQueue[];
}

/** A way that tasks take: the places of its tiers, which may come again. */
export interface KnownPath {
  readonly tiers: readonly number[];
  readonly share: number;
}

/** One visit. Times in s. */
export interface KnownVisit {
  readonly task: number;
  readonly state: string;
  readonly queue: string;
  readonly arrival: number;
  start: number;
  departure: number;
}

export interface KnownTasks {
  readonly entries: Float64Array;
  /** By task, in the order of its steps. */
  readonly visits: readonly (readonly KnownVisit[])[];
}

interface Server {
  readonly waiting: KnownVisit[];
  free: number;
  readonly random: boolean;
  readonly next: () => number;
}

/** Entries of a Poisson process. */
export function poissonEntries(count: number, rate: number, seed: number): Float64Array {
  const stream = openStream({ seed, replication: 0, node: 'entries', purpose: 'interarrival' });
  let time = 0;
  return Float64Array.from({ length: count }, () => {
    time -= log(stream.uniform()) / rate;
    return time;
  });
}

/** Every task visits one queue of each tier of its path; without paths, of all of them. */
export function simulateTasks(
  tiers: readonly KnownTier[],
  entries: Float64Array,
  seed: number,
  paths: readonly KnownPath[] = [{ tiers: [...tiers.keys()], share: 1 }],
): KnownTasks {
  const stream = openStream({ seed, replication: 0, node: 'choices', purpose: 'routing' });
  const servers = new Map<string, Server>();
  for (const { id, servers: free = 1, discipline, service } of tiers.flatMap(({ queues }) => queues)) {
    const draws = samplerOf(service, openStream({ seed, replication: 0, node: id, purpose: 'service' }));
    servers.set(id, { waiting: [], free, random: discipline === 'RSS', next: () => draws.next() });
  }
  const visits = Array.from(entries, (): KnownVisit[] => []);
  const pathStream = openStream({ seed, replication: 0, node: 'paths', purpose: 'routing' });
  const ways = Array.from(entries, () => chosen(paths, ({ share }) => share, pathStream).tiers);
  const heap = new EventHeap();
  // A thing is a task that arrives at its next step, or -1 - task that leaves one.
  for (const [task, time] of entries.entries()) heap.push(time, task);
  const begin = (server: Server, now: number): void => {
    if (server.free === 0 || server.waiting.length === 0) return;
    const chosen = server.random ? stream.integerBelow(server.waiting.length) : 0;
    const visit = server.waiting.splice(chosen, 1)[0]!;
    server.free -= 1;
    visit.start = now;
    visit.departure = now + server.next();
    heap.push(visit.departure, -1 - visit.task);
  };
  while (!heap.isEmpty) {
    const { time, thing } = heap.pop();
    const task = thing >= 0 ? thing : -1 - thing;
    const steps = visits[task]!;
    if (thing < 0) {
      const server = servers.get(steps.at(-1)!.queue)!;
      server.free += 1;
      begin(server, time);
    }
    const tier = tiers[ways[task]![steps.length] ?? -1];
    if (!tier) continue;
    const { id: queue } = chosen(tier.queues, ({ weight = 1 }) => weight, stream);
    const visit = { task, state: tier.state, queue, arrival: time, start: Number.NaN, departure: Number.NaN };
    steps.push(visit);
    servers.get(queue)!.waiting.push(visit);
    begin(servers.get(queue)!, time);
  }
  return { entries, visits };
}

function chosen<Thing>(
  things: readonly Thing[],
  weightOf: (thing: Thing) => number,
  stream: RandomStream,
): Thing {
  const total = things.reduce((sum, thing) => sum + weightOf(thing), 0);
  let rest = stream.uniform() * total;
  for (const thing of things) {
    rest -= weightOf(thing);
    if (rest < 0) return thing;
  }
  return things.at(-1)!;
}

/** What a trace shows in which each task, and the last for certain, is seen with this probability: all of its steps, and how many had entered. */
export function observeTasks({ entries, visits }: KnownTasks, share: number, seed: number): TaskTable {
  const stream = openStream({ seed, replication: 0, node: 'observed', purpose: 'filter' });
  // Column by column: an object for each row was a tenth of the time of all tests of posteriors.
  const [task, step, state, queue]: [string[], number[], string[], string[]] = [[], [], [], []];
  const [arrival, departure, ordinal]: [number[], number[], number[]] = [[], [], []];
  visits.forEach((steps, index) => {
    if (stream.uniform() >= share && index < visits.length - 1) return;
    for (let row = 0; row <= steps.length; row += 1) {
      const visit = row === 0 ? undefined : steps[row - 1]!;
      task.push(`t${index + 1}`);
      step.push(row);
      state.push(visit?.state ?? 'INITIAL');
      queue.push(visit?.queue ?? '__ARRIVALS__');
      arrival.push(visit?.arrival ?? Number.NaN);
      departure.push(visit?.departure ?? entries[index]!);
      ordinal.push(visit ? Number.NaN : index + 1);
    }
  });
  return {
    ...{ task, state, queue },
    step: Int32Array.from(step),
    arrival: Float64Array.from(arrival),
    departure: Float64Array.from(departure),
    ordinal: Float64Array.from(ordinal),
  };
}
