/** What the posterior leaves open of the model's answers: solved at forty draws of all distributions together. */
import { useEffect } from 'react';
import { ok } from '../../../core/base/result.ts';
import type { StageMeasures } from '../../../core/measures/measures.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { Interval, PosteriorAnswer, QueuePosterior } from '../../../workers/posterior/contract.ts';
import { rangeText, shareText, timeText } from '../../../workers/posterior/posterior-words.ts';
import { createRun } from '../../run/create-run.ts';
import { useScenario } from '../../state/document-store.ts';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';
import { nodeTitle } from '../results/node-title.ts';
import { besideSolver } from '../solve/solver-client.ts';
import { posteriorClient } from './posterior-run.ts';

interface Question {
  readonly scenario: Scenario;
  readonly queues: readonly QueuePosterior[];
}

export const predictionRun = createRun<Question, PredictedSpread>({
  name: 'predictions',
  key: ({ scenario }) => modelKey(scenario),
  ask: async ({ scenario, queues }, { signal }) => ok(await predictSpread(scenario, { queues }, signal)),
  lost: (message) => message,
});

export function Predictions({ queues }: { readonly queues: readonly QueuePosterior[] }) {
  const scenario = useScenario();
  const run = predictionRun.use();

  // biome-ignore lint/correctness/useExhaustiveDependencies: of the distributions as they were put, once
  useEffect(() => {
    void predictionRun.ask({ scenario, queues });
    return predictionRun.reset;
  }, []);

  if (run.status === 'failed')
    return <Refused says={`The spread of the predictions is not known: ${run.failure}`} />;
  if (!run.answer) return <ProgressBar label="Solving the model at draws of the distributions" />;
  return <SpreadTable spread={run.answer} />;
}

function SpreadTable({ spread }: { readonly spread: PredictedSpread }) {
  const scenario = useScenario();
  const { stages, draws, unstable, unanswered } = spread;
  return (
    <>
      <DataTable
        caption={`Predictions with 95 % credible intervals (${draws} draws)`}
        showCaption
        columns={columnsFor((id) => nodeTitle(scenario, id))}
        rows={stages}
        rowKey={({ stage }) => stage}
        fileName={`${scenario.name} predictions`}
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

const columnsFor = (titleOf: (id: string) => string): readonly PageColumn<StageSpread>[] => [
  {
    id: 'stage',
    header: 'Stage',

    cell: ({ stage }) => titleOf(stage),
    value: ({ stage }) => stage,
  },
  ...measureColumns('utilization', 'Utilization', shareText),
  ...measureColumns('meanOccupancy', 'Occupancy', (value) => formatQuantity(value, 'count')),
  ...measureColumns('meanSojournTime', 'Time in the stage', timeText),
];

function measureColumns(
  measure: SpreadMeasure,
  header: string,
  write: (value: number) => string,
): readonly PageColumn<StageSpread>[] {
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
      value: ({ measures }) =>
        measures[measure]
          ? `${measures[measure].mean} ${measures[measure].low} ${measures[measure].high}`
          : '',
    },
  ];
}

/** What the posterior leaves open of the model's answers: the scenario is solved at draws of all distributions together. */

/** Draws that are solved: 95 % of them lie between the second and the last but one. */
const MOST_DRAWS = 40;

const SPREAD_MEASURES = ['utilization', 'meanOccupancy', 'meanSojournTime'] as const;
type SpreadMeasure = (typeof SPREAD_MEASURES)[number];

interface StageSpread {
  readonly stage: NodeId;
  /** Absent where a draw has no such value: its stage has no steady state then. */
  readonly measures: Readonly<Partial<Record<SpreadMeasure, Interval>>>;
}

interface PredictedSpread {
  readonly stages: readonly StageSpread[];
  readonly draws: number;
  /** Draws with which some stage saturates. */
  readonly unstable: number;
  /** Draws that no method answers. */
  readonly unanswered: number;
}

type Stages = Readonly<Record<NodeId, StageMeasures<number>>>;

async function predictSpread(
  scenario: Scenario,
  { queues }: Pick<PosteriorAnswer, 'queues'>,
  signal: AbortSignal,
): Promise<PredictedSpread> {
  const count = Math.min(MOST_DRAWS, queues[0]?.draws.mean.length ?? 0);
  const every = (queues[0]?.draws.mean.length ?? 0) / count;
  const solved: Stages[] = [];
  let unstable = 0;
  let changed: readonly NodeId[] = [];
  for (let i = 0; i < count; i += 1) {
    const drawn = await posteriorClient.one.apply(signal, scenario, { queues }, Math.floor(i * every));
    changed = drawn.applied;
    const outcome = await besideSolver.solve(signal, drawn.scenario, 'auto', false);
    if (outcome.kind === 'noAnswer') continue;
    if (outcome.kind === 'unstable') unstable += 1;
    solved.push(outcome.stages);
  }
  const stages = changed.map((stage) => ({ stage, measures: spreadOf(solved.map((one) => one[stage])) }));
  return { stages, draws: count, unstable, unanswered: count - solved.length };
}

function spreadOf(answers: readonly (StageMeasures<number> | undefined)[]): StageSpread['measures'] {
  const known = SPREAD_MEASURES.flatMap((measure) => {
    const values = answers.flatMap((answer) => answer?.[measure] ?? []);
    return values.length === answers.length && values.length > 0 ? [[measure, intervalOf(values)]] : [];
  });
  return Object.fromEntries(known);
}

/** Mean, and what is left without a fortieth at each end. */
export function intervalOf(values: readonly number[]): Interval {
  const sorted = [...values].sort((one, other) => one - other);
  const cut = Math.round(sorted.length / 40);
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return { mean, low: sorted[cut]!, high: sorted[sorted.length - 1 - cut]! };
}
