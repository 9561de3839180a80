/**
 * For tests: a network of exponential stages as one Markov chain, every state written out. It shares nothing with the
 * engine: states are plain values, transitions are found by exploring, and the balance equations are solved by
 * elimination. Small networks only (some hundred states).
 *
 * A state: per stage the elements that wait, the batches in service, and the servers that have a batch but wait for a
 * promised place; per stage also the line of those that wait for room in it. Blocked elements are in the line of the
 * stage they wait for and count in the stage where they are.
 */
import { stationary } from './markov-chain.test-support.ts';

export interface ChainStage {
  readonly mu: number;
  readonly c?: number;
  /** Infinity is not possible here. */
  readonly K: number;
  readonly whenFull: 'block' | 'blockBefore' | 'drop';
  readonly whole?: boolean;
  /** Speed of each server with 1, 2, ... elements in the stage, default 1; the last holds beyond. */
  readonly speeds?: readonly number[];
  /** A batch of n takes 1 / mu + n times this on average, default 0. */
  readonly perElement?: number;
  /** Fewest and most elements of a service, default 1 and 1. */
  readonly min?: number;
  readonly max?: number;
  /** Probability to pass the filter; must be 1 where batches are served. */
  readonly pass?: number;
  /** Native elements per arriving element, a whole number, default 1. */
  readonly factor?: number;
  /** Where elements go: stage index or -1 for the sink, with probability. One target where batches are served. */
  readonly to: readonly (readonly [target: number, probability: number])[];
}

export interface ChainNetwork {
  readonly lambda: number;
  readonly batch?: number;
  readonly entry: number;
  readonly stages: readonly ChainStage[];
}

/** Elements (move) or places (place) that a server of stage `from`, or the source (-1), still misses. */
interface Missing {
  readonly from: number;
  readonly kind: 'move' | 'place';
  /** Native elements still missing per element that waits. */
  readonly counts: readonly number[];
}

interface State {
  waiting: number[];
  /** Sizes of the batches in service; with blocking before service also the promised target (-2: none). */
  serving: { readonly size: number; readonly target: number }[][];
  lines: Missing[][];
}

export interface ChainAnswer {
  readonly states: number;
  /** Into the sink, 1/s. */
  readonly throughput: number;
  readonly meanOccupancy: readonly number[];
  readonly utilization: readonly number[];
  readonly blockedFraction: readonly number[];
  /** Elements lost at each stage, 1/s. */
  readonly lossRate: readonly number[];
  readonly fullProbability: readonly number[];
}

/** What one transition adds to the totals. */
interface Tally {
  sunk: number;
  readonly lost: number[];
}

/** Every network is small enough unless `mostStates` says how small. */
export function solveChain(network: ChainNetwork): ChainAnswer;
export function solveChain(network: ChainNetwork, mostStates: number): ChainAnswer | undefined;
export function solveChain(
  network: ChainNetwork,
  mostStates = Number.POSITIVE_INFINITY,
): ChainAnswer | undefined {
  const chain = explore(network, mostStates);
  if (!chain) return undefined;
  const pi = stationary(chain.rates);
  const average = (of: (state: State) => number): number =>
    chain.states.reduce((sum, state, i) => sum + pi[i]! * of(state), 0);
  const indices = network.stages.map((_, s) => s);
  const servers = (s: number): number => network.stages[s]!.c ?? 1;
  return {
    states: chain.states.length,
    throughput: chain.sunk.reduce((sum, rate, i) => sum + pi[i]! * rate, 0),
    meanOccupancy: indices.map((s) => average((state) => occupancy(state, s))),
    utilization: indices.map((s) => average((state) => state.serving[s]!.length) / servers(s)),
    blockedFraction: indices.map((s) => average((state) => heldBy(state, s).length) / servers(s)),
    lossRate: indices.map((s) => chain.lost.reduce((sum, rates, i) => sum + pi[i]! * rates[s]!, 0)),
    fullProbability: indices.map((s) =>
      average((state) => (occupancy(state, s) === network.stages[s]!.K ? 1 : 0)),
    ),
  };
}

const heldBy = (state: State, s: number): Missing[] =>
  state.lines.flat().filter((missing) => missing.from === s);

function occupancy(state: State, s: number): number {
  const inService = state.serving[s]!.reduce((sum, { size }) => sum + size, 0);
  return state.waiting[s]! + inService + heldBy(state, s).reduce((sum, { counts }) => sum + counts.length, 0);
}

function room(network: ChainNetwork, state: State, s: number): number {
  const asked = network.stages[s]!.whenFull === 'blockBefore';
  const promised = asked ? state.serving.flat().filter(({ target }) => target === s).length : 0;
  return network.stages[s]!.K - occupancy(state, s) - promised;
}

function explore(network: ChainNetwork, mostStates: number) {
  const empty: State = {
    waiting: network.stages.map(() => 0),
    serving: network.stages.map(() => []),
    lines: network.stages.map(() => []),
  };
  const states: State[] = [];
  const index = new Map<string, number>();
  const rates: Map<number, number>[] = [];
  const sunk: number[] = [];
  const lost: number[][] = [];
  const indexOf = (state: State): number => {
    const key = JSON.stringify(state);
    const known = index.get(key);
    if (known !== undefined) return known;
    index.set(key, states.length);
    states.push(state);
    return states.length - 1;
  };
  indexOf(empty);
  for (let i = 0; i < states.length; i++) {
    if (states.length > mostStates) return undefined;
    rates.push(new Map());
    sunk.push(0);
    lost.push(network.stages.map(() => 0));
    for (const { rate, act } of transitions(network, states[i]!)) {
      const next = copyOf(states[i]!);
      const tally: Tally = { sunk: 0, lost: network.stages.map(() => 0) };
      act(next, tally);
      for (const branch of settle(network, next, tally)) {
        for (const batches of branch.state.serving)
          batches.sort((a, b) => a.size - b.size || a.target - b.target);
        const to = indexOf(branch.state);
        if (to !== i) rates[i]!.set(to, (rates[i]!.get(to) ?? 0) + rate * branch.probability);
        sunk[i]! += rate * branch.probability * branch.tally.sunk;
        for (const [s, count] of branch.tally.lost.entries())
          lost[i]![s]! += rate * branch.probability * count;
      }
    }
  }
  return { states, rates, sunk, lost };
}

const copyOf = ({ waiting, serving, lines }: State): State => ({
  waiting: [...waiting],
  serving: serving.map((batches) => [...batches]),
  lines: lines.map((line) => [...line]),
});

interface Transition {
  readonly rate: number;
  readonly act: (state: State, tally: Tally) => void;
}

function transitions(network: ChainNetwork, state: State): Transition[] {
  const found: Transition[] = [];
  if (heldBy(state, -1).length === 0) {
    const act = (next: State, tally: Tally) =>
      offer(network, next, tally, { from: -1, to: network.entry, size: network.batch ?? 1 });
    found.push({ rate: network.lambda, act });
  }
  for (const [s, stage] of network.stages.entries()) {
    for (const [b, { size, target }] of state.serving[s]!.entries()) {
      const targets: readonly (readonly [number, number])[] = target === -2 ? stage.to : [[target, 1]];
      const pass = stage.pass ?? 1;
      const { speeds = [1], perElement = 0 } = stage;
      const speed = speeds[Math.min(occupancy(state, s), speeds.length) - 1]!;
      const mu = speed / (1 / stage.mu + perElement * size);
      const finish = (rate: number, go: (next: State, tally: Tally) => void): void => {
        if (rate === 0) return;
        const act = (next: State, tally: Tally): void => {
          next.serving[s]!.splice(b, 1);
          go(next, tally);
        };
        found.push({ rate, act });
      };
      finish(mu * (1 - pass), () => undefined);
      for (const [to, p] of targets) {
        const isPromised = target >= 0 && network.stages[target]!.whenFull === 'blockBefore';
        finish(mu * pass * p, (next, tally) => {
          if (isPromised) next.waiting[to]! += size;
          else offer(network, next, tally, { from: s, to, size });
        });
      }
    }
  }
  return found;
}

/** `size` elements leave their server (already taken out of it) or the source for `to`. */
function offer(
  network: ChainNetwork,
  state: State,
  tally: Tally,
  { from, to, size }: { readonly from: number; readonly to: number; readonly size: number },
): void {
  if (to === -1) {
    tally.sunk += size;
    return;
  }
  const stage = network.stages[to]!;
  const counts = new Array<number>(size).fill(stage.factor ?? 1);
  if (stage.whenFull !== 'drop') {
    state.lines[to]!.push({ from, kind: 'move', counts });
    return;
  }
  const total = size * (stage.factor ?? 1);
  // A feedback into a full stage must still see itself there: it is out of its server but not out of the stage.
  const free = room(network, state, to) - (from === to ? size : 0);
  const fits = stage.whole ? (total <= free ? total : 0) : Math.max(0, Math.min(total, free));
  state.waiting[to]! += fits;
  tally.lost[to]! += total - fits;
}

interface Branch {
  readonly probability: number;
  readonly state: State;
  readonly tally: Tally;
}

/** All that follows at once: moves into free room first, then starts. Branches where a start chooses its route. */
function settle(network: ChainNetwork, state: State, tally: Tally): Branch[] {
  while (network.stages.some((_, s) => admitFirst(network, state, s)));
  for (const [s, stage] of network.stages.entries()) {
    const busy = state.serving[s]!.length + heldBy(state, s).length;
    if (busy >= (stage.c ?? 1) || state.waiting[s]! < (stage.min ?? 1)) continue;
    const size = Math.min(state.waiting[s]!, stage.max ?? 1);
    if (stage.to.every(([to]) => to === -1 || network.stages[to]!.whenFull !== 'blockBefore')) {
      state.waiting[s]! -= size;
      state.serving[s]!.push({ size, target: -2 });
      return settle(network, state, tally);
    }
    return stage.to.flatMap(([to, probability]) => {
      const next = copyOf(state);
      next.waiting[s]! -= size;
      if (to === -1 || network.stages[to]!.whenFull !== 'blockBefore')
        next.serving[s]!.push({ size, target: to });
      else next.lines[to]!.push({ from: s, kind: 'place', counts: [1] });
      const branches = settle(network, next, { sunk: tally.sunk, lost: [...tally.lost] });
      return branches.map((branch) => ({ ...branch, probability: branch.probability * probability }));
    });
  }
  return [{ probability: 1, state, tally }];
}

/** Moves what it can of the first in line; false when nothing moves. */
function admitFirst(network: ChainNetwork, state: State, s: number): boolean {
  const first = state.lines[s]![0];
  if (!first) return false;
  const free = room(network, state, s);
  if (first.kind === 'place') {
    if (free < 1) return false;
    state.lines[s]!.shift();
    state.serving[first.from]!.push({ size: 1, target: s });
    return true;
  }
  const total = first.counts.reduce((sum, count) => sum + count, 0);
  if (network.stages[s]!.whole ? free < total : free < 1) return false;
  const moved = Math.min(free, total);
  const left: number[] = [];
  let toMove = moved;
  for (const count of first.counts) {
    const gone = Math.min(count, toMove);
    toMove -= gone;
    if (count > gone) left.push(count - gone);
  }
  state.waiting[s]! += moved;
  if (left.length > 0) state.lines[s]![0] = { ...first, counts: left };
  else state.lines[s]!.shift();
  return true;
}
