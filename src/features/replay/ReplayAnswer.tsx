/** What came of a replay: what is wrong, in words; the curves over the measured ones; numbers; and the levels in detail. */
import { useMemo, useState } from 'react';
import { plural } from '../../../core/base/plural.ts';
import type { TimeUnit } from '../../../core/quantities/quantity-format.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { FedPrediction, ReplayFeed, StageReplay } from '../../../workers/replay/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { DistributionChart } from '../../ui/charts/DistributionChart.tsx';
import type { DistributionSeries, SeriesKind } from '../../ui/charts/distribution-series.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import type { LinePoint, LineRow } from '../../ui/charts/line-series.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable, withSymbols } from '../../ui/widgets/DataTable.tsx';
import { CompareStage } from '../compare/CompareStage.tsx';
import { timeAxis } from '../results/time-axis.ts';
import { replayColumns, replayTableRows } from './replay-table.ts';
import { CULPRIT_TITLES, FEED_TITLES, isWrong, replayedWords } from './replay-words.ts';

interface CompareReplayAnswerProps {
  readonly replay: StageReplay;
  readonly stage: StageNode;
}

const HEIGHT = 264;

export function CompareReplayAnswer({ replay, stage }: CompareReplayAnswerProps) {
  const { timeUnit } = useScenario();
  const unit = stage.unit ? plural(stage.unit) : 'elements';
  const title = nameOf(stage);
  const series = useMemo(() => replaySeries(replay), [replay]);
  const rows = useMemo(() => replayRows(replay, unit), [replay, unit]);
  return (
    <>
      <Conclusion replay={replay} />
      <div className="compare__pictures">
        <LineChart
          title={`${title}: number in system over time`}
          fileName={`${title} replay over time`}
          x={timeAxis('time from the first arrival', replay.frames.end.at(-1)!, timeUnit)}
          rows={rows}
          rowHeight={120}
          empty="There is nothing to draw."
        />
        <DistributionChart
          title={`${title}: occupancy`}
          unit={unit}
          series={series}
          capacity={stage.capacity}
          height={HEIGHT}
          fileName={`${title} replayed occupancy`}
        />
      </div>
      <CompareReplayTable {...{ replay, stage, timeUnit }} />
      <ReplayedLevels replay={replay} stage={stage} />
    </>
  );
}

function Conclusion({ replay }: { readonly replay: StageReplay }) {
  const { culprit, sentences, notes } = replay;
  const [first, ...others] = sentences;
  return (
    <div className={`compare__verdict compare__verdict--${isWrong(culprit) ? 'off' : 'close'}`} role="status">
      <strong>{CULPRIT_TITLES[culprit]}</strong>
      <p className="compare__conclusion">{first}</p>
      <details>
        <summary>Assumptions and evidence</summary>
        <ul>
          {others.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
      <p className="panel__note">{replayedWords(replay)}</p>
      {notes.map((note) => (
        <p key={note} className="panel__stale">
          ⚠ {note}.
        </p>
      ))}
    </div>
  );
}

/** Distances, quantiles and frames as of the model above, with the arrivals that are chosen. */
function ReplayedLevels({ replay, stage }: CompareReplayAnswerProps) {
  const [feed, setFeed] = useState<'measuredArrivals' | 'drawnArrivals'>('measuredArrivals');
  const { traced, predictions } = replay;
  const prediction = predictions.find((one) => one.feed === feed) ?? predictions[0]!;
  const question = useMemo(() => {
    const { shares, occupancy } = traced;
    if (!shares || !occupancy) return undefined;
    return { predicted: Array.from(prediction.shares), measured: Array.from(shares), occupancy };
  }, [traced, prediction]);
  if (!question) return null;
  const choices = (['measuredArrivals', 'drawnArrivals'] as const).filter((one) =>
    predictions.some((found) => found.feed === one),
  );
  const name = `${nameOf(stage)}, ${FEED_TITLES[prediction.feed].toLowerCase()}`;
  return (
    <>
      {choices.length > 1 && (
        <div className="compare__ask">
          <ChoiceField
            label="Occupancy with"
            value={feed}
            choices={choices.map((value) => ({ value, label: FEED_TITLES[value] }))}
            onChange={setFeed}
          />
        </div>
      )}
      <CompareStage stage={{ ...stage, name }} question={question} />
    </>
  );
}

/** The curves of a replay: measured, with the measured arrivals, with the drawn ones. */

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

interface CompareReplayTableProps {
  readonly replay: StageReplay;
  readonly stage: StageNode;
  readonly timeUnit: TimeUnit | undefined;
}

/** A replay in numbers: measured, and predicted in each way to feed the stage. */
function CompareReplayTable({ replay, stage, timeUnit }: CompareReplayTableProps) {
  const rows = useMemo(() => replayTableRows(replay), [replay]);
  const columns = withSymbols(replayColumns(replay, { unit: stage.unit, timeUnit }));
  const title = nameOf(stage);
  return (
    <DataTable
      caption={`${title}: measured, and predicted with each kind of arrivals and services`}
      showCaption
      columns={columns}
      rows={rows}
      rowKey={(row) => row.quantity}
      fileName={`${title} replay`}
    />
  );
}
