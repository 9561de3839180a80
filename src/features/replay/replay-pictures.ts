/** The curves of a replay: measured, with the measured arrivals, with the drawn ones. */
import type { FedPrediction, ReplayFeed, StageReplay } from '../../../workers/replay/contract.ts';
import type { DistributionSeries, SeriesKind } from '../../ui/charts/distribution-series.ts';
import type { LinePoint, LineRow } from '../../ui/charts/line-series.ts';
import { FEED_TITLES } from './replay-words.ts';

/** With all measured the curve is the measured one. */
const KINDS: Readonly<Partial<Record<ReplayFeed, SeriesKind>>> = {
  measuredArrivals: 'simulation',
  drawnArrivals: 'model',
};

interface Drawn {
  readonly kind: SeriesKind;
  readonly name: string;
  readonly prediction: FedPrediction;
}

const drawnOf = ({ predictions }: StageReplay): readonly Drawn[] =>
  predictions.flatMap((prediction) => {
    const kind = KINDS[prediction.feed];
    return kind ? [{ kind, name: FEED_TITLES[prediction.feed].toLowerCase(), prediction }] : [];
  });

export function replaySeries(replay: StageReplay): readonly DistributionSeries[] {
  const { shares, quantities } = replay.traced;
  const { meanOccupancy } = quantities;
  return [
    ...(shares
      ? [
          {
            ...({ kind: 'measured', name: 'measured', values: shares } as const),
            ...(meanOccupancy !== undefined && { mean: meanOccupancy }),
          },
        ]
      : []),
    ...drawnOf(replay).map(({ kind, name, prediction }) => ({
      ...{ kind, name, values: prediction.shares },
      ...(prediction.quantities.meanOccupancy && { mean: prediction.quantities.meanOccupancy.mean }),
    })),
  ];
}

/** Mean occupancy frame by frame; a row for each way to feed the stage, over the measured course. */
export function replayRows(replay: StageReplay, unit: string): readonly LineRow[] {
  const { frames, traced } = replay;
  const pointsOf = (values: Float64Array, low?: Float64Array, high?: Float64Array): LinePoint[] =>
    Array.from(values, (y, frame) => ({
      x: frames.start[frame]!,
      to: frames.end[frame]!,
      y,
      ...(low && high && { low: low[frame]!, high: high[frame]! }),
    }));
  const measured = traced.meanByFrame
    ? [{ kind: 'measured', name: 'measured', points: pointsOf(traced.meanByFrame) } as const]
    : [];
  return drawnOf(replay).map(({ kind, name, prediction }) => ({
    id: prediction.feed,
    name: FEED_TITLES[prediction.feed],
    value: { title: 'mean', unit },
    series: [
      ...measured,
      {
        ...{ kind, name },
        points: pointsOf(prediction.meanByFrame, prediction.lowByFrame, prediction.highByFrame),
      },
    ],
  }));
}
