/** What the self-timed machine runs: times in whole ticks, nodes by index. Made from a scenario by compile-plan.ts. */

/** Where elements wait and are counted: the room of a stage, or of a link that has its own FIFO. */
export interface PoolPlan {
  /** Index of the node that takes from it. */
  readonly node: number;
  /** Index of the link whose FIFO it is; undefined of the one queue of a stage. */
  readonly link?: number;
  /** Most elements, those in service included; Infinity without a bound. */
  readonly capacity: number;
  /** Senders ask for their places before a service begins. */
  readonly promises: boolean;
  /** What finds no room is lost. */
  readonly loses: boolean;
  /** Elements that are there at time 0. */
  readonly initial: number;
}

/** What becomes of an element that goes along a link. */
export type Way =
  | { readonly kind: 'link'; readonly link: number; readonly to: Way }
  /** Enters as so many elements on average, a ratio of whole numbers. */
  | { readonly kind: 'pool'; readonly pool: number; readonly factor: Ratio }
  | { readonly kind: 'sink' }
  | { readonly kind: 'turns'; readonly node: number; readonly ways: readonly Way[] }
  /** Tasks of a fork, or copies of a broadcast. */
  | { readonly kind: 'copies'; readonly areTasks: boolean; readonly ways: readonly Way[] }
  | { readonly kind: 'join'; readonly join: number; readonly input: number };

export interface Ratio {
  readonly over: number;
  readonly under: number;
}

/** A join passes an element on when each of its inputs has a task of it. */
export interface JoinPlan {
  readonly node: number;
  /** Pools of its links. */
  readonly inputs: readonly number[];
  readonly next: Way;
}

export interface SourcePlan {
  readonly node: number;
  readonly interval: number;
  readonly batch: number;
  readonly way: Way;
}

interface AnyStation {
  readonly node: number;
  /** Infinity of a delay. */
  readonly servers: number;
  /** From the start of a service until its elements leave, where that is longer than the service; 0 where a server has one at a time. */
  readonly latency: number;
  /** Events of equal times go by this, the smallest first. */
  readonly priority: number;
}

/** Takes elements from one queue, in order, and sends each on. */
export interface QueueStation extends AnyStation {
  readonly kind: 'queue';
  readonly pool: number;
  readonly least: number;
  readonly most: number;
  /** Ticks of a service of any batch, and of each element of it. */
  readonly service: number;
  readonly perElement: number;
  readonly way: Way;
  /** False: everything is filtered out. */
  readonly passes: boolean;
}

/** Takes tokens from every input and gives tokens to every output, by phases that come round. */
export interface DataflowStation extends AnyStation {
  readonly kind: 'dataflow';
  readonly inputs: readonly { readonly pool: number; readonly take: readonly number[] }[];
  readonly outputs: readonly { readonly way: Way; readonly give: readonly number[] }[];
  /** Ticks of a firing, by phase. */
  readonly services: readonly number[];
  /** Least common multiple of the lengths of all sequences. */
  readonly phases: number;
}

export type StationPlan = QueueStation | DataflowStation;

export interface Plan {
  /** Seconds of a tick. */
  readonly tick: number;
  /** Names by index of the node. */
  readonly names: readonly string[];
  readonly linkCount: number;
  readonly pools: readonly PoolPlan[];
  readonly sources: readonly SourcePlan[];
  readonly stations: readonly StationPlan[];
  readonly joins: readonly JoinPlan[];
}
