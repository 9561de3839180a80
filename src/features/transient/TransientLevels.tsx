/** The stage in focus level by level: a picture over time, and its distribution at the time that is looked at. */
import { useMemo, useState } from 'react';
import type { Table } from '../../../core/base/table-text.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { TransientAnswer } from '../../../workers/transient/contract.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { DistributionChart } from '../../ui/charts/DistributionChart.tsx';
import type { DistributionSeries } from '../../ui/charts/distribution-series.ts';
import { formatNumber } from '../../ui/charts/number-label.ts';
import { useChartSize } from '../../ui/charts/use-chart-size.ts';
import { useFocusStage } from '../results/answers.ts';
import { timeAxis } from '../results/time-axis.ts';
import { unitOf } from '../results/unit-of.ts';
import { TransientHeatMap } from './TransientHeatMap.tsx';
import { type LevelGrid, levelGrid } from './transient-levels.ts';

const MOST_ROWS = 48;

interface TransientLevelsProps {
  readonly scenario: Scenario;
  readonly answer: TransientAnswer;
}

export function TransientLevels({ scenario, answer }: TransientLevelsProps) {
  const stage = useFocusStage();
  const distributions = stage && answer.stages[stage.id]?.distributions;
  const [share, setShare] = useState(0.25);
  const [ref, { width }] = useChartSize<HTMLDivElement>();
  const grid = useMemo(() => distributions && levelGrid(distributions, MOST_ROWS), [distributions]);
  const last = (distributions?.length ?? 1) - 1;
  const column = Math.round(share * last);
  const axis = timeAxis('time', answer.times.at(-1)!, scenario.timeUnit);
  const series = useMemo(() => seriesAt(distributions, column, axis), [distributions, column, axis]);
  if (!stage || !grid) return null;
  const title = `${stage.name ?? stage.id}, level by level`;
  const unit = unitOf(scenario, stage.id);
  return (
    <div className="transient__levels">
      <ChartFrame
        title={title}
        fileName={`${scenario.name} ${stage.id} levels over time`}
        table={tableOf(grid)}
      >
        <div ref={ref} className="chart-stage">
          <TransientHeatMap
            {...{ grid, title, unit, axis, width, column }}
            capacity={stage.capacity}
            onColumn={(next) => setShare(last === 0 ? 0 : next / last)}
          />
        </div>
      </ChartFrame>
      <DistributionChart
        title={`At ${series[0]?.name.replace('at ', '') ?? ''}`}
        unit={unit}
        series={series}
        capacity={stage.capacity}
        height={180}
        fileName={`${scenario.name} ${stage.id} at a time`}
      />
    </div>
  );
}

type Distributions = TransientAnswer['stages'][string]['distributions'];

function seriesAt(
  distributions: Distributions | undefined,
  column: number,
  { divisor = 1, unit }: ReturnType<typeof timeAxis>,
): readonly DistributionSeries[] {
  if (!distributions) return [];
  const nameOf = (time: number): string => `at ${formatNumber(time / divisor)} ${unit}`;
  const now = distributions[column]!;
  const end = distributions.at(-1)!;
  const series: DistributionSeries[] = [{ kind: 'model', name: nameOf(now.time), values: now.probabilities }];
  if (now !== end) series.push({ kind: 'baseline', name: nameOf(end.time), values: end.probabilities });
  return series;
}

function tableOf({ times, step, rowCount, cells }: LevelGrid): Table {
  const labels = Array.from({ length: rowCount }, (_, row) =>
    step === 1 ? `P[n = ${row}]` : `P[${row * step} ≤ n < ${(row + 1) * step}]`,
  );
  return {
    columns: [{ label: 'time', unit: 's' }, ...labels.map((label) => ({ label }))],
    rows: times.map((time, i) => [time, ...cells[i]!]),
  };
}
