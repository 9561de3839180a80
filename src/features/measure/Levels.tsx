/** Fill levels of one queue: over all frames as a heat map, and the distribution in the frame of the cursor. */
import { useMemo, useState } from 'react';
import type { Table } from '../../../core/base/table-text.ts';
import type { ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { DistributionChart } from '../../ui/charts/DistributionChart.tsx';
import type { DistributionSeries } from '../../ui/charts/distribution-series.ts';
import { HeatMap } from '../../ui/charts/HeatMap.tsx';
import type { HeatGrid, HeatScale } from '../../ui/charts/heat-layout.ts';
import { useChartSize } from '../../ui/charts/use-chart-size.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { useFocusStage } from '../results/answers.ts';
import { timeAxis } from '../results/time-axis.ts';
import { levelGridOf, levelValues } from './level-picture.ts';
import { setMeasuredFrame, useMeasured } from './measured-store.ts';
import { useQueues } from './queue-names.ts';

export function Levels({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const { all, nameOf } = useQueues(reduced);
  const focus = useFocusStage();
  const stageOf = useMeasured(({ study }) => study?.stageOf);
  const [wanted, setWanted] = useState<string>();
  const queue =
    all.find(({ id }) => id === wanted) ??
    all.find(({ id }) => focus && stageOf?.[id] === focus.id) ??
    all[0];
  if (!queue) return <p className="chart-empty">No queue has frames.</p>;
  const { title, unit } = nameOf(queue);
  return (
    <>
      {all.length > 1 && (
        <ChoiceField
          label="Queue"
          as="list"
          value={queue.id}
          choices={all.map((one) => ({ value: one.id, label: nameOf(one).title }))}
          onChange={setWanted}
        />
      )}
      <Heat reduced={reduced} queue={queue} title={`${title}, level by level`} unit={unit} />
      <InFrame queue={queue} title={title} unit={unit} />
    </>
  );
}

interface HeatProps {
  readonly reduced: ReducedMeasurement;
  readonly queue: ReducedQueue;
  readonly title: string;
  readonly unit: string;
}

const SCALES = [
  { value: 'log', text: 'Log', label: 'Darkness by the logarithm of the share of time' },
  { value: 'root', text: 'Root', label: 'Darkness by the square root of the share of time' },
] as const;

function Heat({ reduced, queue, title, unit }: HeatProps) {
  const { timeUnit } = useScenario();
  const frame = useMeasured((measured) => measured.frame);
  const [scale, setScale] = useState<HeatScale>('log');
  const [ref, { width }] = useChartSize<HTMLDivElement>();
  const { frames } = reduced;
  const grid = useMemo(() => levelGridOf(frames, queue), [frames, queue]);
  if (!grid) return <p className="panel__note">The measurement has no histogram by frame of this queue.</p>;
  const perColumn = Math.ceil(frames.start.length / grid.starts.length);
  return (
    <ChartFrame
      title={title}
      fileName={`${reduced.name} ${queue.id} levels`}
      table={tableOf(grid)}
      toolbar={<ChartToggles legend="Darkness" options={SCALES} value={scale} onChange={setScale} />}
    >
      <div ref={ref} className="chart-stage">
        <HeatMap
          {...{ grid, title, width, scale }}
          x={timeAxis('time', frames.end.at(-1)!, timeUnit)}
          rowsAre={`occupancy (${unit})`}
          column={Math.floor(frame / perColumn)}
          onColumn={(column) => setMeasuredFrame(column * perColumn)}
        />
      </div>
    </ChartFrame>
  );
}

function tableOf({ starts, step, rowCount, cells }: HeatGrid): Table {
  const labels = Array.from({ length: rowCount }, (_, row) =>
    step === 1 ? `P[n = ${row}]` : `P[${row * step} ≤ n < ${(row + 1) * step}]`,
  );
  return {
    columns: [{ label: 'frame from', unit: 's' }, ...labels.map((label) => ({ label }))],
    rows: starts.map((start, column) => [start, ...cells[column]!]),
  };
}

function InFrame({ queue, title, unit }: Omit<HeatProps, 'reduced'>) {
  const frame = useMeasured((measured) => measured.frame);
  const { occupancy } = queue;
  const series = useMemo((): readonly DistributionSeries[] => {
    if (!occupancy) return [];
    return [
      { kind: 'measured', name: `frame ${frame}`, values: levelValues(occupancy, frame) },
      { kind: 'baseline', name: 'all frames', values: levelValues(occupancy), mean: occupancy.mean },
    ];
  }, [occupancy, frame]);
  return (
    <DistributionChart
      title={`${title}, frame ${frame}`}
      unit={unit}
      series={series}
      capacity={queue.capacity}
      height={180}
      fileName={`${queue.id} frame ${frame}`}
    />
  );
}
