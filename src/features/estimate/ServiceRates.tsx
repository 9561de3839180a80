/** Service rates from samples: where the samples come from, how far they are read, and what they give. */
import './estimate.css';
import { useState } from 'react';
import { err, type Result } from '../../../core/base/result.ts';
import {
  type Dimension,
  formatFull,
  formatQuantity,
  parseQuantity,
} from '../../../core/quantities/quantity.ts';
import type { MicroBenchmark } from '../../../workers/estimate/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { PlayIcon, UploadIcon } from '../../ui/widgets/icons.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { fileOf, recogniseFile } from '../measure/opened-files.ts';
import { ChooseButton } from './ChooseButton.tsx';
import { cancelEstimate, hasSamples, openSamples, samplesRun, useEstimating } from './estimating.ts';
import { FileSection } from './FileSection.tsx';
import { Answer, Rates } from './Rates.tsx';
import { Refusal } from './Refusal.tsx';

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

/** Makes samples with rates that are known: two threads and a queue between them. */

const SERVICES = [
  { value: 'exponential', label: 'Exponential' },
  { value: 'deterministic', label: 'Deterministic' },
] as const;
const PHASES = [
  { value: 'one', label: 'One phase' },
  { value: 'two', label: 'Two phases' },
] as const;

/** 3.2 MB/s of items of 8 bytes, and half of it in the second half. */
const FIRST: MicroBenchmark = {
  times: 'exponential',
  rate: 400_000,
  laterRate: 200_000,
  utilization: 0.9,
  period: 50e-6,
  periods: 8000,
  seed: 1,
};
const MOST_PERIODS = 200_000;
/** Items of all periods together; more take longer than a person waits. */
const MOST_ITEMS = 5e7;

/** Each run draws other samples. */
let runs = 0;

function BenchmarkForm() {
  const [benchmark, setBenchmark] = useState(FIRST);
  const set = (change: Partial<MicroBenchmark>): void => setBenchmark({ ...benchmark, ...change });
  const { laterRate, rate, times } = benchmark;
  return (
    <form
      className="rates__settings"
      aria-label="Micro-benchmark"
      onSubmit={(event) => {
        event.preventDefault();
        runs += 1;
        void openSamples({ kind: 'example', benchmark: { ...benchmark, seed: runs } });
      }}
    >
      <ChoiceField
        label="Service"
        value={times}
        choices={SERVICES}
        onChange={(next) => set({ times: next })}
      />
      <ChoiceField
        label="Rates"
        value={laterRate === undefined ? 'one' : 'two'}
        choices={PHASES}
        onChange={(next) => set({ laterRate: next === 'one' ? undefined : rate / 2 })}
      />
      <Field label="Rate" dimension="rate" value={rate} onChange={(next) => set({ rate: next })} />
      {laterRate !== undefined && (
        <Field
          label="Second rate"
          dimension="rate"
          value={laterRate}
          onChange={(next) => set({ laterRate: next })}
        />
      )}
      <Field
        label="Utilization ρ"
        dimension="probability"
        help="How busy Poisson arrivals keep the reader; at 1 it always has work."
        value={benchmark.utilization}
        onChange={(next) => set({ utilization: next })}
      />
      <Field
        label="Period T"
        dimension="time"
        value={benchmark.period}
        onChange={(next) => set({ period: next })}
      />
      <Field
        label="Periods"
        dimension="count"
        value={benchmark.periods}
        most={Math.min(
          MOST_PERIODS,
          Math.floor(MOST_ITEMS / (Math.max(rate, laterRate ?? 0) * benchmark.period)),
        )}
        onChange={(next) => set({ periods: next })}
      />
      <Button type="submit" icon={<PlayIcon />}>
        Make samples
      </Button>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly dimension: Dimension;
  readonly value: number;
  readonly most?: number;
  readonly help?: string;
  readonly onChange: (value: number) => void;
}

function Field({ dimension, most = Number.POSITIVE_INFINITY, onChange, ...rest }: FieldProps) {
  const parse = (text: string): Result<number, string> => {
    const value = parseQuantity(text, dimension);
    if (value.ok && value.value === 0) return err('Expected more than 0.');
    if (value.ok && value.value > most) return err(`Expected at most ${most.toLocaleString('en')}.`);
    return value;
  };
  return (
    <QuantityField
      {...rest}
      format={(value) => formatQuantity(value, dimension)}
      formatFull={(value) => formatFull(value, dimension)}
      parse={parse}
      onChange={(value) => value !== undefined && onChange(value)}
    />
  );
}
