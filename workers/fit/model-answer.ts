/** What a calibration reads from a model, whatever answers it. */
import type { NodeId } from '../../src/model/scenario.ts';
import type { NoAnswer, StageMeasures } from '../contract/measures.ts';

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
