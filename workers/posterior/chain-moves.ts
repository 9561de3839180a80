/** The moves of a sweep, over all that is hidden, and how often they were accepted. Distributions and routing stay. */
import type { RandomStream } from '../random/random-stream.ts';
import { type ChainState, ENTRY, SERVERS } from './chain-state.ts';
import { moveTime } from './move-time.ts';
import { redrawable, TaskRedraws } from './redraw-task.ts';
import { type Routing, reroute } from './reroute.ts';
import { isSwappable, swap } from './swap.ts';

/** Drawing whole tasks, most of the work, stops so often for the parameters. */
const WHOLE_PARTS = 3;

/**
 * Sweeps from one to the next with moves that do less for the same time than drawing whole tasks: queues and orders of single
 * visits, and single times where they take slices over several servers. Only where most hidden tasks are drawn as a whole.
 */
const SELDOM = 4;

export class ChainMoves {
  readonly proposed = { times: 0, reroutes: 0, swaps: 0, wholes: 0 };
  readonly accepted = { reroutes: 0, swaps: 0, wholes: 0 };
  /** In every how many sweeps times are moved one by one, and queues and orders. */
  private readonly timesEvery: number;
  private readonly visitsEvery: number;
  private readonly redraws: TaskRedraws;
  /** Entries of the tasks that can be drawn anew as a whole. */
  private readonly wholes: Int32Array;

  constructor(
    private readonly state: ChainState,
    private readonly routing: Routing,
    private readonly stream: RandomStream,
  ) {
    this.redraws = new TaskRedraws(state, routing, stream);
    this.wholes = redrawable(state, routing);
    const isMostlyWhole = 2 * this.wholes.length > countHidden(state);
    const isSlow = state.kind.subarray(1).every((kind) => kind === SERVERS);
    this.visitsEvery = isMostlyWhole ? SELDOM : 1;
    this.timesEvery = isMostlyWhole && isSlow ? SELDOM : 1;
  }

  /**
   * The moves of sweep `number`, counted from 0; `between` is called several times, the last time at the end: parameters that
   * are drawn often, which costs little, hold the times back less.
   */
  sweep(number: number, between: () => void): void {
    if (number % this.timesEvery === 0) {
      this.moveTimes();
      between();
    }
    if (number % this.visitsEvery === 0) {
      this.moveVisits();
      between();
    }
    this.moveWholes(between);
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
    const { state, stream, proposed } = this;
    for (let e = 0; e < state.d.length; e += 1) {
      if (state.hiddenTime[e] === 0) continue;
      moveTime(state, e, stream);
      proposed.times += 1;
    }
  }

  /** Each hidden queue, each order that can change. */
  private moveVisits(): void {
    const { state, stream, routing, proposed, accepted } = this;
    const { hiddenTime, hiddenQueue } = state;
    for (let e = 0; e < state.d.length; e += 1) {
      if (hiddenQueue[e] === 1) {
        proposed.reroutes += 1;
        if (reroute(state, e, routing, stream)) accepted.reroutes += 1;
      }
      if (hiddenTime[e] === 1 && isSwappable(state, e)) {
        proposed.swaps += 1;
        if (swap(state, e, stream)) accepted.swaps += 1;
      }
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
