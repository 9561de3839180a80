/** The distribution of one stage in a line with blocking, from the flow that it has to carry. */
import { findRoot } from '../../numeric/find-root.ts';
import { type BlockingDistribution, type BlockingQueue, solveBlockingQueue } from './blocking-queue.ts';

export interface LineStage {
  /** Mean service of one element, s. */
  readonly time: number;
  readonly servers: number;
  /** Infinity for an unbounded stage. */
  readonly capacity: number;
  /** Servers before it that it may block. */
  readonly senders: number;
  /** Loses what finds it full, instead of holding its senders. */
  readonly drops: boolean;
  /** Share of what is served that goes on, by index of the later stage; the rest leaves. */
  readonly to: readonly { readonly stage: number; readonly share: number }[];
}

/** M/M/c/K: nobody waits upstream, and what comes to a full stage is gone. */
export const lossDistribution = (queue: {
  readonly a: number;
  readonly c: number;
  readonly K: number;
}): BlockingDistribution => solveBlockingQueue({ ...queue, m: 0 });

export interface Load {
  readonly holding: number;
  readonly accepted: number;
  readonly offered: number;
  readonly senders: number;
}

/** A K that stands for no bound: next to nothing is beyond, unless the stage saturates. */
const UNBOUNDED = 1e15;

/** A load that stands for none. */
const NO_LOAD = 1e-300;

/** Undefined where the flow is more than the stage can carry. */
export function distributionOf(
  stage: LineStage,
  { holding, accepted, offered, senders }: Load,
): BlockingDistribution | undefined {
  const { servers: c, capacity, drops } = stage;
  const work = accepted * holding;
  if (accepted === 0) return solveBlockingQueue({ a: NO_LOAD, c, K: Math.min(capacity, UNBOUNDED), m: 0 });
  if (!Number.isFinite(holding)) return undefined;
  if (drops) return lossDistribution({ a: offered * holding, c, K: capacity });
  if (!(work < c * (1 - 1e-12))) return undefined;
  if (capacity === Number.POSITIVE_INFINITY) return solveBlockingQueue({ a: work, c, K: UNBOUNDED, m: 0 });
  return distributionAtWork({ work, c, K: capacity, m: senders });
}

interface WorkedQueue extends Omit<BlockingQueue, 'a'> {
  /** Mean busy or held servers, below c. */
  readonly work: number;
}

/** The load that keeps `work` servers busy: more than work itself, by what is turned away. */
function distributionAtWork(queue: WorkedQueue): BlockingDistribution {
  const low = Math.log(queue.work);
  // On logarithmic scales nearly a straight line of slope 1: the secant needs a few steps where little is turned away.
  let [x, distribution] = [low, distributionAt(queue, low)];
  let [before, missingBefore] = [Number.NaN, Number.NaN];
  for (let step = 0; step < SECANT_STEPS; step++) {
    const missing = Math.log(distribution.busy) - low;
    if (Math.abs(missing) < 1e-14) return distribution;
    const slope = step === 0 ? 1 : (missing - missingBefore) / (x - before);
    if (!(slope > 0.1)) break;
    [before, missingBefore] = [x, missing];
    x -= missing / slope;
    distribution = distributionAt(queue, x);
  }
  return searched(queue, low);
}

const distributionAt = ({ c, K, m }: WorkedQueue, logA: number): BlockingDistribution =>
  solveBlockingQueue({ a: Math.exp(logA), c, K, m });

function searched(queue: WorkedQueue, low: number): BlockingDistribution {
  const excess = (logA: number) => distributionAt(queue, logA).busy - queue.work;
  let width = 1;
  while (excess(low + width) < 0 && width < 700) width *= 2;
  return distributionAt(queue, excess(low) >= 0 ? low : findRoot(excess, low, low + width));
}

const SECANT_STEPS = 8;
