/** The posterior from a table of tasks, some of them observed: where it comes from, how chains run, what they say. */
import { useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { FileSection } from '../estimate/FileSection.tsx';
import { Refusal } from '../estimate/Refusal.tsx';
import { PosteriorResult } from './PosteriorResult.tsx';
import { PosteriorRunning } from './PosteriorRunning.tsx';
import { PosteriorSettings } from './PosteriorSettings.tsx';
import { NoTasks, SourceLine } from './PosteriorSource.tsx';
import { infer, posteriorKey } from './posterior-run.ts';
import { openTasks } from './posterior-run-sources.ts';
import { type TaskSource, usePosterior } from './posterior-store.ts';
import { QueueSettings } from './QueueSettings.tsx';
import './posterior.css';

export default function PosteriorView() {
  const source = usePosterior((state) => state.source);
  const refusal = usePosterior((state) => state.refusal);
  return (
    <FileSection label="Posterior" className="posterior" onFile={(file) => void openTasks(file)}>
      {refusal && <Refusal title={`No posterior from ${refusal.name}`} reasons={refusal.faults} />}
      {source ? (
        <>
          <SourceLine source={source} />
          <PosteriorSettings />
          <QueueSettings source={source} />
          <Run source={source} />
        </>
      ) : (
        <NoTasks />
      )}
    </FileSection>
  );
}

function Run({ source }: { readonly source: TaskSource }) {
  const state = usePosterior();
  const scenario = useScenario();
  const { run } = state;
  if (run.status === 'running') return <PosteriorRunning />;
  const isCurrent = run.key === posteriorKey(state, scenario);
  return (
    <>
      {run.status === 'failed' && run.failure && <Refusal title="No posterior" reasons={run.failure} />}
      {run.report && !isCurrent && (
        <p className="panel__stale">
          The settings changed since these chains ran.{' '}
          <Button size="small" onClick={() => void infer()}>
            Run them anew
          </Button>
        </p>
      )}
      {run.report && (
        <div className="panel--stack" data-stale={!isCurrent || undefined}>
          <PosteriorResult report={run.report} source={source} runKey={isCurrent ? run.key : undefined} />
        </div>
      )}
    </>
  );
}
