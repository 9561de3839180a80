/** One stage: how far its predicted levels are from the measured ones, quantile by quantile and frame by frame. */

import { useMemo } from 'react';
import { plural } from '../../../core/base/plural.ts';
import { formatInterval, formatNumber } from '../../../core/quantities/quantity.ts';
import { numberColumn } from '../../../core/quantities/table.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import {
  LEVEL_DISTANCES,
  type LevelComparison,
  type LevelDistance,
  type LevelQuestion,
} from '../../../workers/compare/contract.ts';
import { useAsked } from '../../run/use-asked.ts';
import { ComparisonFrames } from '../../ui/charts/ComparisonFrames.tsx';
import { QuantileChart } from '../../ui/charts/QuantileChart.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { measurementClient } from '../measure/reading.ts';
import { comparedFrames } from './compare-frames.ts';
import { DISTANCE_TITLES } from './comparison-table.ts';
import './compare.css';

interface CompareStageProps {
  readonly stage: StageNode;
  readonly question: LevelQuestion;
}

interface DistanceRow {
  readonly distance: LevelDistance;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

const MEANS: Readonly<Record<LevelDistance, string>> = {
  wasserstein: 'earth mover’s distance, elements',
  kolmogorovSmirnov: 'largest gap between the CDFs, 0 … 1',
  jensenShannon: 'information distance, 0 … 1',
};

export function CompareStage({ stage, question }: CompareStageProps) {
  const { answer: comparison } = useAsked(question, compareLevels);
  const unit = stage.unit ? plural(stage.unit) : 'elements';
  const title = nameOf(stage);
  const frames = useMemo(() => comparison && comparedFrames(comparison), [comparison]);
  if (!comparison) return null;
  return (
    <section className="compare__stage" aria-label={`${title}: occupancy`}>
      <div className="compare__distances">
        <DataTable
          caption={`${title}: distances between predicted and measured occupancy`}
          showCaption
          columns={COLUMNS}
          rows={LEVEL_DISTANCES.map((distance) => ({ distance, ...comparison.distances[distance] }))}
          rowKey={({ distance }) => distance}
          fileName={`${title} distances`}
        />
        <p className="panel__note">{intervalSentence(comparison)}</p>
      </div>
      <QuantileChart
        title={`${title}: Q–Q plot, measured against predicted`}
        fileName={`${title} quantiles`}
        quantity="occupancy"
        unit={unit}
        points={comparison.quantiles}
      />
      {frames && frames.shown.length > 1 && (
        <ComparisonFrames
          title={`${title}: ${frames.words}`}
          fileName={`${title} frames`}
          unit={unit}
          predicted={question.predicted}
          frames={frames.shown}
        />
      )}
    </section>
  );
}

function intervalSentence({ bootstrap, frames }: LevelComparison): string {
  if (!bootstrap)
    return frames
      ? 'There are too few frames for intervals: at least eight tell how far chance moves a distance.'
      : 'The measurement has no time intervals, so the effect of chance on a distance is unknown.';
  const { blockLength, effectiveFrames } = bootstrap;
  return `Intervals hold 95 % of what chance in the measurement gives: frames are drawn in runs of ${formatNumber(blockLength, 2)} on average, so that what is correlated stays together; they are worth ${formatNumber(effectiveFrames, 2)} independent ones. What is drawn anew is farther from any model than what was measured, so that an interval may begin above its value.`;
}

const COLUMNS: readonly PageColumn<DistanceRow>[] = [
  {
    id: 'distance',
    header: 'Distance',

    value: ({ distance }) => DISTANCE_TITLES[distance],
  },
  numberColumn('value', 'Value', ({ value }) => value),
  {
    id: 'interval',
    header: '95 %',
    kind: 'number',
    value: ({ low, high }) => (low === undefined || high === undefined ? '' : `${low} ${high}`),
    write: ({ low, high }) => (low === undefined || high === undefined ? '–' : formatInterval([low, high])),
  },
  {
    id: 'means',
    header: '',
    cell: ({ distance }) => <small>{MEANS[distance]}</small>,
    value: ({ distance }) => MEANS[distance],
  },
];

const compareLevels = (question: LevelQuestion): Promise<LevelComparison> =>
  measurementClient.compareLevels(undefined, question);
