/** Where the tasks come from: a file, the measurement of the tab Measured, or the shipped example. */

import { Button } from '../../ui/widgets/Button.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { UploadIcon } from '../../ui/widgets/icons.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { ChooseButton } from '../estimate/ChooseButton.tsx';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { queueIdsOf } from './posterior-run-queues.ts';
import { openMeasuredTasks, openTasks, openWebExperiment, stopReading } from './posterior-run-sources.ts';
import { type TaskSource, usePosterior } from './posterior-store.ts';

export function SourceLine({ source }: { readonly source: TaskSource }) {
  const tasks = new Set(source.tasks.task).size;
  return (
    <div className="estimate__source">
      <span>
        {tasks.toLocaleString('en')} tasks of <strong>{source.name}</strong>, {queueIdsOf(source).length}{' '}
        queues
      </span>
      <ChooseButton onFile={openFile} />
      <FromMeasured />
      {!source.isExample && <ExampleButton />}
      <Reading />
    </div>
  );
}

export function NoTasks() {
  const isReading = usePosterior(({ reading }) => reading !== undefined);
  if (isReading) return <Reading />;
  return (
    <EmptyState
      icon={<UploadIcon size={24} />}
      title="Drop a trace of tasks here"
      action={
        <div className="estimate__start">
          <FromMeasured />
          <ChooseButton onFile={openFile} />
          <p className="panel__note">or see how it works where the truth is known:</p>
          <ExampleButton />
        </div>
      }
    >
      When did tasks wait, and when were they served? A trace tells only when they came and went, and seldom
      of all. Chains draw what was not seen, over and over, as it may have been: what they agree on is the
      answer, with intervals. The file stays on this machine.
    </EmptyState>
  );
}

const ExampleButton = () => (
  <Button onClick={() => void openWebExperiment()}>Try it with the web experiment</Button>
);

const openFile = (file: File): void => void openTasks(file);

/** Nothing while it is the source already, or has no tasks. */
function FromMeasured() {
  const shown = useMeasured(selectShown);
  const source = usePosterior((state) => state.source?.name);
  if (!shown?.tasks || shown.name === source) return null;
  return <Button onClick={openMeasuredTasks}>Use the tasks of {shown.name}</Button>;
}

function Reading() {
  const reading = usePosterior((state) => state.reading);
  if (reading === undefined) return null;
  return (
    <div className="estimate__waiting">
      <ProgressBar label={`Reading ${reading}`} />
      <Button size="small" onClick={stopReading}>
        Stop
      </Button>
    </div>
  );
}
