/** A scenario of any size, for benchmarks: a tandem of filters with a branch every tenth stage. */
import type { Link, Scenario, ScenarioNode } from '../core/scenario/scenario.ts';

const PER_ROW = 20;

export function largeScenario(stages: number): Scenario {
  const nodes: ScenarioNode[] = [
    {
      id: 'in',
      kind: 'source',
      interarrival: { distribution: 'exponential', rate: 1 },
      position: { x: 0, y: 0 },
    },
  ];
  const links: Link[] = [];
  for (let i = 1; i <= stages; i++) {
    nodes.push({
      id: `s${i}`,
      kind: 'stage',
      name: `Stage ${i}`,
      capacity: i % 3 === 0 ? 20 : 200,
      serverCount: 1 + (i % 2),
      service: { distribution: 'exponential', rate: 1.25 + (i % 7) / 10 },
      passProbability: i % 10 === 0 ? 0.97 : 1,
      position: { x: 280 * (i % PER_ROW), y: 200 * (1 + Math.floor(i / PER_ROW)) },
    });
    links.push({
      from: i === 1 ? 'in' : `s${i - 1}`,
      to: `s${i}`,
      ...(skips(i - 1, stages) ? { probability: 0.75 } : {}),
    });
    if (skips(i, stages)) links.push({ from: `s${i}`, to: `s${i + 5}`, probability: 0.25 });
  }
  nodes.push({ id: 'out', kind: 'sink', position: { x: 280 * PER_ROW, y: 0 } });
  links.push({ from: `s${stages}`, to: 'out' });
  return { format: 'stagegraph-scenario', schemaVersion: 3, name: `${stages} stages`, nodes, links };
}

/** Every tenth stage sends a quarter of its elements past the next four. */
const skips = (i: number, stages: number): boolean => i > 0 && i % 10 === 0 && i + 5 <= stages;
