/** Predicted against measured, asked of the worker anew when either changes; and its bars. */

import { useEffect, useState } from 'react';
import type { Measurement } from '../../../core/measurement/measurement.ts';
import { formatMeasure, measureRow } from '../../../core/measures/measure-rows.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ComparisonReport, ComparisonRow, PredictionSource } from '../../../workers/compare/contract.ts';
import { measurementClient } from '../measure/reading.ts';

export function useComparison(
  scenario: Scenario,
  predicted: PredictionSource | undefined,
  measurement: Measurement | undefined,
): ComparisonReport | undefined {
  const [report, setReport] = useState<ComparisonReport>();
  useEffect(() => {
    if (!predicted || !measurement) return;
    let wanted = true;
    void measurementClient.compare(scenario, predicted, measurement).then((next) => {
      if (wanted) setReport(next);
    });
    return () => {
      wanted = false;
    };
  }, [scenario, predicted, measurement]);
  return measurement ? report : undefined;
}

/** Of what is known on both sides. */
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
