/**
 * For tests: a network of exponential stations whose jobs change their class on the way, as one Markov chain with every
 * state written out. It shares nothing with the engines.
 */
import { type Jump, solveMarkov } from './markov-chain.test-support.ts';

/** A station and the class that comes there; station -1: out of the network. */
export type Step = readonly [station: number, jobClass: number, probability: number];

export interface SwitchedStation {
  /** FCFS with c servers, or processor sharing of one; a delay has as many servers as jobs. */
  readonly order: 'FCFS' | 'PS' | 'delay';
  readonly c?: number;
  /** Arrivals that find so many jobs are lost. */
  readonly K?: number;
  /** Rate of a server with 1, 2, ... jobs at the station, over that with one. */
  readonly speeds?: readonly number[];
  /** Rate of a service, by class. */
  readonly mu: readonly number[];
  /** By class that has been served. */
  readonly next: readonly (readonly Step[])[];
}

export interface SwitchedNetwork {
  readonly stations: readonly SwitchedStation[];
  /** Poisson: where they come, as which class, 1/s. */
  readonly arrivals?: readonly (readonly [station: number, jobClass: number, rate: number])[];
  /** Jobs that are there at first and never leave: station, class, how many. */
  readonly jobs?: readonly (readonly [station: number, jobClass: number, count: number])[];
}

/** By station the classes of its jobs in the order in which they came. */
type State = readonly (readonly number[])[];

export interface SwitchedAnswer {
  /** By station, then by class: mean jobs, and services per second. */
  readonly occupancy: readonly (readonly number[])[];
  readonly throughput: readonly (readonly number[])[];
}

export function solveSwitched({ stations, arrivals = [], jobs = [] }: SwitchedNetwork): SwitchedAnswer {
  const classes = stations[0]!.mu.map((_, r) => r);
  const start: State = stations.map((_, i) =>
    jobs.flatMap(([station, jobClass, count]) =>
      station === i ? new Array<number>(count).fill(jobClass) : [],
    ),
  );
  const arrive = (state: State, i: number, r: number): State =>
    i < 0 || state[i]!.length >= (stations[i]!.K ?? Number.POSITIVE_INFINITY)
      ? state
      : state.map((line, j) => (j === i ? [...line, r] : line));
  /** Rate of the service of the job at that place of the line. */
  const rate = (state: State, i: number, place: number): number => {
    const { order, c = 1, mu, speeds } = stations[i]!;
    const n = state[i]!.length;
    const share = order === 'delay' ? 1 : order === 'PS' ? 1 / n : place < c ? 1 : 0;
    const speed = speeds === undefined ? 1 : speeds[Math.min(n, speeds.length) - 1]!;
    return share * speed * mu[state[i]![place]!]!;
  };
  const jumpsFrom = (state: State): readonly Jump<State>[] => {
    const jumps: Jump<State>[] = arrivals.map(([i, r, lambda]) => ({
      rate: lambda,
      to: arrive(state, i, r),
    }));
    for (const [i, line] of state.entries())
      for (const [place, r] of line.entries()) {
        const without = state.map((other, j) => (j === i ? other.filter((_, at) => at !== place) : other));
        for (const [to, as, probability] of stations[i]!.next[r]!)
          jumps.push({ rate: rate(state, i, place) * probability, to: arrive(without, to, as) });
      }
    return jumps.filter((jump) => jump.rate > 0);
  };
  const { average } = solveMarkov(start, jumpsFrom);
  const table = (of: (state: State, i: number, r: number) => number) =>
    stations.map((_, i) => classes.map((r) => average((state) => of(state, i, r))));
  return {
    occupancy: table((state, i, r) => state[i]!.filter((jobClass) => jobClass === r).length),
    throughput: table((state, i, r) =>
      state[i]!.reduce((sum, jobClass, place) => sum + (jobClass === r ? rate(state, i, place) : 0), 0),
    ),
  };
}
