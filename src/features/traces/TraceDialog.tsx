/** Where the time of the requests in a file of spans went; what spans cannot tell is asked, and the service is drawn. */
import { type FormEvent, type RefObject, useMemo, useRef, useState } from 'react';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { caseWords } from '../../../core/study/what-if.ts';
import type { TraceAnswer, TraceReport, TraceSettings } from '../../../workers/traces/contract.ts';
import { serviceColumns, traceFindings } from '../../../workers/traces/trace-words.ts';
import { useDocument } from '../../state/document-store.ts';
import { closeDialog } from '../../state/session-store.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { lineTable } from '../../ui/charts/LineChart.tsx';
import { LinePlot } from '../../ui/charts/LinePlot.tsx';
import { type LinePoint, type LineRow, wholeRange, type XRange } from '../../ui/charts/line-series.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { Dialog } from '../../ui/widgets/Dialog.tsx';
import { openScenario } from '../files/opening.ts';
import { openMeasurementFile } from '../measure/reading.ts';
import { timeAxis } from '../results/time-axis.ts';
import { isOfTracedFile, tracedFile, traceRun } from './trace-run.ts';
import './traces.css';

export default function TraceDialog() {
  const file = tracedFile();
  const { status, answer, answerKey, failure } = traceRun.use();
  const isOpen = useDocument((state) => state.id !== undefined);
  // A question that is refused leaves what the file has told before.
  const shown = isOfTracedFile(answerKey) ? answer : undefined;
  const refused = status === 'failed' ? failure?.join(' ') : undefined;
  const compare = (): void => {
    closeDialog();
    if (file) void openMeasurementFile(file);
  };
  const draw = (scenario: Scenario): void => {
    closeDialog();
    void openScenario(scenario);
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
          {shown?.changed.map(({ changes, scenario }) => (
            <Button
              key={caseWords(changes)}
              title={`With ${caseWords(changes)}`}
              onClick={() => draw(scenario)}
            >
              Open the changed drawing
            </Button>
          ))}
          <Button variant="primary" disabled={!shown} onClick={() => shown && draw(shown.scenario)}>
            Open the drawing
          </Button>
        </>
      }
    >
      {refused && !shown && <p role="alert">{refused}</p>}
      {shown && file && <Told answer={shown} file={file} refused={refused} isBusy={status === 'running'} />}
    </Dialog>
  );
}

interface ToldProps {
  readonly answer: TraceAnswer;
  readonly file: File;
  /** Why what was asked last has no answer. */
  readonly refused: string | undefined;
  readonly isBusy: boolean;
}

function Told({ answer: { report, sentences }, ...rest }: ToldProps) {
  const form = useRef<HTMLFormElement>(null);
  const compare = (range: XRange | undefined): void => {
    const field = form.current?.elements.namedItem('window');
    if (!(field instanceof HTMLInputElement)) return;
    field.value = range ? `${range.from.toFixed(3)}-${range.to.toFixed(3)}` : '';
    form.current?.requestSubmit();
  };
  const found = traceFindings(report).length;
  return (
    <div className="traces">
      <Sentences of={sentences.slice(1, found)} />
      {report.course.length > 0 && <Course report={report} onWindow={compare} />}
      <DataTable
        caption="Services in the traces"
        columns={serviceColumns(report)}
        rows={report.services}
        rowKey={({ service }) => service}
        fileName="traces"
      />
      <Sentences of={sentences.slice(found)} />
      <Asked {...{ report, form }} {...rest} />
    </div>
  );
}

const Sentences = ({ of }: { readonly of: readonly string[] }) =>
  of.map((sentence) => <p key={sentence}>{sentence}</p>);

/** The largest parts of the responses, stretch by stretch. A drag asks for a window. */
const MOST_PARTS = 3;
const ROW_HEIGHT = 72;

interface CourseProps {
  readonly report: TraceReport;
  readonly onWindow: (range: XRange | undefined) => void;
}

function Course({ report, onWindow }: CourseProps) {
  const title = 'Where the time went, by when requests began';
  const rows = useMemo(() => courseRows(report), [report]);
  const x = timeAxis('time since the first request', report.duration);
  const limits = wholeRange(rows);
  const { window } = report;
  return (
    <ChartFrame
      {...{ title, fileName: 'traces over time', table: lineTable(rows, x) }}
      toolbar={<span className="panel__note">Drag over a stretch to compare it with the rest</span>}
      onShowAll={window && !window.isFound ? () => onWindow(undefined) : undefined}
    >
      {({ width }) =>
        limits && (
          <LinePlot
            {...{ title, x, rows, width, limits, range: limits, marks: [] }}
            rowHeight={ROW_HEIGHT}
            fromZero
            shaded={window && { from: window.from, to: window.to, text: 'compared with the rest' }}
            onRange={onWindow}
          />
        )
      }
    </ChartFrame>
  );
}

function courseRows({ course, services }: TraceReport): readonly LineRow[] {
  const row = (name: string, of: (stretch: number) => number): LineRow => {
    const points = course.map(
      ({ from, to, requests }, i): LinePoint => ({
        ...{ x: from, to },
        y: requests > 0 ? of(i) : undefined,
      }),
    );
    const most = points.reduce((largest, { y = 0 }) => Math.max(largest, y), 0);
    return { id: name, name, value: timeAxis('mean', most), series: [{ kind: 'measured', name, points }] };
  };
  const parts = services.flatMap(({ service, waiting }, s) => [
    ...(waiting === undefined ? [] : [row(`Waiting at ${service}`, (i) => course[i]!.services[s]!.waiting!)]),
    row(`${waiting === undefined ? 'At' : 'Service of'} ${service}`, (i) => course[i]!.services[s]!.own),
  ]);
  const sizeOf = ({ series: [one] }: LineRow): number =>
    one!.points.reduce((largest, { y = 0 }) => Math.max(largest, y), 0);
  return [
    row('Response', (i) => course[i]!.response),
    ...parts.sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MOST_PARTS),
  ];
}

interface AskedProps extends Omit<ToldProps, 'answer'> {
  readonly report: TraceReport;
  readonly form: RefObject<HTMLFormElement | null>;
}

/** The questions, each with its proposal. */
function Asked({ report, file, refused, isBusy, form }: AskedProps) {
  const [fault, setFault] = useState<string>();
  const open = report.services.filter(({ known, mostAtOnce }) => known !== 'order' && mostAtOnce > 1);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const settings = settingsOf(new FormData(event.currentTarget));
    setFault(typeof settings === 'string' ? settings : undefined);
    if (typeof settings !== 'string') void traceRun.ask({ file, settings });
  };
  return (
    <form className="traces__asked" ref={form} onSubmit={submit}>
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
      <label>
        What if
        <input className="w-input" name="whatIf" placeholder={questionOf(report)} />
      </label>
      {(fault ?? refused) && <p role="alert">{fault ?? refused}</p>}
      <Button type="submit" disabled={isBusy}>
        Use these
      </Button>
    </form>
  );
}

/** A question to begin with, about a service whose servers are known where there is one. */
function questionOf({ services }: TraceReport): string {
  const known = services.find((one) => one.known !== 'unseen');
  return known ? `${known.service}.servers=+1, load=2x` : `${services[0]!.service}.service=0.5x, load=2x`;
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
    } else if (name === 'whatIf') {
      settings = { ...settings, whatIf: [text] };
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
