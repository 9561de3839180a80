import type { Estimate } from '../../../core/measures/measures.ts';
import type { TimeUnit } from '../../../core/quantities/quantity-format.ts';
import { exactText, fullText, relativeText } from './estimate-text.ts';
import { formatMeasure, type MeasureName } from './measures.ts';

interface EstimateCellProps {
  readonly value: Estimate | undefined;
  /** What was simulated, where the value is that of an exact chain. */
  readonly simulated?: Estimate | undefined;
  readonly dimension: MeasureName['dimension'];
  readonly unit?: string | undefined;
  readonly timeUnit?: TimeUnit | undefined;
}

/** A simulated mean with its half width under it, or an exact one with the simulated one under it; a dash where there is none. */
export function EstimateCell({ value, simulated, dimension, unit, timeUnit }: EstimateCellProps) {
  if (!value) return '–';
  const withoutUnit = timeUnit ? { timeUnit } : {};
  const context = { ...withoutUnit, ...(unit !== undefined && { unit }) };
  const written = formatMeasure(value.mean, dimension, context);
  if (!simulated)
    return (
      <span title={`${fullText(value)} (95 %)`}>
        {written}
        <small className="half-width">{relativeText(value)}</small>
      </span>
    );
  return (
    <span title={`${exactText(value, simulated)} (95 %)`}>
      {written}
      <small className="half-width">exact; simulated</small>
      <small className="half-width">
        {formatMeasure(simulated.mean, dimension, withoutUnit)} {relativeText(simulated)}
      </small>
    </span>
  );
}
