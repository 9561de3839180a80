/** Every stage's numbers in one table, beside the occupancy of the stage in focus. */
import { plural } from '../../../core/base/plural.ts';
import type { Rung } from '../../../core/measures/measures.ts';
import { methodLabel } from '../../../core/measures/methods.ts';
import { type NoAnswer, refusalClause, refusalText } from '../../../core/measures/refusals.ts';
import { TRUST } from '../../../core/measures/trust.ts';
import { choiceText } from '../../../core/measures/verdicts.ts';
import { cellText } from '../../../core/quantities/table.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { isStage, type StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { Badge } from '../../ui/widgets/Badge.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { useAnswer, useSolved } from '../results/answers.ts';
import { OccupancyChart } from '../results/OccupancyChart.tsx';
import {
  MOST_RUNGS,
  modelColumn,
  rungColumns,
  solvedColumns,
  trustColumns,
} from '../results/solved-tables.ts';
import { TrustAgreement } from './TrustAgreement.tsx';
import { answerTrust, apartText, precisionText } from './trust-of.ts';
import { Verdicts } from './Verdicts.tsx';
import './trust.css';
import '../results/stage-table.css';

export function Overview() {
  const scenario = useScenario();
  const { answer, stale, refusal } = useAnswer();
  const { answer: solved } = useSolved();
  const selected = useSession((session) => session.selection.nodes);
  const stages = scenario.nodes.filter(isStage);
  if (stages.length === 0) {
    return <EmptyState title="No stages yet">Drag a stage from the palette, or press A.</EmptyState>;
  }
  const model = modelColumn(answer);
  const apart = answer && apartText(scenario, answer);
  const columns: PageColumn<StageNode>[] = [
    {
      id: 'stage',
      header: 'Stage',
      rowHeader: true,
      cell: (stage) => {
        const { text, title = text } = cellText(model, stage);
        return (
          <span className="stage-cell">
            {nameOf(stage)}
            <small title={title}>{text}</small>
            {stage.unit !== undefined && <small className="stage-cell__unit">in {plural(stage.unit)}</small>}
          </span>
        );
      },
      value: nameOf,
    },
    ...solvedColumns(scenario, answer, stages),
  ];
  return (
    <div className="panel panel--split panel--stages" data-stale={stale || undefined}>
      <div className="panel__table">
        {refusal && <Refused refusal={refusal} isSimulated={answer?.simulated !== undefined && !stale} />}
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
          fileColumns={trustColumns(answer)}
        />
        {solved && answer && !stale && <Trust solved={solved} answer={answer} />}
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

/** Why no method answers; where a simulation does, that is no fault. */
function Refused({ refusal, isSimulated }: { readonly refusal: NoAnswer; readonly isSimulated: boolean }) {
  return isSimulated ? (
    <p className="panel__apart">
      {TRUST.simulated.shape} All numbers are simulated; formulas do not apply ({refusalClause(refusal)}).
    </p>
  ) : (
    <p className="panel__refusal">✕ {refusalText(refusal)}</p>
  );
}

/** How sure the answer is: by which method and why, what others say, and what saturates next. */
function Trust({ solved, answer }: { readonly solved: SolveAnswer; readonly answer: SolveAnswer }) {
  const { choice } = solved;
  const label = solved.solvedBy && methodLabel(solved.solvedBy);
  const trust = answerTrust(answer);
  const precision = precisionText(answer);
  return (
    <Disclosure title="How sure is this?" summary={`${TRUST[trust].shape} ${label ?? ''}`} remember="trust">
      <div className="trust">
        <p className="trust__method">
          <Badge trust={trust} {...(precision !== undefined && { suffix: precision })} />
          {label !== undefined && <strong>{capitalized(label)}.</strong>} {choice && choiceText(choice)}
        </p>
        {answer.simulated && (
          <Verdicts
            verdicts={solved.verdicts.filter(({ severity }) => severity === 'warning')}
            label="What bends the formulas"
          />
        )}
        <TrustAgreement answer={solved} />
        <TrustLadder ladder={solved.network.ladder ?? []} />
      </div>
    </Disclosure>
  );
}

const capitalized = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

function TrustLadder({ ladder }: { readonly ladder: readonly Rung[] }) {
  const scenario = useScenario();
  if (ladder.length === 0) return null;
  const shown = ladder.slice(0, MOST_RUNGS);
  const [order, stage, ...numbers] = rungColumns(scenario, shown);
  return (
    <DataTable
      caption="What saturates, in order"
      showCaption
      columns={[order!, { ...stage!, rowHeader: true }, ...numbers]}
      rows={shown}
      rowKey={({ stage, resource }) => `${stage} ${resource ?? ''}`}
      onSelectRow={(key) => selectOnly(key.slice(0, key.lastIndexOf(' ')))}
      fileName={`${scenario.name} bottlenecks`}
    />
  );
}
