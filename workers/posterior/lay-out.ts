/** The events of a problem in the arrays of a chain: what was observed is there, what was not is NaN, or any queue that may be. */

import type { RandomStream } from '../random/random-stream.ts';
import { ENTRY, type EventArrays, type QueueKinds, RANDOM, SERVERS, SINGLE } from './chain-state.ts';
import type { ChainEnd, PosteriorProblem } from './contract.ts';

export interface LaidOut {
  readonly events: EventArrays;
  readonly pathOf: Int32Array;
}

/** Tasks whose path was not seen get one drawn from those that were, or that of `from`. */
export function layOut(problem: PosteriorProblem, stream: RandomStream, from?: ChainEnd): LaidOut {
  const { paths, first, choices } = problem;
  const pathOf = from?.pathOf ?? problem.pathOf.map((path) => (path < 0 ? drawPath(problem, stream) : path));
  const count = pathOf.reduce((total, path) => total + 1 + paths[path]!.states.length, 0);
  const events = emptyEvents(count);
  let e = 0;
  for (let task = 0; task < pathOf.length; task += 1) {
    const { states } = paths[pathOf[task]!]!;
    const isKnown = first[task + 1]! > first[task]!;
    for (let step = 0; step <= states.length; step += 1) {
      const state = step === 0 ? -1 : states[step - 1]!;
      const seen = isKnown ? first[task]! + step : -1;
      const departure = seen >= 0 ? problem.departure[seen]! : step === 0 ? problem.entry[task]! : Number.NaN;
      const queue = state < 0 ? ENTRY : seen >= 0 ? problem.queue[seen]! : -1;
      const isOpen = queue < 0 && choices[state]!.length > 1;
      events.task[e] = task;
      events.state[e] = state;
      events.d[e] = departure;
      events.a[e] = step === 0 ? problem.start : events.d[e - 1]!;
      events.queue[e] = queue >= 0 ? queue : choices[state]![stream.integerBelow(choices[state]!.length)]!;
      events.hiddenTime[e] = Number.isNaN(departure) ? 1 : 0;
      events.hiddenQueue[e] = isOpen ? 1 : 0;
      events.isLast[e] = step === states.length ? 1 : 0;
      e += 1;
    }
  }
  if (from) {
    events.d.set(from.departure);
    events.queue.set(from.queue);
    for (let i = 0; i < count; i += 1) if (events.state[i]! >= 0) events.a[i] = events.d[i - 1]!;
  }
  return { events, pathOf };
}

function emptyEvents(count: number): EventArrays {
  return {
    a: new Float64Array(count),
    d: new Float64Array(count),
    queue: new Int32Array(count),
    state: new Int32Array(count),
    task: new Int32Array(count),
    isLast: new Uint8Array(count),
    hiddenTime: new Uint8Array(count),
    hiddenQueue: new Uint8Array(count),
  };
}

function drawPath({ paths }: PosteriorProblem, stream: RandomStream): number {
  const total = paths.reduce((sum, { count }) => sum + count, 0);
  let rest = stream.uniform() * total;
  for (const [number, { count }] of paths.entries()) {
    rest -= count;
    if (rest < 0) return number;
  }
  return paths.length - 1;
}

export function kindsOf({ queues }: PosteriorProblem): QueueKinds {
  const kind = new Uint8Array(queues.length + 1).fill(SINGLE);
  const servers = new Int32Array(queues.length + 1).fill(1);
  for (const [i, queue] of queues.entries()) {
    servers[i + 1] = queue.servers;
    if (queue.discipline === 'RSS') kind[i + 1] = RANDOM;
    else if (queue.servers > 1) kind[i + 1] = SERVERS;
  }
  return { kind, servers };
}
