/** The cycle whose nodes weigh least in all. */
import type { Successors } from './cycles.ts';

/**
 * Sum of the weights (>= 0) along the lightest cycle inside `part`: from each node the lightest way back to it (E.
 * Dijkstra 1959), a node left out once all cycles through it are known. Infinity where there is no cycle.
 */
export function lightestCycle(
  next: Successors,
  part: ReadonlySet<string>,
  weightOf: (node: string) => number,
): number {
  const left = new Set(part);
  let lightest = Number.POSITIVE_INFINITY;
  for (const start of part) {
    lightest = Math.min(lightest, lightestReturn({ next, left, weightOf }, start, lightest));
    left.delete(start);
  }
  return lightest;
}

interface Weighted {
  readonly next: Successors;
  readonly left: ReadonlySet<string>;
  readonly weightOf: (node: string) => number;
}

/** Ways that weigh `bound` or more are not followed. */
function lightestReturn({ next, left, weightOf }: Weighted, start: string, bound: number): number {
  const settled = new Set<string>();
  const open = new Map([[start, weightOf(start)]]);
  while (open.size > 0) {
    const [node, weight] = lightestOf(open);
    open.delete(node);
    settled.add(node);
    if (weight >= bound) return bound;
    const followers = next.get(node)!.filter((follower) => left.has(follower));
    if (followers.includes(start)) return weight;
    for (const follower of followers) {
      if (settled.has(follower)) continue;
      const reached = weight + weightOf(follower);
      if (reached < (open.get(follower) ?? Number.POSITIVE_INFINITY)) open.set(follower, reached);
    }
  }
  return Number.POSITIVE_INFINITY;
}

function lightestOf(open: ReadonlyMap<string, number>): readonly [string, number] {
  let best: readonly [string, number] | undefined;
  for (const entry of open) {
    if (best === undefined || entry[1] < best[1]) best = entry;
  }
  return best!;
}
