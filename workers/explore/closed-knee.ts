/**
 * What saturates first as the jobs of a closed network grow more, by the asymptotic bounds of one class: throughput is at
 * most N / D without any waiting, and at most 1 / D_max by the busiest server; both meet at the knee N* = D / D_max, from
 * which on more jobs only wait. D: all service and delay of a round, s; D_max: the largest demand on one server or unit, s.
 * By the utilization distribution (rho = X D_i / c_i) any solved population tells both: N* = jobs in service or delay, over rho_max.
 * Source: Lazowska, Zahorjan, Graham, Sevcik, Quantitative System Performance, 1984, sections 3.4 and 5.2.
 */

import type { Rung } from '../../core/measures/measures.ts';
import { isDelay, isSource, isStage, type NodeId, type Scenario } from '../../core/scenario/scenario.ts';
import { type Solved, solvedMeasure } from './read-solved.ts';

type Knee = Pick<Rung, 'stage' | 'resource' | 'factor'>;

/** Jobs of the only class, where nothing comes from outside; undefined of any other network. */
export function closedPopulation({ nodes, classes = [] }: Scenario): number | undefined {
  const [only, ...others] = classes;
  return others.length > 0 || nodes.some(isSource) ? undefined : only?.closed?.population;
}

/** `factor`: the knee, times today's jobs. Undefined where nothing ever saturates, or the answer does not say. */
export function closedKnee(scenario: Scenario, answer: Solved, population: number): Knee | undefined {
  const { nodes, resources = [] } = scenario;
  let served = 0;
  for (const { id } of nodes.filter(isDelay)) served += answer.stages[id]?.meanOccupancy ?? Number.NaN;
  const loads = nodes.filter(isStage).map((stage) => {
    const { id: node, serverCount = 1, resource } = stage;
    const load = solvedMeasure(scenario, answer, { of: 'stage', node, measure: 'utilization' }) ?? Number.NaN;
    served += load * serverCount;
    return { stage: node, load, busy: load * serverCount, shares: resource };
  });
  const shared = resources.flatMap(({ id }) => {
    const users = loads.filter(({ shares }) => shares === id);
    const [most] = [...users].sort((a, b) => b.busy - a.busy);
    const load = solvedMeasure(scenario, answer, { of: 'resource', id, measure: 'utilization' });
    return most && load !== undefined ? [{ stage: most.stage, resource: id, load }] : [];
  });
  const busiest = heaviest([...loads, ...shared]);
  if (!busiest || !Number.isFinite(served)) return undefined;
  return { ...named(busiest), factor: served / busiest.load / population };
}

interface Load {
  readonly stage: NodeId;
  readonly resource?: string;
  readonly load: number;
}

/** Of equal ones the first, whatever rounding says. */
function heaviest(loads: readonly Load[]): Load | undefined {
  let most: Load | undefined;
  for (const each of loads) if (each.load > (most?.load ?? 0) * (1 + 1e-12)) most = each;
  return most;
}

const named = ({ stage, resource }: Load) => ({ stage, ...(resource !== undefined && { resource }) });
