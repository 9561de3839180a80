import type { Curve } from './distribution-layout.ts';
import { formatNumber } from './number-label.ts';
import { SeriesSwatch } from './SeriesSwatch.tsx';

interface ReadoutProps {
  readonly heading: string;
  readonly curves: readonly Curve[];
  /** Bin under the crosshair. */
  readonly bin: number;
  /** Pixels from the left of the chart. */
  readonly x: number;
  readonly width: number;
}

/** What all series say at the crosshair, beside it on the roomier side. The slider says the same to screen readers. */
export function Readout({ heading, curves, bin, x, width }: ReadoutProps) {
  const side = x > width / 2 ? { right: width - x + 10 } : { left: x + 10 };
  return (
    <div className="chart-readout" style={side} aria-hidden="true">
      <strong>{heading}</strong>
      {curves.map((curve) => (
        <div key={curve.key} className="chart-readout-row">
          <svg width="16" height="12" aria-hidden="true">
            <SeriesSwatch kind={curve.kind} nth={curve.nth} x={1} y={6} />
          </svg>
          <span>{curve.name}</span>
          <b>{valueAt(curve, bin)}</b>
          {curve.binned.fractions.low && <small>{intervalAt(curve, bin)}</small>}
        </div>
      ))}
    </div>
  );
}

/** The value, and its interval where there is one, as a sentence's end. */
export function readingAt(curve: Curve, bin: number): string {
  return curve.binned.fractions.low
    ? `${valueAt(curve, bin)} (${intervalAt(curve, bin)})`
    : valueAt(curve, bin);
}

function valueAt({ binned }: Curve, bin: number): string {
  return formatNumber(binned.fractions.middle[bin], 6);
}

function intervalAt({ binned }: Curve, bin: number): string {
  return `95 %: ${formatNumber(binned.fractions.low?.[bin])} to ${formatNumber(binned.fractions.high?.[bin])}`;
}
