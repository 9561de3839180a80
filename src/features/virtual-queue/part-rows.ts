/** Rows of the verdict's table: one for each part that a model predicts. */
import {
  type PartTest,
  type PredictedPart,
  QUEUE_PARTS,
  type QueuePart,
  type VirtualQueueJudgement,
} from '../../../workers/virtual-queue/contract.ts';
import { namedReplays } from './verdict-words.ts';

export interface PartRow {
  readonly model: string;
  readonly part: QueuePart;
  readonly predicted: PredictedPart;
  /** Mean; of a whole that was not measured the sum of its ends, where only that is tested. */
  readonly measured: number | undefined;
  /** Mean, from the events of the file. */
  readonly truth: number | undefined;
  /** Absent where nothing was measured to hold it against. */
  readonly test: PartTest | undefined;
  /** Shapes were compared, and not means alone. */
  readonly hasShapes: boolean;
}

export function partRows(judgement: VirtualQueueJudgement): readonly PartRow[] {
  const { measured, truth } = judgement;
  return namedReplays(judgement).flatMap(({ name, replay }) =>
    QUEUE_PARTS.flatMap((part): PartRow[] => {
      const predicted = replay.parts[part];
      if (!predicted) return [];
      const test = replay.verdict.tests.find((one) => one.part === part);
      const { tail, head } = measured;
      const sum = test && part === 'whole' && tail && head ? tail.mean + head.mean : undefined;
      // Of means alone the other two distances are not known.
      const hasShapes = test !== undefined && test.distances.kolmogorovSmirnov > 0;
      return [
        {
          ...{ model: name, part, predicted, test, hasShapes },
          ...{ measured: measured[part]?.mean ?? sum, truth: truth?.[part]?.mean },
        },
      ];
    }),
  );
}
