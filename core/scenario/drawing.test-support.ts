/** Small drawings for tests, with links written as `in>a a>out:0.5`. */
import { type Fault, findFaults } from './faults.ts';
import type { DelayNode, Link, Scenario, ScenarioNode, SourceNode, StageNode } from './scenario.ts';

export const exponential = (rate: number) => ({ distribution: 'exponential', rate }) as const;

export const source = (id: string, more: Partial<SourceNode> = {}): SourceNode => ({
  id,
  kind: 'source',
  interarrival: exponential(1),
  ...more,
});
export const stage = (id: string, more: Partial<StageNode> = {}): StageNode => ({
  id,
  kind: 'stage',
  service: exponential(2),
  ...more,
});
export const delay = (id: string, more: Partial<DelayNode> = {}): DelayNode => ({
  id,
  kind: 'delay',
  service: exponential(2),
  ...more,
});
export const fork = (id: string): ScenarioNode => ({ id, kind: 'fork' });
export const join = (id: string): ScenarioNode => ({ id, kind: 'join' });
export const router = (id: string): ScenarioNode => ({ id, kind: 'router' });
export const sink: ScenarioNode = { id: 'out', kind: 'sink' };

/** A share of a class stands behind the link: `a>out:web=1,batch=0.5`. */
function linkOf(text: string): Link {
  const [, from, to, share] = /^(.+)>([^:]+)(?::(.+))?$/.exec(text)!;
  if (share === undefined) return { from: from!, to: to! };
  if (!share.includes('=')) return { from: from!, to: to!, probability: Number(share) };
  const byClass = share.split(',').map((part) => [part.split('=')[0]!, Number(part.split('=')[1])] as const);
  return { from: from!, to: to!, byClass: Object.fromEntries(byClass) };
}

export const drawing = (
  nodes: readonly ScenarioNode[],
  links: string,
  more: Partial<Scenario> = {},
): Scenario => ({
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'test',
  nodes,
  links: links === '' ? [] : links.split(' ').map(linkOf),
  ...more,
});

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
