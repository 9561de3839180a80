/** Which links an element goes along between two places that hold elements. */
import { type Graph, graphOf } from '../../core/scenario/graph.ts';
import type { Link, NodeId, NodeKind, Scenario } from '../../core/scenario/scenario.ts';

const CHOOSERS: readonly NodeKind[] = ['router', 'fork'];
const PASSAGES: readonly NodeKind[] = [...CHOOSERS, 'join'];

export class AnimationRoutes {
  private readonly graph: Graph;
  private readonly links: readonly Link[];
  private readonly indexOf: ReadonlyMap<Link, number>;
  private readonly known = new Map<NodeId, Map<NodeId, readonly number[]>>();

  constructor(scenario: Scenario) {
    this.graph = graphOf(scenario);
    this.links = scenario.links;
    this.indexOf = new Map(scenario.links.map((link, i) => [link, i]));
  }

  /**
   * The shortest way through routers and forks, as places in `scenario.links`. Where there is none, the element has been
   * put together in a join on the way: then from the last join on, where its tasks have been. Empty when no links lead
   * there, as for elements that come from outside the drawing.
   */
  between(from: NodeId, to: NodeId): readonly number[] {
    const routes = this.known.get(from) ?? new Map<NodeId, readonly number[]>();
    this.known.set(from, routes);
    const route = routes.get(to) ?? this.find(from, to, CHOOSERS) ?? this.behindJoin(from, to);
    routes.set(to, route);
    return route;
  }

  private behindJoin(from: NodeId, to: NodeId): readonly number[] {
    const route = this.find(from, to, PASSAGES) ?? [];
    const leavesJoin = (link: number): boolean =>
      this.graph.nodes.get(this.links[link]!.from)?.kind === 'join';
    return route.slice(Math.max(0, route.findLastIndex(leavesJoin)));
  }

  /** Breadth first, through nodes of these kinds only. */
  private find(from: NodeId, to: NodeId, through: readonly NodeKind[]): readonly number[] | undefined {
    const { nodes, outgoing } = this.graph;
    const open: { readonly at: NodeId; readonly route: readonly number[] }[] = [{ at: from, route: [] }];
    const seen = new Set<NodeId>();
    for (const { at, route } of open) {
      for (const link of outgoing.get(at)!) {
        const longer = [...route, this.indexOf.get(link)!];
        if (link.to === to) return longer;
        if (seen.has(link.to) || !through.includes(nodes.get(link.to)!.kind)) continue;
        seen.add(link.to);
        open.push({ at: link.to, route: longer });
      }
    }
    return undefined;
  }
}
