/** How the chain of the drawing goes on from a start: occupancies over time, times to fill and to drain. */
import { modelKey } from '../../../core/scenario/model-key.ts';
import { isStage, type Scenario } from '../../../core/scenario/scenario.ts';
import { useScenario } from '../../state/document-store.ts';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { ChainSizeWords } from '../solve/ChainSizeWords.tsx';
import { TransientChart } from './TransientChart.tsx';
import { TransientInstead } from './TransientInstead.tsx';
import { TransientLevels } from './TransientLevels.tsx';
import { TransientPassages } from './TransientPassages.tsx';
import { TransientSettings } from './TransientSettings.tsx';
import { type TransientRun, transientKey, useTransient } from './transient-run.ts';
import './transient.css';

export default function Transient() {
  const scenario = useScenario();
  const { settings, run } = useTransient();
  if (!scenario.nodes.some(isStage))
    return <EmptyState title="No stages yet">Drag a stage from the palette, or press A.</EmptyState>;
  const current = run.key === transientKey(modelKey(scenario), settings);
  const refusal = current && run.status !== 'running' ? run.refusal : undefined;
  const stale = run.answer !== undefined && (!current || run.refusal !== undefined);
  return (
    <div className="panel panel--stack" data-stale={stale || undefined}>
      <div className="transient__head">
        <TransientSettings running={run.status === 'running'} />
        <ChainSizeWords until={settings.until} />
      </div>
      {run.status === 'running' && <Progress run={run} />}
      {refusal && (
        <div className="panel__refusal" role="alert">
          ✕ {refusal.message} <TransientInstead />
        </div>
      )}
      {stale && run.status !== 'running' && (
        <p className="panel__stale">The scenario or the start changed since this was computed.</p>
      )}
      <Answer scenario={scenario} run={run} refused={refusal !== undefined} />
    </div>
  );
}

interface AnswerProps {
  readonly scenario: Scenario;
  readonly run: TransientRun;
  readonly refused: boolean;
}

function Answer({ scenario, run, refused }: AnswerProps) {
  if (run.answer)
    return (
      <>
        <div className="transient__charts">
          <TransientChart scenario={scenario} answer={run.answer} />
          <TransientLevels scenario={scenario} answer={run.answer} />
        </div>
        <TransientPassages scenario={scenario} answer={run.answer} />
      </>
    );
  if (refused || run.status === 'running') return null;
  return (
    <EmptyState title="Not followed yet">
      From an empty or a full network the Markov chain is followed exactly: when the stages fill, how long a
      burst takes to drain, when the steady state is reached.
    </EmptyState>
  );
}

function Progress({ run: { fraction } }: { readonly run: TransientRun }) {
  const detail =
    fraction === undefined ? 'finding the states' : `${Math.round(100 * fraction)} % of the walks`;
  return (
    <ProgressBar label="Following the chain" detail={detail} {...(fraction !== undefined && { fraction })} />
  );
}
