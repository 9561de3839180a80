/** Predicted against measured, asked of the worker anew when either changes; and its bars. */
import { useMemo } from 'react';
import type { Measurement } from '../../../core/measurement/measurement.ts';
import { formatMeasure, measureRow } from '../../../core/measures/measure-rows.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ComparisonReport, ComparisonRow, PredictionSource } from '../../../workers/compare/contract.ts';
import { useAsked } from '../../run/use-asked.ts';
import { measurementClient } from '../measure/reading.ts';

export function useComparison(
  scenario: Scenario,
  predicted: PredictionSource | undefined,
  measurement: Measurement | undefined,
): ComparisonReport | undefined {
  const question = useMemo(
    () => predicted && measurement && { scenario, predicted, measurement },
    [scenario, predicted, measurement],
  );
  return useAsked(question, compare);
}

interface ComparisonQuestion {
  readonly scenario: Scenario;
  readonly predicted: PredictionSource;
  readonly measurement: Measurement;
}

const compare = ({ scenario, predicted, measurement }: ComparisonQuestion): Promise<ComparisonReport> =>
  measurementClient.compare(undefined, scenario, predicted, measurement);

/** A bar for each number that is known on both sides. */
export const comparisonBars = ({ comparison }: ComparisonReport, scenario: Scenario) =>
  comparison.rows.filter(({ difference }) => difference !== undefined).map((row) => barOf(row, scenario));

function barOf(row: ComparisonRow, scenario: Scenario) {
  return {
    label: `${measureRow(row.quantity).symbol}, ${row.stage}`,
    predicted: row.predicted,
    measured: row.measured,
    format: (value: number) =>
      formatMeasure(value, row.dimension, { unit: row.unit, timeUnit: scenario.timeUnit }),
  };
}
