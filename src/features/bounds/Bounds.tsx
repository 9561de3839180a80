/** Worst-case bounds, which hold in every run: most elements inside, longest stays, and the buffers that never are too small. */
import { useEffect } from 'react';
import { refusalText } from '../../../core/measures/refusals.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { updateNode } from '../../../core/scenario/edits.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import { isStage, type Scenario } from '../../../core/scenario/scenario.ts';
import type { BoundsAnswer, PathBound } from '../../../workers/bounds/contract.ts';
import { editDocument, useScenario } from '../../state/document-store.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { useFocusStage } from '../results/answers.ts';
import { nodeTitle } from '../results/node-title.ts';
import { Verdicts } from '../solve/Verdicts.tsx';
import { BoundsCurves } from './BoundsCurves.tsx';
import { boundsRun } from './bounding.ts';
import { type BoundsRow, boundsColumns, boundsRows } from './bounds-table.ts';
import './bounds.css';

interface BoundsTableProps {
  readonly scenario: Scenario;
  readonly answer: BoundsAnswer;
}

function BoundsTable({ scenario, answer }: BoundsTableProps) {
  const selected = useSession((session) => session.selection.nodes);
  const rows = boundsRows(scenario, answer);
  const columns: readonly PageColumn<BoundsRow>[] = [
    { id: 'stage', header: 'Stage', value: ({ node }) => nodeTitle(scenario, node.id) },
    ...boundsColumns(scenario, rows).map((column) =>
      column.id === 'capacity' ? { ...column, cell: (row: BoundsRow) => <Capacity {...row} /> } : column,
    ),
  ];
  return (
    <DataTable
      caption="Worst-case bounds"
      columns={columns}
      rows={rows}
      rowKey={({ node }) => node.id}
      selectedKeys={new Set(selected)}
      onSelectRow={selectOnly}
      fileName={`${scenario.name} worst case`}
      empty={<p className="panel__note">Nothing ever reaches a stage.</p>}
    />
  );
}

function Capacity({ node, bounds: { backlog, fits } }: BoundsRow) {
  if (node.kind === 'delay') return <>unbounded</>;
  const sign = fits === false ? '✕' : '✓';
  const room = node.capacity === undefined ? '✓ unbounded' : `${sign} ${node.capacity}`;
  return (
    <span className="bounds__capacity">
      {room}
      {node.capacity !== backlog && (
        <Button
          size="small"
          title={`Sets the capacity of ${nameOf(node)} to ${backlog}`}
          onClick={(event) => {
            event.stopPropagation();
            editDocument('Take the bound as capacity', (scenario) =>
              updateNode(scenario, node.id, { capacity: backlog }),
            );
          }}
          onKeyDown={(event) => event.stopPropagation()}
        >
          Use {backlog.toLocaleString('en')}
        </Button>
      )}
    </span>
  );
}

export default function Bounds() {
  const scenario = useScenario();
  const focus = useFocusStage();
  const run = boundsRun.use();
  useEffect(() => void boundsRun.follow(scenario), [scenario]);
  if (!scenario.nodes.some(isStage))
    return <EmptyState title="No stages yet">Drag a stage from the palette, or press A.</EmptyState>;
  const { answer, failure } = run;
  const stale = run.status === 'running' || run.key !== modelKey(scenario);
  if (failure) {
    const { stage } = failure;
    const message = refusalText(failure);
    return (
      <div className="panel panel--stack" data-stale={stale || undefined}>
        <EmptyState
          title={failure.code === 'stopped' ? 'Not computed' : 'No deterministic bound'}
          action={
            failure.code === 'stopped' && (
              <Button size="small" onClick={() => void boundsRun.ask(scenario)}>
                Try again
              </Button>
            )
          }
        >
          {stage === undefined ? (
            message
          ) : (
            <button type="button" className="link-button" onClick={() => selectOnly(stage)}>
              {message}
            </button>
          )}
        </EmptyState>
      </div>
    );
  }
  if (!answer) return null;
  const bounds = focus && answer.stages[focus.id];
  return (
    <div className="panel panel--split" data-stale={stale || undefined}>
      <div className="panel__table">
        <BoundsTable scenario={scenario} answer={answer} />
        <ul className="bounds__paths" aria-label="From source to sink">
          {answer.sources.map((path) => (
            <li key={path.source}>{pathWords(path, scenario)}</li>
          ))}
        </ul>
        <Verdicts verdicts={answer.verdicts} />
        <p className="panel__note">
          ● Network calculus: these hold in every run, while means and percentiles do not. “Comes at most 3 +
          10/s”: within any time t never more than 3 + 10 t.
        </p>
      </div>
      {focus && bounds && (
        <BoundsCurves
          stage={focus}
          bounds={bounds}
          timeUnit={scenario.timeUnit}
          fileName={`${scenario.name} ${nodeTitle(scenario, focus.id)} worst case`}
        />
      )}
    </div>
  );
}

function pathWords({ source, delay, by }: PathBound, scenario: Scenario): string {
  const from = `From ${nodeTitle(scenario, source)} to any sink`;
  if (delay === undefined) return `${from}: no bound`;
  const how = by === 'sum' ? 'sum over the stages' : 'the line as one, a burst paid once';
  return `${from}: at most ${formatQuantity(delay, 'time', { timeUnit: scenario.timeUnit })} (${how})`;
}
