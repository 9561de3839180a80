import type { Curve } from './distribution-layout.ts';
import { seriesClass } from './SeriesSwatch.tsx';
import { bandPath, filledPath, linePath } from './series-path.ts';

interface SeriesMarksProps {
  readonly curve: Curve;
  /** The axis, pixels from the top of the plot. */
  readonly bottom: number;
}

/** One series: measured as filled steps, a model as stems, steps or a line, a simulation as band and line. */
export function SeriesMarks({ curve, bottom }: SeriesMarksProps) {
  const { kind, nth, marks, band, shape, older } = curve;
  const outline = shape === 'stems' ? 'steps' : shape;
  return (
    <g className={`${seriesClass(kind, nth)}${older ? ' chart-older' : ''}`} data-series={curve.name}>
      {kind === 'measured' && <path className="chart-fill" d={filledPath(marks, bottom)} />}
      {band.length > 0 && <path className="chart-band" d={bandPath(band, outline)} />}
      {shape === 'stems' ? (
        <Stems curve={curve} bottom={bottom} />
      ) : (
        <path className="chart-line" d={linePath(marks, kind === 'measured' ? 'steps' : outline)} />
      )}
    </g>
  );
}

function Stems({ curve, bottom }: SeriesMarksProps) {
  const path = curve.marks.map(({ left, right, y }) => `M${(left + right) / 2},${bottom}V${y}`).join('');
  return (
    <>
      <path className="chart-line" d={path} />
      {curve.marks.map(({ left, right, y }) => (
        <circle key={left} className="chart-dot" cx={(left + right) / 2} cy={y} r={3.5} />
      ))}
    </>
  );
}
