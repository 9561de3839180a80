/** A chain under way: sweeps over all hidden times and queues, then the distributions and the routing given them. */

import { pow } from '../../core/numeric/elementary.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { ABSENT, type ChainState, ENTRY, RANDOM, SERVERS } from './chain-state.ts';
import type { ChainEnd, ChainProgress, ChainRecord, PosteriorProblem } from './contract.ts';
import { DistributionUpdates } from './distribution-updates.ts';
import { drawRouting, FIRST_WIDTH } from './draw-distributions.ts';
import { faultTimes, refreshCaches, refreshParts } from './likelihood.ts';
import { moveTime } from './move-time.ts';
import { PathLaw } from './path-law.ts';
import { ServicePushes } from './push-services.ts';
import { redrawable, TaskRedraws } from './redraw-task.ts';
import { type Routing, reroute } from './reroute.ts';
import { RowWriter } from './row-writer.ts';
import { NARROWEST } from './service-distributions.ts';
import { isSwappable, swap } from './swap.ts';

/** Sweeps with exponential distributions, before those that have no density at 0. */
const EXPONENTIAL_SWEEPS = 30;
/** Sweeps at the start with the given means held, so that the times come to fit them. */
const HELD_SWEEPS = 20;
/** Kept of each round; and every second sweep at most, since neighbours hardly differ. */
const MOST_ROWS = 500;
const LEAST_THINNING = 2;

/** Values of discrete distributions get narrower by this factor with each sweep, until they are as narrow as they may be. */
const NARROWING = 0.9;
const narrowestAfter = (sweeps: number): number =>
  Math.max(NARROWEST, FIRST_WIDTH * pow(NARROWING, Math.max(0, sweeps)));

export interface RunParts {
  readonly problem: PosteriorProblem;
  readonly state: ChainState;
  readonly pathOf: Int32Array;
  readonly chain: number;
  readonly stream: RandomStream;
}

/** Sweeps that a penalty may take to make the start feasible. */
const REPAIR_SWEEPS = 600;
/** So many of them move everything; then faults are few, and each is mended by what is near. */
const WHOLE_REPAIRS = 5;
/** How near, in mean responses. */
const REPAIR_REACH = 20;
/**
 * Sweeps after which the penalty, under which the last faults hardly move, begins anew, and services are taken to be longer: a
 * server is kept busy over a long gap by services that are as long.
 */
const REPAIR_CYCLE = 100;
/** What an idle server costs at first, in ln likelihood: less would break more than it mends. */
const REPAIR_PENALTY = 12;

export class ChainRun {
  readonly state: ChainState;
  private readonly problem: PosteriorProblem;
  private readonly parts: RunParts;
  private readonly stream: RandomStream;
  private readonly routing: Routing;
  private readonly law: PathLaw;
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
    this.law = new PathLaw(problem, parts.pathOf);
    this.counts = problem.choices.map((queues) => new Float64Array(queues.length));
    this.places = problem.choices.map((queues) => {
      const place = new Int32Array(problem.queues.length + 1);
      for (const [i, queue] of queues.entries()) place[queue] = i;
      return place;
    });
    this.updates = new DistributionUpdates(state, problem, parts.stream);
    this.thinning = Math.max(LEAST_THINNING, Math.ceil(problem.sweeps / MOST_ROWS));
    this.rows = new RowWriter(state, problem, parts.pathOf, Math.floor(problem.sweeps / this.thinning));
    this.moves = new ChainMoves(state, this.routing, this.law, parts.stream);
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
      this.repair();
      state.penalty = Number.POSITIVE_INFINITY;
    }
    return refreshCaches(state) > Number.NEGATIVE_INFINITY;
  }

  /** Moves everything a few times, then only what is near the faults that are left. */
  private repair(): void {
    const { state, problem, moves } = this;
    const reach = REPAIR_REACH * problem.meanResponse;
    for (let sweep = 1; sweep <= REPAIR_SWEEPS; sweep += 1) {
      const faults = faultTimes(state);
      if (faults.length === 0) return;
      if (sweep <= WHOLE_REPAIRS) this.moveAll();
      else moves.moveNear(faults, reach);
      if (sweep % 10 !== 0) continue;
      state.penalty *= 1.5;
      if (sweep % REPAIR_CYCLE === 0) {
        state.penalty = REPAIR_PENALTY;
        this.lengthenServices(1.5);
      }
      refreshCaches(state);
    }
  }

  /** For a chain that begins: its distributions are exponential, and are set anew once it stands. */
  private lengthenServices(factor: number): void {
    if (this.sweepsBefore > 0) return;
    const { distributions } = this.state;
    for (let q = 1; q <= this.problem.queues.length; q += 1)
      distributions.setExponential(q, 1 / (factor * distributions.mean(q)));
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
    const sweeps = this.sweepsBefore + this.done;
    if (sweeps >= HELD_SWEEPS) this.updates.draw(narrowestAfter(sweeps - EXPONENTIAL_SWEEPS));
    this.law.update(this.stream);
    this.drawRoutes();
    refreshParts(this.state);
  }

  /** Draws the shares of states where they are not known. */
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

  /** What the chain has now: all tasks, and how likely each queue of a state is chosen. Changes with the next sweep. */
  get drawn(): { readonly state: ChainState; readonly pathOf: Int32Array; readonly routing: Routing } {
    return { state: this.state, pathOf: this.parts.pathOf, routing: this.routing };
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
        pathOf: this.parts.pathOf.slice(),
        departure: state.d.slice(),
        queue: state.queue.slice(),
        parameters: state.distributions.parameters.slice(),
        sweeps: this.sweepsBefore + this.done,
      },
    };
  }
}

/** The moves of a sweep, over all that is hidden, and how often they were accepted. Distributions and routing stay. */

/** Drawing whole tasks, most of the work, stops so often for the parameters. */
const WHOLE_PARTS = 3;

/**
 * Sweeps from one to the next with moves that do less for the same time than others: where most hidden tasks are drawn as a whole, queues
 * and orders of single visits, and single times where they take slices over several servers; services that are pushed where that is
 * of use but not needed; and where all services have few values, which have to be pushed, single times and whole tasks.
 */
const SELDOM = 4;

class ChainMoves {
  readonly proposed = { times: 0, reroutes: 0, swaps: 0, wholes: 0 };
  readonly accepted = { reroutes: 0, swaps: 0, wholes: 0 };
  /** In every how many sweeps times are moved one by one, and queues and orders. */
  private readonly timesEvery: number;
  private readonly visitsEvery: number;
  private readonly redraws: TaskRedraws;
  private readonly pushes: ServicePushes;
  /** Entries of the tasks that can be drawn anew as a whole. */
  private readonly wholes: Int32Array;

  constructor(
    private readonly state: ChainState,
    private readonly routing: Routing,
    private readonly law: PathLaw,
    private readonly stream: RandomStream,
  ) {
    this.redraws = new TaskRedraws(state, routing, law, stream);
    this.pushes = new ServicePushes(state, stream);
    this.wholes = redrawable(state, routing);
    const isMostlyWhole = 2 * this.wholes.length > countHidden(state);
    const isSlow = state.kind.subarray(1).every((kind) => kind === SERVERS);
    // Whole tasks then look at few queues of a step, and these moves at others.
    const isFollowed = state.kind.includes(RANDOM);
    this.visitsEvery = isMostlyWhole && !isFollowed ? SELDOM : 1;
    this.timesEvery = isMostlyWhole && isSlow ? SELDOM : 1;
  }

  /**
   * The moves of sweep `number`, counted from 0; `between` is called several times, the last time at the end: parameters that
   * are drawn often, which costs little, hold the times back less.
   */
  sweep(number: number, between: () => void): void {
    const isAllPushed = this.pushes.isAll;
    if (number % (isAllPushed ? SELDOM : this.timesEvery) === 0) {
      this.moveTimes();
      between();
    }
    const isPushedAt = this.queuesPushed(number);
    if (isPushedAt.includes(true)) {
      this.pushServices(isPushedAt);
      between();
    }
    if (number % this.visitsEvery === 0) {
      this.moveVisits();
      between();
    }
    // Whole tasks alone take other paths.
    if (!isAllPushed || this.law.paths.length > 1 || number % SELDOM === 0) this.moveWholes(between);
  }

  /** All moves of the hidden tasks that entered at these times, in order, or at most so long before or after. */
  moveNear(times: readonly number[], reach: number): void {
    const { state, wholes, redraws } = this;
    const { d, queue, task } = state;
    const isNear = new Uint8Array(task.at(-1)! + 1);
    const events: number[] = [];
    let i = 0;
    for (let e = 0; e < d.length; e += 1) {
      if (queue[e] === ENTRY) {
        // Entries are in order of time.
        while (i < times.length && times[i]! + reach < d[e]!) i += 1;
        isNear[task[e]!] = i < times.length && times[i]! - reach <= d[e]! ? 1 : 0;
      }
      if (isNear[task[e]!] === 1) events.push(e);
    }
    for (const e of events) this.moveOne(e);
    for (const e of events) this.moveVisit(e);
    for (const entry of wholes) if (isNear[task[entry]!] === 1) redraws.redraw(entry);
  }

  /** Each hidden task as a whole. */
  private moveWholes(between: () => void): void {
    const { wholes, redraws, proposed, accepted } = this;
    proposed.wholes += wholes.length;
    for (let part = 1, i = 0; part <= WHOLE_PARTS; part += 1) {
      const end = Math.floor((part * wholes.length) / WHOLE_PARTS);
      for (; i < end; i += 1) if (redraws.redraw(wholes[i]!)) accepted.wholes += 1;
      between();
    }
  }

  /** Each hidden time. */
  private moveTimes(): void {
    for (let e = 0; e < this.state.d.length; e += 1) this.moveOne(e);
  }

  private moveOne(e: number): void {
    const { state, stream, proposed } = this;
    if (state.hiddenTime[e] === 0) return;
    moveTime(state, e, stream);
    proposed.times += 1;
  }

  /** By queue: are its services pushed in this sweep? */
  private queuesPushed(number: number): readonly boolean[] {
    const { pushes, state } = this;
    const isOther = number % SELDOM === 0;
    return Array.from(state.kind, (_, q) => (isOther ? pushes.isOfUseAt(q) : pushes.isNeededAt(q)));
  }

  /** Each hidden entry, and each hidden service that is moved so, with all that follows from it. */
  private pushServices(isPushedAt: readonly boolean[]): void {
    const { state, pushes } = this;
    const { hiddenTime, queue } = state;
    for (let e = 0; e < queue.length; e += 1) {
      const q = queue[e]!;
      if (q === ABSENT || hiddenTime[e] === 0) continue;
      if (q === ENTRY) pushes.moveEntry(e);
      else if (isPushedAt[q]) {
        pushes.redrawService(e);
        pushes.redrawBusy(e);
        pushes.exchangeServices(e);
      }
    }
  }

  /** Each hidden queue, each order that can change. */
  private moveVisits(): void {
    for (let e = 0; e < this.state.d.length; e += 1) this.moveVisit(e);
  }

  private moveVisit(e: number): void {
    const { state, stream, routing, proposed, accepted } = this;
    if (state.hiddenQueue[e] === 1) {
      proposed.reroutes += 1;
      if (reroute(state, e, routing, stream)) accepted.reroutes += 1;
    }
    if (state.hiddenTime[e] === 1 && isSwappable(state, e)) {
      proposed.swaps += 1;
      if (swap(state, e, stream)) accepted.swaps += 1;
    }
  }
}

/** Tasks of which some time was not observed. */
function countHidden({ queue, task, hiddenTime }: ChainState): number {
  const hidden = new Set<number>();
  for (let e = 0; e < queue.length; e += 1)
    if (queue[e] !== ENTRY && hiddenTime[e] === 1) hidden.add(task[e]!);
  return hidden.size;
}
