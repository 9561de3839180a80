/**
 * For tests: a network of exponential stages with several classes as one Markov chain, every state written out. It shares
 * nothing with the engine. Class 0 is the most urgent, then class 1, and so on.
 */
import { type Jump, solveMarkov } from './markov-chain.test-support.ts';

export type ClassedDiscipline = 'FCFS' | 'priority' | 'preemptive' | 'PS';

export interface ClassedStage {
  readonly discipline: ClassedDiscipline;
  readonly c: number;
  /** May be Infinity where the classes are closed. */
  readonly K: number;
  readonly drops: boolean;
  /** Rate of a service, by class. */
  readonly mu: readonly number[];
  /** By class: the next stage, or -1 for the sink, and its probability. */
  readonly to: readonly (readonly (readonly [target: number, probability: number])[])[];
}

export interface ClassedNetwork {
  /** By class: Poisson arrivals at stage 0, or jobs that are there at the start and never leave. */
  readonly classes: readonly ({ readonly lambda: number } | { readonly population: number })[];
  readonly stages: readonly ClassedStage[];
}

/** Classes in service; classes that wait, in their order; who waits for room here: the class, and the stage that holds it (-1: its source). */
interface Place {
  readonly serving: readonly number[];
  readonly waiting: readonly number[];
  readonly line: readonly (readonly [jobClass: number, from: number])[];
}

type State = readonly Place[];

export interface ClassedAnswer {
  readonly states: number;
  /** By stage. */
  readonly throughput: readonly number[];
  readonly meanOccupancy: readonly number[];
  readonly blockedFraction: readonly number[];
  /** By stage, then by class. */
  readonly meanOfClass: readonly (readonly number[])[];
}

export function solveClassedChain(network: ClassedNetwork): ClassedAnswer {
  const { stages, classes } = network;
  const jobs = classes.flatMap((of, k) =>
    'population' in of ? new Array<number>(of.population).fill(k) : [],
  );
  const empty: State = stages.map(() => ({ serving: [], waiting: [], line: [] }));
  const start = settled(
    network,
    put(empty, 0, (place) => ({ ...place, waiting: jobs })),
  );
  const { states, average } = solveMarkov(start, (state) => jumpsFrom(network, state));
  return {
    states,
    throughput: stages.map((_, s) => average((state) => serviceRates(network, state, s).reduce(add, 0))),
    meanOccupancy: stages.map((_, s) => average((state) => inside(state, s).length)),
    blockedFraction: stages.map(({ c }, s) => average((state) => heldBy(state, s).length) / c),
    meanOfClass: stages.map((_, s) =>
      classes.map((__, k) =>
        average((state) => inside(state, s).filter((jobClass) => jobClass === k).length),
      ),
    ),
  };
}

const add = (a: number, b: number): number => a + b;

/** Classes whose finished jobs this stage (or, for -1, the outside) holds. */
const heldBy = (state: State, s: number): readonly number[] =>
  state.flatMap(({ line }) => line.filter(([, from]) => from === s).map(([jobClass]) => jobClass));

const inside = (state: State, s: number): readonly number[] => [
  ...state[s]!.serving,
  ...state[s]!.waiting,
  ...heldBy(state, s),
];

const put = (state: State, s: number, change: (place: Place) => Place): State =>
  state.map((place, i) => (i === s ? change(place) : place));

/** At which rate services of each class end. */
function serviceRates({ stages, classes }: ClassedNetwork, state: State, s: number): readonly number[] {
  const { discipline, c, mu } = stages[s]!;
  const { serving } = state[s]!;
  const free = c - heldBy(state, s).length;
  const each = discipline === 'PS' ? Math.min(1, free / Math.max(1, serving.length)) : 1;
  return classes.map((_, k) => mu[k]! * each * serving.filter((jobClass) => jobClass === k).length);
}

function jumpsFrom(network: ClassedNetwork, state: State): Jump<State>[] {
  const arrivals = network.classes.flatMap((of, k) =>
    'lambda' in of && !heldBy(state, -1).includes(k)
      ? [{ rate: of.lambda, to: settled(network, offered(network, state, 0, [k, -1])) }]
      : [],
  );
  const ends = network.stages.flatMap(({ to }, s) =>
    serviceRates(network, state, s).flatMap((rate, k) => {
      if (rate === 0) return [];
      const { serving } = state[s]!;
      const first = serving.indexOf(k);
      const left = put(state, s, (place) => ({ ...place, serving: serving.filter((_, i) => i !== first) }));
      return to[k]!.map(([target, probability]) => ({
        rate: rate * probability,
        to: settled(network, target < 0 ? left : offered(network, left, target, [k, s])),
      }));
    }),
  );
  return [...arrivals, ...ends];
}

/** A job joins those who wait for room in stage `t`, or is lost. */
function offered({ stages }: ClassedNetwork, state: State, t: number, job: Place['line'][number]): State {
  if (stages[t]!.drops && inside(state, t).length >= stages[t]!.K) return state;
  return put(state, t, (place) => ({ ...place, line: [...place.line, job] }));
}

/** Moves as long as there is room, then starts of service. */
function settled(network: ClassedNetwork, state: State): State {
  const t = state.findIndex(
    ({ line }, s) => line.length > 0 && inside(state, s).length < network.stages[s]!.K,
  );
  if (t < 0) return state.map((place, s) => started(network.stages[s]!, place, heldBy(state, s).length));
  const moved = put(state, t, ({ line, waiting, ...rest }) => ({
    ...rest,
    waiting: [...waiting, line[0]![0]],
    line: line.slice(1),
  }));
  return settled(network, moved);
}

function started({ discipline, c }: ClassedStage, { serving, waiting, line }: Place, held: number): Place {
  const inOrder = discipline === 'FCFS' ? waiting : [...waiting].sort();
  const taken = discipline === 'PS' ? inOrder.length : Math.max(0, c - held - serving.length);
  if (discipline === 'preemptive') {
    const all = [...serving, ...waiting].sort();
    return { serving: all.slice(0, c - held), waiting: all.slice(c - held), line };
  }
  return { serving: [...serving, ...inOrder.slice(0, taken)].sort(), waiting: inOrder.slice(taken), line };
}
