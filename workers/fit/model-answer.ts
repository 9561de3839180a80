/** What a calibration reads from a model, whatever answers it. */

import type { StageMeasures } from '../../core/measures/measures.ts';
import type { NoAnswer } from '../../core/measures/refusals.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';

/** Means of stages, from whatever gives them. */
export type ModelAnswer =
  | {
      readonly kind: 'answer' | 'unstable';
      readonly stages: Readonly<Record<NodeId, StageMeasures<number> & ModelDoubts>>;
    }
  | NoAnswer;

interface ModelDoubts {
  readonly loadPerServer?: number;
  readonly doubtful?: true;
}
