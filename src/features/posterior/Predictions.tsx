/** What the posterior leaves open of the model's answers: solved at forty draws of all distributions together. */
import { useEffect, useState } from 'react';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { QueuePosterior } from '../../../workers/posterior/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { copyText } from '../../ui/saving.ts';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { nodeTitle } from '../results/node-title.ts';
import {
  type PredictedSpread,
  predictSpread,
  type SpreadMeasure,
  type StageSpread,
} from './posterior-run-predictions.ts';
import { rangeDigits, rangeText, shareText, timeText } from './posterior-text.ts';

type State =
  | { readonly kind: 'solving' }
  | { readonly kind: 'solved'; readonly spread: PredictedSpread }
  | { readonly kind: 'failed'; readonly message: string };

export function Predictions({ queues }: { readonly queues: readonly QueuePosterior[] }) {
  const scenario = useScenario();
  const [state, setState] = useState<State>({ kind: 'solving' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: of the distributions as they were put, once
  useEffect(() => {
    const abort = new AbortController();
    predictSpread(scenario, { queues }, abort.signal).then(
      (spread) => abort.signal.aborted || setState({ kind: 'solved', spread }),
      (reason: unknown) =>
        abort.signal.aborted ||
        setState({ kind: 'failed', message: reason instanceof Error ? reason.message : String(reason) }),
    );
    return () => abort.abort();
  }, []);

  if (state.kind === 'solving')
    return <ProgressBar label="Solving the model at draws of the distributions" />;
  if (state.kind === 'failed')
    return (
      <div className="panel__refusal" role="alert">
        ✕ The spread of the predictions is not known: {state.message}
      </div>
    );
  return <SpreadTable spread={state.spread} />;
}

function SpreadTable({ spread }: { readonly spread: PredictedSpread }) {
  const scenario = useScenario();
  const { stages, draws, unstable, unanswered } = spread;
  return (
    <>
      <DataTable
        caption={`Predictions, with what the posterior leaves open (95 % of ${draws} draws)`}
        showCaption
        columns={columnsFor((id) => nodeTitle(scenario, id))}
        rows={stages}
        rowKey={({ stage }) => stage}
        onCopy={copyText}
      />
      {unstable > 0 && (
        <p className="panel__stale">
          In {unstable} of {draws} draws a stage receives more than it can serve: there is no steady state
          then.
        </p>
      )}
      {unanswered > 0 && (
        <p className="panel__stale">
          {unanswered} of {draws} draws have no answer; the table is made of the others.
        </p>
      )}
    </>
  );
}

const columnsFor = (titleOf: (id: string) => string): readonly Column<StageSpread>[] => [
  {
    id: 'stage',
    header: 'Stage',
    rowHeader: true,
    cell: ({ stage }) => titleOf(stage),
    text: ({ stage }) => stage,
  },
  ...measureColumns('utilization', 'Utilization', shareText),
  ...measureColumns('meanOccupancy', 'Occupancy', (value) => formatQuantity(value, 'count')),
  ...measureColumns('meanSojournTime', 'Time in the stage', timeText),
];

function measureColumns(
  measure: SpreadMeasure,
  header: string,
  write: (value: number) => string,
): readonly Column<StageSpread>[] {
  return [
    {
      id: measure,
      header,
      kind: 'number',
      cell: ({ measures }) => {
        const interval = measures[measure];
        if (!interval) return 'no steady state';
        const { mean, low, high } = interval;
        return (
          <span className="stage-cell">
            {write(mean)} ± {write((high - low) / 2)}
            <small>{rangeText(interval, write)}</small>
          </span>
        );
      },
      text: ({ measures }) =>
        measures[measure] ? `${measures[measure].mean} ${rangeDigits(measures[measure])}` : '',
    },
  ];
}
