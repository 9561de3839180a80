/** What is known of the queues that tasks went through: what a person chose, else what the file says, else the stage has. */

import { disciplineOf } from '../../../core/rules/discipline.ts';
import { serverCountOf } from '../../../core/scenario/defaults.ts';
import { isStage, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';
import type { QueueOfTasks } from '../../../workers/posterior/contract.ts';
import type { QueueChoice, TaskSource } from './posterior-store.ts';

/** Stands for the entry of a task in its table. */
const ENTRY = '__ARRIVALS__';

/** Names of the queues in the table, in its order. */
export function queueIdsOf({ tasks }: TaskSource): readonly string[] {
  const ids = new Set(tasks.queue);
  ids.delete('');
  ids.delete(ENTRY);
  return [...ids].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

/** With the stages of the scenario where names or ids match, as every measurement file finds them. */
export function knownQueues(
  source: TaskSource,
  scenario: Pick<Scenario, 'nodes'>,
  chosen: Readonly<Record<string, QueueChoice>>,
): readonly QueueOfTasks[] {
  const stages = scenario.nodes.filter(isStage);
  return queueIdsOf(source).map((id) => {
    const facts = source.queues.find((queue) => queue.id === id);
    const choice = chosen[id];
    const stage =
      choice?.stage === undefined
        ? stageNamed(stages, [facts?.dest, facts?.name, id])
        : stages.find((one) => one.id === choice.stage);
    const servers = choice?.servers ?? facts?.servers ?? serverCountOf(stage ?? {});
    const discipline = choice?.discipline ?? facts?.discipline ?? disciplineOf(stage ?? {});
    return { id, ...(stage && { stage: stage.id }), servers, discipline };
  });
}

/** Ids are tried before names, exact spelling before any case; a spelling that two stages share names neither. */
function stageNamed(
  stages: readonly StageNode[],
  names: readonly (string | undefined)[],
): StageNode | undefined {
  const spellings: readonly ((stage: StageNode, name: string) => boolean)[] = [
    ({ id }, name) => id === name,
    ({ id }, name) => id.toLowerCase() === name.toLowerCase(),
    (stage, name) => stage.name === name,
    (stage, name) => stage.name?.toLowerCase() === name.toLowerCase(),
  ];
  for (const name of names.filter((one) => one !== undefined))
    for (const fits of spellings) {
      const found = stages.filter((stage) => fits(stage, name));
      if (found.length === 1) return found[0];
    }
  return undefined;
}
