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
import { Trust } from './Trust.tsx';
import { stageTrust } from './trust-of.ts';
import '../results/stage-table.css';
import { stagesCsv } from './trust-csv.ts';
import { Verdicts } from './Verdicts.tsx';

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
