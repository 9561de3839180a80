/**
 * Which joins put together what which forks split, and what comes of it: how many elements leave a join for each task
 * that reaches it, and how long the slowest task of an element takes.
 *
 * A task is lost on the way with the probability of its filters; the join sends an element on when any of its tasks is
 * left. Tasks are taken as independent. A fork and a join inside a branch count as one step of it.
 */
import type { Graph } from '../../../core/scenario/graph.ts';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { ClassFacts } from './class-facts.ts';
import { type Gain, solveTraffic } from './traffic-equations.ts';

/** Indices of nodes. */
export interface ForkJoin {
  readonly fork: number;
  readonly join: number;
}

/** What leaves each pair for an element at its fork, by index; those inside others come first, and are asked for by these. */
export type Leaving = number[];

/** Inner ones first. Where a fork leads to several joins, one record for each. */
export function forkJoins(graph: Graph, indexOf: ReadonlyMap<NodeId, number>): readonly ForkJoin[] {
  const forks = [...graph.nodes.values()].filter(({ kind }) => kind === 'fork');
  const found = forks.map(({ id }) => ({ id, ...joinsOf(graph, id) }));
  found.sort((a, b) => a.depth - b.depth);
  return found.flatMap(({ id, joins }) =>
    joins.map((join) => ({ fork: indexOf.get(id)!, join: indexOf.get(join)! })),
  );
}

/** Joins reached with every fork after `fork` already joined again; `depth`: how many forks deep the ways there go, `ways`: what is on them, from the fork on. */
export function joinsOf(
  graph: Graph,
  fork: NodeId,
): {
  readonly joins: readonly NodeId[];
  readonly depth: number;
  readonly ways: readonly { readonly id: NodeId }[];
} {
  const joins = new Set<NodeId>();
  const seen = new Set<string>();
  const waiting: { readonly id: NodeId; readonly depth: number }[] = [{ id: fork, depth: 0 }];
  let deepest = 0;
  for (const { id, depth } of waiting) {
    for (const { to } of graph.outgoing.get(id)!) {
      const kind = graph.nodes.get(to)!.kind;
      const next = kind === 'fork' ? depth + 1 : kind === 'join' ? depth - 1 : depth;
      if (next < 0) joins.add(to);
      const key = `${next} ${to}`;
      if (next < 0 || next > graph.nodes.size || seen.has(key)) continue;
      seen.add(key);
      deepest = Math.max(deepest, next);
      waiting.push({ id: to, depth: next });
    }
  }
  return { joins: [...joins], depth: deepest, ways: waiting };
}

/** The facts with the `pass` of joins filled in. */
export function withJoins(facts: ClassFacts, joins: readonly ForkJoin[]): ClassFacts {
  if (joins.length === 0) return facts;
  const filled = [...facts];
  const totals = new Map<number, { elements: number; tasks: number }>();
  const leaving: Leaving = [];
  joins.forEach(({ join }, at) => {
    const branches = branchesOf(filled, joins, at, leaving);
    const { elements, tasks } = totals.get(join) ?? { elements: 0, tasks: 0 };
    const now = {
      elements: elements + leaving[at]!,
      tasks: branches.reduce((sum, branch) => sum + branch.tasks, tasks),
    };
    totals.set(join, now);
    filled[join] = { ...filled[join]!, pass: now.tasks === 0 ? 0 : now.elements / now.tasks };
  });
  return filled;
}

/** Elements that leave the join for each one at the fork. */
const leavingShare = (branches: readonly Pick<Branch, 'reach'>[]): number =>
  1 - branches.reduce((missing, { reach }) => missing * (1 - Math.min(1, reach)), 1);

interface Branch {
  /** Probability that the task reaches the join. */
  readonly reach: number;
  /** Tasks that reach it, with conversions counted. */
  readonly tasks: number;
  /** Mean time from the fork to the join of a task that reaches it, s; 0 without `stay`. */
  readonly time: number;
}

/**
 * The branches of the pair at `at`, after those of all pairs before it: `leaving` holds what leaves these, and then this. `stay`: mean time that an element spends at each node; at the join of an inner pair,
 * from its fork to its leaving.
 */
export function branchesOf(
  facts: ClassFacts,
  joins: readonly ForkJoin[],
  at: number,
  leaving: Leaving,
  stay?: ArrayLike<number>,
): readonly Branch[] {
  const { fork, join } = joins[at]!;
  const inner = new Map(joins.slice(0, at).map((pair, k) => [pair.fork, { at: k, join: pair.join }]));
  const steps = (factor: (to: number) => number) =>
    facts.map(({ links, pass }, i) => {
      if (i === join) return [];
      const within = inner.get(i);
      if (within) return [{ to: within.join, gain: leaving[within.at]! }];
      const isJoin = joins.some((pair, k) => k < at && pair.join === i);
      return links.map(({ to, share }) => ({ to, gain: (isJoin ? 1 : pass) * share * factor(to) }));
    });
  const counted = (to: number) => facts[to]!.conversion;
  const alive = (to: number) => Math.min(1, facts[to]!.conversion);
  const [tasksLinks, links] = [steps(counted), steps(alive)];
  const branches = facts[fork]!.links.map(({ to }) => {
    const tasks = solveTraffic({ links: tasksLinks, external: startAt(facts, to, counted(to)) })?.[join] ?? 0;
    const reached = solveTraffic({ links, external: startAt(facts, to, alive(to)) });
    const reach = reached?.[join] ?? 0;
    if (!stay || !reached || reach === 0) return { reach, tasks, time: 0 };
    return { reach, tasks, time: timeSpent({ links, reached, stay, join }) / reach };
  });
  leaving[at] = leavingShare(branches);
  return branches;
}

function startAt({ length }: ClassFacts, to: number, amount: number): Float64Array {
  const external = new Float64Array(length);
  external[to] = amount;
  return external;
}

interface Way {
  readonly links: readonly (readonly Gain[])[];
  readonly reached: Float64Array;
  readonly stay: ArrayLike<number>;
  readonly join: number;
}

/** Probability of reaching the join times the mean time until then. */
function timeSpent({ links, reached, stay, join }: Way): number {
  const spent = new Float64Array(reached.length);
  links.forEach((steps, i) => {
    for (const { to, gain } of steps) spent[to]! += reached[i]! * gain * stay[i]!;
  });
  return solveTraffic({ links, external: spent })?.[join] ?? 0;
}
