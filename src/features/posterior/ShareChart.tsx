/** How much of a task's time was waiting and how much service, over time (Sutton & Jordan 2009, figure 5). */
import { useMemo, useState } from 'react';
import type { PosteriorAnswer } from '../../../workers/posterior/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { useChartSize } from '../../ui/charts/use-chart-size.ts';
import { timeAxis } from '../results/time-axis.ts';
import { rangeText, shareText, timeText } from './posterior-text.ts';
import { SharePlot } from './SharePlot.tsx';
import {
  intervalIn,
  layerName,
  layersOf,
  type ShareColumn,
  shareColumns,
  shareTable,
} from './share-areas.ts';
import { trueWindowsOf } from './web-experiment.ts';

interface ShareChartProps {
  readonly answer: PosteriorAnswer;
  /** The tasks are those of the shipped example. */
  readonly isExample: boolean;
}

const TITLE = 'Where the time of tasks went';

export function ShareChart({ answer, isExample }: ShareChartProps) {
  const { name, timeUnit } = useScenario();
  const [ref, { width }] = useChartSize<HTMLDivElement>();
  const truth = isExample ? trueWindowsOf(answer) : undefined;
  const columns = useMemo(() => shareColumns(answer, truth), [answer, truth]);
  const layers = useMemo(() => layersOf(answer), [answer]);
  const table = useMemo(() => shareTable(answer, truth), [answer, truth]);
  const [picked, setPicked] = useState<number>();
  const chosen = Math.min(picked ?? fullest(columns), columns.length - 1);
  const reading = readingOf(columns[chosen]!, layers);
  const axis = timeAxis('time of entry', answer.whole.to, timeUnit);
  return (
    <ChartFrame title={TITLE} fileName={`${name} waiting and service`} table={table}>
      <div ref={ref} className="chart-stage">
        <SharePlot
          title={TITLE}
          {...{ columns, layers, axis, width, chosen, reading }}
          onChoose={setPicked}
        />
      </div>
      <p className="panel__note posterior__reading">{reading}</p>
    </ChartFrame>
  );
}

/** The window in which waiting took most. */
function fullest(columns: readonly ShareColumn[]): number {
  const waiting = columns.map(({ pieces }) =>
    pieces.reduce((sum, { layer, base, top }) => sum + (layer.part === 'waiting' ? top - base : 0), 0),
  );
  return waiting.indexOf(Math.max(...waiting));
}

function readingOf({ window, pieces }: ShareColumn, layers: ReturnType<typeof layersOf>): string {
  const { from, to, tasks, bottleneck } = window;
  const when = `${timeText(from)} to ${timeText(to)}`;
  if (pieces.length === 0) return `${when}: no task entered.`;
  const shares = layers.map((layer) => {
    const interval = intervalIn(window, layer);
    return `${layerName(layer)} ${shareText(interval.mean)} (${rangeText(interval, shareText)})`;
  });
  const held = bottleneck
    ? ` Bottleneck: ${bottleneck.state}, probability ${shareText(bottleneck.probability)}.`
    : ' Nobody waited.';
  return `${when}, ${Math.round(tasks)} tasks: ${shares.join(', ')}.${held}`;
}
