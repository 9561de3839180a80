/** What was measured: queries of it, and its pictures over the frames. */
import './measured.css';
import { type ReactNode, useEffect, useId, useMemo } from 'react';
import type { Query } from '../../../core/measurement/query.ts';
import { queryText } from '../../../core/measurement/query-text.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { numberColumn } from '../../../core/quantities/table.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import type { CheckedQuery } from '../../../workers/measure/queries/contract.ts';
import { editDocument, useScenario } from '../../state/document-store.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { valueText } from '../../ui/charts/axis.ts';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import { type LineRow, middleOf } from '../../ui/charts/line-series.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { DownloadIcon, StopIcon, TrashIcon, UploadIcon } from '../../ui/widgets/icons.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';
import { chooseFile } from '../files/choose-files.ts';
import { saveMeasurementTemplate } from '../files/saved-files.ts';
import { timeAxis } from '../results/time-axis.ts';
import { openExampleTraces } from '../traces/trace-run.ts';
import { judgedQueriesRun, useJudgedQueries } from '../virtual-queue/judged-queries.ts';
import { ReplayProgressBar } from '../virtual-queue/ReplayProgressBar.tsx';
import { burstRows } from './burst-rows.ts';
import { FaultTable } from './FaultTable.tsx';
import { cumulativeRows, metricRows } from './frame-rows.ts';
import { Levels } from './Levels.tsx';
import { MappingDialog } from './MappingDialog.tsx';
import { MeasuredHead } from './MeasuredHead.tsx';
import { useStudy } from './measured-keeping.ts';
import {
  type MeasuredMetric,
  type MeasuredView,
  selectShown,
  setMeasuredFrame,
  setMeasuredMetric,
  setMeasuredQueues,
  setMeasuredView,
  setOnGraph,
  useMeasured,
} from './measured-store.ts';
import { Peaks } from './Peaks.tsx';
import { QueryBuilder } from './QueryBuilder.tsx';
import { removeQuery } from './query-edits.ts';
import { useQueues } from './queue-names.ts';
import { type Reading, readingRun } from './reading.ts';
import { leadsTo } from './reading-words.ts';
import { SampledTable } from './SampledTable.tsx';

const VIEWS: readonly { readonly value: MeasuredView; readonly text: string; readonly label: string }[] = [
  { value: 'time', text: 'Over time', label: 'Means by interval' },
  { value: 'levels', text: 'Occupancy', label: 'Occupancy of one queue over time, and in one interval' },
  { value: 'bursts', text: 'Bursts', label: 'The fullest millisecond of each interval against its mean' },
  { value: 'counters', text: 'Cumulative', label: 'Cumulative sums and samples above 0' },
  { value: 'peaks', text: 'Peaks', label: 'The highest peaks, and those that followed them' },
];

export default function Measured() {
  const reduced = useMeasured(selectShown);
  const isReading = readingRun.use(({ status }) => status === 'running');
  // The drawing shows a frame only while this view is open.
  useEffect(() => () => setOnGraph(false), []);
  return (
    <>
      <MappingDialog />
      <ReadingProgress />
      {reduced ? <Shown reduced={reduced} /> : !isReading && <EmptyMeasured />}
    </>
  );
}

function Shown({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const scenario = useScenario();
  return (
    <div className="panel panel--split measured">
      <div className="panel__table">
        <MeasuredHead reduced={reduced} />
        <QueryList scenario={scenario} />
        <QueryBuilder scenario={scenario} reduced={reduced} />
        <SampledTable />
        <FaultTable reduced={reduced} />
      </div>
      <div className="panel__charts">
        {reduced.frames.start.length > 0 ? (
          <Charts reduced={reduced} />
        ) : (
          <p className="chart-empty">
            {leadsTo(reduced)
              ? 'There is nothing to draw over time.'
              : 'The file has means without time intervals: there is nothing to draw over time. “Prediction and data” compares them with the model.'}
          </p>
        )}
      </div>
    </div>
  );
}

function Charts({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const view = useMeasured((measured) => measured.view);
  return (
    <>
      <ChartToggles legend="View" options={VIEWS} value={view} onChange={setMeasuredView} />
      <TimeCursor reduced={reduced} />
      {view !== 'levels' && view !== 'peaks' && <QueueChips reduced={reduced} />}
      <View view={view} reduced={reduced} />
    </>
  );
}

function View({ view, reduced }: { readonly view: MeasuredView; readonly reduced: ReducedMeasurement }) {
  switch (view) {
    case 'time':
      return <FrameMeans reduced={reduced} />;
    case 'levels':
      return <Levels reduced={reduced} />;
    case 'bursts':
      return <Bursts reduced={reduced} />;
    case 'counters':
      return <Counters reduced={reduced} />;
    case 'peaks':
      return <Peaks reduced={reduced} />;
  }
}

/** Microbursts: the most insertions within one millisecond of each frame, as a rate, against the frame's mean. */
function Bursts({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const { drawn, nameOf } = useQueues(reduced);
  const rows = useMemo(() => burstRows(reduced, drawn, nameOf), [reduced, drawn, nameOf]);
  return (
    <>
      <FrameChart
        title="Bursts"
        reduced={reduced}
        rows={rows}
        empty="Bursts need a trace of arrivals of at least 5 ms: sampled counters and queue lengths do not show single milliseconds."
      />
      {rows.length > 0 && (
        <p className="panel__note">
          Filled: insertions of the fullest millisecond, as a rate. Dotted: the mean of the same time. Far
          apart means that queues must hold bursts that no mean shows.
        </p>
      )}
    </>
  );
}

/** Which queues are drawn. */
function QueueChips({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const { all, drawn, nameOf } = useQueues(reduced);
  if (all.length < 2) return null;
  const ids = drawn.map(({ id }) => id);
  const toggle = (id: string): void =>
    setMeasuredQueues(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  return (
    <fieldset className="chart-group measured__queues">
      <legend className="chart-hidden">Queues</legend>
      {all.map((queue) => (
        <button
          key={queue.id}
          type="button"
          className="chart-button"
          aria-pressed={ids.includes(queue.id)}
          onClick={() => toggle(queue.id)}
        >
          {nameOf(queue).title}
        </button>
      ))}
    </fieldset>
  );
}

/** How far a file is that is being read, and the way to stop it. */
function ReadingProgress() {
  const reading = readingRun.use(({ progress }) => progress);
  if (!reading) return null;
  const { name, bytes, totalBytes } = reading;
  return (
    <div className="measured__reading">
      <ProgressBar
        label={`Reading ${name}`}
        {...(totalBytes > 0 && { fraction: bytes / totalBytes })}
        detail={detailOf(reading)}
      />
      <Button size="small" icon={<StopIcon size={14} />} onClick={readingRun.stop}>
        Stop reading
      </Button>
      <p className="panel__note">It stays on this machine.</p>
    </div>
  );
}

/** Rate and time left, once they are known. */
function detailOf({ bytes, totalBytes, rows, rowsPerSecond }: Reading): string {
  if (rows === 0 || rowsPerSecond === 0) return '';
  const rate = `${formatQuantity(rows, 'count')} rows, ${formatQuantity(rowsPerSecond, 'rate')}`;
  const left = bytes > 0 ? ((rows / rowsPerSecond) * (totalBytes - bytes)) / bytes : 0;
  return left > 1 ? `${rate}, ${Math.round(left)} s left` : rate;
}

/** One metric over the frames, a row for each queue (TimeTrial's figures 18 and 19). */

const METRICS: readonly { readonly value: MeasuredMetric; readonly text: string; readonly label: string }[] =
  [
    { value: 'meanOccupancy', text: 'Occupancy', label: 'Mean elements in the queue' },
    { value: 'maxOccupancy', text: 'Max', label: 'Most elements in the queue' },
    { value: 'arrivals', text: 'Arrivals', label: 'Insertions per second' },
    { value: 'throughput', text: 'Throughput', label: 'Departures per second' },
    { value: 'utilization', text: 'Utilization', label: 'Share of time with at least one element' },
    { value: 'latency', text: 'Latency', label: 'Mean time from insertion to departure' },
    { value: 'stalls', text: 'Stalls', label: 'Share of time that writers were blocked' },
  ];

function FrameMeans({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const metric = useMeasured((measured) => measured.metric);
  const { drawn, nameOf } = useQueues(reduced);
  const rows = useMemo(() => metricRows(reduced, drawn, metric, nameOf), [reduced, drawn, metric, nameOf]);
  return (
    <FrameChart
      title="Measured over time"
      reduced={reduced}
      rows={rows}
      toolbar={
        <ChartToggles legend="Measure" options={METRICS} value={metric} onChange={setMeasuredMetric} />
      }
      empty="The measurement does not hold this for these queues."
    />
  );
}

/** The frame that is looked at, in every view and, when wished, on the drawing. */
function TimeCursor({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const id = useId();
  const { timeUnit } = useScenario();
  const frame = useMeasured((measured) => measured.frame);
  const onGraph = useMeasured((measured) => measured.onGraph);
  const { start, end } = reduced.frames;
  const axis = timeAxis('time', end.at(-1)!, timeUnit);
  const words = `frame ${frame} of ${start.length}, ${valueText(start[frame]!, axis, 4)} to ${valueText(end[frame]!, axis, 4)}`;
  return (
    <div className="measured__cursor">
      <label htmlFor={id}>Time cursor</label>
      <input
        id={id}
        type="range"
        min={0}
        max={start.length - 1}
        value={frame}
        aria-valuetext={words}
        onChange={(event) => setMeasuredFrame(Number(event.currentTarget.value))}
      />
      <span className="measured__frame">{words}</span>
      <button
        type="button"
        className="chart-button"
        aria-pressed={onGraph}
        title="The drawing shows the occupancy in this interval in place of means"
        onClick={() => setOnGraph(!onGraph)}
      >
        On the drawing
      </button>
    </div>
  );
}

const TEMPLATES = [
  ['template-events.csv', 'Insertions and departures'],
  ['template-visits.csv', 'Visits'],
  ['template-counters.csv', 'Counter samples'],
  ['template-hist.csv', 'Histograms by frame'],
  ['template-tc.csv', 'Samples of service rates'],
  ['template-tasks.csv', 'Incomplete traces'],
  ['template-events.ndjson', 'Events as NDJSON'],
  ['template-opentelemetry.json', 'OpenTelemetry'],
  ['template-jaeger.json', 'Jaeger'],
  ['template-prometheus.json', 'Prometheus'],
  ['template-timetrial.csv', 'TimeTrial'],
  ['template-weh.json', 'Queue sampling (Weh)'],
] as const;

/** What to drop here, and a template of each kind. */
function EmptyMeasured() {
  const { measurement } = useScenario();
  return (
    <EmptyState
      icon={<UploadIcon size={24} />}
      title={
        measurement
          ? 'These measurements came without a file'
          : 'Drop a trace, samples or histograms on the page'
      }
      action={
        <>
          <Button icon={<UploadIcon />} onClick={chooseFile}>
            Choose a file…
          </Button>
          <div className="measured__templates">
            <p className="panel__note" id="measured-templates">
              Or begin with a template, a small file that works:
            </p>
            <ul aria-labelledby="measured-templates">
              {TEMPLATES.map(([file, label]) => (
                <li key={file}>
                  <a href={`${import.meta.env.BASE_URL}measurements/${file}`} download={file}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
            <Button size="small" variant="quiet" onClick={() => void openExampleTraces()}>
              Try the traces of a shop
            </Button>
            <Button
              size="small"
              variant="quiet"
              icon={<DownloadIcon />}
              onClick={() => void saveMeasurementTemplate()}
            >
              Template with the stages of this scenario
            </Button>
          </div>
        </>
      }
    >
      {measurement &&
        `“${measurement.name}” is stored in the scenario, stage by stage: see “Prediction and data”. Time intervals and events are only in files; drop one to see them here. `}
      CSV, JSON, NDJSON or Parquet, gzipped or not, of any size; for other CSV files you choose what each
      column holds. A file is summarized in this browser to time intervals and histograms; only this summary
      is stored, and goes into a link when you share it. The raw data never leaves this machine.
    </EmptyState>
  );
}

/** The scenario's queries with what the measurement answers: holds, fails, or unknown. */
const MARKS = {
  holds: ['✓', 'holds'],
  fails: ['✕', 'fails'],
  unknown: ['?', 'unknown'],
  asked: ['', ''],
} as const;

function QueryList({ scenario: { queries = [] } }: { readonly scenario: Scenario }) {
  const checked = useJudgedQueries();
  if (queries.length === 0) return null;
  return (
    <>
      <ul className="measured__asked" aria-label="Queries">
        {queries.map((query) => (
          <QueryRow
            key={query.id}
            query={query}
            checked={checked?.find((one) => one.query.id === query.id)}
          />
        ))}
      </ul>
      <ReplayOfQueries />
    </>
  );
}

/** How far the replays are that queries of virtual queues wait for. */
function ReplayOfQueries() {
  const { status, progress, failure } = judgedQueriesRun.use();
  if (status === 'failed') return <Refused says={failure} />;
  if (status !== 'running') return null;
  return (
    <div className="measured__reading">
      <ReplayProgressBar label="Replaying virtual queues" progress={progress} />
      <Button size="small" icon={<StopIcon size={14} />} onClick={judgedQueriesRun.stop}>
        Stop
      </Button>
    </div>
  );
}

interface QueryRowProps {
  readonly query: Query;
  readonly checked: CheckedQuery | undefined;
}

function QueryRow({ query, checked }: QueryRowProps) {
  const text = queryText(query);
  const [shape, word] = MARKS[checked?.outcome ?? 'asked'];
  const { frame } = checked ?? {};
  return (
    <li className="measured__query" data-outcome={checked?.outcome}>
      <span className="measured__mark">
        {shape} {word}
      </span>
      <code>{text}</code>
      <span className="measured__answer">
        {checked?.sentence ?? '…'}
        {frame !== undefined && (
          <button type="button" className="chart-button" onClick={() => setMeasuredFrame(frame)}>
            Go to frame {frame}
          </button>
        )}
      </span>
      <IconButton
        label={`Remove the query ${text}`}
        icon={<TrashIcon />}
        onClick={() => editDocument('Remove a query', (present) => removeQuery(present, query.id))}
      />
    </li>
  );
}

/** Cumulative fill levels, and how often queues were not empty (Weh 2012, figures 13 to 17, tables 3 to 7). */
function Counters({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const { all, drawn, nameOf } = useQueues(reduced);
  const rows = useMemo(() => cumulativeRows(reduced, drawn, nameOf), [reduced, drawn, nameOf]);
  const sampled = all.filter(({ counters }) => counters);
  return (
    <>
      <FrameChart
        title="Cumulative sum of occupancy"
        reduced={reduced}
        rows={rows}
        empty="No queue has frames."
      />
      {sampled.length > 0 ? (
        <DataTable
          caption="Sampled occupancy"
          columns={columnsOf((queue) => nameOf(queue).title)}
          rows={sampled}
          rowKey={({ id }) => id}
          fileName={`${reduced.name} occupancy samples`}
        />
      ) : (
        <p className="panel__note">Counts of non-zero samples need samples of counters (table counters).</p>
      )}
    </>
  );
}

function columnsOf(title: (queue: ReducedQueue) => string): readonly PageColumn<ReducedQueue>[] {
  const number = (
    id: string,
    header: string,
    value: (counters: NonNullable<ReducedQueue['counters']>) => number | undefined,
  ): PageColumn<ReducedQueue> => {
    return numberColumn<ReducedQueue>(
      id,
      header,
      ({ counters }) => counters && value(counters),
      (count) => count.toLocaleString('en'),
    );
  };
  return [
    { id: 'queue', header: 'Queue', value: title },
    number('samples', 'Samples', ({ samples }) => samples),
    number('nonZero', 'count(C ≥ 1)', ({ nonZero }) => nonZero),
    number('sum', 'Σ C', ({ levelSum }) => levelSum),
    number('mean', 'Mean of those ≥ 1', ({ levelSum, positiveSum = levelSum, nonZero }) =>
      nonZero > 0 ? positiveSum / nonZero : 0,
    ),
    number('negative', 'Negative', ({ negative }) => negative),
    number('in', 'Entered', ({ inCount }) => inCount),
    number('before', 'Entered before', ({ inBefore }) => inBefore),
  ];
}

/** Rows over the frames, with the time cursor through them. */

const ROW_HEIGHTS = [190, 110, 84];
const LOW_ROW = 60;

interface FrameChartProps {
  readonly title: string;
  readonly reduced: ReducedMeasurement;
  readonly rows: readonly LineRow[];
  readonly toolbar?: ReactNode;
  readonly empty: string;
}

function FrameChart({ title, reduced, rows, toolbar, empty }: FrameChartProps) {
  const { timeUnit } = useScenario();
  const frame = useMeasured((measured) => measured.frame);
  const stageOf = useStudy((study) => study?.stageOf);
  const selected = useSession(({ selection }) => selection.nodes[0]);
  const { start, end } = reduced.frames;
  const x = middleOf({ x: start[frame]!, to: end[frame]!, y: 0 });
  const select = (queue: string): void => {
    const stage = stageOf?.[queue];
    if (stage !== undefined) selectOnly(stage);
  };
  return (
    <LineChart
      title={title}
      fileName={`${reduced.name} ${title.toLowerCase()}`}
      x={timeAxis('time', end.at(-1)!, timeUnit)}
      rows={rows}
      marks={[{ x, text: `frame ${frame}`, kind: 'event' }]}
      rowHeight={ROW_HEIGHTS[rows.length - 1] ?? LOW_ROW}
      selected={rows.find(({ id }) => stageOf?.[id] !== undefined && stageOf[id] === selected)?.id}
      onSelect={select}
      toolbar={toolbar}
      empty={empty}
    />
  );
}
