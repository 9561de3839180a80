/** The moves of a sweep, over all that is hidden, and how often they were accepted. Laws and routing stay. */
import type { RandomStream } from '../random/random-stream.ts';
import { type ChainState, ENTRY, SERVERS } from './chain-state.ts';
import { moveTime } from './move-time.ts';
import { redrawable, TaskRedraws } from './redraw-task.ts';
import { type Routing, reroute } from './reroute.ts';
import { isSwappable, swap } from './swap.ts';

/** Drawing whole tasks, most of the work, stops so often for the parameters. */
const WHOLE_PARTS = 3;

/**
 * `between` is called several times, the last time at the end: parameters that are drawn often, which costs little, hold the
 * times back less.
 */
export class ChainMoves {
  readonly proposed = { times: 0, reroutes: 0, swaps: 0, wholes: 0 };
  readonly accepted = { reroutes: 0, swaps: 0, wholes: 0 };
  /**
   * How often single times and queues are moved: in every second sweep where that takes slices over several servers and most
   * hidden tasks are drawn as a whole, which does more for the same time.
   */
  readonly singlesEvery: 1 | 2;
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
    const isSlow = state.kind.subarray(1).every((kind) => kind === SERVERS);
    this.singlesEvery = isSlow && 2 * this.wholes.length > countHidden(state) ? 2 : 1;
  }

  /** Each hidden time, each hidden queue, each order that can change. */
  moveSingles(between?: () => void): void {
    this.moveTimes();
    between?.();
    this.moveVisits();
    between?.();
  }

  /** Each hidden task as a whole. */
  moveWholes(between?: () => void): void {
    const { wholes, redraws, proposed, accepted } = this;
    proposed.wholes += wholes.length;
    for (let part = 1, i = 0; part <= WHOLE_PARTS; part += 1) {
      const end = Math.floor((part * wholes.length) / WHOLE_PARTS);
      for (; i < end; i += 1) if (redraws.redraw(wholes[i]!)) accepted.wholes += 1;
      between?.();
    }
  }

  private moveTimes(): void {
    const { state, stream, proposed } = this;
    for (let e = 0; e < state.d.length; e += 1) {
      if (state.hiddenTime[e] === 0) continue;
      moveTime(state, e, stream);
      proposed.times += 1;
    }
  }

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
