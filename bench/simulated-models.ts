/** What the simulator is timed on. */
import type { Link, Scenario, ScenarioNode } from '../core/scenario/scenario.ts';

const scenarioOf = (name: string, nodes: readonly ScenarioNode[], links: readonly Link[]): Scenario => ({
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name,
  nodes,
  links,
});

const poisson = (rate: number) => ({ distribution: 'exponential', rate }) as const;

/** The model of yardstick.c. */
export function tandem(): Scenario {
  const stages = [64, 16, 16].map(
    (capacity, i): ScenarioNode => ({
      id: `stage${i + 1}`,
      kind: 'stage',
      service: poisson(1),
      capacity,
      whenFull: i === 0 ? 'drop' : 'block',
    }),
  );
  const nodes: ScenarioNode[] = [
    { id: 'in', kind: 'source', interarrival: poisson(0.8) },
    ...stages,
    { id: 'out', kind: 'sink' },
  ];
  return scenarioOf(
    'Tandem',
    nodes,
    nodes.slice(1).map((node, i) => ({ from: nodes[i]!.id, to: node.id })),
  );
}

/** Twenty stages of one to three servers, two classes, routes by chance forward and a tenth of the elements back. */
export function network(count = 20): Scenario {
  const at = (i: number): string => (i < count ? `s${Math.max(0, i)}` : 'out');
  const stages = Array.from({ length: count }, (_, i): ScenarioNode => {
    const serverCount = 1 + (i % 3);
    const byClass = { b: { service: poisson(1.5 / serverCount) } };
    return { id: at(i), kind: 'stage', serverCount, service: poisson(1.2 / serverCount), byClass };
  });
  const links = stages.flatMap((_, i): Link[] => {
    const back = { from: at(i), to: at(i - 3), probability: 0.1 };
    if (i === count - 1) return [back, { from: at(i), to: 'out', probability: 0.9 }];
    const on = { from: at(i), to: at(i + 1), probability: 0.6 };
    return [back, on, { from: at(i), to: at(i + 2), probability: 0.3 }];
  });
  const nodes: ScenarioNode[] = [
    { id: 'in', kind: 'source', interarrival: poisson(0.5), class: 'a' },
    { id: 'in2', kind: 'source', interarrival: poisson(0.3), class: 'b' },
    ...stages,
    { id: 'out', kind: 'sink' },
  ];
  const entries = [
    { from: 'in', to: at(0) },
    { from: 'in2', to: at(1) },
  ];
  return { ...scenarioOf('Network', nodes, [...entries, ...links]), classes: [{ id: 'a' }, { id: 'b' }] };
}

/** One source of a million measured times. */
export function traced(): Scenario {
  const values = Array.from({ length: 1_000_000 }, (_, i) => 0.5 + ((i * 7919) % 1000) / 1000);
  const nodes: ScenarioNode[] = [
    { id: 'in', kind: 'source', interarrival: { distribution: 'trace', values } },
    { id: 'a', kind: 'stage', service: poisson(1.25) },
    { id: 'out', kind: 'sink' },
  ];
  return scenarioOf('Trace', nodes, [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out' },
  ]);
}
