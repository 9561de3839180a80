/**
 * A chain with one constant time in it, solved as it is: a source whose gaps are constant, or a stage whose one server takes
 * constant times, beside exponential ones and phases. While the constant time runs, the rest is a chain of its own, followed from
 * its start to its end by uniformization; where it does not run, all is a chain. What starts it, 1/s, is looked for such that one
 * turn leads back to it.
 * Source: M. Ajmone Marsan and G. Chiola, On Petri nets with deterministic and exponentially distributed firing times, LNCS 266
 * (1987); C. Lindemann, Performance Modelling with Deterministic and Stochastic Petri Nets (1998).
 */
import { assert } from '../../../core/base/assert.ts';
import { poissonWeights } from '../../../core/numeric/poisson-weights.ts';
import { preempts, sharesServers } from '../../../core/rules/discipline.ts';
import { serverCountOf } from '../../../core/scenario/defaults.ts';
import type {
  NodeId,
  Scenario,
  ScenarioNode,
  SourceNode,
  StageNode,
} from '../../../core/scenario/scenario.ts';
import { solveBicgstab } from '../../numeric/bicgstab.ts';
import { rowSums, type SparseMatrix, submatrix, transposed } from '../../numeric/sparse-matrix.ts';
import { correct } from '../../numeric/stationary-sparse.ts';
import { Uniformized } from '../../numeric/uniformized.ts';
import type { ChainModel } from './chain-model.ts';
import { estimateStates } from './check-size.ts';
import { deterministicNodes, distributionsOf, isFixed } from './erlang-stand-in.ts';
import type { Clock, ClockEnds, ExploredChain } from './explore-chain.ts';

/** The only node with constant times, where nothing slows, interrupts or doubles them. */
export function clockOf(scenario: Scenario): SourceNode | StageNode | undefined {
  const [only, ...others] = deterministicNodes(scenario);
  if (only === undefined || others.length > 0 || only.kind === 'delay') return undefined;
  if (only.kind === 'source') return only;
  const isPlain =
    serverCountOf(only) === 1 &&
    only.speeds === undefined &&
    !sharesServers(only) &&
    !preempts(only) &&
    distributionsOf(only).every(isFixed);
  return isPlain ? only : undefined;
}

/**
 * Along queues without a bound its iteration takes long, or comes to no end, where phases have levels; and one turn must not take
 * forever.
 */
const isWorthwhile = (model: ChainModel, { id }: ScenarioNode): boolean => {
  const states = estimateStates(model);
  if (model.stages.some(({ isCut }) => isCut) && states > MOST_WITH_CUTS) return false;
  const others = fastestMoves(model, id);
  const ticks = longestOf(model, id) * others.reduce((sum, rate) => sum + rate, 0);
  return workOf(ticks, states * (1 + others.length)) <= MOST_WORK;
};

const MOST_WITH_CUTS = 2_000;

/** The constant time of a node, s; the longest where they differ by class or number. */
function longestOf({ sources, stages }: ChainModel, id: NodeId): number {
  const stage = stages.find((one) => one.id === id);
  if (stage)
    return (
      Math.max(...stage.visits.flatMap((visit) => (visit ? [visit.mean] : []))) +
      stage.timePerElement * stage.batchMax
    );
  return 1 / sources.find((one) => one.id === id)!.arrivals.moves[0]![0]!.rate;
}

/** How fast each source and stage but this one can move, 1/s. */
function fastestMoves({ sources, stages }: ChainModel, id: NodeId): readonly number[] {
  const fastest = (rates: readonly number[]): number => Math.max(0, ...rates);
  const leaving = (ways: readonly { readonly rate: number }[]): number =>
    ways.reduce((sum, { rate }) => sum + rate, 0);
  return [
    ...sources.filter((one) => one.id !== id).map(({ arrivals }) => fastest(arrivals.moves.map(leaving))),
    ...stages
      .filter((one) => one.id !== id)
      .map(({ isDelay, serverCount, capacity, visits }) => {
        const servers = isDelay ? capacity : Math.min(serverCount, capacity);
        const services = visits.flatMap((visit) => (visit ? [visit.service] : []));
        const perServer = services.flatMap(({ ends, moves }) =>
          ends.map((end, phase) => end + leaving(moves[phase]!)),
        );
        return servers * fastest(perServer);
      }),
  ];
}

/** Multiplications of one turn, which sees about `ticks` of the clock of all others; `entries`: of the matrix of one tick. */
const workOf = (ticks: number, entries: number): number => (ticks + 8 * Math.sqrt(ticks) + 8) * entries;

function clockIn({ sources, stages }: ChainModel, { id, kind }: ScenarioNode): Clock {
  const of = kind === 'source' ? 'source' : 'stage';
  return { of, index: (of === 'source' ? sources : stages).findIndex((place) => place.id === id) };
}

export interface ClockedChain {
  /** Stationary probability of each member. */
  readonly pi: Float64Array;
  readonly residual: number;
  /** Loss rates over all moves, those of the clock included, laid out as in `ExploredChain`. */
  readonly lossRates: Float64Array;
}

/** `members`: the states that are never left. Undefined where the other rates are too fast to be followed. */
function solveClock(
  chain: ExploredChain & { readonly ends: ClockEnds },
  members: Int32Array,
): ClockedChain | undefined {
  const turn = new Turn(submatrix(chain.rates, members), submatrix(chain.ends.rates, members));
  if (turn.work > MOST_WORK) return undefined;
  const { flow, error } = steady(turn);
  const { pi, ended } = turn.timeIn(flow);
  const total = pi.reduce((sum, p) => sum + p, 0);
  const lossRates = chain.lossRates.slice();
  const width = lossRates.length / chain.stateCount;
  members.forEach((state, i) => {
    pi[i]! /= total;
    // How often the clock ends in a state, over how often an exponential one would.
    const often = turn.endRate[i]! * pi[i]!;
    if (often === 0) return;
    for (let k = state * width; k < (state + 1) * width; k++)
      lossRates[k]! += (ended[i]! / total / often) * chain.ends.lossRates[k]!;
  });
  return { pi, residual: error / total / turn.fastest, lossRates };
}

/** Handed to the chain by who wants it; embedded models do without. */
export const clocks = { clockOf, isWorthwhile, clockIn, solveClock };

/** Multiplications of one turn; some dozens of turns are taken. */
const MOST_WORK = 2e8;
const WEIGHTS_ERROR = 1e-15;

/**
 * One turn: from the flows x, 1/s, to those that follow. x of a state where the clock runs: how often it starts there; of any other
 * state: how often it is entered.
 */
class Turn {
  readonly size: number;
  /** Rate at which an exponential clock would end; 0 where it does not run. */
  readonly endRate: Float64Array;
  readonly fastest: number;
  private readonly leaving: Float64Array;
  private readonly ends: SparseMatrix;
  /** Shares of moves into each state, from states where the clock does not run. */
  private readonly into: SparseMatrix;
  /** States where the clock does not run, those that lead on first. */
  private readonly resting: Int32Array;
  private readonly running: readonly Running[];
  private readonly ended: Float64Array;

  constructor(rates: SparseMatrix, ends: SparseMatrix) {
    this.size = rates.size;
    this.ends = ends;
    this.endRate = rowSums(ends);
    this.leaving = rowSums(rates);
    this.fastest = this.leaving.reduce((most, rate, i) => Math.max(most, rate, this.endRate[i]!), 0);
    const shares = this.sharesOf(rates);
    this.into = transposed(shares);
    this.resting = downstream(shares).filter((i) => this.endRate[i] === 0);
    this.running = this.periods(rates);
    this.ended = new Float64Array(this.size);
  }

  get work(): number {
    return this.running.reduce((sum, period) => sum + period.work, 0);
  }

  /** Rows of states where the clock runs are empty. */
  private sharesOf({ size, starts, columns, values }: SparseMatrix): SparseMatrix {
    const shares = values.slice();
    for (let i = 0; i < size; i++)
      for (let k = starts[i]!; k < starts[i + 1]!; k++)
        shares[k] = this.endRate[i]! > 0 ? 0 : values[k]! / this.leaving[i]!;
    return { size, starts, columns, values: shares };
  }

  /** Constant times of one length each. */
  private periods(rates: SparseMatrix): readonly Running[] {
    const found: { readonly rate: number; readonly states: number[] }[] = [];
    this.endRate.forEach((rate, i) => {
      if (rate === 0) return;
      // A rate is a sum over the ways to go on, which may be rounded in one state and not in the next.
      const same = found.find((period) => Math.abs(period.rate - rate) < 1e-9 * rate);
      if (same) same.states.push(i);
      else found.push({ rate, states: [i] });
    });
    return found.map(({ rate, states }) => new Running(rates, Int32Array.from(states), 1 / rate));
  }

  /** y follows x. */
  take(x: Float64Array, y: Float64Array): void {
    const { into, resting, ended, endRate } = this;
    ended.fill(0);
    for (const period of this.running) period.follow(x, ended);
    const entered = this.enteredAtEnds();
    for (const i of resting) y[i] = x[i]!;
    const inflow = (i: number): number => {
      let sum = entered[i]!;
      for (let k = into.starts[i]!; k < into.starts[i + 1]!; k++) {
        const from = into.columns[k]!;
        if (endRate[from] === 0) sum += into.values[k]! * y[from]!;
      }
      return sum;
    };
    for (const i of resting) y[i] = inflow(i);
    for (let i = 0; i < this.size; i++) if (endRate[i]! > 0) y[i] = inflow(i);
  }

  private enteredAtEnds(): Float64Array {
    const { starts, columns, values } = this.ends;
    const entered = new Float64Array(this.size);
    for (let i = 0; i < this.size; i++) {
      if (this.ended[i] === 0) continue;
      const share = this.ended[i]! / this.endRate[i]!;
      for (let k = starts[i]!; k < starts[i + 1]!; k++) entered[columns[k]!]! += share * values[k]!;
    }
    return entered;
  }

  /** Time in each state, and how often the clock ends there, for flows that stay the same. */
  timeIn(x: Float64Array): { readonly pi: Float64Array; readonly ended: Float64Array } {
    const pi = new Float64Array(this.size);
    const ended = new Float64Array(this.size);
    for (const i of this.resting) pi[i] = x[i]! / this.leaving[i]!;
    for (const period of this.running) period.follow(x, ended, pi);
    return { pi, ended };
  }
}

/** The states in which the clock runs for the same time, and how the rest goes on meanwhile. */
class Running {
  private readonly states: Int32Array;
  private readonly chain: Uniformized;
  private readonly ticks: ReturnType<typeof poissonWeights>;
  private now: Float64Array;
  private next: Float64Array;
  readonly work: number;

  constructor(rates: SparseMatrix, states: Int32Array, length: number) {
    const within = submatrix(rates, states);
    const kept = states.reduce((sum, i) => sum + rates.starts[i + 1]! - rates.starts[i]!, 0);
    assert(kept === within.columns.length, 'nothing but its end stops a constant time');
    this.states = states;
    this.chain = new Uniformized(within);
    const mean = this.chain.clock * length;
    this.work = workOf(mean, kept + states.length);
    this.ticks =
      this.work > MOST_WORK ? { left: 0, weights: Float64Array.of(1) } : poissonWeights(mean, WEIGHTS_ERROR);
    this.now = new Float64Array(states.length);
    this.next = new Float64Array(states.length);
  }

  /** Adds how often it ends in each state, from how often it starts; and the time spent there. */
  follow(started: Float64Array, ended: Float64Array, time?: Float64Array): void {
    const { states, chain } = this;
    const { left, weights } = this.ticks;
    for (let i = 0; i < states.length; i++) this.now[i] = started[states[i]!]!;
    let after = 1;
    for (let tick = 0; ; tick++) {
      const weight = tick < left ? 0 : weights[tick - left]!;
      after -= weight;
      if (weight > 0) for (let i = 0; i < states.length; i++) ended[states[i]!]! += weight * this.now[i]!;
      if (time && after > 0)
        for (let i = 0; i < states.length; i++) time[states[i]!]! += (after / chain.clock) * this.now[i]!;
      if (tick + 1 === left + weights.length) break;
      chain.step(this.now, this.next);
      [this.now, this.next] = [this.next, this.now];
    }
  }
}

/** Flows that a turn leads back to, and the largest difference that is left. */
function steady(turn: Turn): { readonly flow: Float64Array; readonly error: number } {
  const n = turn.size;
  let flow = new Float64Array(n).fill(1 / n);
  let after = new Float64Array(n);
  const pass = (): void => {
    turn.take(flow, after);
    [flow, after] = [after, flow];
  };
  for (let i = 0; i < FIRST_TURNS; i++) pass();
  for (let round = 0; ; round++) {
    scale(flow);
    turn.take(flow, after);
    let error = 0;
    for (let i = 0; i < n; i++) {
      after[i]! -= flow[i]!;
      error = Math.max(error, Math.abs(after[i]!));
    }
    if (error <= TOLERANCE || round === MOST_ROUNDS) return { flow, error };
    const change = solveBicgstab(
      {
        apply: (x, y) => {
          turn.take(x, y);
          for (let i = 0; i < n; i++) y[i] = x[i]! - y[i]!;
        },
        precondition: (x, y) => y.set(x),
        b: after,
      },
      { reduction: Math.max(MOST_REDUCTION, TOLERANCE / error / 10), mostSteps: STEPS_PER_ROUND },
    );
    correct(flow, change);
    // Bring back small flows that a correction took away.
    pass();
    pass();
  }
}

const FIRST_TURNS = 4;
const MOST_ROUNDS = 12;
const STEPS_PER_ROUND = 60;
/** Rounding lets one round do no more. */
const MOST_REDUCTION = 1e-9;
/** Largest difference that is left, as a share of the largest flow. */
const TOLERANCE = 1e-13;

function scale(flow: Float64Array): void {
  const most = flow.reduce((largest, value) => Math.max(largest, value), 0);
  for (let i = 0; i < flow.length; i++) flow[i]! /= most;
}

/** All states, each before those that it leads to, as far as no circle forbids it. */
function downstream({ size, starts, columns, values }: SparseMatrix): Int32Array {
  const order = new Int32Array(size);
  const next = starts.slice(0, size);
  const isSeen = new Uint8Array(size);
  const path: number[] = [];
  let place = size;
  for (let root = 0; root < size; root++) {
    if (isSeen[root]) continue;
    isSeen[root] = 1;
    path.push(root);
    while (path.length > 0) {
      const state = path.at(-1)!;
      if (next[state]! < starts[state + 1]!) {
        const k = next[state]!++;
        const to = columns[k]!;
        if (values[k]! > 0 && !isSeen[to]) {
          isSeen[to] = 1;
          path.push(to);
        }
      } else {
        order[--place] = path.pop()!;
      }
    }
  }
  return order;
}
