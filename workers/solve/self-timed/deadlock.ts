/** Who waits for what, for good: a cycle of waits in a self-timed machine that stands still, or a part of it that does. */
import type { Wait } from '../../../core/measures/refusals.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { nodeOf, type SelfTimedMachine } from './machine.ts';
import type { Plan, Way } from './plan.ts';
import type { Sums } from './run-until-periodic.ts';

/** Index of a node, and what it waits for. */
export interface NodeWait {
  readonly node: number;
  readonly on: number;
  /** Whose FIFO it is; undefined of the one queue of a stage. */
  readonly link?: number | undefined;
  readonly words: Omit<Wait, 'node' | 'link'>;
}

/** Where a stage has one queue for all its links, the wait is at the link between the two, if there is one. */
export function waitOf({ nodes, links }: Scenario, { node, on, link, words }: NodeWait): Wait {
  const [waiter, other] = [nodes[node]!.id, nodes[on]?.id];
  const [from, to] = words.for === 'room' ? [waiter, other] : [other, waiter];
  const at = link === undefined ? links.find((each) => each.from === from && each.to === to) : links[link]!;
  return { ...words, node: waiter, ...(at && { link: { from: at.from, to: at.to } }) };
}

/**
 * The cycle of waits, or where it ends if it is none. `period` where the rest goes on: only those count whose targets
 * nobody enters in it, nor has had a promised place in. Undefined where nobody waits for good.
 */
export function findDeadlock(machine: SelfTimedMachine, period?: Sums): readonly NodeWait[] | undefined {
  const isStuck = (pool: number): boolean => {
    if (!period) return true;
    const { entered, returned } = period.pools[pool]!;
    return entered === 0 && returned === 0;
  };
  return cycleOf(waitsOf(machine, isStuck), period !== undefined);
}

/** By index of the node that waits. `goesOn`: only a cycle is for good. */
export function cycleOf(
  waits: ReadonlyMap<number, NodeWait>,
  goesOn: boolean,
): readonly NodeWait[] | undefined {
  for (const first of waits.keys()) {
    const path: NodeWait[] = [];
    for (let at: number | undefined = first; at !== undefined; ) {
      const again = path.findIndex(({ node }) => node === at);
      if (again >= 0) return fromFirst(path.slice(again));
      const wait: NodeWait | undefined = waits.get(at);
      if (!wait) break;
      path.push(wait);
      at = wait.on;
    }
    // Nobody gives the tokens that the last one waits for.
    if (path.length > 0 && !goesOn) return path;
  }
  return undefined;
}

/** A cycle begins at its first node of the drawing, however it was come to, so that all engines say the same. */
function fromFirst(cycle: readonly NodeWait[]): readonly NodeWait[] {
  const first = cycle.reduce((least, { node }, i) => (node < cycle[least]!.node ? i : least), 0);
  return [...cycle.slice(first), ...cycle.slice(0, first)];
}

/** What each node waits for first: room for what it holds, else tokens. */
function waitsOf(
  machine: SelfTimedMachine,
  isStuck: (pool: number) => boolean,
): ReadonlyMap<number, NodeWait> {
  const { plan } = machine;
  const names = plan.names;
  const found = new Map<number, NodeWait>();
  const feeders = feedersOf(plan);
  for (const [i, pool] of machine.pools.entries()) {
    if (!isStuck(i)) continue;
    for (const { item, left } of pool.line) {
      const sender = nodeOf(item.sender);
      if (found.has(sender)) continue;
      const { node, link, capacity } = pool.plan;
      const words: NodeWait['words'] = {
        ...{ name: names[sender]!, for: 'room', of: names[node]!, own: link !== undefined },
        ...{ there: pool.count, needed: left, capacity },
      };
      found.set(sender, { node: sender, on: node, link, words });
    }
  }
  const lack = (node: number, pool: number, needed: number): void => {
    if (found.has(node) || !isStuck(pool)) return;
    const from = feeders[pool]!.find((each) => each !== node) ?? feeders[pool]![0];
    const there = machine.pools[pool]!.waiting.length;
    const of = from === undefined ? '' : names[from]!;
    const { link } = machine.pools[pool]!.plan;
    const words = { name: names[node]!, for: 'tokens', of, own: false, there, needed, capacity: 0 } as const;
    found.set(node, { node, on: from ?? -1, link, words });
  };
  for (const { plan: station, busy, phase } of machine.stations) {
    if (busy >= station.servers) continue;
    if (station.kind === 'queue') {
      const { length } = machine.pools[station.pool]!.waiting;
      if (length < station.least) lack(station.node, station.pool, station.least);
      continue;
    }
    for (const { pool, take } of station.inputs) {
      const needed = take[phase % take.length]!;
      if (machine.pools[pool]!.waiting.length < needed) lack(station.node, pool, needed);
    }
  }
  for (const { node, inputs } of plan.joins)
    for (const input of inputs) if (machine.pools[input]!.waiting.length === 0) lack(node, input, 1);
  return found;
}

/** Nodes whose elements come to each pool, without the routers and forks between. */
function feedersOf(plan: Plan): readonly (readonly number[])[] {
  const feeders: number[][] = plan.pools.map(() => []);
  const follow = (node: number, way: Way): void => {
    switch (way.kind) {
      case 'link':
        follow(node, way.to);
        return;
      case 'turns':
      case 'copies':
        for (const each of way.ways) follow(node, each);
        return;
      case 'pool':
        feeders[way.pool]!.push(node);
        return;
      case 'join':
        feeders[plan.joins[way.join]!.inputs[way.input]!]!.push(node);
        return;
      case 'sink':
        return;
    }
  };
  for (const { node, way } of plan.sources) follow(node, way);
  for (const station of plan.stations)
    if (station.kind === 'dataflow') for (const { way } of station.outputs) follow(station.node, way);
    else follow(station.node, station.way);
  for (const { node, next } of plan.joins) follow(node, next);
  return feeders;
}
