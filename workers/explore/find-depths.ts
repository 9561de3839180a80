/**
 * Depths of all queues of a drawing together, cost against throughput. Where all times are constant by the front of
 * the self-timed solver; else, where its FIFOs are queues one behind the other, by decomposition and simulation, as a drawing
 * without FIFOs asks for the capacities of its stages (find-capacities.ts); else by simulation: a search from deep FIFOs down, all
 * by turns, and then of exchanges of one for others, with common random numbers, which finds good depths and proves nothing;
 * its points are simulated again with fresh numbers for their errors.
 */
import type { Estimate } from '../../core/measures/measures.ts';
import { type NoAnswer, noAnswer, refusalText } from '../../core/measures/refusals.ts';
import { isDataflow } from '../../core/rules/firing.ts';
import { dataflowAt, depthOfOneFiring } from '../../core/scenario/dataflow-faults.ts';
import { initialTokensOf, producedOf } from '../../core/scenario/defaults.ts';
import {
  bitsOfToken,
  type SizedQueue,
  sizedLinks,
  sizedQueues,
  withDepths,
  withoutDepths,
} from '../../core/scenario/fifo-depths.ts';
import { MEMORY_TABLES, memoryOf } from '../../core/scenario/fifo-memory.ts';
import { graphOf } from '../../core/scenario/graph.ts';
import { queuesOfLine } from '../../core/scenario/queues-of-line.ts';
import type { Link, Scenario } from '../../core/scenario/scenario.ts';
import { estimate } from '../numeric/estimates.ts';
import type { SimulationPlan } from '../simulate/contract.ts';
import { planRun } from '../simulate/plan-run.ts';
import { replicateNow } from '../simulate/replicate.ts';
import {
  type FifoCost,
  type FrontPoint,
  sizeDepths,
  smallerNeighbours,
} from '../solve/self-timed/size-depths.ts';
import { solveSelfTimed } from '../solve/self-timed/solve-self-timed.ts';
import type { DepthsFound, DepthsQuestion, FoundDepths, StudyFaults } from './contract.ts';
import { costOf, findCapacities, SHARES } from './find-capacities.ts';
import { leastHolding } from './seek-increasing.ts';

type Tell = (found: DepthsFound) => void;

/** ms between two reports. */
const TELL_EVERY = 200;

export function findDepths(question: DepthsQuestion, tell?: Tell): DepthsFound | StudyFaults {
  const found = depthsOf(question, tell);
  return found.kind === 'noAnswer' ? { kind: 'faults', faults: [refusalText(found)] } : found;
}

/** Finds depths, or refuses with a code. `tell` hears of the front so far. */
export function depthsOf(question: DepthsQuestion, tell?: Tell): DepthsFound | NoAnswer {
  const { scenario } = question;
  const links = sizedLinks(scenario);
  const queues = sizedQueues(scenario);
  const costs = queues.map((queue) => costOfQueue(question, queue));
  const told = tell && seldom(tell);
  if (links.length === 0 && queues.length > 0) return findCapacities(question, costs, told);
  const exact = exactDepths(question, costs, told);
  if (exact.kind !== 'noAnswer' || exact.reason !== 'unsupported' || links.length === 0) return exact;
  // A simulation would move the same millions of elements, one by one.
  if (exact.code === 'queueTooFull') return exact;
  return decomposedDepths(question, costs, told) ?? new SimulatedDepths(question, links, costs, told).find();
}

/** By the decomposition, of which the simulation says what it keeps; undefined where it does not apply to these FIFOs. */
function decomposedDepths(
  question: DepthsQuestion,
  costs: readonly FifoCost[],
  tell: Tell | undefined,
): DepthsFound | undefined {
  const line = queuesOfLine(question.scenario);
  if (!line) return undefined;
  const queues = sizedQueues(question.scenario);
  const found = findCapacities(
    { ...question, scenario: line },
    costs,
    tell && ((so) => tell({ ...so, queues })),
  );
  return found.kind === 'noAnswer' ? undefined : { ...found, queues };
}

/** What a queue costs at a depth: slots, bits, or the blocks of memory that it takes. */
export function costOfQueue(
  { scenario, unit, memory = MEMORY_TABLES.amd }: DepthsQuestion,
  queue: SizedQueue,
): FifoCost {
  const bits = bitsOfToken(scenario, queue) ?? 1;
  switch (unit) {
    case 'slots':
      return (depth) => depth;
    case 'bits':
      return (depth) => depth * bits;
    case 'memory':
      return (depth) => memoryOf(memory, bits, depth).cost;
  }
}

function seldom(tell: Tell): Tell {
  let last = performance.now();
  return (found) => {
    if (performance.now() - last < TELL_EVERY) return;
    last = performance.now();
    tell(found);
  };
}

/** s: of points that are left the proof is not given. */
const MOST_PROVING = 5;

function exactDepths(
  { scenario, wanted, provesLast }: DepthsQuestion,
  costs: readonly FifoCost[],
  tell: Tell | undefined,
): DepthsFound | NoAnswer {
  const queues = sizedQueues(scenario);
  const foundBy = (isExact: boolean) =>
    ({ kind: 'depths', by: isExact ? 'exact' : 'execution', queues }) as const;
  let locked: NoAnswer | undefined;
  let isLookedAt = false;
  const answer = sizeDepths(scenario, {
    costs,
    ...(wanted !== undefined && { wanted }),
    tell: ({ front, evaluated, cost, fastest, isExact }) => {
      // Where it locks at any depths, some FIFO may be deepened for ever.
      if (front.length === 0 && evaluated > MANY_LOCKED && !isLookedAt) {
        isLookedAt = true;
        const unbounded = withoutAnyDepths(scenario);
        if (unbounded?.reason === 'deadlock') locked = unbounded;
        if (locked) return false;
      }
      const known = {
        front: front.map((point) => pointOf(point, isExact)),
        evaluated,
        ...knownFastest(fastest),
      };
      tell?.({
        ...foundBy(isExact),
        ...known,
        ...(isExact && cost > 0 && { below: cost }),
        measured: [],
        complete: false,
      });
      return true;
    },
  });
  if (locked) return locked;
  if (answer.kind === 'noAnswer') return answer;
  if (answer.complete && answer.front.length === 0) {
    const unbounded = withoutAnyDepths(scenario);
    if (unbounded) return unbounded;
  }
  const until = performance.now() + 1000 * MOST_PROVING;
  const front = answer.front.toReversed().map((found, i): FoundDepths => {
    const point = pointOf(found, answer.isExact);
    if (provesLast ? i > 0 : performance.now() > until) return point;
    const smaller = smallerNeighbours(scenario, answer, found, costs);
    return { ...point, smaller };
  });
  const { measured, complete, evaluated, fastest } = answer;
  return {
    ...foundBy(answer.isExact),
    ...{ front: front.toReversed(), measured: [measured], complete, evaluated },
    ...knownFastest(fastest),
  };
}

/** Settings without a point, after which it is asked whether any depths can have one. */
const MANY_LOCKED = 100;

/** Why the drawing does not run with room for everything, where it does not. */
function withoutAnyDepths(scenario: Scenario): NoAnswer | undefined {
  const unbounded = solveSelfTimed(withoutDepths(scenario, sizedLinks(scenario)));
  if (unbounded.kind !== 'noAnswer') return undefined;
  // A link from a stage to itself keeps its depth, and may be what locks.
  const { code, facts } = unbounded;
  return code === 'waitsForGood' && facts.waits.every((wait) => wait.for === 'tokens')
    ? noAnswer('locksAtAnyDepths', facts)
    : unbounded;
}

const pointOf = ({ depths, cost, throughput, isLeast }: FrontPoint, isExact: boolean): FoundDepths => ({
  ...{ depths, cost, throughput },
  ...(!isExact && isLeast && { isLeast: true }),
});

const knownFastest = (fastest: number): Pick<DepthsFound, 'fastest'> =>
  Number.isFinite(fastest) ? { fastest } : {};

/** Deepest FIFO that is looked at. */
const MOST_DEPTH = 4096;
const REPLICATIONS = 6;
/** Events of one replication in the search. */
const EVENTS = 20_000;
/** The share of a depth that a pass leaves at least. */
const KEPT_IN_A_PASS = 0.75;
/** Settings for one share that are looked at to deepen one FIFO for others that are less. */
const MOST_EXCHANGED = 200;
/** Replications for the error; their random numbers took no part in the choice. */
const FRESH_REPLICATIONS = 12;

class SimulatedDepths {
  readonly #question: DepthsQuestion;
  readonly #links: readonly Link[];
  readonly #costs: readonly FifoCost[];
  readonly #tell: Tell | undefined;
  readonly #measured: string;
  readonly #known = new Map<string, number>();
  #plan: SimulationPlan = { seed: 1, replications: REPLICATIONS, horizon: 1, warmup: 0 };
  #front: FoundDepths[] = [];

  constructor(
    question: DepthsQuestion,
    links: readonly Link[],
    costs: readonly FifoCost[],
    tell: Tell | undefined,
  ) {
    this.#question = question;
    this.#links = links;
    this.#costs = costs;
    this.#tell = tell;
    this.#measured = question.scenario.nodes.find((node) => node.kind === 'stage' && isDataflow(node))!.id;
  }

  find(): DepthsFound | NoAnswer {
    const { scenario, wanted } = this.#question;
    const unbounded = withoutDepths(scenario, this.#links);
    const planned = planRun(unbounded, { replications: REPLICATIONS });
    if ('kind' in planned) return planned;
    const first = replicateNow(unbounded, planned, 0);
    if (first.kind === 'noAnswer') return first;
    const share = Math.min(1, EVENTS / first.events);
    this.#plan = { ...planned, horizon: planned.horizon * share, warmup: planned.warmup * share };
    const graph = graphOf(scenario);
    // What one firing needs, and what is there from the start.
    const least = this.#links.map((link) => Math.max(depthOfOneFiring(link, graph), initialTokensOf(link)));
    const fifos = scenario.links.filter((link) => dataflowAt(graph, link.to));
    const deep = this.#links.map((link, i) => {
      const most = first.fifos![fifos.indexOf(link)]!.occupancy.length;
      return Math.min(MOST_DEPTH, Math.max(least[i]!, most + Math.max(...producedOf(link))));
    });
    const best = this.#throughput(deep);
    if (best === 0) return noAnswer('nothingMoves', {});
    const targets = [
      ...(wanted !== undefined && wanted <= best ? [wanted] : []),
      ...SHARES.map((each) => each * best).filter((rate) => wanted === undefined || rate <= wanted),
    ];
    let depths: readonly number[] = deep;
    for (const target of targets) {
      depths = this.#shrink(depths, least, target);
      this.#add(depths);
    }
    return this.#found(wanted === undefined || wanted <= best);
  }

  /** All by one factor first, then each as far as the others allow, until none can be less, and none deeper makes all cheaper. */
  #shrink(from: readonly number[], least: readonly number[], target: number): readonly number[] {
    const reaches = (depths: readonly number[]): boolean => this.#throughput(depths) >= target;
    const scaled = (percent: number) =>
      from.map((depth, i) => Math.max(least[i]!, Math.ceil((depth * percent) / 100)));
    const even = scaled(leastHolding({ from: 1, to: 100 }, (percent) => reaches(scaled(percent))));
    let depths = this.#lowered(even, least, reaches);
    const last = this.#known.size + MOST_EXCHANGED;
    for (let i = 0; i < depths.length && this.#known.size < last; i++) {
      const deeper = depths.with(i, depths[i]! + Math.max(1, Math.round(depths[i]! / 4)));
      const cheaper = this.#lowered(deeper, least, reaches, i);
      if (costOf(cheaper, this.#costs) < costOf(depths, this.#costs)) [depths, i] = [cheaper, -1];
    }
    return depths;
  }

  /** Each but `kept` as far as the others allow; by a part of itself in a pass, so that the first does not fall at the expense of the others. */
  #lowered(
    from: readonly number[],
    least: readonly number[],
    reaches: (depths: readonly number[]) => boolean,
    kept?: number,
  ): readonly number[] {
    const order = from
      .map((_, i) => i)
      .filter((i) => i !== kept)
      .sort((a, b) => this.#costs[b]!(from[b]!) - this.#costs[a]!(from[a]!));
    let depths = from;
    for (let before: readonly number[] = []; before !== depths; ) {
      before = depths;
      for (const i of order) {
        const now = depths;
        const floor = Math.max(least[i]!, Math.min(now[i]! - 1, Math.ceil(now[i]! * KEPT_IN_A_PASS)));
        if (floor >= now[i]!) continue;
        const less = leastHolding({ from: floor, to: now[i]! }, (depth) => reaches(now.with(i, depth)));
        if (less < now[i]!) depths = now.with(i, less);
      }
    }
    return depths;
  }

  /** Mean of the replications, which have the same numbers for all depths; 0 of a deadlock. */
  #throughput(depths: readonly number[]): number {
    const key = depths.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const mean = this.#simulate(depths, 0, REPLICATIONS)?.mean ?? 0;
    this.#known.set(key, mean);
    this.#tell?.(this.#found(false));
    return mean;
  }

  #simulate(depths: readonly number[], first: number, count: number): Estimate | undefined {
    const scenario = withDepths(this.#question.scenario, this.#links, depths);
    const rates: number[] = [];
    for (let i = first; i < first + count; i++) {
      const run = replicateNow(scenario, this.#plan, i);
      if (run.kind === 'noAnswer') return undefined;
      rates.push(run.stages[this.#measured]!.served / run.duration);
    }
    return estimate(rates);
  }

  /** Cheapest first, each faster than the one before. */
  #add(depths: readonly number[]): void {
    const { mean: throughput, halfWidth } = this.#simulate(depths, REPLICATIONS, FRESH_REPLICATIONS) ?? {
      mean: 0,
      halfWidth: 0,
    };
    const cost = costOf(depths, this.#costs);
    this.#front = this.#front.filter((point) => point.cost > cost);
    this.#front.unshift({ depths, cost, throughput, halfWidth });
  }

  #found(complete: boolean): DepthsFound {
    return {
      ...{ kind: 'depths', by: 'simulation', measured: [this.#measured], complete },
      queues: sizedQueues(this.#question.scenario),
      front: this.#front,
      evaluated: this.#known.size,
    };
  }
}
