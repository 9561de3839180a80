/** The critical cycle as it is drawn: who waits for what, and along which links. */
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { CriticalWait } from '../contract.ts';
import type { CriticalStep } from './run-until-periodic.ts';

export function criticalWaits(
  { nodes, links }: Scenario,
  steps: readonly CriticalStep[],
  stations: ReadonlySet<number>,
): readonly CriticalWait[] {
  const places = new Map(nodes.map(({ id }, i) => [id, i]));
  const next = links.map(({ from, to }) => [places.get(from)!, places.get(to)!] as const);

  /** Links of a shortest way, through what keeps no element: routers, forks, joins. */
  const way = (from: number, to: number): readonly number[] => {
    const open: { readonly at: number; readonly along: readonly number[] }[] = [{ at: from, along: [] }];
    const seen = new Set<number>();
    for (let head = open.shift(); head; head = open.shift())
      for (const [link, [sender, receiver]] of next.entries()) {
        if (sender !== head.at) continue;
        const along = [...head.along, link];
        if (receiver === to) return along;
        if (stations.has(receiver) || seen.has(receiver)) continue;
        seen.add(receiver);
        open.push({ at: receiver, along });
      }
    return [];
  };
  const drawn = (along: readonly number[]) =>
    along.map((link) => ({ from: links[link]!.from, to: links[link]!.to }));

  return steps.map(({ node, on, giver }): CriticalWait => {
    const ends = { node: nodes[node]!.id, on: nodes[on]!.id };
    if (giver >= 0) {
      // Where somebody else gave the elements, it had waited for room itself.
      const waited = giver === on ? [] : way(giver, on);
      return { ...ends, for: 'tokens', links: drawn([...waited, ...way(giver, node)]) };
    }
    if (node === on) return { ...ends, for: 'server', links: [] };
    return { ...ends, for: 'room', links: drawn(way(node, on)) };
  });
}
