/**
 * What would be if the network were another one: each draw of the posterior has all tasks with their ways and services, which are
 * served anew with more servers, other services, another load, other ways; and its distributions, from which a long run is
 * simulated with the same changes. The spread over the draws is what the trace leaves open.
 */
import type { WhatIfCase } from '../../core/study/what-if.ts';
import { openStream, type RandomStream } from '../random/random-stream.ts';
import type { ChainRun } from './chain-run.ts';
import { ABSENT, ENTRY, RANDOM } from './chain-state.ts';
import {
  type ChainEnd,
  type ChainProgress,
  type ChainRefusal,
  type PosteriorProblem,
  WHAT_IF_FIGURES,
  WHAT_IF_SCOPES,
  type WhatIfDraws,
} from './contract.ts';
import { drawGamma, serviceDraws } from './draw-distributions.ts';
import { startChain, TELL_EVERY } from './run-chain.ts';
import { type GivenTasks, responsesOf } from './serve-tasks.ts';
import { withShare } from './with-share.ts';

/** Draws of each chain. */
const DRAWS = 50;
const FEWEST_SWEEPS = 100;
/** A long run has so many tasks, by how busy its busiest queue is. */
const FEWEST_TASKS = 4000;
const MOST_TASKS = 20_000;
/** Share of a long run that is left out at its beginning. */
const WARM_UP = 0.2;

/** Tasks, and the state that chose the queue of each step. */
interface DrawnTasks extends GivenTasks {
  readonly state: Int32Array;
}

/** What a draw has beside its tasks. */
interface DrawnNetwork {
  /** By number of the queue. */
  readonly servers: Int32Array;
  readonly random: Uint8Array;
  /** Mean of the distribution of service. */
  readonly means: Float64Array;
  /** Draws of services by queue; of 0, gaps between entries. */
  readonly servicesOf: (stream: RandomStream) => readonly (() => number)[];
  /** Queues of each state, and how likely each is chosen. */
  readonly choices: readonly Int32Array[];
  readonly shares: readonly Float64Array[];
  /** How likely tasks take each path. */
  readonly paths: Float64Array;
  /** 1/s. */
  readonly rate: number;
}

/** A chain that goes on from where it stands, and from time to time is asked what would be. */
export class WhatIfRun {
  private readonly every: number;
  private readonly figures: Float64Array;
  private done = 0;
  private draws = 0;

  constructor(
    private readonly problem: PosteriorProblem,
    private readonly chain: number,
    private readonly seed: number,
    private readonly cases: readonly WhatIfCase[],
    private readonly run: ChainRun,
  ) {
    this.every = Math.floor(problem.sweeps / DRAWS);
    const perDraw = (1 + cases.length) * WHAT_IF_SCOPES.length * WHAT_IF_FIGURES.length;
    this.figures = new Float64Array(DRAWS * perDraw);
  }

  get isDone(): boolean {
    return this.draws >= DRAWS;
  }

  sweep(): void {
    this.run.sweep();
    this.done += 1;
    if (this.done % this.every === 0) this.write();
  }

  progress(): ChainProgress {
    return { ...this.run.progress(), sweep: this.done, sweeps: this.every * DRAWS };
  }

  record(): WhatIfDraws {
    return {
      chain: this.chain,
      draws: this.draws,
      cases: this.cases.length,
      figures: this.figures,
    };
  }

  private write(): void {
    const { problem, run, cases, figures, draws } = this;
    const stream = (part: string): RandomStream =>
      openStream({
        ...{ seed: this.seed, replication: this.chain, node: 'what if', purpose: 'service' },
        part: `${part} ${draws}`,
      });
    const network = networkOf(problem, run, stream('network'));
    const these = tasksOf(run);
    const asTheyAre = knownResponses(run);
    let at = draws * (1 + cases.length) * WHAT_IF_SCOPES.length * WHAT_IF_FIGURES.length;
    const put = (responses: Float64Array | undefined): void => {
      figures.set(responses ? figuresOf(responses) : NO_STEADY_STATE, at);
      at += WHAT_IF_FIGURES.length;
    };
    const changed = [[], ...cases].map((changes) => changedNetwork(problem, network, changes));
    const busiest = changed.map((one) => busiestOf(problem, network, one));
    const most = busiest.reduce((max, one) => (one < 1 ? Math.max(max, one) : max), 0);
    // All cases have these tasks: so they differ by what is changed, and hardly by chance.
    const others = longRunTasks(problem, network, longRunLength(most), stream('long run'));
    const warm = Math.floor(WARM_UP * others.entry.length);
    for (const [i, one] of changed.entries()) {
      put(i === 0 ? asTheyAre : served(network, one, these, stream('changed')));
      put(busiest[i]! < 1 ? served(network, one, others, stream('changed')).subarray(warm) : undefined);
    }
    this.draws += 1;
  }
}

/** Tasks of a long run: queues that are busier forget more slowly. */
const longRunLength = (busiest: number): number =>
  Math.round(Math.min(MOST_TASKS, Math.max(FEWEST_TASKS, FEWEST_TASKS / 4 / (1 - busiest) ** 2)));

const NO_STEADY_STATE = WHAT_IF_FIGURES.map(() => Number.POSITIVE_INFINITY);

/** All of a chain at once. */
export function runWhatIf(
  problem: PosteriorProblem,
  chain: number,
  seed: number,
  from: ChainEnd,
  cases: readonly WhatIfCase[],
  onProgress: (progress: ChainProgress) => void = () => undefined,
): WhatIfDraws | ChainRefusal {
  const run = startWhatIf(problem, chain, seed, from, cases);
  if ('refused' in run) return run;
  let told = performance.now();
  while (!run.isDone) {
    run.sweep();
    if (performance.now() - told < TELL_EVERY) continue;
    told = performance.now();
    onProgress(run.progress());
  }
  return run.record();
}

export function startWhatIf(
  problem: PosteriorProblem,
  chain: number,
  seed: number,
  from: ChainEnd,
  cases: readonly WhatIfCase[],
): WhatIfRun | ChainRefusal {
  // As many sweeps as the chain kept, so that the draws are worth as much.
  const asked = { ...problem, sweeps: Math.max(FEWEST_SWEEPS, from.sweeps >> 1) };
  const run = startChain(asked, chain, seed, from);
  return 'refused' in run ? run : new WhatIfRun(asked, chain, seed, cases, run);
}

/** The tasks that the chain has now. */
function tasksOf({ drawn: { state } }: ChainRun): DrawnTasks {
  const { queue, d } = state;
  const steps = queue.reduce((count, q) => count + (q === ABSENT || q === ENTRY ? 0 : 1), 0);
  const tasks = queue.reduce((count, q) => count + (q === ENTRY ? 1 : 0), 0);
  const entry = new Float64Array(tasks);
  const first = new Int32Array(tasks + 1);
  const drawn = {
    queue: new Int32Array(steps),
    state: new Int32Array(steps),
    service: new Float64Array(steps),
  };
  let task = -1;
  let step = 0;
  for (let e = 0; e < queue.length; e += 1) {
    const q = queue[e]!;
    if (q === ENTRY) {
      task += 1;
      entry[task] = d[e]!;
      first[task] = step;
      continue;
    }
    if (q === ABSENT) continue;
    drawn.queue[step] = q;
    drawn.state[step] = state.state[e]!;
    drawn.service[step] = d[e]! - state.commencement(e);
    step += 1;
    first[task + 1] = step;
  }
  return { entry, first, ...drawn };
}

/** How long they take as they are. */
function knownResponses({ drawn: { state } }: ChainRun): Float64Array {
  const responses: number[] = [];
  let entry = 0;
  for (let e = 0; e < state.queue.length; e += 1) {
    if (state.queue[e] === ENTRY) entry = state.d[e]!;
    else if (state.queue[e] !== ABSENT && state.isLast[e] === 1) responses.push(state.d[e]! - entry);
  }
  return Float64Array.from(responses);
}

function networkOf(problem: PosteriorProblem, { drawn }: ChainRun, stream: RandomStream): DrawnNetwork {
  const { state, pathOf, routing } = drawn;
  const { distributions, kind, servers } = state;
  const counts = new Float64Array(problem.paths.length);
  for (const path of pathOf) counts[path]! += 1;
  const paths = counts.map((count) => (count === 0 ? 0 : drawGamma(count, 1, stream)));
  const total = paths.reduce((sum, weight) => sum + weight, 0);
  return {
    servers,
    random: Uint8Array.from(kind, (one) => (one === RANDOM ? 1 : 0)),
    means: Float64Array.from(kind, (_, q) => distributions.mean(q)),
    servicesOf: (by) => Array.from(kind, (_, q) => serviceDraws(distributions, q, by)),
    choices: routing.queues,
    shares: routing.probability.map((shares) => shares.slice()),
    paths: paths.map((weight) => weight / total),
    rate: 1 / distributions.mean(ENTRY),
  };
}

/** Entries at random, ways and services by what the draw says of them. */
function longRunTasks(
  problem: PosteriorProblem,
  network: DrawnNetwork,
  count: number,
  stream: RandomStream,
): DrawnTasks {
  const { paths, choices, shares, rate } = network;
  const next = network.servicesOf(stream);
  const entry = new Float64Array(count);
  const first = new Int32Array(count + 1);
  const longest = problem.paths.reduce((most, { states }) => Math.max(most, states.length), 0);
  const queue = new Int32Array(count * longest);
  const state = new Int32Array(count * longest);
  let [time, steps] = [0, 0];
  for (let task = 0; task < count; task += 1) {
    time += next[ENTRY]!();
    entry[task] = time;
    const { states } = problem.paths[pick(paths, stream)]!;
    for (let i = 0; i < states.length; i += 1) {
      const s = states[i]!;
      state[steps] = s;
      queue[steps++] = choices[s]![pick(shares[s]!, stream)]!;
    }
    first[task + 1] = steps;
  }
  // Exactly at the rate: its spread is the posterior's, and chance would add to it.
  const stretch = count / rate / time;
  for (let task = 0; task < count; task += 1) entry[task]! *= stretch;
  const service = new Float64Array(steps);
  for (let step = 0; step < steps; step += 1) service[step] = next[queue[step]!]!();
  return { entry, first, queue: queue.slice(0, steps), state: state.slice(0, steps), service };
}

function pick(shares: Float64Array, stream: RandomStream): number {
  let rest = stream.uniform();
  let i = 0;
  while (i < shares.length - 1 && rest >= shares[i]!) rest -= shares[i++]!;
  return i;
}

/** The network with these changes; services take `times` as long, and `load` times as many tasks enter. */
interface ChangedNetwork {
  readonly servers: Int32Array;
  readonly times: Float64Array;
  readonly shares: readonly Float64Array[];
  readonly load: number;
}

function changedNetwork(
  problem: PosteriorProblem,
  network: DrawnNetwork,
  changes: WhatIfCase,
): ChangedNetwork {
  const numberOf = (id: string): number => 1 + problem.queues.findIndex((queue) => queue.id === id);
  const servers = network.servers.slice();
  const times = new Float64Array(servers.length).fill(1);
  const shares = [...network.shares];
  let load = 1;
  for (const change of changes) {
    switch (change.kind) {
      case 'servers':
        servers[numberOf(change.queue)] = change.servers;
        break;
      case 'service':
        times[numberOf(change.queue)]! *= change.times;
        break;
      case 'load':
        load *= change.times;
        break;
      case 'share': {
        const s = problem.states.indexOf(change.state);
        const place = network.choices[s]!.indexOf(numberOf(change.queue));
        shares[s] = withShare(shares[s]!, place, change.share);
        break;
      }
    }
  }
  return { servers, times, shares, load };
}

/** The tasks served with these changes. */
function served(
  network: DrawnNetwork,
  { servers, times, shares, load }: ChangedNetwork,
  tasks: DrawnTasks,
  stream: RandomStream,
): Float64Array {
  const next = network.servicesOf(stream);
  const queue = tasks.queue.slice();
  const service = tasks.service.slice();
  for (let step = 0; step < queue.length; step += 1) {
    const s = tasks.state[step]!;
    if (shares[s] !== network.shares[s]) {
      const to = movedTo(network.choices[s]!, queue[step]!, network.shares[s]!, shares[s]!, stream);
      if (to !== queue[step]) service[step] = next[to]!();
      queue[step] = to;
    }
    service[step]! *= times[queue[step]!]!;
  }
  const [start = 0] = tasks.entry;
  const entry = load === 1 ? tasks.entry : tasks.entry.map((time) => start + (time - start) / load);
  return responsesOf(
    { entry, first: tasks.first, queue, service },
    { servers, random: network.random },
    stream,
  );
}

/** As few visits as can be go elsewhere. */
function movedTo(
  choices: Int32Array,
  from: number,
  before: Float64Array,
  after: Float64Array,
  stream: RandomStream,
): number {
  const place = choices.indexOf(from);
  const excess = before[place]! - after[place]!;
  if (excess <= 0 || stream.uniform() * before[place]! >= excess) return from;
  const gains = after.map((share, i) => Math.max(0, share - before[i]!));
  const total = gains.reduce((sum, gain) => sum + gain, 0);
  return total > 0
    ? choices[
        pick(
          gains.map((gain) => gain / total),
          stream,
        )
      ]!
    : from;
}

/** The largest utilization: from 1 on there is no steady state. */
function busiestOf(
  problem: PosteriorProblem,
  network: DrawnNetwork,
  { servers, times, shares, load }: ChangedNetwork,
): number {
  const visits = new Float64Array(servers.length);
  for (const [path, { states }] of problem.paths.entries())
    for (const s of states)
      for (const [i, q] of network.choices[s]!.entries()) visits[q]! += network.paths[path]! * shares[s]![i]!;
  let busiest = 0;
  for (let q = 1; q < servers.length; q += 1) {
    const work = load * network.rate * visits[q]! * times[q]! * network.means[q]!;
    busiest = Math.max(busiest, work / servers[q]!);
  }
  return busiest;
}

/** In the order of `WHAT_IF_FIGURES`. */
function figuresOf(responses: Float64Array): readonly number[] {
  const sorted = responses.slice().sort();
  const at = (p: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(p * sorted.length) - 1)]!;
  const mean = responses.reduce((sum, value) => sum + value, 0) / responses.length;
  return [mean, at(0.5), at(0.95), at(0.99)];
}
