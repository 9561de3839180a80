import type { Estimate } from '../../../workers/contract/measures.ts';
import type { TimeUnit } from '../../model/scenario.ts';
import { formatMeasure, type MeasureName } from '../measures.ts';
import { fullText, relativeText } from './estimate-text.ts';

interface EstimateCellProps {
  readonly value: Estimate | undefined;
  readonly dimension: MeasureName['dimension'];
  readonly unit?: string | undefined;
  readonly timeUnit?: TimeUnit | undefined;
}

/** A simulated mean with its half width under it; a dash where there is none. */
export function EstimateCell({ value, dimension, unit, timeUnit }: EstimateCellProps) {
  if (!value) return '–';
  const context = { ...(unit !== undefined && { unit }), ...(timeUnit && { timeUnit }) };
  return (
    <span title={`${fullText(value)} (95 %)`}>
      {formatMeasure(value.mean, dimension, context)}
      <small className="half-width">{relativeText(value)}</small>
    </span>
  );
}
