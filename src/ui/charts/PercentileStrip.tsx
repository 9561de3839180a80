import { type AxisSpec, valueText } from './line-series.ts';
import type { PercentileAxis, PercentilePoint, PercentileRow } from './percentile-layout.ts';

interface PercentileStripProps {
  readonly row: PercentileRow;
  readonly scale: PercentileAxis;
  readonly axis: AxisSpec;
}

/** Dots for percentiles on one thin line, a triangle for the mean; names over them where they do not touch. */
export function PercentileStrip({ row: { mean, points }, scale, axis }: PercentileStripProps) {
  const first = points[0];
  const last = points.at(-1);
  if (!mean && !first) return <text className="chart-muted">too few to tell</text>;
  let free = Number.NEGATIVE_INFINITY;
  return (
    <>
      {first && last && (
        <line className="chart-line" x1={scale.xOf(first.value)} x2={scale.xOf(last.value)} />
      )}
      {[...points, ...(mean ? [mean] : [])].map((point) => (
        <rect
          key={point.name}
          className="chart-band"
          x={scale.xOf(point.low)}
          width={Math.max(0, scale.xOf(point.high) - scale.xOf(point.low))}
          y={-5}
          height={10}
        />
      ))}
      {points.map((point) => {
        const x = scale.xOf(point.value);
        const named = x - free > 24;
        if (named) free = x;
        return (
          <g key={point.name} transform={`translate(${x} 0)`}>
            <circle className="chart-dot" r={3.5}>
              <title>{pointText(point, axis)}</title>
            </circle>
            {named && (
              <text y={-9} textAnchor="middle" className="chart-muted">
                {point.name}
              </text>
            )}
          </g>
        );
      })}
      {mean && (
        <path className="chart-mean" d={`M${scale.xOf(mean.value)},5l-4,7h8Z`}>
          <title>{pointText(mean, axis)}</title>
        </path>
      )}
    </>
  );
}

const pointText = ({ name, value, low, high }: PercentilePoint, axis: AxisSpec): string =>
  `${name} ${valueText(value, axis, 4)}, 95 %: ${valueText(low, axis)} to ${valueText(high, axis)}`;
