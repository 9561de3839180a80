/** Means over time, a row for each stage, and how the run came from its empty start to its level. */

import { useMemo } from 'react';
import { counted } from '../../../core/base/plural.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly, setTimeView, type TimeView, useSession } from '../../state/session-store.ts';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import { SimulatedPanel } from '../simulate/SimulatedPanel.tsx';
import { warmUpWords } from '../simulate/warm-up-words.ts';
import { timeAxis } from './time-axis.ts';
import { scheduleMarks, timeRows } from './time-rows.ts';

const VIEWS: readonly { readonly value: TimeView; readonly text: string; readonly label: string }[] = [
  { value: 'meanOccupancy', text: 'Occupancy', label: 'Mean elements in the stage, frame by frame' },
  { value: 'offeredRate', text: 'Offered', label: 'Arrivals offered, frame by frame' },
  { value: 'throughput', text: 'Throughput', label: 'Elements served, frame by frame' },
  { value: 'utilization', text: 'Utilization', label: 'Share of the servers’ time serving, frame by frame' },
  { value: 'blockedFraction', text: 'Blocked', label: 'Share of the servers’ time blocked, frame by frame' },
  { value: 'startUp', text: 'Warm-up', label: 'From the empty start to the steady state' },
];
const ROW_HEIGHTS = [190, 110, 84];
const LOW_ROW = 60;

export default function Time() {
  const scenario = useScenario();
  return (
    <SimulatedPanel what="Means over time, and how the warm-up was found,">
      {(result, stale) => <TimeChart scenario={scenario} result={result} stale={stale} />}
    </SimulatedPanel>
  );
}

interface TimeChartProps {
  readonly scenario: Scenario;
  readonly result: SimulationResult;
  readonly stale: boolean;
}

function TimeChart({ scenario, result, stale }: TimeChartProps) {
  const view = useSession((session) => session.timeView);
  const selected = useSession((session) => session.selection.nodes);
  const { plan, frames } = result;
  const repeats = view !== 'startUp' && frames?.repeats === true;
  const end = repeats ? frames.bounds.at(-1)! : plan.horizon;
  const x = useMemo(
    () => timeAxis(repeats ? 'time in the period' : 'time', end, scenario.timeUnit),
    [repeats, end, scenario.timeUnit],
  );
  const { rows, left } = useMemo(
    () => timeRows(scenario, result, { view, selected, axis: x }),
    [scenario, result, view, selected, x],
  );
  // An older run knows nothing of the schedules as they are drawn now.
  const marks = useMemo(() => (stale ? [] : scheduleMarks(scenario, end)), [scenario, end, stale]);
  const warmUp = warmUpWords(scenario, result, x);
  const dropped = !repeats && plan.warmup > 0;
  return (
    <>
      <LineChart
        title={view === 'startUp' ? 'From the empty start' : 'Over time'}
        fileName={`${scenario.name} over time`}
        x={x}
        rows={rows}
        marks={marks}
        {...(dropped && { shaded: { from: 0, to: plan.warmup, text: 'Warm-up, not counted' } })}
        rowHeight={ROW_HEIGHTS[rows.length - 1] ?? LOW_ROW}
        selected={selected[0]}
        onSelect={selectOnly}
        toolbar={<ChartToggles legend="Measure" options={VIEWS} value={view} onChange={setTimeView} />}
        empty="No stage has this measure."
      />
      {left > 0 && <p className="panel__note">{left} more rows; those of selected stages come first.</p>}
      {view === 'startUp' ? (
        <p className={warmUp.short ? 'panel__stale' : 'panel__note'}>
          {warmUp.text} The curve is the mean over the replications, smoothed (Welch).
        </p>
      ) : (
        <p className="panel__note">{frameWords(result)}</p>
      )}
    </>
  );
}

function frameWords({ frames, plan, replications }: SimulationResult): string {
  const count = (frames?.bounds.length ?? 1) - 1;
  const over = frames?.repeats ? 'one period, over all periods after the warm-up' : 'the run from its start';
  const shaded = !frames?.repeats && plan.warmup > 0 ? ' Shaded: the warm-up.' : '';
  return `Means in ${counted(count, 'frame')} of ${over}; bands are 95 % intervals over ${replications} replications.${shaded}`;
}
