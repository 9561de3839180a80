/** How far an answer, or that of one stage, can be believed: which badge it gets. */

import type { Trust } from '../../../core/measures/trust.ts';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { isUndetermined } from '../../../workers/solve/determined.ts';

/** What the inputs leave open no method makes sure, be it exact; and it counts before an approximation that is far off. */
export function stageTrust(answer: SolveAnswer, id: NodeId): Trust | undefined {
  const stage = answer.stages[id];
  if (!stage) return undefined;
  if (isUndetermined(answer, id)) return 'notDetermined';
  if (stage.exact) return 'exact';
  return stage.doubtful ? 'doubtful' : 'approximate';
}

export function answerTrust(answer: SolveAnswer): Trust {
  const { exact, stages } = answer;
  if (Object.keys(stages).some((id) => isUndetermined(answer, id))) return 'notDetermined';
  if (exact) return 'exact';
  return Object.values(stages).some(({ doubtful }) => doubtful) ? 'doubtful' : 'approximate';
}
