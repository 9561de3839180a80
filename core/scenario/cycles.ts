/** Cycles of a directed graph that is given by its successors. */
import { nameOf } from './defaults.ts';
import type { Graph } from './graph.ts';
import type { NodeId, ScenarioNode } from './scenario.ts';

export type Successors = ReadonlyMap<string, readonly string[]>;

/** Links between the nodes that `keep` keeps. */
export function linksAsSuccessors(
  { nodes, outgoing }: Graph,
  keep: (node: ScenarioNode) => boolean = () => true,
): Successors {
  const isKept = (id: NodeId) => nodes.has(id) && keep(nodes.get(id)!);
  return new Map(
    [...outgoing]
      .filter(([id]) => isKept(id))
      .map(([id, links]) => [id, links.map(({ to }) => to).filter(isKept)]),
  );
}

export const nodesOnCycles = (graph: Graph): readonly NodeId[] =>
  cyclicParts(linksAsSuccessors(graph)).flatMap((part) => [...part]);

/** `"A" → "B" → "A"`, long cycles cut in the middle. */
export function arrows(names: readonly string[]): string {
  const quoted = [...names, names[0]].map((name) => `"${name}"`);
  const shown = quoted.length <= 8 ? quoted : [...quoted.slice(0, 4), '…', ...quoted.slice(-3)];
  return shown.join(' → ');
}

/** With the names of the drawing. */
export const cycleText = (cycle: readonly NodeId[], { nodes }: Graph): string =>
  arrows(cycle.map((id) => nameOf(nodes.get(id)!)));

/** Sets of nodes that all reach each other, largest possible; a lone node counts only with a link to itself. Order of `next`. */
export function cyclicParts(next: Successors): readonly ReadonlySet<string>[] {
  return strongParts(next).filter((part) => {
    const [first] = part;
    return part.size > 1 || next.get(first!)!.includes(first!);
  });
}

/** A shortest cycle through `start` inside `members`, `start` first and not repeated; empty when there is none. */
export function shortestCycle(
  next: Successors,
  start: string,
  members: ReadonlySet<string>,
): readonly string[] {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (const node of waiting) {
    for (const follower of next.get(node) ?? []) {
      if (follower === start) return pathTo(node, cameFrom);
      if (!members.has(follower) || cameFrom.has(follower)) continue;
      cameFrom.set(follower, node);
      waiting.push(follower);
    }
  }
  return [];
}

function pathTo(end: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const path = [end];
  for (let node = cameFrom.get(end); node !== undefined; node = cameFrom.get(node)) path.unshift(node);
  return path;
}

/** Tarjan 1972, with a stack of its own: chains of thousands of nodes must not overflow the call stack. */
function strongParts(next: Successors): readonly ReadonlySet<string>[] {
  const search = new Search(next);
  for (const node of next.keys()) search.from(node);
  return search.parts;
}

interface Visit {
  readonly node: string;
  readonly followers: readonly string[];
  at: number;
}

class Search {
  readonly parts: ReadonlySet<string>[] = [];
  private readonly next: Successors;
  private readonly low = new Map<string, number>();
  private readonly index = new Map<string, number>();
  private readonly open: string[] = [];
  private readonly isOpen = new Set<string>();

  constructor(next: Successors) {
    this.next = next;
  }

  from(root: string): void {
    if (this.index.has(root)) return;
    const path = [this.enter(root)];
    while (path.length > 0) {
      const visit = path.at(-1)!;
      const follower = visit.followers[visit.at++];
      if (follower === undefined) {
        path.pop();
        this.leave(visit.node, path.at(-1)?.node);
      } else if (!this.index.has(follower)) {
        path.push(this.enter(follower));
      } else if (this.isOpen.has(follower)) {
        this.lower(visit.node, this.index.get(follower)!);
      }
    }
  }

  private enter(node: string): Visit {
    this.low.set(node, this.index.size);
    this.index.set(node, this.index.size);
    this.open.push(node);
    this.isOpen.add(node);
    return { node, followers: this.next.get(node) ?? [], at: 0 };
  }

  private leave(node: string, parent: string | undefined): void {
    const low = this.low.get(node)!;
    if (parent !== undefined) this.lower(parent, low);
    if (low !== this.index.get(node)) return;
    const part = this.open.splice(this.open.lastIndexOf(node));
    for (const member of part) this.isOpen.delete(member);
    this.parts.push(new Set(part));
  }

  private lower(node: string, low: number): void {
    if (low < this.low.get(node)!) this.low.set(node, low);
  }
}
