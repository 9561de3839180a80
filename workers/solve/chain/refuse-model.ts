/** What is drawn well but whose states do not tell how it goes on, where several rules meet: the first reason found. */

import { type NoAnswer, noAnswer } from '../../../core/measures/refusals.ts';
import { picksAtRandom } from '../../../core/rules/discipline.ts';
import { hasWaited } from '../../../core/rules/when-full.ts';
import { type ChainModel, type ChainStage, NO_PROMISE, NO_RESOURCE } from './chain-model.ts';

export function refuseModel(model: ChainModel): NoAnswer | undefined {
  for (const stage of model.stages) {
    const refusal = refuseStage(stage, model);
    if (refusal) return refusal;
  }
  return undefined;
}

function refuseStage(stage: ChainStage, model: ChainModel): NoAnswer | undefined {
  const { id, batchMax, isDelay, resource, preempts, victim } = stage;
  const facts = { name: stage.name };
  const visits = stage.visits.filter((visit) => visit !== undefined);
  if (batchMax > 1 && visits.length > 1) return noAnswer('bulkClasses', facts, id);
  const promises = visits.some(({ options }) => options.some(({ promise }) => promise !== NO_PROMISE));
  const switches = stage.visits.some((visit, k) => visit?.routes.some(({ jobClass }) => jobClass !== k));
  if (
    promises &&
    (switches || stage.shares || isDelay || preempts || resource !== NO_RESOURCE || visits.length > 1)
  )
    return noAnswer('promiseWithOthers', facts, id);
  if (hasWaited(victim) && visits.length > 1 && picksAtRandom(stage))
    return noAnswer('oldestOfSeveralClasses', facts, id);
  if (preempts && resource !== NO_RESOURCE) return noAnswer('interruptedResource', facts, id);
  if (preempts) return refuseInterruption(stage, model);
  if (stage.forks && (batchMax > 1 || (stage.serverCount > 1 && !stage.shares && !stage.isDelay)))
    return noAnswer('forkedServers', facts, id);
  return refuseClosed(stage, model);
}

/** An interrupted service is written as if it had not begun, and those of one priority in the order of their coming. */
function refuseInterruption(stage: ChainStage, { classes }: ChainModel): NoAnswer | undefined {
  const { id, visits, serverCount } = stage;
  const facts = { name: stage.name };
  const here = classes.filter((_, k) => visits[k]);
  const highest = Math.min(...here.map(({ priority }) => priority));
  const hasMemory = classes.some(
    ({ priority }, k) => priority > highest && (visits[k]?.service.ends.length ?? 1) > 1,
  );
  if (hasMemory) return noAnswer('interruptedMemory', facts, id);
  if (serverCount > 1 && new Set(here.map(({ priority }) => priority)).size < here.length)
    return noAnswer('interruptedServers', facts, id);
  return undefined;
}

/** Jobs of closed classes stay as many as they are, and stay. */
function refuseClosed(stage: ChainStage, { classes }: ChainModel): NoAnswer | undefined {
  const { id, visits, drops, isCut } = stage;
  for (const [k, { isClosed, name: jobs }] of classes.entries()) {
    const visit = visits[k];
    if (!isClosed || !visit) continue;
    if (visit.pass < 1 || visit.factor !== 1 || (drops && !isCut))
      return noAnswer('closedJobsChange', { name: stage.name, jobs }, id);
    if (visit.routes.some(({ targets }) => targets.length === 0))
      return noAnswer('closedJobsLeave', { name: stage.name, jobs }, id);
  }
  return undefined;
}
