/** How far an answer, or that of one stage, can be believed: which badge it gets. */
import type { SolveAnswer, StageAnswer } from '../../workers/contract/solving.ts';
import type { Trust } from '../widgets/Badge.tsx';

/** A queue that the inputs do not determine counts before an approximation that is far off. */
export function stageTrust({ exact, doubtful, spans }: StageAnswer): Trust {
  if (exact) return 'exact';
  if (spans?.meanQueueLength !== undefined) return 'notDetermined';
  return doubtful ? 'doubtful' : 'approximate';
}

export function answerTrust({ exact, verdicts, stages }: SolveAnswer): Trust {
  if (exact) return 'exact';
  if (verdicts.some(({ code }) => code === 'not-determined')) return 'notDetermined';
  return Object.values(stages).some(({ doubtful }) => doubtful) ? 'doubtful' : 'approximate';
}
