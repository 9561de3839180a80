/** What was asked of the traced network, asked of its drawing: the same changes, to be solved, simulated and explored. */

import { slowerService, updateNode } from '../../core/scenario/edits.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import { isStage } from '../../core/scenario/scenario.ts';
import { setParameter } from '../../core/study/parameters.ts';
import { caseWords, type WhatIfCase, type WhatIfChange } from '../../core/study/what-if.ts';
import type { AppliedPosterior, NumberedNetwork, PlacedNetwork } from './contract.ts';
import { withShare } from './with-share.ts';

export const placedNetwork = (
  { states, choices, queues: ids }: NumberedNetwork,
  queues: PlacedNetwork['queues'],
): PlacedNetwork => ({
  queues,
  states: states.map((name, s) => ({ name, queues: Array.from(choices[s]!, (q) => ids[q - 1]!.id) })),
});

export function applyWhatIf(
  scenario: Scenario,
  network: PlacedNetwork,
  changes: WhatIfCase,
): AppliedPosterior {
  let changed = scenario;
  const applied: NodeId[] = [];
  const left: string[] = [];
  for (const change of changes) {
    const made = withChange(changed, network, change);
    if (made === undefined) left.push(`${caseWords([change])} is not applied: ${WHY_NOT[change.kind]}`);
    else {
      changed = made.scenario;
      applied.push(...made.applied);
    }
  }
  return { scenario: changed, applied, left };
}

const WHY_NOT: Readonly<Record<WhatIfChange['kind'], string>> = {
  servers: 'no stage of the scenario is fed by the queue',
  service: 'no stage of the scenario is fed by the queue',
  load: 'the scenario has no source',
  share: 'no node of the scenario chooses among the stages of the state by probability',
};

type Made = Pick<AppliedPosterior, 'scenario' | 'applied'> | undefined;

function withChange(scenario: Scenario, network: PlacedNetwork, change: WhatIfChange): Made {
  if (change.kind === 'load') {
    const made = setParameter(scenario, 'inputs', change.times);
    const sources = scenario.nodes.filter(({ kind }) => kind === 'source').map(({ id }) => id);
    return made.ok ? { scenario: made.value, applied: sources } : undefined;
  }
  const stage = scenario.nodes
    .filter(isStage)
    .find(({ id }) => id === network.queues.find((queue) => queue.id === change.queue)?.stage);
  if (!stage) return undefined;
  switch (change.kind) {
    case 'servers':
      return {
        scenario: updateNode(scenario, stage.id, { serverCount: change.servers }),
        applied: [stage.id],
      };
    case 'service':
      return {
        scenario: updateNode(scenario, stage.id, slowerService(stage, change.times)),
        applied: [stage.id],
      };
    case 'share':
      return dealtOut(scenario, network, { ...change, stage: stage.id });
  }
}

interface StageShare {
  readonly state: string;
  readonly stage: NodeId;
  readonly share: number;
}

/** Wherever the stage is chosen among others of the state, by whichever node. */
function dealtOut(
  scenario: Scenario,
  { queues, states }: PlacedNetwork,
  { state, stage, share }: StageShare,
): Made {
  const mine = states.find(({ name }) => name === state)?.queues ?? [];
  const stages = new Set(queues.flatMap((queue) => (mine.includes(queue.id) ? (queue.stage ?? []) : [])));
  const froms = [...new Set(scenario.links.map(({ from }) => from))].filter((from) => {
    const links = scenario.links.filter((link) => link.from === from && stages.has(link.to));
    const isChoice = links.length > 1 && links.some(({ to }) => to === stage);
    return isChoice && links.every(({ probability }) => probability !== undefined);
  });
  if (froms.length === 0) return undefined;
  const links = scenario.links.map((link) => {
    if (!froms.includes(link.from) || !stages.has(link.to)) return link;
    const siblings = scenario.links.filter(({ from, to }) => from === link.from && stages.has(to));
    const place = siblings.findIndex(({ to }) => to === stage);
    const weights = Float64Array.from(siblings, ({ probability = 0 }) => probability);
    return { ...link, probability: withShare(weights, place, share)[siblings.indexOf(link)]! };
  });
  return { scenario: { ...scenario, links }, applied: froms };
}
