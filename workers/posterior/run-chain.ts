/**
 * One chain of the sampler from its start, or from where it stood: a plain function of problem, number and seed. What it gives
 * can be sent between threads, and gone on from.
 */

import { picksAtRandom } from '../../core/rules/discipline.ts';
import { openStream, type RandomStream } from '../random/random-stream.ts';
import { ChainRun } from './chain-run.ts';
import {
  ChainState,
  closePlace,
  ENTRY,
  type EventArrays,
  type QueueKinds,
  RANDOM,
  SERVERS,
  SINGLE,
} from './chain-state.ts';
import type { ChainEnd, ChainProgress, ChainRecord, ChainRefusal, PosteriorProblem } from './contract.ts';
import { startDistribution } from './draw-distributions.ts';
import { ServiceDistributions } from './service-distributions.ts';
import { fillTimes } from './start.ts';

/** Guesses of a service to start from, in mean responses: far apart, so that chains that agree mean something. */
const GUESSES = [0.6, 0.4, 0.2, 0.1];
/** With random selection the first times are made with longer ones: servers that are hardly ever busy leave too much to repair. */
const BUSY_GUESSES = [0.4, 0.5, 0.6, 0.8];
/** A service counts as no shorter than this, in mean responses. */
const SHORTEST = 1e-9;

export interface RunChainOptions {
  readonly onProgress?: (progress: ChainProgress) => void;
  /** Goes on from there: one round more. */
  readonly from?: ChainEnd;
}

/** A round of `problem.sweeps` sweeps. */
export function runChain(
  problem: PosteriorProblem,
  chain: number,
  seed: number,
  { onProgress, from }: RunChainOptions = {},
): ChainRecord | ChainRefusal {
  const run = startChain(problem, chain, seed, from);
  if ('refused' in run) return run;
  let told = performance.now();
  while (!run.isDone) {
    run.sweep();
    if (onProgress && performance.now() - told >= TELL_EVERY) {
      told = performance.now();
      onProgress(run.progress());
    }
  }
  return run.record();
}

/** ms. */
export const TELL_EVERY = 100;

export function startChain(
  problem: PosteriorProblem,
  chain: number,
  seed: number,
  from?: ChainEnd,
): ChainRun | ChainRefusal {
  const stream = openStream({
    ...{ seed, replication: chain, node: 'posterior', purpose: 'service' },
    part: String(from?.sweeps ?? 0),
  });
  const kinds = kindsOf(problem);
  const guesses = kinds.kind.includes(RANDOM) ? BUSY_GUESSES : GUESSES;
  let guess = guesses[chain % guesses.length]! * problem.meanResponse;
  const distributions = new ServiceDistributions(
    problem.queues.length + 1,
    problem.components,
    SHORTEST * problem.meanResponse,
  );
  let stuck = -1;
  let repairs = 0;
  for (let attempt = 0; attempt < (from ? 1 : ATTEMPTS); attempt += 1) {
    startDistributions(distributions, problem, guess);
    const { events, pathOf } = layOut(problem, stream, from);
    if (!from) stuck = fillTimes(events, { ...problem, kinds, guess, stream });
    if (stuck >= 0) continue;
    const state = new ChainState(events, kinds, distributions);
    const run = new ChainRun({ problem, state, pathOf, chain, stream }, from);
    if (run.isFeasible()) {
      if (!from)
        startDistributions(distributions, problem, GUESSES[chain % GUESSES.length]! * problem.meanResponse);
      return run;
    }
    guess *= 1.5;
    repairs += 1;
    if (repairs === MOST_REPAIRS) break;
  }
  return { refused: refusal(problem, stuck >= 0) };
}

function startDistributions(
  distributions: ServiceDistributions,
  problem: PosteriorProblem,
  mean: number,
): void {
  for (let q = 0; q <= problem.queues.length; q += 1)
    startDistribution(distributions, q, 0, q === ENTRY ? problem.gap.mean : mean);
}

const ATTEMPTS = 20;
/** Attempts with a repair, which takes long. */
const MOST_REPAIRS = 4;

function refusal({ queues }: PosteriorProblem, isOrder: boolean): string {
  const random = queues.find(picksAtRandom);
  return isOrder || !random
    ? 'no times of the hidden steps were found that fit the observed ones; expected departures that the order of service of each queue allows: try RSS or more servers'
    : `no times of the hidden steps were found for which the server of queue ${random.id} never waits while tasks are there; expected a queue with one server and random selection: try FCFS with several servers`;
}

/** The events of a problem in the arrays of a chain: what was observed is there, what was not is NaN, or any queue that may be. */

interface LaidOut {
  readonly events: EventArrays;
  readonly pathOf: Int32Array;
}

/**
 * Tasks whose path was not seen begin with one drawn from those that were, or that of `from`, and have places for the longest.
 */
function layOut(problem: PosteriorProblem, stream: RandomStream, from?: ChainEnd): LaidOut {
  const { paths, first, choices } = problem;
  const pathOf =
    from?.pathOf.slice() ?? problem.pathOf.map((path) => (path < 0 ? drawPath(problem, stream) : path));
  const longest = paths.reduce((most, { states }) => Math.max(most, states.length), 0);
  const places = (task: number): number =>
    1 + (problem.pathOf[task]! < 0 ? longest : paths[pathOf[task]!]!.states.length);
  const count = pathOf.reduce((total, _, task) => total + places(task), 0);
  const events = emptyEvents(count);
  let e = 0;
  for (let task = 0; task < pathOf.length; task += 1) {
    const { states } = paths[pathOf[task]!]!;
    const isKnown = first[task + 1]! > first[task]!;
    const end = e + places(task);
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
    for (; e < end; e += 1) {
      events.task[e] = task;
      closePlace(events, e);
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

function kindsOf({ queues }: PosteriorProblem): QueueKinds {
  const kind = new Uint8Array(queues.length + 1).fill(SINGLE);
  const servers = new Int32Array(queues.length + 1).fill(1);
  for (const [i, queue] of queues.entries()) {
    servers[i + 1] = queue.servers;
    if (picksAtRandom(queue)) kind[i + 1] = RANDOM;
    else if (queue.servers > 1) kind[i + 1] = SERVERS;
  }
  return { kind, servers };
}
