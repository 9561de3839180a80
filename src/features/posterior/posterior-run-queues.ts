/** What is known of the queues that tasks went through: what a person chose, else what the file says, else the stage has. */

import { disciplineOf } from '../../../core/rules/discipline.ts';
import { serverCountOf } from '../../../core/scenario/defaults.ts';
import { isStage, type Scenario } from '../../../core/scenario/scenario.ts';
import { stageFinder, stageOfQueue } from '../../../workers/measure/stage-of-queue.ts';
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
  const stageOf = new Map(stages.map((stage) => [stage.id, stage]));
  const factsOf = new Map(source.queues.map((queue) => [queue.id, queue]));
  const find = stageFinder(stages);
  return queueIdsOf(source).map((id) => {
    const facts = factsOf.get(id);
    const choice = chosen[id];
    const stage =
      choice?.stage === undefined ? stageOfQueue(facts ?? { id }, find) : stageOf.get(choice.stage);
    const servers = choice?.servers ?? facts?.servers ?? serverCountOf(stage ?? {});
    const discipline = choice?.discipline ?? facts?.discipline ?? disciplineOf(stage ?? {});
    return { id, ...(stage && { stage: stage.id }), servers, discipline };
  });
}
