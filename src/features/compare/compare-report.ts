/** Predicted against measured, asked of the worker anew when either changes; and its bars. */
import { useMemo } from 'react';
import type { Measurement } from '../../../core/measurement/measurement.ts';
import { formatMeasure, measureRow } from '../../../core/measures/measure-rows.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ComparisonReport, ComparisonRow, PredictionSource } from '../../../workers/compare/contract.ts';
import { type Asked, useAsked, useHeld } from '../../run/use-asked.ts';
import { measurementClient } from '../measure/reading.ts';
import { useAnalytic, useAnswer, useBestSimulation, useIsExpected, useSolved } from '../results/answers.ts';
import { withSimulatedLevels } from '../results/best-answer.ts';
import { nodeTitle } from '../results/node-title.ts';
import { AGREEMENTS, leastText } from './comparison-table.ts';

export type PredictedBy = 'best' | PredictionSource['kind'];

/** Undefined until it is solved. Without a simulation the analytic prediction stands for every source. */
export function usePredicted(wanted: PredictedBy): PredictionSource | undefined {
  const { answer } = useAnswer();
  const { answer: shown } = useSolved();
  const solved = useAnalytic();
  const simulated = useBestSimulation();
  return useMemo(() => {
    const solvedStages = solved && { solved: solved.stages };
    if (wanted === 'simulation' && simulated)
      return { kind: 'simulation', stages: simulated.stages, ...solvedStages };
    if (wanted === 'best' && simulated && answer)
      return { kind: 'model', stages: withSimulatedLevels(answer.stages, simulated), ...solvedStages };
    return shown && { kind: 'model', stages: shown.stages, ...solvedStages };
  }, [wanted, simulated, answer, shown, solved]);
}

/** Asked once the drawing is solved, not with the prediction for the one before. */
export function useComparison(
  scenario: Scenario,
  predicted: PredictionSource | undefined,
  measurement: Measurement | undefined,
): Asked<ComparisonReport> {
  const question = useMemo(
    () => predicted && measurement && { scenario, predicted, measurement },
    [scenario, predicted, measurement],
  );
  const isExpected = useIsExpected();
  const asked = useAsked(useHeld(question, isExpected), compare);
  return { ...asked, isOlder: isExpected || asked.isOlder };
}

interface ComparisonQuestion {
  readonly scenario: Scenario;
  readonly predicted: PredictionSource;
  readonly measurement: Measurement;
}

let last: { readonly question: ComparisonQuestion; readonly report: Promise<ComparisonReport> } | undefined;

/** The verdict among the steps and the view beside it ask the same. */
function compare(question: ComparisonQuestion): Promise<ComparisonReport> {
  if (last && isSame(last.question, question)) return last.report;
  const { scenario, predicted, measurement } = question;
  const report = measurementClient.compare(undefined, scenario, predicted, measurement);
  last = { question, report };
  report.catch(() => {
    last = undefined;
  });
  return report;
}

const isSame = (a: ComparisonQuestion, b: ComparisonQuestion): boolean =>
  a.scenario === b.scenario &&
  a.measurement === b.measurement &&
  a.predicted.kind === b.predicted.kind &&
  a.predicted.stages === b.predicted.stages &&
  a.predicted.solved === b.predicted.solved;

/** A bar for each number that is known on both sides. */
export const comparisonBars = ({ comparison }: ComparisonReport, scenario: Scenario) =>
  comparison.rows.filter(({ difference }) => difference !== undefined).map((row) => barOf(row, scenario));

function barOf(row: ComparisonRow, scenario: Scenario) {
  const difference = leastText(row);
  return {
    label: `${measureRow(row.quantity).symbol}, ${nodeTitle(scenario, row.stage)}`,
    predicted: row.predicted,
    measured: row.measured,
    ...(difference !== undefined && { open: { difference, verdict: AGREEMENTS[row.agreement] } }),
    ...(row.span && { low: row.span[0], high: row.span[1] }),
    format: (value: number) =>
      formatMeasure(value, row.dimension, { unit: row.unit, timeUnit: scenario.timeUnit }),
  };
}
