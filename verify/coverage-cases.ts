/** Models whose mean occupancy is known, on which the simulated intervals are judged. */
import type { NodeId, Scenario, ScenarioNode, StageNode } from '../core/scenario/scenario.ts';
import { SCHEMA_VERSION } from '../core/scenario/scenario.ts';

export interface Case {
  readonly what: string;
  readonly scenario: Scenario;
  /** Mean occupancy, exact. */
  readonly exact: Readonly<Record<NodeId, number>>;
  readonly source: string;
  /** Relaxation times of the whole replication, a tenth of them warm-up; as the plan chooses when absent. */
  readonly length?: number;
}

const mm1 = (rho: number, length?: number): Case => ({
  what: `M/M/1, rho = ${rho}`,
  scenario: line(rho, { id: 'a', rate: 1 }),
  exact: { a: rho / (1 - rho) },
  source: 'rho / (1 - rho)',
  ...(length !== undefined && { length }),
});

export const CASES: readonly Case[] = [
  mm1(0.5),
  mm1(0.8),
  mm1(0.95),
  {
    what: 'tandem, K = 5 and 3, blocking after service, loss at the entry',
    scenario: line(
      0.9,
      { id: 'a', rate: 1, capacity: 5, whenFull: 'drop' },
      { id: 'b', rate: 1, capacity: 3 },
    ),
    exact: { a: 2.728559, b: 1.532664 },
    source: 'Markov chain of all states',
  },
  {
    what: 'bulk tandem: batches of 2, then one by one',
    scenario: line(1.5, { id: 'a', rate: 1, bulk: { rule: 'full', size: 2 } }, { id: 'b', rate: 2.5 }),
    exact: { a: 5.145751, b: 2.042984 },
    source: 'Markov chain of all states up to 169 and 109 elements',
  },
  mm1(0.98, 1),
  mm1(0.95, 3),
];

type Stage = Omit<StageNode, 'kind' | 'service'> & { readonly rate: number };

/** Poisson arrivals, exponential stages one after the other. */
function line(arrivalRate: number, ...stages: readonly Stage[]): Scenario {
  const nodes: ScenarioNode[] = [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: arrivalRate } },
    ...stages.map(
      ({ rate, ...stage }): StageNode => ({
        ...stage,
        kind: 'stage',
        service: { distribution: 'exponential', rate },
      }),
    ),
    { id: 'out', kind: 'sink' },
  ];
  const links = nodes.slice(1).map((node, i) => ({ from: nodes[i]!.id, to: node.id }));
  return { format: 'stagegraph-scenario', schemaVersion: SCHEMA_VERSION, name: 'Coverage', nodes, links };
}
