/** What is drawn well but whose states do not tell how it goes on, where several rules meet: the first reason found. */

import type { NoAnswer } from '../../../core/measures/measures.ts';
import { picksAtRandom } from '../../../core/rules/discipline.ts';
import { hasWaited } from '../../../core/rules/when-full.ts';
import { type ChainModel, type ChainStage, NO_PROMISE, NO_RESOURCE } from './chain-model.ts';

export function refuseModel(model: ChainModel): NoAnswer | undefined {
  for (const stage of model.stages) {
    const message = stageReason(stage, model);
    if (message) return { kind: 'noAnswer', reason: 'unsupported', stage: stage.id, message };
  }
  return undefined;
}

function stageReason(stage: ChainStage, model: ChainModel): string | undefined {
  const { name, batchMax, isDelay, resource, preempts, victim } = stage;
  const visits = stage.visits.filter((visit) => visit !== undefined);
  if (batchMax > 1 && visits.length > 1)
    return `Several classes are served in bulk at "${name}"; the chain takes one class there.`;
  const promises = visits.some(({ options }) => options.some(({ promise }) => promise !== NO_PROMISE));
  if (promises && (stage.shares || isDelay || preempts || resource !== NO_RESOURCE || visits.length > 1))
    return `"${name}" asks for places before service; the chain takes that with one class, and at stages without processor sharing, interruptions and shared resources.`;
  if (hasWaited(victim) && visits.length > 1 && picksAtRandom(stage))
    return `"${name}" loses the oldest of several classes that are served at random; the chain does not know their order.`;
  if (preempts && resource !== NO_RESOURCE)
    return `Services at "${name}" can be interrupted and hold a shared resource; the chain takes only one of the two.`;
  if (preempts) return interruptionReason(stage, model);
  if (stage.forks && (batchMax > 1 || (stage.serverCount > 1 && !stage.shares && !stage.isDelay)))
    return `Behind "${name}" elements are forked; the chain takes one server without batches there.`;
  return closedReason(stage, model);
}

/** An interrupted service is written as if it had not begun, and those of one priority in the order of their coming. */
function interruptionReason(
  { name, visits, serverCount }: ChainStage,
  { classes }: ChainModel,
): string | undefined {
  const here = classes.filter((_, k) => visits[k]);
  const highest = Math.min(...here.map(({ priority }) => priority));
  const hasMemory = classes.some(
    ({ priority }, k) => priority > highest && (visits[k]?.service.ends.length ?? 1) > 1,
  );
  if (hasMemory)
    return `Services at "${name}" that can be interrupted must be exponential for the chain; simulate instead.`;
  if (serverCount > 1 && new Set(here.map(({ priority }) => priority)).size < here.length)
    return `Classes of equal priority share the interrupted servers of "${name}"; the chain takes one server there.`;
  return undefined;
}

/** Jobs of closed classes stay what they are, and stay. */
function closedReason(
  { name, visits, drops, isCut }: ChainStage,
  { classes }: ChainModel,
): string | undefined {
  for (const [k, { population, name: jobs }] of classes.entries()) {
    const visit = visits[k];
    if (population === 0 || !visit) continue;
    if (visit.pass < 1 || visit.factor !== 1 || (drops && !isCut))
      return `Jobs of the closed class "${jobs}" can be filtered, multiplied or lost at "${name}".`;
    if (visit.routes.some(({ targets }) => targets.length === 0))
      return `Jobs of the closed class "${jobs}" leave the network behind "${name}".`;
  }
  return undefined;
}
