import type { LineLayout } from './line-layout.ts';
import { type AxisSpec, axisText, valueText, type XRange } from './line-series.ts';
import { estimateTextWidth } from './text-size.ts';

interface LineShadeProps {
  readonly shaded: XRange & { readonly text: string };
  readonly layout: LineLayout;
  readonly top: number;
  readonly height: number;
  /** Its text stands in it where there is room. */
  readonly named?: boolean;
}

/** A part of the x axis in a darker shade. */
export function LineShade({ shaded, layout, top, height, named }: LineShadeProps) {
  const left = Math.max(0, layout.xOf(shaded.from));
  const right = Math.min(layout.plotWidth, layout.xOf(shaded.to));
  if (right <= left) return null;
  return (
    <>
      <rect className="chart-shade" x={left} y={top} width={right - left} height={height}>
        <title>{shaded.text}</title>
      </rect>
      {named && estimateTextWidth(shaded.text) + 8 <= right - left && (
        <text
          className="chart-void-text"
          x={(left + right) / 2}
          y={top + height / 2}
          dy="0.32em"
          textAnchor="middle"
        >
          {shaded.text}
        </text>
      )}
    </>
  );
}

interface LineAxisProps {
  readonly layout: LineLayout;
  readonly axis: AxisSpec;
  readonly bottom: number;
  readonly cross: number | undefined;
}

/** The common x axis under the last row, with the place of the crosshair. */
export function LineAxis({ layout, axis, bottom, cross }: LineAxisProps) {
  return (
    <g transform={`translate(0 ${bottom})`}>
      {layout.xTicks.map(({ at, text }) => (
        <g key={text} transform={`translate(${at} 0)`}>
          <line className="chart-axis" y2={4} />
          <text y={17} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <text x={layout.plotWidth / 2} y={34} textAnchor="middle" className="chart-axis-title">
        {axisText(axis)}
      </text>
      {cross !== undefined && (
        <text className="chart-name" data-export="skip" x={layout.xOf(cross)} y={17} textAnchor="middle">
          {valueText(cross, axis, 4)}
        </text>
      )}
    </g>
  );
}
