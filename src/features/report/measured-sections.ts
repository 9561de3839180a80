/** What was measured: the comparison, the assertions, and where the numbers come from. */

import { queryText } from '../../../core/measurement/query-text.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ComparisonReport, ComparisonRow } from '../../../workers/compare/contract.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type { CheckedQuery } from '../../../workers/measure/queries/contract.ts';
import { FORMAT_NAMES } from '../measure/format-names.ts';
import { formatMeasure, measureNamed } from '../results/measures.ts';
import { nodeTitle } from '../results/node-title.ts';
import { type Block, listOf, tableOf, text } from './report-blocks.ts';

const AGREEMENTS: Readonly<Record<ComparisonRow['agreement'], string>> = {
  close: '○ not contradicted',
  off: '✕ contradicted',
  notPredicted: '– not predicted',
  notMeasured: '– not measured',
};

export function comparisonBlocks(
  { scenario }: { readonly scenario: Scenario },
  { comparison, sentences }: ComparisonReport,
): readonly Block[] {
  const rows = comparison.rows.map((row) => {
    const value = (number: number | undefined): string =>
      number === undefined
        ? '–'
        : formatMeasure(number, row.dimension, { unit: row.unit, timeUnit: scenario.timeUnit });
    const off = row.relativeDifference;
    return [
      measureNamed(row.quantity)?.label ?? row.quantity,
      nodeTitle(scenario, row.stage),
      value(row.predicted),
      value(row.measured),
      off === undefined
        ? '–'
        : `${off > 0 ? '+' : ''}${String(Number((100 * off).toPrecision(2))).replace('-', '−')} %`,
      AGREEMENTS[row.agreement],
    ];
  });
  return [
    ...tableOf(
      `Predicted and measured (${scenario.measurement?.name ?? ''})`,
      ['Quantity', 'Stage', 'Predicted', 'Measured', 'Difference', 'Verdict'],
      rows,
    ),
    { kind: 'picture', name: 'comparison', caption: 'Differences from the measurement' },
    ...listOf(sentences),
  ];
}

const OUTCOMES: Readonly<Record<CheckedQuery['outcome'], string>> = {
  holds: '✓ holds',
  fails: '✕ fails',
  unknown: '? cannot be told',
  asked: '',
};

export const assertionBlocks = (queries: readonly CheckedQuery[]): readonly Block[] =>
  tableOf(
    'Queries of the measurement, and what must hold',
    ['Query', 'Outcome', 'Answer'],
    queries.map(({ query, outcome, sentence }) => [queryText(query), OUTCOMES[outcome], sentence]),
  );

interface Measured {
  readonly scenario: Scenario;
  readonly reduced?: ReducedMeasurement | undefined;
}

export function measurementBlocks({ scenario, reduced }: Measured): readonly Block[] {
  if (!reduced)
    return scenario.measurement ? [text(`Measured values are those of ${scenario.measurement.name}.`)] : [];
  const { name, format, rows, bytes, frames, faults, truncated } = reduced;
  const counted = faults.counts.map(({ code, count }) => `${code} × ${count.toLocaleString('en')}`);
  const facts = [
    `${name} (${FORMAT_NAMES[format]}): ${rows.toLocaleString('en')} rows, ${formatQuantity(bytes, 'bytes')}, ${frames.start.length} frames`,
    ...(truncated ? ['it ended in the middle'] : []),
    counted.length > 0 ? `faults ${counted.join(', ')}` : 'no faults',
  ];
  return [text(`Measurement: ${facts.join('; ')}. It was read in the browser, and not uploaded.`)];
}
