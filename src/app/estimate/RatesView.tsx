/** Service rates from samples: where the samples come from, how far they are read, and what they give. */
import { type DragEvent, useState } from 'react';
import type { MeasurementFault } from '../../../workers/contract/measuring.ts';
import { formatQuantity } from '../../model/quantity.ts';
import { cancelEstimate, openSamples, useEstimating } from '../../state/estimating.ts';
import { Button } from '../../widgets/Button.tsx';
import { Disclosure } from '../../widgets/Disclosure.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { UploadIcon } from '../../widgets/icons.tsx';
import { ProgressBar } from '../../widgets/ProgressBar.tsx';
import { BenchmarkForm } from './BenchmarkForm.tsx';
import { FromMeasured } from './FromMeasured.tsx';
import { Answer, Rates } from './Rates.tsx';

export function RatesView() {
  const { reading, refusal, source, run } = useEstimating();
  const [over, setOver] = useState(false);
  return (
    <section
      className="panel panel--stack rates"
      aria-label="Rates"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        hold(event);
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (!file) return;
        hold(event);
        void openSamples({ kind: 'file', file });
      }}
    >
      {refusal && <Refusal name={refusal.name} faults={refusal.faults} />}
      {reading ? (
        <Reading />
      ) : source ? (
        <>
          <div className="estimate__source">
            <span>
              Samples of <strong>{source.file.name}</strong>
            </span>
            <ChooseButton />
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
      {!source && run.status === 'failed' && (
        <div className="panel__refusal" role="alert">
          ✕ {run.failure}
        </div>
      )}
    </section>
  );
}

/** This tab takes the file, and not the page behind it. */
function hold(event: DragEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function Nothing() {
  return (
    <EmptyState
      icon={<UploadIcon size={24} />}
      title="Drop samples, events or counters of a queue here"
      action={
        <div className="estimate__start">
          <FromMeasured />
          <ChooseButton />
          <p className="panel__note">or see how it works on samples with known rates:</p>
          <BenchmarkForm />
        </div>
      }
    >
      How fast is a server when nothing holds it up? Its throughput does not tell: most of the time it waits.
      What a monitor saw at its queue does. The file stays on this machine.
    </EmptyState>
  );
}

function ChooseButton() {
  const choose = (): void => {
    const input = document.createElement('input');
    input.type = 'file';
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file) void openSamples({ kind: 'file', file });
    });
    input.click();
  };
  return (
    <Button icon={<UploadIcon />} onClick={choose}>
      Choose a file…
    </Button>
  );
}

/** How far it is, and what the rows so far give. */
function Reading() {
  const reading = useEstimating((state) => state.reading);
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

const MOST_FAULTS = 5;

function Refusal({ name, faults }: { readonly name: string; readonly faults: readonly MeasurementFault[] }) {
  return (
    <div className="panel__refusal" role="alert">
      <strong>✕ No rates from {name}</strong>
      <ul>
        {faults.slice(0, MOST_FAULTS).map((fault) => (
          <li key={`${fault.code} ${fault.line} ${fault.message}`}>
            {fault.line === undefined ? '' : `line ${fault.line}: `}
            {fault.message} [{fault.code}]
          </li>
        ))}
        {faults.length > MOST_FAULTS && <li>and {faults.length - MOST_FAULTS} more</li>}
      </ul>
    </div>
  );
}
