/** The steps from data to a calibrated model, each with how far it is: data, its queues on stages, the verdict, what would fit better. */
import { memo, type ReactNode, Suspense } from 'react';
import { useScenario } from '../../state/document-store.ts';
import { showView, useSession, VIEWS, type View, viewsOf } from '../../state/session-store.ts';
import { Tabs } from '../../ui/widgets/Tabs.tsx';
import { Waiting } from '../../ui/widgets/Waiting.tsx';
import { mappingOf } from '../measure/MapQueues.tsx';
import { useStudy } from '../measure/measured-keeping.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { useIsRefined } from '../results/answers.ts';
import { useComparison, usePredicted } from './compare-report.ts';
import { AGAINST, AGREEMENTS, agreementOfAll } from './comparison-table.ts';

interface StepState {
  readonly sign: '✓' | '✕' | '≠' | '○' | '!' | '…';
  /** Beside the sign, where the sign does not tell it. */
  readonly short?: string;
  readonly words: string;
}

interface ValidationStepsProps {
  readonly parts: Readonly<Record<View, ReactNode>>;
}

export default function ValidationSteps({ parts }: ValidationStepsProps) {
  const view = useSession((session) =>
    VIEWS[session.view].workspace === 'validate' ? session.view : session.lastViews.validate,
  );
  return <Steps {...{ parts, view }} states={useStepStates()} />;
}

interface StepsProps extends ValidationStepsProps {
  readonly view: View;
  readonly states: Partial<Record<View, StepState>>;
}

/** Drawn again only when a step says something else: most edits change no verdict. */
const Steps = memo(
  ({ parts, view, states }: StepsProps) => (
    <Tabs
      label="Steps of validation"
      value={view}
      onChange={showView}
      tabs={viewsOf('validate').map((id) => {
        const state = states[id];
        return {
          id,
          label: VIEWS[id].title,
          content: <Suspense fallback={<Waiting />}>{parts[id]}</Suspense>,
          ...(state && {
            description: state.words,
            mark: (
              <span className="step-state" data-sign={state.sign} aria-hidden="true">
                {state.sign} {state.short}
              </span>
            ),
          }),
        };
      })}
    />
  ),
  (before, now) =>
    before.parts === now.parts &&
    before.view === now.view &&
    JSON.stringify(before.states) === JSON.stringify(now.states),
);

function useStepStates(): Partial<Record<View, StepState>> {
  const { measurement } = useScenario();
  const reduced = useMeasured(selectShown);
  const stageOf = useStudy((study) => study?.stageOf);
  const verdict = useVerdict();
  const data = measurement?.name ?? reduced?.name;
  return {
    ...(data !== undefined && { measured: { sign: '✓', words: `Measured: ${data}` } }),
    ...(reduced && stageOf && { queues: queuesState(mappingOf(reduced, stageOf)) }),
    ...(verdict && { compare: verdict }),
  };
}

function queuesState({ own, mapped, open }: ReturnType<typeof mappingOf>): StepState {
  const words = `${mapped.length} of ${own.length} queues feed a stage of the drawing`;
  if (open.length === 0) return { sign: '✓', words };
  return { sign: '!', short: `${mapped.length} of ${own.length}`, words };
}

const SIGNS = { off: '✕', differs: '≠', close: '○', open: '○', sampled: '○', untold: '!' } as const;

/** Verdict of the data on the best answer that is known. */
function useVerdict(): StepState | undefined {
  const scenario = useScenario();
  const { answer: report } = useComparison(scenario, usePredicted('best'), scenario.measurement);
  const agreement = report && agreementOfAll(report.comparison.rows);
  const isRefined = useIsRefined();
  if (!agreement) return undefined;
  const isSoFar = isRefined && AGAINST.has(agreement);
  return isSoFar
    ? { sign: '…', words: `${AGREEMENTS[agreement]} so far; simulation is refining the prediction` }
    : { sign: SIGNS[agreement], words: AGREEMENTS[agreement] };
}
