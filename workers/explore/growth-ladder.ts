/**
 * What one more server (or one more unit of a shared resource) brings: step after step, each on top of the fixes before.
 * What saturates first as all input grows gets it, by the formulas' saturation (workers/solve/saturation.ts); in a closed
 * network, as its jobs grow more. Finite queues hold load back or lose it, which that saturation does not see: there goes
 * first what brings most throughput at the present input.
 */

import { type Rung, TOGETHER } from '../../core/measures/measures.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { serverCountOf, unitsOf } from '../../core/scenario/defaults.ts';
import { hasFiniteQueue } from '../../core/scenario/graph.ts';
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
  let now = designOf(scenario);
  let isHindered = hasFiniteQueue(scenario);
  for (let cost = 0; typeof now !== 'string' && now.rungs.length > 0 && ladder.length < steps; ) {
    const most = isHindered ? mostThroughput(now, costs) : undefined;
    isHindered = most !== undefined;
    const step: Step | string = most ?? fixed(now, now.rungs[0]!, costs);
    if (typeof step === 'string') return { kind: 'faults', faults: [step] };
    const { place, fix, price, design } = step;
    cost += price;
    const [from, to] = [limitOf(now), limitOf(design)];
    const [before, after] = [now.throughput, design.throughput];
    ladder.push({
      ...{ ...named(place), from, fix, to, gain: to / from, cost },
      ...(before !== undefined && after !== undefined && { throughput: [before, after] }),
    });
    now = design;
  }
  return typeof now === 'string' ? { kind: 'faults', faults: [now] } : ladder;
}

interface Design {
  readonly scenario: Scenario;
  /** What saturates first, and what next; empty where nothing ever does. */
  readonly rungs: readonly Saturating[];
  /** Where finite queues may hold some of it back or lose it. */
  readonly throughput?: number;
}

type Place = Pick<Rung, 'stage' | 'resource'>;
type Saturating = Place & Pick<Rung, 'factor'>;

const limitOf = ({ rungs }: Design): number => rungs[0]?.factor ?? Number.POSITIVE_INFINITY;

/** A sentence where there is no answer. */
function designOf(scenario: Scenario): Design | string {
  const outcome = solveScenario(scenario, 'auto', false, { spans: false });
  if (outcome.kind === 'noAnswer') return refusalText(outcome);
  const population = closedPopulation(scenario);
  if (population !== undefined) {
    const knee = closedKnee(scenario, outcome, population);
    return { scenario, rungs: knee ? [knee] : [] };
  }
  const { throughput, ladder = [] } = outcome.network;
  return {
    ...{ scenario, rungs: ladder },
    ...(hasFiniteQueue(scenario) && throughput !== undefined && { throughput }),
  };
}

interface Step extends Fix {
  readonly place: Place;
  readonly design: Design;
}

function fixed({ scenario }: Design, place: Place, costs: Costs): Step | string {
  const change = fixOf(scenario, place, costs);
  const design = designOf(change.fix.reduce(changedBy, scenario));
  return typeof design === 'string' ? design : { ...change, place, design };
}

/** A smaller share of the throughput is no reason for a server. */
const WORTH_A_SERVER = 1e-3;

/** Tried at each step: those of which the servers saturate first. */
const MOST_TRIED = 8;

/** The fix that brings most throughput; undefined where none brings any worth a server. */
function mostThroughput(now: Design, costs: Costs): Step | undefined {
  let best: Step | undefined;
  let most = (now.throughput ?? Number.NaN) * (1 + WORTH_A_SERVER);
  for (const place of now.rungs.slice(0, MOST_TRIED)) {
    const step = fixed(now, place, costs);
    // Among equal ones the first, whatever rounding says.
    if (typeof step === 'string' || !((step.design.throughput ?? 0) > most * (1 + TOGETHER))) continue;
    [best, most] = [step, step.design.throughput!];
  }
  return best;
}

interface Fix {
  readonly fix: readonly DesignValue[];
  readonly price: number;
}

function fixOf(scenario: Scenario, { stage: id, resource }: Place, costs: Costs): Fix {
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

/** Jobs of the only class, where nothing comes from outside; undefined of any other network. */
function closedPopulation({ nodes, classes = [] }: Scenario): number | undefined {
  const [only, ...others] = classes;
  return others.length > 0 || nodes.some(isSource) ? undefined : only?.closed?.population;
}

/** `factor`: the knee, times today's jobs. Undefined where nothing ever saturates, or the answer does not say. */
function closedKnee(scenario: Scenario, answer: Solved, population: number): Saturating | undefined {
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

const named = ({ stage, resource }: Place) => ({ stage, ...(resource !== undefined && { resource }) });
