/** Predicted occupancies over the measured ones: of both ends and of the whole, overall and frame by frame. */
import { useMemo } from 'react';
import type {
  PredictedPart,
  QueuePart,
  VirtualQueueJudgement,
} from '../../../workers/virtual-queue/contract.ts';
import { QUEUE_PARTS } from '../../../workers/virtual-queue/contract.ts';
import {
  decidingReplay,
  type NamedReplay,
  namedReplays,
  PART_TITLES,
} from '../../../workers/virtual-queue/verdict-words.ts';
import { useScenario } from '../../state/document-store.ts';
import { DistributionChart } from '../../ui/charts/DistributionChart.tsx';
import type { DistributionSeries, SeriesKind } from '../../ui/charts/distribution-series.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import type { LinePoint, LineRow, LineSeries } from '../../ui/charts/line-series.ts';
import { timeAxis } from '../results/time-axis.ts';

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
          title="Number in system, frame by frame"
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

/** The curves of one part of a virtual queue: what was measured, and what each model predicts. */

/** Ideal: the accent line; tandem: the second colour with its band; traced insertions: dotted. */
const kindOf = ({ replay, isTraced }: NamedReplay): SeriesKind =>
  isTraced ? 'baseline' : replay.model === 'ideal' ? 'model' : 'simulation';

/** What 95 % of the runs of the model that decides have at each level: a measured bar beyond it is no chance. */
const bandOf = ({ lowShares, highShares }: PredictedPart) => ({ low: lowShares, high: highShares });

/** Parts of which something is known. */
export const knownParts = (judgement: VirtualQueueJudgement): readonly QueuePart[] =>
  QUEUE_PARTS.filter((part) => partSeries(judgement, part).length > 0);

/** What was measured of a part, or else what follows from the events of both ends. */
function knownPart({ measured, truth }: VirtualQueueJudgement, part: QueuePart) {
  return measured[part]
    ? { name: 'measured', known: measured[part] }
    : { name: 'truth', known: truth?.[part] };
}

export function partSeries(judgement: VirtualQueueJudgement, part: QueuePart): readonly DistributionSeries[] {
  const { name, known } = knownPart(judgement, part);
  return [
    ...(known ? [{ kind: 'measured', name, values: known.shares, mean: known.mean } as const] : []),
    ...namedReplays(judgement).flatMap((named) => {
      const predicted = named.replay.parts[part];
      if (!predicted) return [];
      const decides = named.replay === decidingReplay(judgement);
      return [
        {
          ...{ kind: kindOf(named), name: named.short, values: predicted.shares, mean: predicted.mean },
          ...(decides && bandOf(predicted)),
        },
      ];
    }),
  ];
}

/** Means frame by frame, a row for each part; models with the interval of their replications. */
export function frameRows(judgement: VirtualQueueJudgement): readonly LineRow[] {
  const { frames } = judgement;
  if (frames.start.length < 2) return [];
  const stepsOf = (values: Float64Array, low?: Float64Array, high?: Float64Array): LinePoint[] =>
    Array.from(values, (value, frame) => ({
      x: frames.start[frame]!,
      to: frames.end[frame]!,
      y: Number.isNaN(value) ? undefined : value,
      ...(low && high && { low: low[frame]!, high: high[frame]! }),
    }));
  return knownParts(judgement).map((part) => {
    const { name, known } = knownPart(judgement, part);
    const means = known?.meanByFrame;
    const series: LineSeries[] = [
      ...(means ? [{ kind: 'measured', name, points: stepsOf(means) } as const] : []),
      ...namedReplays(judgement).flatMap((named): LineSeries[] => {
        const predicted = named.replay.parts[part];
        if (!predicted) return [];
        const { meanByFrame, lowByFrame, highByFrame } = predicted;
        return [
          { kind: kindOf(named), name: named.short, points: stepsOf(meanByFrame, lowByFrame, highByFrame) },
        ];
      }),
    ];
    return { id: part, name: PART_TITLES[part], value: { title: 'mean', unit: 'elements' }, series };
  });
}
