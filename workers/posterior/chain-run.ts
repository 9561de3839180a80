/** A chain under way: sweeps over all hidden times and queues, then the distributions and the routing given them. */

import type { RandomStream } from '../random/random-stream.ts';
import { ChainMoves } from './chain-moves.ts';
import { type ChainState, RANDOM } from './chain-state.ts';
import type { ChainEnd, ChainProgress, ChainRecord, PosteriorProblem } from './contract.ts';
import { DistributionUpdates } from './distribution-updates.ts';
import { drawRouting } from './draw-distributions.ts';
import { countFaults, refreshCaches, refreshParts } from './likelihood.ts';
import type { Routing } from './reroute.ts';
import { RowWriter } from './row-writer.ts';

/** Sweeps with exponential distributions, before those that have no density at 0. */
const EXPONENTIAL_SWEEPS = 30;
/** Of them with the means that the chain is to start from, so that the times come to fit these. */
const HELD_SWEEPS = 20;
/** Kept of each round; and every second sweep at most, since neighbours hardly differ. */
const MOST_ROWS = 500;
const LEAST_THINNING = 2;

export interface RunParts {
  readonly problem: PosteriorProblem;
  readonly state: ChainState;
  readonly pathOf: Int32Array;
  readonly chain: number;
  readonly stream: RandomStream;
}

/** Sweeps that a penalty may take to make the start feasible. */
const REPAIR_SWEEPS = 200;
/** What an idle server costs at first, in ln likelihood: less would break more than it mends. */
const REPAIR_PENALTY = 12;

export class ChainRun {
  readonly state: ChainState;
  private readonly problem: PosteriorProblem;
  private readonly parts: RunParts;
  private readonly stream: RandomStream;
  private readonly routing: Routing;
  private readonly counts: readonly Float64Array[];
  /** By state and queue: its place among the choices. */
  private readonly places: readonly Int32Array[];
  private readonly updates: DistributionUpdates;
  private readonly rows: RowWriter;
  private readonly moves: ChainMoves;
  private readonly sweepsBefore: number;
  private readonly thinning: number;
  private done = 0;
  private seconds = 0;

  constructor(parts: RunParts, from?: ChainEnd) {
    const { problem, state } = parts;
    this.parts = parts;
    this.problem = problem;
    this.state = state;
    this.stream = parts.stream;
    this.sweepsBefore = from?.sweeps ?? 0;
    this.routing = {
      queues: problem.choices,
      probability: problem.choices.map(
        ({ length }, s) => problem.shares[s]?.slice() ?? new Float64Array(length).fill(1 / length),
      ),
    };
    this.counts = problem.choices.map((queues) => new Float64Array(queues.length));
    this.places = problem.choices.map((queues) => {
      const place = new Int32Array(problem.queues.length + 1);
      for (const [i, queue] of queues.entries()) place[queue] = i;
      return place;
    });
    this.updates = new DistributionUpdates(state, problem, parts.stream);
    this.thinning = Math.max(LEAST_THINNING, Math.ceil(problem.sweeps / MOST_ROWS));
    this.rows = new RowWriter(state, problem, Math.floor(problem.sweeps / this.thinning));
    this.moves = new ChainMoves(state, this.routing, parts.stream);
    if (from) {
      state.distributions.parameters.set(from.parameters);
      this.updates.restore();
    }
  }

  /** Caches are written; where a server with random selection idles wrongly, that is repaired first. */
  isFeasible(): boolean {
    const { state } = this;
    if (state.kind.includes(RANDOM)) {
      state.penalty = REPAIR_PENALTY;
      refreshCaches(state);
      for (let sweep = 1; sweep <= REPAIR_SWEEPS && countFaults(state) > 0; sweep += 1) {
        this.moveAll();
        if (sweep % 10 === 0) {
          state.penalty *= 1.5;
          refreshCaches(state);
        }
      }
      state.penalty = Number.POSITIVE_INFINITY;
    }
    return refreshCaches(state) > Number.NEGATIVE_INFINITY;
  }

  get isDone(): boolean {
    return this.done >= this.problem.sweeps;
  }

  sweep(): void {
    const started = performance.now();
    if (this.sweepsBefore + this.done === EXPONENTIAL_SWEEPS) {
      this.updates.takeFamilies();
      refreshParts(this.state);
    }
    this.moves.sweep(this.sweepsBefore + this.done, () => this.drawParameters());
    this.done += 1;
    if (this.done % this.thinning === 0) this.rows.write();
    this.seconds += (performance.now() - started) / 1000;
  }

  /** All moves, once; distributions and routing stay. */
  moveAll(): void {
    this.moves.sweep(0, () => undefined);
  }

  private drawParameters(): void {
    if (this.sweepsBefore + this.done >= HELD_SWEEPS) this.updates.draw();
    this.drawRoutes();
    refreshParts(this.state);
  }

  /** Of the states whose shares are not known. */
  private drawRoutes(): void {
    const { counts, places, routing, stream } = this;
    const { state, queue } = this.state;
    const { shares } = this.problem;
    if (!shares.includes(null)) return;
    for (const count of counts) count.fill(0);
    for (let e = 0; e < state.length; e += 1) {
      const s = state[e]!;
      if (s >= 0) counts[s]![places[s]![queue[e]!]!]! += 1;
    }
    for (const [s, count] of counts.entries())
      if (count.length > 1 && shares[s] === null) drawRouting(routing.probability[s]!, count, stream);
  }

  progress(): ChainProgress {
    const { distributions } = this.state;
    const means = Float64Array.from(this.problem.queues, (_, i) => distributions.mean(i + 1));
    return { chain: this.parts.chain, sweep: this.done, sweeps: this.problem.sweeps, means };
  }

  record(): ChainRecord {
    const { state, rows } = this;
    const { proposed, accepted } = this.moves;
    return {
      chain: this.parts.chain,
      sweeps: this.done,
      ...rows.columns(),
      rerouted: proposed.reroutes === 0 ? 0 : accepted.reroutes / proposed.reroutes,
      swapped: proposed.swaps === 0 ? 0 : accepted.swaps / proposed.swaps,
      redrawn: proposed.wholes === 0 ? 0 : accepted.wholes / proposed.wholes,
      updates: proposed.times,
      seconds: this.seconds,
      end: {
        pathOf: this.parts.pathOf,
        departure: state.d.slice(),
        queue: state.queue.slice(),
        parameters: state.distributions.parameters.slice(),
        sweeps: this.sweepsBefore + this.done,
      },
    };
  }
}
