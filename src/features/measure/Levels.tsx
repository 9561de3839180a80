/** Fill levels of one queue: over all frames as a heat map, and the distribution in the frame of the cursor. */
import { useMemo, useState } from 'react';
import type { Bins, ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { DistributionChart } from '../../ui/charts/DistributionChart.tsx';
import type { DistributionSeries } from '../../ui/charts/distribution-series.ts';
import { type HeatGrid, HeatMap, type HeatScale, heatTable } from '../../ui/charts/HeatMap.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { useFocusStage } from '../results/answers.ts';
import { timeAxis } from '../results/time-axis.ts';
import { useStudy } from './measured-keeping.ts';
import { setMeasuredFrame, useMeasured } from './measured-store.ts';
import { useQueues } from './queue-names.ts';

export function Levels({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const { all, nameOf } = useQueues(reduced);
  const focus = useFocusStage();
  const stageOf = useStudy((study) => study?.stageOf);
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
      <Heat reduced={reduced} queue={queue} title={`${title}: occupancy over time`} unit={unit} />
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
  const { frames } = reduced;
  const grid = useMemo(() => levelGridOf(frames, queue), [frames, queue]);
  if (!grid) return <p className="panel__note">The measurement has no histogram by frame of this queue.</p>;
  const perColumn = Math.ceil(frames.start.length / grid.starts.length);
  return (
    <ChartFrame
      title={title}
      fileName={`${reduced.name} ${queue.id} occupancy`}
      table={heatTable(grid, 'frame from')}
      toolbar={<ChartToggles legend="Darkness" options={SCALES} value={scale} onChange={setScale} />}
    >
      {({ width }) => (
        <HeatMap
          {...{ grid, title, width, scale }}
          x={timeAxis('time', frames.end.at(-1)!, timeUnit)}
          rowsAre={`occupancy (${unit})`}
          column={Math.floor(frame / perColumn)}
          onColumn={(column) => setMeasuredFrame(column * perColumn)}
        />
      )}
    </ChartFrame>
  );
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

/** Fill levels of one queue as they are drawn: levels over the frames, and the distribution in one of them. */

const MOST_ROWS = 48;
/** More columns are narrower than a mark can be. */
const MOST_COLUMNS = 256;
/** Longest distribution that is drawn level by level. */
const MOST_LEVELS = 100_000;

/** Neighbouring frames share a column where they are too many. Undefined where there is no histogram by frame. */
export function levelGridOf(
  { start, end }: ReducedMeasurement['frames'],
  { occupancy }: ReducedQueue,
): HeatGrid | undefined {
  if (!occupancy?.byFrame || start.length < 2) return undefined;
  const { low, high } = occupancy;
  const perColumn = Math.ceil(start.length / MOST_COLUMNS);
  const columnCount = Math.ceil(start.length / perColumn);
  const step = Math.max(1, Math.ceil((occupancy.max + 1) / MOST_ROWS));
  const rowCount = Math.floor(occupancy.max / step) + 1;
  const cells = Array.from({ length: columnCount }, () => new Array<number>(rowCount).fill(0));
  const totals = new Array<number>(columnCount).fill(0);
  for (let frame = 0; frame < start.length; frame += 1) {
    const column = Math.floor(frame / perColumn);
    low.forEach((from, bin) => {
      const weight = occupancy.byFrame![frame * low.length + bin]!;
      if (weight === 0) return;
      const middle = (from + high[bin]! - 1) / 2;
      cells[column]![Math.min(rowCount - 1, Math.floor(middle / step))]! += weight;
      totals[column]! += weight;
    });
  }
  const first = (column: number): number => column * perColumn;
  const last = (column: number): number => Math.min(start.length, first(column) + perColumn) - 1;
  return {
    starts: cells.map((_, column) => start[first(column)]!),
    ends: cells.map((_, column) => end[last(column)]!),
    ...{ step, rowCount },
    cells: cells.map((rows, column) =>
      rows.map((weight) => (totals[column]! > 0 ? weight / totals[column]! : 0)),
    ),
  };
}

/** Share of time at each level, of one frame or of all; a bin of several levels is spread evenly. Empty where nothing was observed. */
export function levelValues({ low, high, weight, byFrame }: Bins, frame?: number): Float64Array {
  const row = frame === undefined ? weight : byFrame?.subarray(frame * low.length, (frame + 1) * low.length);
  let total = 0;
  let top = 0;
  row?.forEach((part, bin) => {
    total += part;
    if (part > 0) top = high[bin]!;
  });
  if (!row || total === 0 || !(top <= MOST_LEVELS)) return new Float64Array(0);
  const values = new Float64Array(top);
  row.forEach((part, bin) => {
    const width = high[bin]! - low[bin]!;
    for (let level = low[bin]!; part > 0 && level < high[bin]!; level += 1)
      values[level]! += part / total / width;
  });
  return values;
}
