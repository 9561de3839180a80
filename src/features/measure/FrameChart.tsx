/** Rows over the frames, with the time cursor through them. */
import type { ReactNode } from 'react';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import { type LineRow, middleOf } from '../../ui/charts/line-series.ts';
import { timeAxis } from '../results/time-axis.ts';
import { useStudy } from './measured-keeping.ts';
import { useMeasured } from './measured-store.ts';

const ROW_HEIGHTS = [190, 110, 84];
const LOW_ROW = 60;

interface FrameChartProps {
  readonly title: string;
  readonly reduced: ReducedMeasurement;
  readonly rows: readonly LineRow[];
  readonly toolbar?: ReactNode;
  readonly empty: string;
}

export function FrameChart({ title, reduced, rows, toolbar, empty }: FrameChartProps) {
  const { timeUnit } = useScenario();
  const frame = useMeasured((measured) => measured.frame);
  const stageOf = useStudy((study) => study?.stageOf);
  const selected = useSession(({ selection }) => selection.nodes[0]);
  const { start, end } = reduced.frames;
  const x = middleOf({ x: start[frame]!, to: end[frame]!, y: 0 });
  const select = (queue: string): void => {
    const stage = stageOf?.[queue];
    if (stage !== undefined) selectOnly(stage);
  };
  return (
    <LineChart
      title={title}
      fileName={`${reduced.name} ${title.toLowerCase()}`}
      x={timeAxis('time', end.at(-1)!, timeUnit)}
      rows={rows}
      marks={[{ x, text: `frame ${frame}`, kind: 'event' }]}
      rowHeight={ROW_HEIGHTS[rows.length - 1] ?? LOW_ROW}
      selected={rows.find(({ id }) => stageOf?.[id] !== undefined && stageOf[id] === selected)?.id}
      onSelect={select}
      toolbar={toolbar}
      empty={empty}
    />
  );
}
