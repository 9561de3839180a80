/** Every stage's numbers in one table in flow order: analytic, simulated and measured side by side; and how sure they are. */
import '../solve/trust.css';
import './stage-table.css';
import { useMemo } from 'react';
import { plural } from '../../../core/base/plural.ts';
import type { MeasuredQuantity, Measurement } from '../../../core/measurement/measurement.ts';
import { growingStages } from '../../../core/measures/growing.ts';
import {
  formatMeasure,
  measureHead,
  measureRow,
  type StageMeasure,
} from '../../../core/measures/measure-rows.ts';
import type { Rung } from '../../../core/measures/measures.ts';
import { methodLabel } from '../../../core/measures/methods.ts';
import { type NoAnswer, refusalClause, refusalText } from '../../../core/measures/refusals.ts';
import { MARKS, TRUST, type Trust } from '../../../core/measures/trust.ts';
import { choiceText } from '../../../core/measures/verdicts.ts';
import { cellText } from '../../../core/quantities/table.ts';
import { hasFiniteQueue, nodesInFlowOrder } from '../../../core/scenario/graph.ts';
import { isStage, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { Badge } from '../../ui/widgets/Badge.tsx';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';
import { solveRun } from '../solve/solving.ts';
import { TrustAgreement } from '../solve/TrustAgreement.tsx';
import { answerTrust, apartText, precisionText, stageTrust } from '../solve/trust-of.ts';
import { Verdicts } from '../solve/Verdicts.tsx';
import { useAnalytic, useAnswer, useBestSimulation } from './answers.ts';
import { nodeTitle } from './node-title.ts';
import { meansColumn } from './simulated-tables.ts';
import {
  MOST_RUNGS,
  modelColumn,
  rungColumns,
  type ServedNode,
  solvedColumn,
  solvedColumns,
  trustColumns,
} from './solved-tables.ts';

export function StageTable() {
  const scenario = useScenario();
  const { answer, stale, refusal } = useAnswer();
  const solved = useAnalytic();
  const result = useBestSimulation();
  const selected = useSession((session) => session.selection.nodes);
  const stages = useMemo(() => nodesInFlowOrder(scenario).filter(isStage), [scenario]);
  if (stages.length === 0) {
    return <EmptyState title="No stages yet">Drag a stage from the palette, or press A.</EmptyState>;
  }
  const model = modelColumn(answer);
  const apart = answer && apartText(scenario, answer);
  const best = solvedColumns(scenario, answer, stages);
  const columns: PageColumn<StageNode>[] = [
    {
      id: 'stage',
      header: 'Stage',
      rowHeader: true,
      cell: (stage) => {
        const { text, title = text } = cellText(model, stage);
        return (
          <span className="stage-cell">
            {nodeTitle(scenario, stage.id)}
            <small title={`Queue model of this stage: ${title}`}>{withMark(text)}</small>
            {stage.unit !== undefined && <small>in {plural(stage.unit)}</small>}
          </span>
        );
      },
      value: ({ id }) => nodeTitle(scenario, id),
    },
    ...sideBySide(scenario, best, {
      stages,
      ...(solved && !stale && { solved }),
      ...(result && { result }),
    }),
  ];
  return (
    <div className="panel panel--stages stage-table" data-stale={stale || undefined}>
      <div className="panel__table">
        {refusal && (
          <NoAnalyticAnswer refusal={refusal} isSimulated={answer?.simulated !== undefined && !stale} />
        )}
        {apart !== undefined && <p className="panel__apart">{apart}</p>}
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
          fileName={`${scenario.name} stages`}
          fileColumns={[
            ...best.filter(({ id }) => !columns.some((one) => one.id === id)),
            ...trustColumns(answer),
          ]}
        />
        {answer && !stale && <Marks answer={answer} />}
        {solved && answer && !stale && <Confidence solved={solved} answer={answer} />}
      </div>
    </div>
  );
}

/** A mark stays on the line of the word that it marks. */
const withMark = (text: string): string =>
  MARKS.reduce((kept, mark) => kept.replaceAll(`${TRUST[mark].shape} `, `${TRUST[mark].shape}\u00a0`), text);

/** What the marks before numbers and queue models mean, as far as this answer has them. */
function Marks({ answer }: { readonly answer: SolveAnswer }) {
  const own = Object.keys(answer.stages).map((id) => stageTrust(answer, id));
  // Beside a simulated number stands the analytic one.
  const shown = new Set<Trust | undefined>([
    ...own,
    ...(own.includes('simulated') ? ['approximate' as const] : []),
  ]);
  return (
    <p className="stage-marks">
      {MARKS.filter((trust) => shown.has(trust)).map((trust) => (
        <span key={trust} title={TRUST[trust].sentence}>
          {TRUST[trust].shape} {TRUST[trust].word}
        </span>
      ))}
      <span>Under each name stands the queue model of that stage.</span>
    </p>
  );
}

/** Why no method answers; where a simulation does, that is no fault. */
function NoAnalyticAnswer({
  refusal,
  isSimulated,
}: {
  readonly refusal: NoAnswer;
  readonly isSimulated: boolean;
}) {
  const scenario = useScenario();
  const method = useSession((session) => session.method);
  const again = (
    <Button size="small" onClick={() => void solveRun.ask({ scenario, method })}>
      Try again
    </Button>
  );
  // A solver that broke off says nothing of the model.
  if (refusal.code === 'stopped')
    return isSimulated ? (
      <p className="panel__apart">
        {TRUST.simulated.shape} All numbers are simulated. {refusalText(refusal)} {again}
      </p>
    ) : (
      <Refused says={refusalText(refusal)}>{again}</Refused>
    );
  return isSimulated ? (
    <p className="panel__apart">
      {TRUST.simulated.shape} All numbers are simulated; no analytic method applies ({refusalClause(refusal)}
      ).
    </p>
  ) : (
    <Refused says={refusalText(refusal)} role="status" />
  );
}

/** How sure the answer is: by which method and why, what others say, and what saturates next. */
function Confidence({ solved, answer }: { readonly solved: SolveAnswer; readonly answer: SolveAnswer }) {
  const { choice } = solved;
  const label = solved.solvedBy && methodLabel(solved.solvedBy);
  const trust = answerTrust(answer);
  const precision = precisionText(answer);
  return (
    <Disclosure
      title="Method and confidence"
      summary={`${TRUST[trust].shape} ${label ?? ''}`}
      remember="trust"
    >
      <div className="trust">
        <p className="trust__method">
          <Badge trust={trust} {...(precision !== undefined && { suffix: precision })} />{' '}
          {label !== undefined && (
            <>
              Method of the whole drawing: <strong>{label}.</strong>
            </>
          )}{' '}
          {choice && choiceText(choice)}
        </p>
        {answer.simulated && (
          <Verdicts
            verdicts={solved.verdicts.filter(({ severity }) => severity === 'warning')}
            label="Limits of the analytic answer"
          />
        )}
        <Verdicts
          verdicts={answer.verdicts.filter(({ severity }) => severity !== 'warning')}
          label="Assumptions"
        />
        <TrustAgreement answer={solved} />
        <TrustLadder ladder={solved.network.ladder ?? []} />
      </div>
    </Disclosure>
  );
}

function TrustLadder({ ladder }: { readonly ladder: readonly Rung[] }) {
  const scenario = useScenario();
  if (ladder.length === 0) return null;
  const shown = ladder.slice(0, MOST_RUNGS);
  const [order, stage, ...numbers] = rungColumns(scenario, shown);
  return (
    <DataTable
      caption={`Bottleneck order${hasFiniteQueue(scenario) ? ' of the servers alone: full queues limit sooner' : ''}`}
      showCaption
      columns={[order!, { ...stage!, rowHeader: true }, ...numbers]}
      rows={shown}
      rowKey={({ stage, resource }) => `${stage} ${resource ?? ''}`}
      onSelectRow={(key) => selectOnly(key.slice(0, key.lastIndexOf(' ')))}
      fileName={`${scenario.name} bottlenecks`}
    />
  );
}

/** Sources whose numbers stand side by side for each measure: analytic, simulated, measured. */
interface Sources {
  readonly stages: readonly ServedNode[];
  /** Answer of the method alone. */
  readonly solved?: SolveAnswer;
  readonly result?: SimulationResult;
}

/** How full a stage is; one of them is shown by source. */
type Level = 'meanQueueLength' | 'meanOccupancy';

/** Give way to a level by source on the page; files and the inspector have them. */
const GIVING_WAY: readonly string[] = [
  'meanQueueLength',
  'meanOccupancy',
  'outputRate',
] satisfies StageMeasure[];

/**
 * Columns of the best that is known, but how full stages are by each source where several tell it: that comes first, and what
 * there is no room for beside it is left out.
 */
function sideBySide(
  scenario: Scenario,
  columns: readonly PageColumn<ServedNode>[],
  sources: Sources,
): readonly PageColumn<ServedNode>[] {
  const known = sourceColumns(scenario, levelOf(scenario), sources).filter(({ value }) =>
    sources.stages.some((stage) => value(stage) !== undefined),
  );
  return known.length < 2 ? columns : [...known, ...columns.filter(({ id }) => !GIVING_WAY.includes(id))];
}

/** The number in system, unless the queue alone was measured. */
const levelOf = ({ measurement }: Scenario): Level =>
  measurement && !isMeasured(measurement, 'meanOccupancy') && isMeasured(measurement, 'meanQueueLength')
    ? 'meanQueueLength'
    : 'meanOccupancy';

const isMeasured = ({ stages }: Measurement, key: MeasuredQuantity): boolean =>
  stages.some(({ [key]: value }) => value !== undefined);

function sourceColumns(
  { timeUnit, measurement }: Scenario,
  key: Level,
  { solved, result }: Sources,
): readonly PageColumn<ServedNode>[] {
  const { dimension } = measureRow(key);
  const { header, unit } = measureHead(key);
  const column = (
    own: string,
    rest: Omit<PageColumn<ServedNode>, 'id' | 'header'>,
  ): PageColumn<ServedNode> => ({
    ...rest,
    id: `${key} ${own.toLowerCase()}`,
    header: `${header} ${own.toLowerCase()}`,
    kind: 'number',
    group: { title: header, own, ...(unit !== undefined && { unit }) },
  });
  const growing = growingStages(result?.verdicts ?? []);
  const measured = ({ id }: ServedNode) => measurement?.stages.find(({ stage }) => stage === id)?.[key];
  return [
    column('Analytic', solvedColumn(solved, key, { timeUnit })),
    column(
      'Simulated',
      meansColumn<ServedNode>({
        read: ({ id }) => result?.stages[id]?.[key],
        grows: ({ id }) => growing.has(id),
        shown: () => [dimension, { timeUnit }],
      }),
    ),
    column('Measured', {
      value: measured,
      write: (node) => {
        const value = measured(node);
        return value === undefined ? '–' : formatMeasure(value, dimension, { timeUnit });
      },
    }),
  ];
}
