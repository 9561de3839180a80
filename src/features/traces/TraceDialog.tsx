/** Where the time of the requests in a file of spans went; what spans cannot tell is asked, and the service is drawn. */
import { type FormEvent, useState } from 'react';
import type { TraceAnswer, TraceSettings } from '../../../workers/traces/contract.ts';
import { serviceColumns } from '../../../workers/traces/trace-words.ts';
import { useDocument } from '../../state/document-store.ts';
import { closeDialog } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { Dialog } from '../../ui/widgets/Dialog.tsx';
import { openScenario } from '../files/opening.ts';
import { openMeasurementFile } from '../measure/reading.ts';
import { tracedFile, traceRun } from './trace-run.ts';
import './traces.css';

export default function TraceDialog() {
  const file = tracedFile();
  const { status, answer, failure } = traceRun.use();
  const isOpen = useDocument((state) => state.id !== undefined);
  const shown = status === 'failed' ? undefined : answer;
  const compare = (): void => {
    closeDialog();
    if (file) void openMeasurementFile(file);
  };
  const draw = (): void => {
    closeDialog();
    if (shown) void openScenario(shown.scenario);
  };
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => !open && closeDialog()}
      title={`Traces in ${file?.name ?? ''}`}
      description={shown?.sentences[0] ?? (status === 'running' ? 'Reading the spans …' : undefined)}
      footer={
        <>
          {isOpen && <Button onClick={compare}>Compare visits with the open scenario</Button>}
          <Button variant="primary" disabled={!shown} onClick={draw}>
            Open the drawing
          </Button>
        </>
      }
    >
      {failure && status === 'failed' && <p role="alert">{failure.join(' ')}</p>}
      {shown && file && <Told answer={shown} file={file} isBusy={status === 'running'} />}
    </Dialog>
  );
}

interface ToldProps {
  readonly answer: TraceAnswer;
  readonly file: File;
  readonly isBusy: boolean;
}

function Told({ answer: { report, sentences }, file, isBusy }: ToldProps) {
  return (
    <div className="traces">
      <DataTable
        caption="Services in the traces"
        columns={serviceColumns(report)}
        rows={report.services}
        rowKey={({ service }) => service}
        fileName="traces"
      />
      {sentences.slice(1).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Asked report={report} file={file} isBusy={isBusy} />
    </div>
  );
}

interface AskedProps {
  readonly report: TraceAnswer['report'];
  readonly file: File;
  readonly isBusy: boolean;
}

/** The questions, each with its proposal. */
function Asked({ report, file, isBusy }: AskedProps) {
  const [fault, setFault] = useState<string>();
  const open = report.services.filter(({ known, mostAtOnce }) => known !== 'order' && mostAtOnce > 1);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const settings = settingsOf(new FormData(event.currentTarget));
    setFault(typeof settings === 'string' ? settings : undefined);
    if (typeof settings !== 'string') void traceRun.ask({ file, settings });
  };
  return (
    <form className="traces__asked" onSubmit={submit}>
      {open.map(({ service, mostAtOnce }) => (
        <label key={service}>
          {`Requests that ${service} works on at once`}
          <input
            className="w-input"
            name={`servers ${service}`}
            inputMode="numeric"
            placeholder={`${mostAtOnce} or more`}
          />
        </label>
      ))}
      <label>
        Share of the requests that were traced
        <input className="w-input" name="sampled" inputMode="decimal" placeholder="unknown" />
      </label>
      <label>
        Window to compare with the rest, s from the start
        <input className="w-input" name="window" placeholder="120-180" />
      </label>
      {fault && <p role="alert">{fault}</p>}
      <Button type="submit" disabled={isBusy}>
        Use these
      </Button>
    </form>
  );
}

/** What is left empty is unknown. A sentence where a field is wrong. */
function settingsOf(form: FormData): TraceSettings | string {
  const servers: Record<string, number> = {};
  let settings: TraceSettings = {};
  for (const [name, entry] of form) {
    const text = String(entry).trim();
    if (text === '') continue;
    const value = Number(text);
    if (name === 'sampled') {
      if (!(value > 0 && value <= 1))
        return 'The share that was traced is a number from 0 to 1, such as 0.25.';
      settings = { ...settings, sampled: value };
    } else if (name === 'window') {
      const [, from, to] = /^(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)$/.exec(text) ?? [];
      if (!(Number(from) < Number(to))) return 'A window is two times in s, such as 120-180.';
      settings = { ...settings, window: { from: Number(from), to: Number(to) } };
    } else {
      if (!(Number.isInteger(value) && value >= 1)) return 'Requests at once are a whole number, at least 1.';
      servers[name.slice('servers '.length)] = value;
    }
  }
  return Object.keys(servers).length > 0 ? { ...settings, servers } : settings;
}
