/** A chain under way: sweeps over all hidden times and queues, then the laws and the routing given them. */
import type { ChainEnd, ChainProgress, ChainRecord, PosteriorProblem } from '../contract/inferring.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { type ChainState, RANDOM } from './chain-state.ts';
import { drawRouting } from './draw-laws.ts';
import { LawUpdates } from './law-updates.ts';
import { countFaults, refreshCaches, refreshParts } from './likelihood.ts';
import { moveTime } from './move-time.ts';
import { redrawable, TaskRedraws } from './redraw-task.ts';
import { type Routing, reroute } from './reroute.ts';
import { RowWriter } from './row-writer.ts';
import { isSwappable, swap } from './swap.ts';

/** Sweeps with exponential laws, before those that have no density at 0. */
const EXPONENTIAL_SWEEPS = 30;
/** Of them with the means that the chain is to start from, so that the times come to fit these. */
const HELD_SWEEPS = 20;
/** Kept of each round. */
const MOST_ROWS = 500;

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
  private readonly updates: LawUpdates;
  private readonly rows: RowWriter;
  private readonly redraws: TaskRedraws;
  /** Entries of the tasks that can be drawn anew as a whole. */
  private readonly wholes: Int32Array;
  private readonly sweepsBefore: number;
  private readonly thinning: number;
  private done = 0;
  private seconds = 0;
  private readonly proposed = { times: 0, reroutes: 0, swaps: 0, wholes: 0 };
  private readonly accepted = { reroutes: 0, swaps: 0, wholes: 0 };

  constructor(parts: RunParts, from?: ChainEnd) {
    const { problem, state } = parts;
    this.parts = parts;
    this.problem = problem;
    this.state = state;
    this.stream = parts.stream;
    this.sweepsBefore = from?.sweeps ?? 0;
    this.routing = {
      queues: problem.choices,
      probability: problem.choices.map((queues) => new Float64Array(queues.length).fill(1 / queues.length)),
    };
    this.counts = problem.choices.map((queues) => new Float64Array(queues.length));
    this.updates = new LawUpdates(state, problem, parts.stream);
    this.thinning = Math.max(1, Math.ceil(problem.sweeps / MOST_ROWS));
    this.rows = new RowWriter(state, problem, Math.floor(problem.sweeps / this.thinning));
    this.redraws = new TaskRedraws(state, this.routing, parts.stream);
    this.wholes = redrawable(state, this.routing);
    if (from) {
      state.laws.parameters.set(from.parameters);
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
    this.moveAll();
    const number = this.sweepsBefore + this.done;
    if (number === EXPONENTIAL_SWEEPS) this.updates.takeFamilies();
    if (number >= HELD_SWEEPS) this.updates.draw();
    this.drawRoutes();
    refreshParts(this.state);
    this.done += 1;
    if (this.done % this.thinning === 0) this.rows.write();
    this.seconds += (performance.now() - started) / 1000;
  }

  /** Each hidden time, each hidden queue, each order that can change, each hidden task as a whole; laws stay. */
  moveAll(): void {
    const { state, stream, routing, proposed, accepted } = this;
    const { hiddenTime, hiddenQueue } = state;
    const count = state.d.length;
    for (let e = 0; e < count; e += 1) {
      if (hiddenTime[e] === 0) continue;
      moveTime(state, e, stream);
      proposed.times += 1;
    }
    for (let e = 0; e < count; e += 1) {
      if (hiddenQueue[e] === 1) {
        proposed.reroutes += 1;
        if (reroute(state, e, routing, stream)) accepted.reroutes += 1;
      }
      if (hiddenTime[e] === 1 && isSwappable(state, e)) {
        proposed.swaps += 1;
        if (swap(state, e, stream)) accepted.swaps += 1;
      }
    }
    for (const entry of this.wholes) {
      proposed.wholes += 1;
      if (this.redraws.redraw(entry)) accepted.wholes += 1;
    }
  }

  private drawRoutes(): void {
    const { state, counts, routing, stream } = this;
    for (const count of counts) count.fill(0);
    for (let e = 0; e < state.d.length; e += 1) {
      const s = state.state[e]!;
      if (s >= 0 && counts[s]!.length > 1) counts[s]![routing.queues[s]!.indexOf(state.queue[e]!)]! += 1;
    }
    for (const [s, count] of counts.entries())
      if (count.length > 1) drawRouting(routing.probability[s]!, count, stream);
  }

  progress(): ChainProgress {
    const { laws } = this.state;
    const means = Float64Array.from(this.problem.queues, (_, i) => laws.mean(i + 1));
    return { chain: this.parts.chain, sweep: this.done, sweeps: this.problem.sweeps, means };
  }

  record(): ChainRecord {
    const { state, rows, proposed, accepted } = this;
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
        parameters: state.laws.parameters.slice(),
        sweeps: this.sweepsBefore + this.done,
      },
    };
  }
}
