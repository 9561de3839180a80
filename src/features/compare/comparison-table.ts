/** Predicted beside measured: the columns that the page, the terminal, files and the report show of a comparison. */
import { formatMeasure, measureLabel, measureRow } from '../../../core/measures/measure-rows.ts';
import { TRUST } from '../../../core/measures/trust.ts';
import { formatInterval, formatSigned, formatSignedPercent } from '../../../core/quantities/quantity.ts';
import { type Column, numberColumn } from '../../../core/quantities/table.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type {
  Agreement,
  Comparison,
  ComparisonRow,
  LevelDistance,
} from '../../../workers/compare/contract.ts';
import { isOpen } from '../../../workers/solve/determined.ts';
import { nodeTitle } from '../results/node-title.ts';

export const AGREEMENTS: Readonly<Record<Agreement, string>> = {
  close: '○ consistent',
  open: '○ consistent within input uncertainty',
  sampled: '○ consistent within sampling error',
  untold: '– too little data to tell',
  off: '✕ rejected',
  differs: '≠ differs: model changed',
  notPredicted: '– not predicted',
  notMeasured: '– not measured',
};

/** Speak against a model; better predictions may take that back. */
export const AGAINST: ReadonlySet<Agreement | 'distributions' | 'tails' | 'nothing'> = new Set([
  ...(['off', 'differs', 'distributions', 'tails'] as const),
]);

/**
 * What several numbers say together: one that is off rejects the model, one that cannot be told leaves it open, one that agrees
 * is consistent with it. Undefined where
 * nothing that was measured is predicted: that says nothing of the model.
 */
export const agreementOfAll = (
  rows: Comparison['rows'],
): 'off' | 'differs' | 'untold' | 'close' | 'open' | 'sampled' | undefined =>
  (['off', 'differs', 'untold', 'close', 'open', 'sampled'] as const).find((one) =>
    rows.some(({ agreement }) => agreement === one),
  );

/** Head of the column of symbols and their words. */
export const QUANTITY = 'Quantity';

export function comparisonColumns(scenario: Scenario): readonly Column<ComparisonRow>[] {
  const { timeUnit } = scenario;
  const write = (value: number, { dimension, unit }: ComparisonRow): string =>
    formatMeasure(value, dimension, { unit, timeUnit });
  return [
    {
      id: 'quantity',
      header: QUANTITY,
      value: ({ quantity }) => `${measureRow(quantity).symbol}  ${measureLabel(quantity)}`,
    },
    { id: 'stage', header: 'Stage', value: ({ stage }) => nodeTitle(scenario, stage) },
    numberColumn(
      'predicted',
      'Predicted',
      ({ predicted }) => predicted,
      (predicted, row) => openText(row, (value) => write(value, row)) ?? write(predicted, row),
    ),
    numberColumn('measured', 'Measured', ({ measured }) => measured, write),
    // A relative difference says more than one in a unit; where 0 was measured there is none.
    numberColumn(
      'difference',
      'Difference',
      ({ difference }) => difference,
      (difference, row) => {
        const { relativeDifference } = row;
        const told =
          relativeDifference === undefined
            ? formatSigned(difference)
            : formatSignedPercent(relativeDifference);
        return leastText(row) ?? told;
      },
    ),
    { id: 'agreement', header: 'Verdict', value: ({ agreement }) => AGREEMENTS[agreement] },
  ];
}

/** What its inputs leave open is no number to read off: "◌ 0.00139 … 0.475". Undefined where the number stands. */
export function openText(
  { quantity, span }: ComparisonRow,
  write: (value: number) => string,
): string | undefined {
  return span && isOpen(quantity, span)
    ? `${TRUST.notDetermined.shape} ${formatInterval(span, write)}`
    : undefined;
}

/** Relative difference of the nearest end of what is open, 0 where that holds what was measured; undefined where the number stands. */
function leastDifference({ quantity, span, measured = 0 }: ComparisonRow): number | undefined {
  if (!span || !isOpen(quantity, span) || measured === 0) return undefined;
  return (Math.min(Math.max(measured, span[0]), span[1]) - measured) / measured;
}

/** What stands for the difference where the inputs leave it open: "−30 % at least". */
export function leastText(row: ComparisonRow): string | undefined {
  const least = leastDifference(row);
  if (least === undefined) return undefined;
  return least === 0 ? '–' : `${formatSignedPercent(least)} at least`;
}

export const DISTANCE_TITLES: Readonly<Record<LevelDistance, string>> = {
  wasserstein: 'Wasserstein-1',
  kolmogorovSmirnov: 'Kolmogorov–Smirnov',
  jensenShannon: 'Jensen–Shannon',
};
