/** A predicted number; where the inputs do not determine it, the interval in place of a value that could as well be another. */

import type { StageAnswer } from '../../../workers/solve/contract.ts';
import { openSpan } from '../../../workers/solve/determined.ts';
import type { ScalarMeasure } from '../results/measures.ts';

interface PredictedProps {
  readonly stage: StageAnswer | undefined;
  readonly measure: ScalarMeasure;
  /** With unit. */
  readonly text: (value: number) => string;
}

export function Predicted({ stage, measure, text }: PredictedProps) {
  const value = stage?.[measure];
  if (value === undefined) return '–';
  const open = openSpan(stage, measure);
  const title = detailOf(stage!, measure);
  if (!open) return <span title={title}>{text(value)}</span>;
  return (
    <span className="undetermined" title={title}>
      <span>◌ {text(open[0])} …</span> <span>{text(open[1])}</span>
    </span>
  );
}

/** All digits, and between what the number lies as well as the inputs are known. */
function detailOf(stage: StageAnswer, measure: ScalarMeasure): string {
  const span = stage.spans?.[measure];
  if (!span) return String(stage[measure]);
  const doubt = openSpan(stage, measure) ? 'not determined: ' : '';
  const by = stage.dominatedBy ? `, mostly by ${stage.dominatedBy.words}` : '';
  return `${stage[measure]}; ${doubt}from ${span[0]} to ${span[1]} as the inputs are known${by}`;
}
