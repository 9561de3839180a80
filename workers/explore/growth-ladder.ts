/**
 * What saturates first as all input grows, and how far one more server there (or one more unit of a shared resource)
 * carries: step after step, each on top of the fixes before. By the formulas' saturation (workers/solve/saturation.ts);
 * of a closed network, as its jobs grow more (closed-knee.ts).
 */

import type { Rung } from '../../core/measures/measures.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { serverCountOf, unitsOf } from '../../core/scenario/defaults.ts';
import {
  isDelay,
  isSource,
  isStage,
  type NodeId,
  type Scenario,
  type StageNode,
} from '../../core/scenario/scenario.ts';
import { pathText } from '../../core/study/parameter-path.ts';
import { setParameter } from '../../core/study/parameters.ts';
import type { Costs, Study } from '../../core/study/study.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { DesignValue, GrowthStep, StudyFaults } from './contract.ts';
import { type Solved, solvedMeasure } from './read-solved.ts';

export function growthLadder(study: Study, steps: number): readonly GrowthStep[] | StudyFaults {
  const { scenario, costs = {} } = study;
  const ladder: GrowthStep[] = [];
  let now = scenario;
  let rung = firstRung(now);
  if (typeof rung === 'string') return { kind: 'faults', faults: [rung] };
  for (let cost = 0; rung && ladder.length < steps; ) {
    const { fix, price } = fixOf(now, rung, costs);
    const changed = fix.reduce(changedBy, now);
    const next = firstRung(changed);
    if (typeof next === 'string') return { kind: 'faults', faults: [next] };
    cost += price;
    const to = next?.factor ?? Number.POSITIVE_INFINITY;
    const { stage, resource, factor: from } = rung;
    ladder.push({ stage, ...(resource !== undefined && { resource }), from, fix, to, gain: to / from, cost });
    [now, rung] = [changed, next];
  }
  return ladder;
}

/** Undefined where nothing ever saturates; a sentence where there is no answer. */
function firstRung(scenario: Scenario): Pick<Rung, 'stage' | 'resource' | 'factor'> | string | undefined {
  const outcome = solveScenario(scenario, 'auto', false);
  if (outcome.kind === 'noAnswer') return refusalText(outcome);
  const population = closedPopulation(scenario);
  return population === undefined ? outcome.network.ladder?.[0] : closedKnee(scenario, outcome, population);
}

interface Fix {
  readonly fix: readonly DesignValue[];
  readonly price: number;
}

function fixOf(
  scenario: Scenario,
  { stage: id, resource }: Pick<Rung, 'stage' | 'resource'>,
  costs: Costs,
): Fix {
  if (resource !== undefined) {
    const units = unitsOf(scenario.resources!.find((each) => each.id === resource)!) + 1;
    const path = pathText({ kind: 'scenario', name: 'resources' }, [resource, 'units']);
    return { fix: [{ path, value: units }], price: 0 };
  }
  const stage = scenario.nodes.filter(isStage).find((each) => each.id === id)!;
  const servers = serverCountOf(stage) + 1;
  const more = { path: pathText({ kind: 'node', id }, ['serverCount']), value: servers };
  const room = roomFor(stage, servers);
  const places = room.reduce((sum, { value }) => sum + Number(value) - stage.capacity!, 0);
  const price = priceOf('server', stage, costs) + (places > 0 ? places * priceOf('buffer', stage, costs) : 0);
  return { fix: [...room, more], price };
}

/** A stage holds at least what its servers hold. */
function roomFor({ id, capacity, bulk }: StageNode, servers: number): readonly DesignValue[] {
  const needed = servers * largestBatch(bulk);
  if (capacity === undefined || capacity >= needed) return [];
  return [{ path: pathText({ kind: 'node', id }, ['capacity']), value: needed }];
}

function changedBy(scenario: Scenario, { path, value }: DesignValue): Scenario {
  const changed = setParameter(scenario, path, value);
  if (!changed.ok) throw new Error(changed.error);
  return changed.value;
}

const priceOf = (of: 'server' | 'buffer', { platform }: StageNode, costs: Costs): number =>
  (platform && costs.byPlatform?.[platform]?.[of]) ?? costs[of] ?? 0;

/**
 * What saturates first as the jobs of a closed network grow more, by the asymptotic bounds of one class: throughput is at
 * most N / D without any waiting, and at most 1 / D_max by the busiest server; both meet at the knee N* = D / D_max, from
 * which on more jobs only wait. D: all service and delay of a round, s; D_max: the largest demand on one server or unit, s.
 * By the utilization distribution (rho = X D_i / c_i) any solved population tells both: N* = jobs in service or delay, over rho_max.
 * Source: Lazowska, Zahorjan, Graham, Sevcik, Quantitative System Performance, 1984, sections 3.4 and 5.2.
 */

type Knee = Pick<Rung, 'stage' | 'resource' | 'factor'>;

/** Jobs of the only class, where nothing comes from outside; undefined of any other network. */
function closedPopulation({ nodes, classes = [] }: Scenario): number | undefined {
  const [only, ...others] = classes;
  return others.length > 0 || nodes.some(isSource) ? undefined : only?.closed?.population;
}

/** `factor`: the knee, times today's jobs. Undefined where nothing ever saturates, or the answer does not say. */
function closedKnee(scenario: Scenario, answer: Solved, population: number): Knee | undefined {
  const { nodes, resources = [] } = scenario;
  let served = 0;
  for (const { id } of nodes.filter(isDelay)) served += answer.stages[id]?.meanOccupancy ?? Number.NaN;
  const loads = nodes.filter(isStage).map((stage) => {
    const { id: node, resource } = stage;
    const serverCount = serverCountOf(stage);
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

/** The heaviest load; the first among equal ones, whatever rounding says. */
function heaviest(loads: readonly Load[]): Load | undefined {
  let most: Load | undefined;
  for (const each of loads) if (each.load > (most?.load ?? 0) * (1 + 1e-12)) most = each;
  return most;
}

const named = ({ stage, resource }: Load) => ({ stage, ...(resource !== undefined && { resource }) });
