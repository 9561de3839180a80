/** The one way that tests write a scenario down: nodes in a line of text each, links as `in>a a>out:0.5`. */
import type { Fault } from './fault.ts';
import { findFaults } from './faults.ts';
import type {
  DelayNode,
  Link,
  NodeId,
  RouterNode,
  Routing,
  Scenario,
  ScenarioNode,
  SinkNode,
  SourceNode,
  StageNode,
} from './scenario.ts';

export const exponential = (rate: number) => ({ distribution: 'exponential', rate }) as const;

type More<Node> = Partial<Omit<Node, 'kind' | 'id'>>;

export const source = (id: NodeId, rate = 1, more: More<SourceNode> = {}): SourceNode => ({
  id,
  kind: 'source',
  interarrival: exponential(rate),
  ...more,
});
export const stage = (id: NodeId, rate = 2, more: More<StageNode> = {}): StageNode => ({
  id,
  kind: 'stage',
  service: exponential(rate),
  ...more,
});
/** An exponential time with this mean. */
export const delay = (id: NodeId, mean = 0.5, more: More<DelayNode> = {}): DelayNode => ({
  id,
  kind: 'delay',
  service: { distribution: 'exponential', mean },
  ...more,
});
export const fork = (id: NodeId): ScenarioNode => ({ id, kind: 'fork' });
export const join = (id: NodeId): ScenarioNode => ({ id, kind: 'join' });
export const router = (id: NodeId, rule?: Routing['rule']): RouterNode => ({
  id,
  kind: 'router',
  ...(rule !== undefined && { routing: { rule } }),
});
export const sink = (id: NodeId = 'out', more: More<SinkNode> = {}): SinkNode => ({
  id,
  kind: 'sink',
  ...more,
});

/** A share of a class stands behind the link: `a>out:web=1,batch=0.5`. */
function linkOf(text: string): Link {
  const [, from, to, share] = /^(.+)>([^:]+)(?::(.+))?$/.exec(text)!;
  if (share === undefined) return { from: from!, to: to! };
  if (!share.includes('=')) return { from: from!, to: to!, probability: Number(share) };
  const byClass = share.split(',').map((part) => [part.split('=')[0]!, Number(part.split('=')[1])] as const);
  return { from: from!, to: to!, byClass: Object.fromEntries(byClass) };
}

/** Links as `in>a a>out:0.5`, or one by one. */
export const drawing = (
  nodes: readonly ScenarioNode[],
  links: string | readonly string[],
  more: Partial<Scenario> = {},
): Scenario => ({
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'test',
  nodes,
  links: (typeof links === 'string' ? links.split(' ').filter(Boolean) : links).map(linkOf),
  ...more,
});

/** Nodes one after the other, ending in a sink. */
export function line(...nodes: readonly ScenarioNode[]): Scenario {
  const all = [...nodes, sink()];
  return drawing(
    all,
    nodes.map((node, i) => `${node.id}>${all[i + 1]!.id}`),
  );
}

/** Each fault as `severity code node`. */
export const faultsOf = (scenario: Scenario): readonly string[] =>
  findFaults(scenario).map(({ severity, code, node }: Fault) =>
    [severity, code, ...(node === undefined ? [] : [node])].join(' '),
  );

/** The messages of one code. */
export const messagesOf = (scenario: Scenario, code: string): readonly string[] =>
  findFaults(scenario)
    .filter((fault) => fault.code === code)
    .map(({ message }) => message);
