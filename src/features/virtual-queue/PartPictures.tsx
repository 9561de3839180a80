/** Predicted occupancies over the measured ones: of both ends and of the whole, overall and frame by frame. */
import { useMemo } from 'react';
import type { QueuePart, VirtualQueueJudgement } from '../../../workers/virtual-queue/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { DistributionChart } from '../../ui/charts/DistributionChart.tsx';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import { timeAxis } from '../results/time-axis.ts';
import { frameRows, knownParts, partSeries } from './part-series.ts';
import { PART_TITLES } from './verdict-words.ts';

const HEIGHT = 264;

const isKnown = ({ measured, truth }: VirtualQueueJudgement, part: QueuePart): boolean =>
  (measured[part] ?? truth?.[part]) !== undefined;

export function PartPictures({ judgement }: { readonly judgement: VirtualQueueJudgement }) {
  const { timeUnit } = useScenario();
  const parts = useMemo(
    () => knownParts(judgement).map((part) => ({ part, series: partSeries(judgement, part) })),
    [judgement],
  );
  const rows = useMemo(() => frameRows(judgement), [judgement]);
  return (
    <>
      <div className="virtual-queue__parts">
        {parts.map(({ part, series }) => (
          <DistributionChart
            key={part}
            title={PART_TITLES[part] + (isKnown(judgement, part) ? '' : ' (predicted only)')}
            unit="elements"
            series={series}
            height={HEIGHT}
            fileName={`${judgement.queue} ${part} occupancy`}
          />
        ))}
      </div>
      {rows.length > 0 && (
        <LineChart
          title="Mean occupancy, frame by frame"
          fileName={`${judgement.queue} frames`}
          x={timeAxis('time', judgement.frames.end.at(-1)!, timeUnit)}
          rows={rows}
          rowHeight={110}
          empty="The measurement has no frames."
        />
      )}
    </>
  );
}
