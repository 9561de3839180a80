/** Every stage's numbers in one table, beside the occupancy of the stage in focus. */

import { isStage, type StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { copyText, saveText } from '../../ui/saving.ts';
import { trustShape } from '../../ui/widgets/Badge.tsx';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { Predicted } from '../compare/Predicted.tsx';
import { useAnswer } from '../results/answers.ts';
import { formatMeasure, measureNamed, type ScalarMeasure } from '../results/measures.ts';
import { OccupancyChart } from '../results/OccupancyChart.tsx';

import { stageTrust } from './trust-of.ts';
import '../results/stage-table.css';

import { Badge } from '../../ui/widgets/Badge.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { TrustAgreement } from './TrustAgreement.tsx';
import { answerTrust } from './trust-of.ts';
import { Verdicts } from './Verdicts.tsx';
import './trust.css';
import { tableToCsv } from '../../../core/base/table-text.ts';
import type { Rung } from '../../../core/measures/measures.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { isUndetermined } from '../../../workers/solve/determined.ts';

const SHOWN: readonly ScalarMeasure[] = [
  'arrivalRate',
  'utilization',
  'meanQueueLength',
  'meanOccupancy',
  'backPressureProbability',
  'lossProbability',
  'meanSojournTime',
  'outputRate',
];

export function Overview() {
  const scenario = useScenario();
  const { answer, stale, refusal } = useAnswer();
  const selected = useSession((session) => session.selection.nodes);
  const stages = scenario.nodes.filter(isStage);
  if (stages.length === 0) {
    return <EmptyState title="No stages yet">Drag a stage from the palette, or press A.</EmptyState>;
  }
  const used = SHOWN.filter((key) =>
    stages.some((stage) => isWorthAColumn(key, answer?.stages[stage.id]?.[key])),
  );
  const columns: Column<StageNode>[] = [
    {
      id: 'stage',
      header: 'Stage',
      rowHeader: true,
      cell: (stage) => (
        <span className="stage-cell">
          {titleOf(stage)}
          <small title={modelOf(answer, stage)}>{modelOf(answer, stage)}</small>
        </span>
      ),
      text: titleOf,
    },
    ...used.map((key): Column<StageNode> => {
      const { label, symbol, dimension } = measureNamed(key)!;
      return {
        id: key,
        header: label,
        unit: symbol,
        kind: 'number',
        cell: (stage) => {
          const { timeUnit } = scenario;
          const text = (value: number) => formatMeasure(value, dimension, { timeUnit });
          return (
            <>
              <Predicted stage={answer?.stages[stage.id]} measure={key} text={text} />
              {dimension === 'rate' && (
                <small className="half-width rate-unit" title={stage.unit}>
                  {stage.unit}
                </small>
              )}
            </>
          );
        },
        text: (stage) => String(answer?.stages[stage.id]?.[key] ?? ''),
      };
    }),
  ];
  return (
    <div className="panel panel--split panel--stages" data-stale={stale || undefined}>
      <div className="panel__table">
        {refusal && <p className="panel__refusal">✕ {refusal.message}</p>}
        {answer?.kind === 'unstable' && !refusal && (
          <Verdicts verdicts={answer.verdicts.filter(({ code }) => code === 'saturated')} />
        )}
        <DataTable
          caption="Stages"
          columns={columns}
          rows={stages}
          rowKey={(stage) => stage.id}
          selectedKeys={new Set(selected)}
          onSelectRow={selectOnly}
          onCopy={copyText}
          onSaveCsv={() =>
            saveText(`${scenario.name} stages.csv`, stagesCsv({ columns, stages, answer }), 'text/csv')
          }
        />
        {answer && !stale && <Trust answer={answer} />}
        {answer && (
          <Verdicts
            verdicts={answer.verdicts.filter(
              ({ code, severity }) => severity === 'warning' && code !== 'saturated',
            )}
          />
        )}
      </div>
      <OccupancyChart />
    </div>
  );
}

/** Losses are shown where there are some. */
const isWorthAColumn = (key: ScalarMeasure, value: number | undefined): boolean =>
  value !== undefined && (key !== 'lossProbability' || value > 0);

const titleOf = (stage: StageNode): string => stage.name ?? stage.id;
function modelOf(answer: SolveAnswer | undefined, { id }: StageNode): string {
  const trust = answer && stageTrust(answer, id);
  return trust ? `${trustShape(trust)} ${answer.stages[id]!.model}` : '–';
}

/** How sure the answer is: by which method and why, what others say, and what saturates next. */

function Trust({ answer }: { readonly answer: SolveAnswer }) {
  const { methodLabel, reason } = answer;
  const trust = answerTrust(answer);
  return (
    <Disclosure
      title="How sure is this?"
      summary={`${trustShape(trust)} ${methodLabel ?? ''}`}
      remember="trust"
    >
      <div className="trust">
        <p className="trust__method">
          <Badge trust={trust} />
          {methodLabel !== undefined && <strong>{capitalized(methodLabel)}.</strong>} {reason}
        </p>
        <TrustAgreement answer={answer} />
        <TrustLadder ladder={answer.network.ladder ?? []} />
      </div>
    </Disclosure>
  );
}

const capitalized = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

/** The table of stages as a file: its numbers, and for each stage by what method, how exact, and what bends it. */

interface StagesTable {
  readonly columns: readonly Pick<Column<StageNode>, 'header' | 'unit' | 'text'>[];
  readonly stages: readonly StageNode[];
  readonly answer: SolveAnswer | undefined;
}

export function stagesCsv({ columns, stages, answer }: StagesTable): string {
  const heads = columns.map(({ header, unit }) => ({ label: header, ...(unit && { unit }) }));
  const trust = ['method', 'model', 'exactness', 'queue from', 'queue to', 'verdicts'];
  const rows = stages.map((stage) => [
    ...columns.map((column) => column.text(stage)),
    ...trustOf(stage, answer),
  ]);
  return tableToCsv([...heads, ...trust.map((label) => ({ label }))], rows);
}

function trustOf({ id }: StageNode, answer: SolveAnswer | undefined): readonly (string | number)[] {
  const stage = answer?.stages[id];
  if (!answer || !stage) return ['', '', '', '', '', ''];
  const { model, exact, spans, doubtful } = stage;
  const [low, high] = spans?.meanQueueLength ?? ['', ''];
  const word = exact ? 'exact' : doubtful ? 'approximate, not to be trusted' : 'approximate';
  const exactness = isUndetermined(answer, id) ? 'not determined' : word;
  const about = answer.verdicts.filter((verdict) => verdict.stage === id).map(({ message }) => message);
  return [answer.methodLabel ?? '', model, exactness, low, high, about.join(' ')];
}

/** What saturates first as the input grows, then what does when that is relieved, and so on. */

/** Rungs that are shown; a design is seldom relieved so often. */
const MOST_RUNGS = 8;

function TrustLadder({ ladder }: { readonly ladder: readonly Rung[] }) {
  const scenario = useScenario();
  if (ladder.length === 0) return null;
  const shown = ladder.slice(0, MOST_RUNGS);
  const columns: Column<Rung>[] = [
    {
      id: 'order',
      header: 'Saturates',
      cell: (rung) => (rung === shown[0] ? 'first' : 'then, when that is relieved'),
      text: (rung) => String(1 + shown.indexOf(rung)),
    },
    {
      id: 'stage',
      header: 'Stage',
      rowHeader: true,
      cell: (rung) => nameOf(scenario, rung),
      text: (rung) => nameOf(scenario, rung),
    },
    {
      id: 'factor',
      header: 'At input',
      kind: 'number',
      cell: ({ factor }) => <span title={String(factor)}>{`× ${Number(factor.toPrecision(4))}`}</span>,
      text: ({ factor }) => String(factor),
    },
    {
      id: 'rate',
      header: 'Input rate',
      kind: 'number',
      cell: ({ inputRate }) => <span title={String(inputRate)}>{formatMeasure(inputRate, 'rate')}</span>,
      text: ({ inputRate }) => String(inputRate),
    },
  ];
  return (
    <DataTable
      caption="What saturates, in order"
      showCaption
      columns={columns}
      rows={shown}
      rowKey={({ stage, resource }) => `${stage} ${resource ?? ''}`}
      onSelectRow={(key) => selectOnly(key.slice(0, key.lastIndexOf(' ')))}
      onCopy={copyText}
    />
  );
}

function nameOf({ nodes, resources = [] }: Scenario, { stage, resource }: Rung): string {
  const title = nodes.find(({ id }) => id === stage)?.name ?? stage;
  if (resource === undefined) return title;
  return `${resources.find(({ id }) => id === resource)?.name ?? resource} (mostly ${title})`;
}
