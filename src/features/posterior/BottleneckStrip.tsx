/** Under the shares: in which state tasks most probably waited longest, stretch by stretch. */
import { estimateTextWidth, fitText } from '../../ui/charts/text-size.ts';
import { shareText } from './posterior-text.ts';
import type { ShareColumn } from './share-areas.ts';
import { type ShareLayout, STRIP_HEIGHT } from './share-layout.ts';

interface BottleneckStripProps {
  readonly columns: readonly ShareColumn[];
  readonly layout: ShareLayout;
}

export function BottleneckStrip({ columns, layout }: BottleneckStripProps) {
  return (
    <g transform={`translate(0 ${layout.stripTop})`}>
      <text x={0} y={-6} className="chart-axis-title">
        bottleneck: where tasks waited longest
      </text>
      {columns.map(({ window: { from, to, bottleneck } }) => {
        const left = layout.xOf(from);
        const width = layout.xOf(to) - left;
        const text = bottleneck ? nameFor(bottleneck.state, width - 6) : '–';
        return (
          <g key={from} transform={`translate(${left} 0)`} data-bottleneck={bottleneck?.state}>
            <rect className="posterior-strip" width={width} height={STRIP_HEIGHT}>
              <title>
                {bottleneck
                  ? `${bottleneck.state}, probability ${shareText(bottleneck.probability)}`
                  : 'nobody waited'}
              </title>
            </rect>
            <text x={width / 2} y={STRIP_HEIGHT / 2} dy="0.34em" textAnchor="middle" pointerEvents="none">
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Cut where it is too long, left out where nothing of it would be read. */
const nameFor = (name: string, width: number): string =>
  width < estimateTextWidth('WW…') && width < estimateTextWidth(name) ? '' : fitText(name, width);
