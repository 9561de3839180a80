/** The layers of one stretch of time with the bands of their intervals; and over them what is true, where that is known. */
import { estimateTextWidth } from '../../ui/charts/text-size.ts';
import { shareClass } from './ShareMarks.tsx';
import { layerName, type ShareColumn } from './share-areas.ts';
import type { ShareLayout } from './share-layout.ts';

interface StackProps {
  readonly column: ShareColumn;
  readonly layout: ShareLayout;
  readonly hatch: string;
}

export function ShareStack({ column: { window, pieces }, layout, hatch }: StackProps) {
  const left = layout.xOf(window.from);
  const width = layout.xOf(window.to) - left;
  const box = (from: number, to: number) => ({
    x: left,
    width,
    y: layout.yOf(to),
    height: Math.max(0, layout.yOf(from) - layout.yOf(to)),
  });
  return (
    <g>
      {pieces.map(({ layer, base, top }) => (
        <g key={layerName(layer)} className={shareClass(layer)} data-layer={layerName(layer)}>
          <rect className="posterior-shares__ground" {...box(base, top)} />
          {layer.part === 'waiting' && <rect fill={`url(#${hatch}-${layer.number})`} {...box(base, top)} />}
        </g>
      ))}
      {/* The last top is 1: there is nothing to be unsure of. */}
      {pieces.slice(0, -1).map(({ layer, top, low, high }) => (
        <g key={layerName(layer)}>
          <rect className="posterior-shares__band" {...box(low, high)} />
          <line
            className="posterior-shares__top"
            x1={left}
            x2={left + width}
            y1={layout.yOf(top)}
            y2={layout.yOf(top)}
          />
        </g>
      ))}
    </g>
  );
}

/** Tops of the layers as they truly are, where that is known. */
export function TrueTops({
  columns,
  layout,
}: {
  readonly columns: readonly ShareColumn[];
  readonly layout: ShareLayout;
}) {
  const lines = columns.flatMap(({ window, truth }) =>
    truth
      .slice(0, -1)
      .map((top) => `M${layout.xOf(window.from)},${layout.yOf(top)}H${layout.xOf(window.to)}`),
  );
  if (lines.length === 0) return null;
  const text = 'true, of all tasks';
  return (
    <g className="chart-baseline" data-series="true">
      <path className="posterior-shares__truth" d={lines.join('')} />
      <text className="chart-name" x={layout.plotWidth} y={-10} textAnchor="end">
        {text}
      </text>
      <path
        className="posterior-shares__truth"
        d={`M${layout.plotWidth - estimateTextWidth(text) - 26},-14h16`}
      />
    </g>
  );
}
