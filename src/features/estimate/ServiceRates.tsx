/** Service rates from samples: where the samples come from, how far they are read, and what they give. */
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { UploadIcon } from '../../ui/widgets/icons.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { fileOf, recogniseFile } from '../measure/opened-files.ts';
import { BenchmarkForm } from './BenchmarkForm.tsx';
import { ChooseButton } from './ChooseButton.tsx';
import { cancelEstimate, hasSamples, openSamples, samplesRun, useEstimating } from './estimating.ts';
import { FileSection } from './FileSection.tsx';
import { Answer, Rates } from './Rates.tsx';
import { Refusal } from './Refusal.tsx';
import './estimate.css';

export default function ServiceRates() {
  const { source } = useEstimating();
  const { status, failure } = samplesRun.use();
  return (
    <FileSection label="Rates" className="rates" onFile={openFile}>
      {status === 'failed' && failure && (
        <Refusal title={`No rates from ${failure.name}`} reasons={failure.reasons} />
      )}
      {status === 'running' ? (
        <Reading />
      ) : source ? (
        <>
          <div className="estimate__source">
            <span>
              Samples of <strong>{source.file.name}</strong>
            </span>
            <ChooseButton onFile={openFile} />
            <FromMeasured />
          </div>
          <Disclosure title="Samples with known rates" remember="estimate-benchmark" defaultOpen={false}>
            <BenchmarkForm />
          </Disclosure>
          <Rates file={source.file} />
        </>
      ) : (
        <Nothing />
      )}
    </FileSection>
  );
}

function openFile(file: File): void {
  const shown = selectShown(useMeasured.getState());
  if (shown?.name === file.name) recogniseFile(shown, file);
  void openSamples({ kind: 'file', file });
}

function Nothing() {
  return (
    <EmptyState
      icon={<UploadIcon size={24} />}
      title="Drop samples, events or counters of a queue here"
      action={
        <div className="estimate__start">
          <FromMeasured />
          <ChooseButton onFile={openFile} />
          <p className="panel__note">or see how it works on samples with known rates:</p>
          <BenchmarkForm />
        </div>
      }
    >
      A server that is often idle or blocked can do more than its throughput shows. Its service rate is
      estimated from the counters of its queue. The file stays on this machine.
    </EmptyState>
  );
}

/** How far it is, and what the rows so far give. */
function Reading() {
  const reading = samplesRun.use((run) => run.progress);
  if (!reading) return null;
  const { name, progress } = reading;
  const fraction = progress && progress.totalBytes > 0 ? progress.bytes / progress.totalBytes : undefined;
  return (
    <>
      <div className="estimate__waiting">
        <ProgressBar
          label={`Reading ${name}`}
          {...(fraction !== undefined && { fraction })}
          {...(progress && { detail: `${formatQuantity(progress.rows, 'count')} rows` })}
        />
        <Button size="small" onClick={cancelEstimate}>
          Stop
        </Button>
      </div>
      {progress?.picture && <Answer picture={progress.picture} partial />}
    </>
  );
}

/** The measurement that is shown under Data, as a source of samples. */

/** Nothing while it is the source already. Reduced, a trace has lost the rows that rates need: its file is read again. */
function FromMeasured() {
  const shown = useMeasured(selectShown);
  const source = useEstimating((state) => state.source?.file.name);
  if (!shown || shown.name === source) return null;
  const { name, mapping } = shown;
  const file = fileOf(shown);
  if (!file && !hasSamples(shown))
    return <p className="panel__note">{name} is kept without its rows; choose its file again.</p>;
  const open = () =>
    openSamples(
      file ? { kind: 'file', file, ...(mapping && { mapping }) } : { kind: 'measured', measured: shown },
    );
  return <Button onClick={() => void open()}>Estimate from {name}</Button>;
}
