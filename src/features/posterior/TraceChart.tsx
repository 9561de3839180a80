/** The chains as they close in on each other: R-hat over the sweeps, and the mean service time of some queues by chain. */
import { useMemo, useState } from 'react';
import { useScenario } from '../../state/document-store.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { timeAxis } from '../results/time-axis.ts';
import type { Closeness } from './posterior-store.ts';
import { closenessRow, type DrawnChains, longestMean, traceRow } from './trace-rows.ts';

interface TraceChartProps {
  readonly drawn: DrawnChains;
  readonly history: readonly Closeness[];
  /** Queues by how far their chains are apart, the worst first. */
  readonly worst: readonly string[];
  /** The end of the sweeps that are not used. */
  readonly dropped?: number;
  /** Last sweep of the axis. */
  readonly end: number;
}

const WORST_SHOWN = 2;
const WORST = '\u0000worst';
const SWEEPS = { title: 'sweep', unit: '' };

export function TraceChart({ drawn, history, worst, dropped, end }: TraceChartProps) {
  const { name, timeUnit } = useScenario();
  const [picked, setPicked] = useState(WORST);
  const queues = useMemo(
    () => (drawn.queueIds.includes(picked) ? [picked] : worst.slice(0, WORST_SHOWN)),
    [drawn.queueIds, picked, worst],
  );
  const rows = useMemo(() => {
    const axis = timeAxis('mean service', longestMean(drawn, queues), timeUnit);
    const closeness = history.length > 0 ? [closenessRow(history, end)] : [];
    return [...closeness, ...queues.map((queue) => traceRow(drawn, queue, axis))];
  }, [drawn, queues, history, end, timeUnit]);
  const choices = [
    { value: WORST, label: 'worst queues' },
    ...drawn.queueIds.map((id) => ({ value: id, label: id })),
  ];
  return (
    <div className="posterior-traces">
      <LineChart
        title="Chains from starts apart"
        fileName={`${name} chains`}
        x={SWEEPS}
        rows={rows}
        rowHeight={96}
        fromZero={false}
        empty="The chains have not begun."
        {...(dropped !== undefined && {
          shaded: { from: 0, to: dropped, text: 'the first half is not used' },
        })}
        toolbar={
          <ChoiceField
            label="Traces of"
            as="list"
            value={drawn.queueIds.includes(picked) ? picked : WORST}
            choices={choices}
            onChange={setPicked}
          />
        }
      />
    </div>
  );
}
