/**
 * The cycle of an event graph that takes longest for each iteration that it goes back: the maximum cycle ratio, by Howard's policy
 * iteration (Cochet-Terrasson, Cohen, Gaubert, McGettrick & Quadrat 1998, "Numerical computation of spectral elements in max-plus
 * algebra"), in whole numbers. The cycle proves that no schedule is faster; the values of its last policy, that one is as fast.
 */
import { gcdOf } from '../../../core/numeric/gcd.ts';

/** Start of node v in an iteration >= start of `target` of an arc of v, `lag` iterations before, and the `weight` of the arc. */
export interface Arcs {
  /** Arcs of node v are those from first[v] on, before first[v + 1]. */
  readonly first: Int32Array;
  /** -1 of an arc that does not hold. */
  readonly target: Int32Array;
  /** Iterations that each arc goes back, >= 0. */
  readonly lag: Int32Array;
  /** Ticks by arc, >= 0, whole. */
  readonly weight: Float64Array;
  /** A cycle may have no ticks at all. */
  readonly isTimeless: boolean;
}

export type CycleRatio =
  /** Ticks over iterations, and the arcs of the cycle. */
  | {
      readonly kind: 'ratio';
      readonly ticks: number;
      readonly iterations: number;
      readonly arcs: readonly number[];
    }
  /** A cycle that waits for itself within one iteration. */
  | { readonly kind: 'deadlock'; readonly arcs: readonly number[] }
  /** Numbers too large to be whole in doubles, or a graph that is not strongly connected. */
  | { readonly kind: 'tooLarge' };

/**
 * The maximum cycle ratio of a strongly connected graph in which every node has an arc. `policy` is an arc of each node
 * to begin with, where each cycle goes back at least an iteration or is a deadlock; it is left as the best policy, a
 * good start for the next call when a few lags have changed.
 */
export function maximumCycleRatio(arcs: Arcs, policy: Int32Array): CycleRatio {
  const { first, target, lag, weight } = arcs;
  const nodes = policy.length;
  const locked = arcs.isTimeless ? cycleWithoutLag(arcs) : undefined;
  if (locked) return { kind: 'deadlock', arcs: locked };
  const values = new Values(arcs, policy);
  const { value } = values;
  for (;;) {
    const best = bestCycle(arcs, policy);
    if (best.iterations === 0) return { kind: 'deadlock', arcs: arcsOf(arcs, policy, best.root) };
    const common = Number(gcdOf(BigInt(best.ticks), BigInt(best.iterations))) || 1;
    const [ticks, iterations] = [best.ticks / common, best.iterations / common];
    const largest = values.settle({ ...best, ticks, iterations });
    if (!Number.isSafeInteger(largest)) return { kind: 'tooLarge' };
    let isBetter = false;
    for (let v = 0; v < nodes; v++) {
      let most = value[v]!;
      for (let arc = first[v]!; arc < first[v + 1]!; arc++) {
        const u = target[arc]!;
        if (u < 0) continue;
        const here = value[u]! + weight[arc]! * iterations - ticks * lag[arc]!;
        if (here <= most) continue;
        most = here;
        policy[v] = arc;
        isBetter = true;
      }
    }
    if (!isBetter) return { kind: 'ratio', ticks, iterations, arcs: arcsOf(arcs, policy, best.root) };
  }
}

interface Cycle {
  readonly root: number;
  readonly ticks: number;
  readonly iterations: number;
}

/** The cycle of a policy with the largest ratio. */
function bestCycle({ target, lag, weight }: Arcs, policy: Int32Array): Cycle {
  const seen = new Int32Array(policy.length);
  let best: Cycle | undefined;
  for (let start = 0; start < policy.length; start++) {
    if (seen[start] !== 0) continue;
    let at = start;
    for (; seen[at] === 0; at = target[policy[at]!]!) seen[at] = start + 1;
    if (seen[at] !== start + 1) continue;
    let [ticks, iterations, v] = [0, 0, at];
    do {
      const arc = policy[v]!;
      v = target[arc]!;
      ticks += weight[arc]!;
      iterations += lag[arc]!;
    } while (v !== at);
    if (!best || ticks * best.iterations > best.ticks * iterations || iterations === 0)
      best = { root: at, ticks, iterations };
    if (iterations === 0) break;
  }
  return best!;
}

const NEW = 0;
const LEADS = 1;
const LEADS_ELSEWHERE = 2;

/** Longest ways back to the root of a cycle under a policy, each tick and iteration over the ratio of the cycle. */
class Values {
  readonly value: Float64Array;
  readonly #arcs: Arcs;
  readonly #policy: Int32Array;
  readonly #side: Uint8Array;
  readonly #path: Int32Array;

  constructor(arcs: Arcs, policy: Int32Array) {
    this.#arcs = arcs;
    this.#policy = policy;
    this.value = new Float64Array(policy.length);
    this.#side = new Uint8Array(policy.length);
    this.#path = new Int32Array(policy.length);
  }

  /** Changes the policy of nodes that lead to other cycles, so that all lead to the root; returns what no value exceeds in size. */
  settle(cycle: Cycle): number {
    const { target } = this.#arcs;
    const [policy, side, path] = [this.#policy, this.#side, this.#path];
    side.fill(NEW);
    side[cycle.root] = LEADS;
    this.value[cycle.root] = 0;
    let largest = cycle.ticks;
    let others = 0;
    for (let start = 0; start < policy.length; start++) {
      let length = 0;
      let at = start;
      for (; side[at] === NEW; at = target[policy[at]!]!) {
        side[at] = LEADS_ELSEWHERE;
        path[length++] = at;
      }
      if (length === 0) continue;
      if (side[at] !== LEADS) {
        others += length;
        continue;
      }
      while (length > 0) largest = Math.max(largest, this.#follow(path[--length]!, cycle));
    }
    return others === 0 ? largest : Math.max(largest, this.#leadOthers(cycle));
  }

  /** The value of a node from that behind its arc. */
  #follow(v: number, { ticks, iterations }: Cycle): number {
    const { target, lag, weight } = this.#arcs;
    const arc = this.#policy[v]!;
    const u = target[arc]!;
    const [gain, loss] = [weight[arc]! * iterations, ticks * lag[arc]!];
    const value = this.value[u]! + gain - loss;
    this.value[v] = value;
    this.#side[v] = LEADS;
    return Math.max(Math.abs(value), gain, loss);
  }

  #leadOthers(cycle: Cycle): number {
    const { first, target } = this.#arcs;
    const [side, open] = [this.#side, this.#path];
    const before = reversed(first, target, side.length);
    let [length, largest] = [0, 0];
    for (let v = 0; v < side.length; v++) if (side[v] === LEADS) open[length++] = v;
    for (let head = 0; head < length; head++) {
      const u = open[head]!;
      for (let i = before.first[u]!; i < before.first[u + 1]!; i++) {
        const v = before.node[i]!;
        if (side[v] === LEADS) continue;
        this.#policy[v] = before.arc[i]!;
        largest = Math.max(largest, this.#follow(v, cycle));
        open[length++] = v;
      }
    }
    // Not strongly connected.
    return length < side.length ? Number.POSITIVE_INFINITY : largest;
  }
}

/** Nodes with an arc to each node, and the arc. */
function reversed(first: Int32Array, target: Int32Array, nodes: number) {
  const counts = new Int32Array(nodes + 1);
  for (const u of target) if (u >= 0) counts[u + 1]!++;
  for (let v = 0; v < nodes; v++) counts[v + 1]! += counts[v]!;
  const next = counts.slice();
  const [node, arc] = [new Int32Array(target.length), new Int32Array(target.length)];
  for (let v = 0; v < nodes; v++)
    for (let a = first[v]!; a < first[v + 1]!; a++) {
      const u = target[a]!;
      if (u < 0) continue;
      node[next[u]!] = v;
      arc[next[u]!++] = a;
    }
  return { first: counts, node, arc };
}

function arcsOf({ target }: Arcs, policy: Int32Array, root: number): readonly number[] {
  const arcs: number[] = [];
  let at = root;
  do {
    arcs.push(policy[at]!);
    at = target[policy[at]!]!;
  } while (at !== root);
  return arcs;
}

/** Needed where times are 0, so that such a cycle does not show in its ticks. */
function cycleWithoutLag({ first, target, lag }: Arcs): readonly number[] | undefined {
  const nodes = first.length - 1;
  const state = new Uint8Array(nodes);
  const path: { readonly node: number; arc: number }[] = [];
  for (let start = 0; start < nodes; start++) {
    if (state[start] !== 0) continue;
    path.push({ node: start, arc: first[start]! });
    state[start] = 1;
    for (let top = path.at(-1); top; top = path.at(-1)) {
      if (top.arc === first[top.node + 1]!) {
        state[top.node] = 2;
        path.pop();
        continue;
      }
      const u = target[top.arc]!;
      if (u >= 0 && lag[top.arc] === 0 && state[u] === 1)
        return path.slice(path.findIndex(({ node }) => node === u)).map(({ arc }) => arc);
      if (u >= 0 && lag[top.arc] === 0 && state[u] === 0) {
        state[u] = 1;
        path.push({ node: u, arc: first[u]! });
        // Stays on the arc until the node behind it is done.
        continue;
      }
      top.arc++;
    }
  }
  return undefined;
}
