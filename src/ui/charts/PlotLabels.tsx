import { type CurveLabel, type MeanLabel, type PlotLayout, SWATCH_ROOM } from './distribution-layout.ts';
import { SeriesSwatch, seriesClass } from './SeriesSwatch.tsx';
import { LABEL_HEIGHT } from './text-size.ts';

/** From this distance on a label needs a line to its curve. */
const NEAR = 20;

/** The name of each series at its curve, and its mean on the axis. */
export function PlotLabels({ layout }: { readonly layout: PlotLayout }) {
  return (
    <g className="chart-labels">
      {layout.labels.map((label) => (
        <NameLabel key={label.curve.key} label={label} />
      ))}
      {layout.means.length > 0 && (
        <text x={-8} y={layout.plot.height + 35} textAnchor="end" className="chart-muted">
          mean
        </text>
      )}
      {layout.means.map((mean) => (
        <Mean key={mean.curve.key} mean={mean} axis={layout.plot.height} />
      ))}
    </g>
  );
}

function NameLabel({ label }: { readonly label: CurveLabel }) {
  const { curve, x, y, anchor, text } = label;
  const end = anchor[1] < y ? y : y + LABEL_HEIGHT;
  const far = Math.abs(anchor[1] - end) > NEAR;
  return (
    <g className={seriesClass(curve.kind, curve.nth)}>
      {far && <line className="chart-leader" x1={x + 7} y1={end} x2={anchor[0]} y2={anchor[1]} />}
      <SeriesSwatch kind={curve.kind} nth={curve.nth} x={x} y={y + LABEL_HEIGHT / 2} />
      <text className="chart-name" x={x + SWATCH_ROOM} y={y + LABEL_HEIGHT / 2} dy="0.34em">
        {text}
        {text !== curve.name && <title>{curve.name}</title>}
      </text>
    </g>
  );
}

function Mean({ mean, axis }: { readonly mean: MeanLabel; readonly axis: number }) {
  const { curve, x, textX, text } = mean;
  return (
    <g className={seriesClass(curve.kind, curve.nth)}>
      {x !== undefined && <path className="chart-mean" d={`M${x},${axis}l-4,7h8Z`} />}
      <SeriesSwatch kind={curve.kind} nth={curve.nth} x={textX} y={axis + 31} />
      <text className="chart-name" x={textX + SWATCH_ROOM} y={axis + 35}>
        {text}
        <title>{`Mean of ${curve.name}`}</title>
      </text>
    </g>
  );
}
