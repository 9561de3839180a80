/**
 * What saturates first as all input grows, and how far one more server there (or one more unit of a shared resource)
 * carries: step after step, each on top of the fixes before. By the formulas' saturation (workers/solve/saturation.ts);
 * of a closed network, as its jobs grow more (closed-knee.ts).
 */

import type { Rung } from '../../core/measures/measures.ts';
import { isStage, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import { pathText } from '../../core/study/parameter-path.ts';
import { setParameter } from '../../core/study/parameters.ts';
import type { Costs, Study } from '../../core/study/study.ts';
import { largestBatch } from '../solve/flow-network.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import { closedKnee, closedPopulation } from './closed-knee.ts';
import type { DesignValue, GrowthStep, StudyFaults } from './contract.ts';

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
  if (outcome.kind === 'noAnswer') return outcome.message;
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
    const units = (scenario.resources!.find((each) => each.id === resource)!.units ?? 1) + 1;
    const path = pathText({ kind: 'scenario', name: 'resources' }, [resource, 'units']);
    return { fix: [{ path, value: units }], price: 0 };
  }
  const stage = scenario.nodes.filter(isStage).find((each) => each.id === id)!;
  const servers = (stage.serverCount ?? 1) + 1;
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
