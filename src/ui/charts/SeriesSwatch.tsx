import type { SeriesKind } from './distribution-series.ts';

interface SeriesSwatchProps {
  readonly kind: SeriesKind;
  readonly nth?: number;
  /** Left end and middle height, in an SVG. */
  readonly x: number;
  readonly y: number;
}

/** Fourteen pixels of how a series is drawn, so that it is known without its colour. */
export function SeriesSwatch({ kind, nth = 0, x, y }: SeriesSwatchProps) {
  return (
    <g transform={`translate(${x} ${y})`} className={seriesClass(kind, nth)}>
      {kind === 'measured' && <rect className="chart-fill" y={-4} width={14} height={8} />}
      {kind === 'simulation' && <rect className="chart-band" y={-4} width={14} height={8} />}
      {kind === 'measured' ? (
        <line className="chart-line" x2={14} y1={-4} y2={-4} />
      ) : (
        <line className="chart-line" x2={14} />
      )}
    </g>
  );
}

/** Colour and dashes of a series; later ones of the same kind get longer dashes. */
export function seriesClass(kind: SeriesKind, nth: number): string {
  return `chart-series chart-${kind}${nth > 0 ? ` chart-again-${Math.min(nth, 2)}` : ''}`;
}
