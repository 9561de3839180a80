/**
 * A trace under depths of its FIFOs: total time, fill, waits and deadlock of one setting, the time against one depth, and the least depths that
 * keep the time. Times fall as depths grow, so a depth from which on nothing waits is found in a run without bounds, and depths of
 * which none can be one less are proved by their neighbours.
 */
import type {
  Bounds,
  DepthCurve,
  FifoUnderDepths,
  LeastDepths,
  Lock,
  LockStep,
  OpenedTrace,
  RunUnderDepths,
  TraceLatency,
} from './contract.ts';
import type { CompiledTrace, LatencyBounds } from './event-program.ts';
import { FifoRun, type RunLayout, UNBOUNDED } from './fifo-run.ts';
import { LaneRun } from './lanes/lane-run.ts';

/** Depths of one curve. */
const MOST_POINTS = 64;
/** Depths that are looked at together. */
const AT_ONCE = 16;

export class DepthTrace {
  readonly #compiled: CompiledTrace;
  readonly #tick: number;
  readonly #most: FifoRun;
  readonly #least: FifoRun | undefined;
  /** Most elements at once without bounds, by FIFO. */
  readonly #enough: readonly number[];
  readonly #fastest: Bounds;
  #lanes: LaneRun | undefined;
  #evaluated = 0;

  /** `tick`: seconds of a tick. */
  constructor(compiled: CompiledTrace, tick: number) {
    this.#compiled = compiled;
    this.#tick = tick;
    const { layout, leastLayout, program, unknownWaits } = compiled;
    this.#most = new FifoRun(layout, program.mostWork);
    const isOpen = unknownWaits > 0 || leastLayout !== layout;
    this.#least = isOpen ? new FifoRun(leastLayout, program.leastWork) : undefined;
    const unbounded = new Int32Array(program.fifos.length).fill(UNBOUNDED);
    for (const run of this.#runs) run.setDepths(unbounded);
    this.#fastest = this.#bounds((run) => run.end);
    this.#enough = this.#highestFills(true).map((fill) => Math.max(1, fill));
  }

  get #runs(): readonly FifoRun[] {
    return this.#least ? [this.#most, this.#least] : [this.#most];
  }

  opened(notes: readonly string[], isPartial: boolean): OpenedTrace {
    const { program, layout, traced, latencies, polls, unknownWaits, sameInstant } = this.#compiled;
    return {
      kind: 'opened',
      fifos: program.fifos.map(({ id, writer, reader, depth }, q) => ({
        ...{ id, source: program.processes[writer]!, dest: program.processes[reader]! },
        ...(depth !== undefined && { depth }),
        ...{ elements: layout.elements[q]!, enough: this.#enough[q]! },
      })),
      processes: program.processes,
      events: program.kinds.length,
      traced: traced * this.#tick,
      fastest: this.#fastest,
      tokenLatency: this.#latency(latencies.token),
      roomLatency: this.#latency(latencies.room),
      ...{ notes, polls, unknownWaits, sameInstant, isPartial },
    };
  }

  /** Depths from which on the run is as fast as it can be. */
  get enough(): readonly number[] {
    return this.#enough;
  }

  /** Depths in the traced run; where nobody told, as deep as the FIFO was ever full. */
  get tracedDepths(): readonly number[] {
    return this.#compiled.program.fifos.map(({ depth }, q) => depth ?? this.#enough[q]!);
  }

  under(depths: readonly number[]): RunUnderDepths {
    for (const run of this.#runs) run.setDepths(depths);
    const waits = this.#runs.map(waitsOf);
    const highest = this.#highestFills(false);
    // What waits elsewhere may wait less here, so these are not bounds of every run between.
    const waited = (side: 'full' | 'empty', q: number): Bounds => ({
      least: Math.min(...waits.map((each) => each[side][q]!)) * this.#tick,
      most: Math.max(...waits.map((each) => each[side][q]!)) * this.#tick,
    });
    const lock = this.#most.isComplete ? undefined : lockOf(this.#most);
    return {
      kind: 'run',
      fifos: depths.map(
        (depth, q): FifoUnderDepths => ({
          ...{ depth, highest: Math.min(depth, highest[q]!) },
          ...{ fullFor: waited('full', q), emptyFor: waited('empty', q) },
        }),
      ),
      ...(lock ? { lock } : { total: this.#bounds((run) => run.end) }),
      repeated: this.#most.repeated,
    };
  }

  #bounds(of: (run: FifoRun) => number): Bounds {
    const most = of(this.#most) * this.#tick;
    return { least: this.#least ? of(this.#least) * this.#tick : most, most };
  }

  #latency({ least, most, isAssumed }: LatencyBounds): TraceLatency {
    return { least: least * this.#tick, most: most * this.#tick, ...(isAssumed && { isAssumed }) };
  }

  #highestFills(isEarlier: boolean): readonly number[] {
    return highestFills(this.#least ?? this.#most, this.#most, isEarlier);
  }

  /** Total times in s, with the most own work, of any number of settings. */
  totals(settings: readonly (readonly number[])[]): readonly number[] {
    this.#evaluated += settings.length;
    this.#lanes ??= new LaneRun(this.#compiled.layout, this.#compiled.program.mostWork);
    const ends = this.#lanes.ends(settings);
    if (ends) return Array.from(ends, (end) => end * this.#tick);
    return settings.map((depths) => {
      this.#most.setDepths(depths);
      return this.#most.end * this.#tick;
    });
  }

  /** The total time against the depth of one FIFO, the others as they are. */
  curve(depths: readonly number[], at: number): DepthCurve {
    const { id } = this.#compiled.program.fifos[at]!;
    const points = spread(Math.max(this.#enough[at]!, depths[at]!));
    return {
      fifo: id,
      depths: points,
      totals: this.totals(points.map((depth) => depths.with(at, depth))),
    };
  }

  /**
   * Depths of which none can be one less without the run taking longer than `target`, s; as fast as with room for everything when absent.
   * Undefined when `goesOn` says no. Those of the largest FIFOs are made small first.
   */
  async least(
    target: number = this.#fastest.most,
    goesOn: (done: number) => Promise<boolean> = async () => true,
  ): Promise<LeastDepths | undefined> {
    this.#evaluated = 0;
    let depths = this.#enough;
    const order = depths.map((_, q) => q).sort((a, b) => depths[b]! - depths[a]!);
    for (const [done, q] of order.entries()) {
      if (!(await goesOn(done))) return undefined;
      depths = depths.with(q, this.#leastOf(depths, q, target));
    }
    const neighbours = order
      .toSorted((a, b) => a - b)
      .filter((q) => depths[q]! > 1)
      .map((q) => ({ q, depths: depths.with(q, depths[q]! - 1) }));
    const smaller = neighbours.map((each) => {
      for (const run of this.#runs) run.setDepths(each.depths);
      const { id } = this.#compiled.program.fifos[each.q]!;
      return { fifo: id, depth: each.depths[each.q]!, total: this.#bounds((run) => run.end) };
    });
    this.#evaluated += neighbours.length;
    for (const run of this.#runs) run.setDepths(depths);
    return {
      ...{ kind: 'least', depths, slots: depths.reduce((sum, depth) => sum + depth, 0), target },
      ...{ total: this.#bounds((run) => run.end), smaller, evaluated: this.#evaluated },
    };
  }

  /** The least depth of one FIFO that holds the target; its present one does. */
  #leastOf(depths: readonly number[], q: number, target: number): number {
    let [low, high] = [1, depths[q]!];
    while (low < high) {
      const step = Math.max(1, Math.ceil((high - low) / AT_ONCE));
      const points: number[] = [];
      for (let depth = low; depth < high; depth += step) points.push(depth);
      const totals = this.totals(points.map((depth) => depths.with(q, depth)));
      const at = totals.findIndex((total) => total <= target);
      if (at === 0) return points[0]!;
      if (at > 0) high = points[at]!;
      low = (at > 0 ? points[at - 1]! : points.at(-1)!) + 1;
    }
    return high;
  }
}

/** All depths up to the most, or so many of them. */
function spread(most: number): readonly number[] {
  if (most <= MOST_POINTS) return Array.from({ length: most }, (_, i) => i + 1);
  const points = new Set<number>();
  for (let i = 0; i < MOST_POINTS; i++)
    points.add(1 + Math.round(((most - 1) * i * i) / (MOST_POINTS - 1) ** 2));
  return [...points];
}

/**
 * What no run between the two has more of at once: elements come no sooner than in `soonest` and leave no later than in `latest`. Fills are
 * not monotone in own work, so neither run alone would do. A place that comes free at the instant of an insertion is free for it.
 * `isEarlier`: only if it came free before, as early as the latency asks, so that this depth can never be waited for.
 */
function highestFills(soonest: FifoRun, latest: FifoRun, isEarlier: boolean): readonly number[] {
  const { layout, times, putAt } = soonest;
  const { firstElement, elements, asks, askedBy, frees } = layout;
  const { freeAt } = latest;
  const isFree = (left: number, put: number, latency: number): boolean =>
    isEarlier ? left < put && left + latency <= put : left <= put;
  return latest.layout.program.fifos.map(({ roomLatency }, q) => {
    const [base, end] = [firstElement[q]!, firstElement[q]! + elements[q]!];
    const cameAt = (at: number): number =>
      isEarlier && at < base + asks[q]! ? times[askedBy[at]!]! : putAt[at]!;
    // Elements that nobody takes stay.
    const taken = base + frees[q]!;
    let [left, highest] = [base, 0];
    for (let at = base; at < end && cameAt(at) < Number.POSITIVE_INFINITY; at++) {
      while (left < Math.min(at, taken) && isFree(freeAt[left]!, cameAt(at), roomLatency)) left++;
      highest = Math.max(highest, at + 1 - left);
    }
    return highest;
  });
}

interface Waits {
  readonly full: Float64Array;
  readonly empty: Float64Array;
}

/** Ticks that writers waited for places and readers for elements; a step waits for what comes last. */
function waitsOf(run: FifoRun): Waits {
  const { layout, times, depths, putAt, freeAt, work } = run;
  const { program, firstElement, needsToken, needsRoom } = layout;
  const { kinds, fifoOf, begins, isFirst, fifos } = program;
  const full = new Float64Array(fifos.length);
  const empty = new Float64Array(fifos.length);
  const asked = new Int32Array(fifos.length);
  const needed = new Int32Array(fifos.length);
  for (let first = 0; first < kinds.length; ) {
    let [latest, of, isFull] = [Number.NEGATIVE_INFINITY, -1, false];
    let o = first;
    for (; o < kinds.length && (o === first || !begins[o]); o++) {
      const q = fifoOf[o]!;
      const { tokenLatency, roomLatency } = fifos[q]!;
      if (needsToken(o)) {
        const at = putAt[firstElement[q]! + needed[q]!++]! + tokenLatency;
        if (at > latest) [latest, of, isFull] = [at, q, false];
      } else if (needsRoom(o)) {
        const need = asked[q]!++ - depths[q]!;
        const at = need < 0 ? Number.NEGATIVE_INFINITY : freeAt[firstElement[q]! + need]! + roomLatency;
        if (at > latest) [latest, of, isFull] = [at, q, true];
      }
    }
    const time = times[first]!;
    if (time < Number.POSITIVE_INFINITY && of >= 0) {
      const wait = time - (isFirst[first] ? 0 : times[first - 1]!) - work[first]!;
      if (wait > 0) (isFull ? full : empty)[of]! += wait;
    }
    first = o;
  }
  return { full, empty };
}

/** A circle of processes that wait for each other; where there is none, one that waits for a process whose trace is over. */
function lockOf(run: FifoRun): Lock {
  const { layout } = run;
  const { processes, firstOperation } = layout.program;
  const isOver = (p: number): boolean => run.nextOf(p) === firstOperation[p + 1];
  let ended: Lock | undefined;
  for (const [start] of processes.entries()) {
    if (isOver(start)) continue;
    const path: number[] = [];
    const steps: LockStep[] = [];
    for (let p = start; ; ) {
      const again = path.indexOf(p);
      if (again >= 0) return { kind: 'cycle', steps: steps.slice(again) };
      if (isOver(p)) break;
      path.push(p);
      const { step, on } = stepOf(run, layout, p);
      steps.push(step);
      p = on;
    }
    ended ??= { kind: 'ended', steps };
  }
  return ended!;
}

function stepOf(
  run: FifoRun,
  layout: RunLayout,
  p: number,
): { readonly step: LockStep; readonly on: number } {
  const { program, needsToken } = layout;
  const { fifos, fifoOf, processes } = program;
  const o = run.nextOf(p);
  const { id, writer, reader } = fifos[fifoOf[o]!]!;
  const isToken = needsToken(o);
  const on = isToken ? writer : reader;
  const element = 1 + (isToken ? run.neededOf(fifoOf[o]!) : run.askedOf(fifoOf[o]!));
  return {
    step: {
      ...{ process: processes[p]!, fifo: id, waitsFor: isToken ? 'element' : 'place' },
      ...{ on: processes[on]!, element },
    },
    on,
  };
}
