/** Tasks whose entries, ways and services are all given, served by queues of any number of servers: how long each of them takes. */
import FlatQueue from 'flatqueue';
import type { RandomStream } from '../random/random-stream.ts';

/** Steps of a task follow each other: those of task t are `first[t]` to `first[t + 1] - 1`. Times in s. */
export interface GivenTasks {
  /** In order. */
  readonly entry: Float64Array;
  readonly first: Int32Array;
  /** Queue and service of each step. */
  readonly queue: Int32Array;
  readonly service: Float64Array;
}

export interface ServingQueues {
  /** By number of the queue. */
  readonly servers: ArrayLike<number>;
  /** 1 where who is next is chosen at random, else first come, first served. */
  readonly random: ArrayLike<number>;
}

/** Response of each task, s. The queues are empty at the first entry. */
export function responsesOf(
  tasks: GivenTasks,
  queues: ServingQueues,
  stream: Pick<RandomStream, 'integerBelow'>,
): Float64Array {
  return new Service(tasks, queues, stream).responses();
}

class Service {
  private readonly taskOf: Int32Array;
  private readonly response: Float64Array;
  private readonly free: Int32Array;
  /** Waiting steps of each queue, the first at `from`. */
  private readonly waiting: readonly { readonly steps: number[]; from: number }[];
  /** Steps that are served now, by their departure. */
  private readonly serving = new FlatQueue<number>();

  constructor(
    private readonly tasks: GivenTasks,
    private readonly queues: ServingQueues,
    private readonly stream: Pick<RandomStream, 'integerBelow'>,
  ) {
    const { first, entry, queue } = tasks;
    this.taskOf = new Int32Array(queue.length);
    for (let t = 0; t < entry.length; t += 1) this.taskOf.fill(t, first[t]!, first[t + 1]!);
    this.response = new Float64Array(entry.length);
    this.free = Int32Array.from(queues.servers);
    this.waiting = Array.from(queues.servers, () => ({ steps: [], from: 0 }));
  }

  responses(): Float64Array {
    const { tasks, serving } = this;
    const { entry, first } = tasks;
    let next = 0;
    while (next < entry.length || serving.length > 0) {
      if (serving.length > 0 && !(next < entry.length && entry[next]! < serving.peekValue()!)) this.leave();
      else {
        if (first[next]! < first[next + 1]!) this.arrive(first[next]!, entry[next]!);
        next += 1;
      }
    }
    return this.response;
  }

  private arrive(step: number, now: number): void {
    const q = this.tasks.queue[step]!;
    if (this.free[q]! === 0) {
      this.waiting[q]!.steps.push(step);
      return;
    }
    this.free[q]! -= 1;
    this.serving.push(step, now + this.tasks.service[step]!);
  }

  /** The step that is done first ends, and whoever waits for its server begins. */
  private leave(): void {
    const now = this.serving.peekValue()!;
    const step = this.serving.pop()!;
    const q = this.tasks.queue[step]!;
    const task = this.taskOf[step]!;
    const follower = this.takeNext(q);
    if (follower < 0) this.free[q]! += 1;
    else this.serving.push(follower, now + this.tasks.service[follower]!);
    if (step + 1 < this.tasks.first[task + 1]!) this.arrive(step + 1, now);
    else this.response[task] = now - this.tasks.entry[task]!;
  }

  private takeNext(q: number): number {
    const line = this.waiting[q]!;
    const { steps } = line;
    const count = steps.length - line.from;
    if (count === 0) return -1;
    if (this.queues.random[q] === 1) {
      const chosen = line.from + this.stream.integerBelow(count);
      const step = steps[chosen]!;
      steps[chosen] = steps.at(-1)!;
      steps.pop();
      return step;
    }
    const step = steps[line.from]!;
    line.from += 1;
    // What is gone is let go, now and then.
    if (line.from > 1024 && 2 * line.from > steps.length) {
      steps.splice(0, line.from);
      line.from = 0;
    }
    return step;
  }
}
