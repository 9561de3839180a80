/**
 * For tests: a closed network of stations that share their servers among the jobs there (which has the product form of
 * every order with one exponential distribution), as a Markov chain with every state written out. Stations are visited one after
 * the other in a ring. Small networks only.
 */
import { solveSmall } from '../../../core/numeric/small-linear.ts';
import type { ClosedModel, ClosedSolution } from './closed-model.ts';

/** jobs[i][r] */
type State = readonly (readonly number[])[];

export function closedChain({
  populations,
  stations,
}: ClosedModel): Pick<ClosedSolution, 'throughput' | 'occupancy'> {
  const states = statesOf(populations, stations.length);
  const index = new Map(states.map((state, k) => [JSON.stringify(state), k]));
  const generator = states.map(() => new Array<number>(states.length).fill(0));
  const leaving = states.map(() => populations.map(() => 0));
  states.forEach((state, from) => {
    state.forEach((jobs, i) => {
      const total = jobs.reduce((sum, n) => sum + n, 0);
      jobs.forEach((n, r) => {
        if (n === 0) return;
        const speed = Math.min(total, stations[i]!.servers) / total;
        const rate = (n * speed) / stations[i]!.times[r]!;
        const next = state.map((row) => [...row]);
        next[i]![r]!--;
        next[(i + 1) % stations.length]![r]!++;
        const to = index.get(JSON.stringify(next))!;
        generator[from]![to]! += rate;
        generator[from]![from]! -= rate;
        if (i === 0) leaving[from]![r]! += rate;
      });
    });
  });
  // Balance in every state but the last, and the sum is 1.
  const equations = states.map((_, to) =>
    states.map((__, from) => (to === states.length - 1 ? 1 : generator[from]![to]!)),
  );
  const pi = solveSmall(
    equations,
    states.map((_, to) => (to === states.length - 1 ? 1 : 0)),
  )!;
  const mean = (value: (state: State, k: number) => number) =>
    states.reduce((sum, state, k) => sum + pi[k]! * value(state, k), 0);
  return {
    throughput: populations.map((_, r) => mean((__, k) => leaving[k]![r]!)),
    occupancy: stations.map((_, i) => populations.map((__, r) => mean((state) => state[i]![r]!))),
  };
}

function statesOf(populations: readonly number[], stations: number): readonly State[] {
  let states: number[][][] = [Array.from({ length: stations }, () => [])];
  for (const N of populations) {
    states = states.flatMap((state) =>
      placings(N, stations).map((jobs) => state.map((row, i) => [...row, jobs[i]!])),
    );
  }
  return states;
}

/** All ways to put N jobs at the stations. */
function placings(N: number, stations: number): number[][] {
  if (stations === 1) return [[N]];
  return Array.from({ length: N + 1 }, (_, n) =>
    placings(N - n, stations - 1).map((rest) => [n, ...rest]),
  ).flat();
}
