/** The rate at one end of a queue: the answer and how sure it is, its picture, what other methods say, its phases. */
import { useMemo, useState } from 'react';
import { capitalized } from '../../../core/base/plural.ts';
import { ok, type Result } from '../../../core/base/result.ts';
import { formatFull, formatQuantity, parseQuantity } from '../../../core/quantities/quantity.ts';
import { formatPercent } from '../../../core/quantities/quantity-format.ts';
import type { Table } from '../../../core/quantities/table.ts';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type {
  DepartureMeaning,
  RatePicture as Picture,
  RateEstimate,
  RateMethod,
  RatePhase,
  SampledEnd,
  SampledFile,
} from '../../../workers/estimate/contract.ts';
import {
  intervalText,
  METHOD_CHOICES,
  METHOD_WORDS,
  methodColumns,
  phaseColumns,
  rateText,
  whyBest,
} from '../../../workers/estimate/rate-words.ts';
import { isStale } from '../../run/create-run.ts';
import { useScenario } from '../../state/document-store.ts';
import { useOutdated } from '../../state/outdated.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { LinePlot } from '../../ui/charts/LinePlot.tsx';
import type { XRange } from '../../ui/charts/line-series.ts';
import { useChartSize } from '../../ui/charts/use-chart-size.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';
import { nodeTitle } from '../results/node-title.ts';
import { timeAxis } from '../results/time-axis.ts';
import { convergenceMarks, courseRows, startOf, wholeTime } from './course-rows.ts';
import {
  cancelEstimate,
  estimate,
  estimateKey,
  estimateRun,
  setEstimate,
  useEstimating,
} from './estimating.ts';
import { PeriodHelp } from './PeriodHelp.tsx';
import { referenceRate, stageOf } from './reference-rate.ts';
import { giveRate, UseRate } from './UseRate.tsx';

export function Rates({ file }: { readonly file: SampledFile }) {
  const state = useEstimating();
  const run = estimateRun.use();
  const stale = isStale(run, estimateKey(state));
  useOutdated('Estimate', stale && run.status !== 'running', () => void estimate());
  return (
    <div className="panel--stack" data-stale={stale || undefined}>
      <RateSettings ends={file.ends} />
      {run.status === 'running' && <Waiting />}
      {run.status === 'failed' && (
        <Refused says={run.failure}>
          <Button size="small" onClick={() => void estimate()}>
            Try again
          </Button>
        </Refused>
      )}
      {run.answer && <Answer key={run.answer.end.key} picture={run.answer} />}
    </div>
  );
}

const Waiting = () => (
  <div className="estimate__waiting">
    <ProgressBar label="Estimating" />
    <Button size="small" onClick={cancelEstimate}>
      Stop
    </Button>
  </div>
);

/** Everything about one picture; also of a file that is still being read, then without what acts on it. */
export function Answer({
  picture,
  partial = false,
}: {
  readonly picture: Picture;
  readonly partial?: boolean;
}) {
  const scenario = useScenario();
  const [picked, setPicked] = useState<NodeId>();
  const [fault, setFault] = useState<string>();
  const { end, report } = picture;
  const { chosen } = report;
  const stage = stageOf(scenario, picked ?? end.stage)?.id;
  const use = (rate: RateEstimate): void => {
    if (stage !== undefined) void giveRate(stage, nodeTitle(scenario, stage), rate).then(setFault);
  };
  return (
    <>
      {'refused' in chosen ? (
        <Refused says={`${chosen.refused}.`} />
      ) : (
        <Headline picture={picture} chosen={chosen} />
      )}
      {!partial && !('refused' in chosen) && (
        <UseRate {...{ stage, fault }} estimate={chosen} onStage={setPicked} onUse={use} />
      )}
      {end.end === 'tail' && (
        <p className="panel__note">
          A tail shows who writes there. What writes may itself have waited for something else: then its rate
          is higher than this.
        </p>
      )}
      <RatePicture picture={picture} />
      {!partial && (
        <>
          <MethodTable picture={picture} />
          {report.phases.length > 0 && (
            <PhaseTable picture={picture} {...(stage !== undefined && { onUse: use })} />
          )}
          <PeriodHelp picture={picture} />
        </>
      )}
    </>
  );
}

interface HeadlineProps {
  readonly picture: Picture;
  readonly chosen: RateEstimate;
}

function Headline({ picture: { end, report }, chosen }: HeadlineProps) {
  const byItself = useEstimating(({ settings }) => settings.method === undefined);
  return (
    <div className="rates__headline">
      <p className="rates__rate">
        <strong title={String(chosen.rate)}>
          {formatQuantity(chosen.rate, 'rate', { unit: 'item', digits: 4 })}
        </strong>
        {end.itemBytes !== undefined &&
          `, ${formatQuantity(chosen.rate, 'rate', { unitBytes: end.itemBytes, digits: 4 })}`}
        {chosen.provisional && <strong className="rates__provisional"> provisional</strong>}
      </p>
      <p className="panel__note">
        95 %: {intervalText(chosen)} · {METHOD_WORDS[chosen.method].title} ·{' '}
        {report.periods.toLocaleString('en')} periods of {formatQuantity(report.period, 'time')},{' '}
        {formatPercent(report.blockedShare)} with blocking · throughput {rateText(report.throughput)}
      </p>
      {byItself && <p className="panel__note">{whyBest(report)}</p>}
      {report.warnings.length > 0 && (
        <ul className="rates__warnings">
          {report.warnings.map((warning) => (
            <li key={warning}>{sentence(warning)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const sentence = (text: string): string => `${capitalized(text)}.`;

/** A row chosen is the method. */
function MethodTable({ picture }: { readonly picture: Picture }) {
  const scenario = useScenario();
  const { all, chosen } = picture.report;
  return (
    <DataTable
      caption="Estimates by method"
      showCaption
      columns={methodColumns(referenceRate(picture, scenario))}
      rows={all}
      rowKey={({ method }) => method}
      selectedKeys={new Set([chosen.method])}
      onSelectRow={(key) => setEstimate({ method: all.find(({ method }) => method === key)!.method })}
      fileName={`${scenario.name} rates`}
    />
  );
}

interface PhaseTableProps {
  readonly picture: Picture;
  /** Absent while no stage is chosen. */
  readonly onUse?: (phase: RatePhase) => void;
}

/** The stretches of time with one rate each, and a button that puts one of them on the stage. */
function PhaseTable({ picture, onUse }: PhaseTableProps) {
  const { phases } = picture.report;
  return (
    <DataTable
      caption={phases.length === 1 ? 'One phase: the rate did not change' : `${phases.length} phases`}
      showCaption
      columns={[...phaseColumns(startOf(picture)), ...(onUse ? [actionColumn(onUse)] : [])]}
      rows={phases}
      rowKey={({ from }) => String(from)}
      fileName="phases"
    />
  );
}

const actionColumn = (onUse: (phase: RatePhase) => void): PageColumn<RatePhase> => ({
  id: 'use',
  header: 'Stage',
  cell: (phase) => (
    <Button size="small" variant="quiet" onClick={() => onUse(phase)}>
      Use
    </Button>
  ),
  value: () => '',
});

/** The picture of one end: samples, how often they were blocked, and the published method as it converges. */

const ROW_HEIGHT = 120;
/** On the page; the file of the export has all of them. */
const MOST_LISTED = 300;

function RatePicture({ picture }: { readonly picture: Picture }) {
  const { name, timeUnit } = useScenario();
  const [zoom, setZoom] = useState<XRange>();
  const [ref, { width }] = useChartSize<HTMLDivElement>();
  const limits = useMemo(() => wholeTime(picture), [picture]);
  const range = zoom && zoom.to <= limits.to ? zoom : limits;
  const rows = useMemo(() => courseRows(picture, { range, columns: width }), [picture, range, width]);
  const marks = useMemo(() => convergenceMarks(picture, range), [picture, range]);
  const table = useMemo(() => courseTable(picture, range, MOST_LISTED), [picture, range]);
  const x = timeAxis('time since the first sample', limits.to, timeUnit);
  return (
    <ChartFrame
      title="Samples and estimate"
      fileName={`${name} rate of ${picture.end.queue}`}
      table={table}
      fullTable={() => courseTable(picture, limits, Number.POSITIVE_INFINITY)}
      toolbar={
        range !== limits && (
          <button type="button" className="chart-button" onClick={() => setZoom(undefined)}>
            Reset zoom
          </button>
        )
      }
    >
      <div ref={ref} className="chart-stage rate-picture">
        <LinePlot
          title={`Samples of ${picture.end.queue}`}
          {...{ x, rows, marks, width, range, limits }}
          rowHeight={ROW_HEIGHT}
          fromZero
          onRange={setZoom}
        />
      </div>
    </ChartFrame>
  );
}

/** Which end of which queue, by which method, and how long the periods are that events are counted in. */

const DEPARTURE_CHOICES = [
  { value: 'unknown', label: 'Not known', hint: 'times that begin with an empty queue are left out' },
  { value: 'end', label: 'End of service', hint: 'the server is idle just while the queue is empty' },
  { value: 'start', label: 'Taken from the queue', hint: 'the service begins there' },
] as const;

const END_HINTS = { head: 'who reads from it', tail: 'who writes to it' } as const;

function RateSettings({ ends }: { readonly ends: readonly SampledEnd[] }) {
  const { end, method, period, departure } = useEstimating(({ settings }) => settings);
  const chosen = ends.find(({ key }) => key === end);
  return (
    <div className="rates__settings">
      <ChoiceField
        label="Queue"
        as="list"
        value={end}
        choices={ends.map((one) => ({ value: one.key, label: endTitle(one), hint: END_HINTS[one.end] }))}
        onChange={(key) => setEstimate({ end: key })}
      />
      <ChoiceField<RateMethod | 'auto'>
        label="Method"
        as="list"
        value={method ?? 'auto'}
        choices={METHOD_CHOICES}
        onChange={(value) => setEstimate({ method: value === 'auto' ? undefined : value })}
      />
      {chosen?.end === 'head' && chosen.from !== 'tc' && (
        <ChoiceField<DepartureMeaning | 'unknown'>
          label="Departures"
          as="list"
          value={departure ?? 'unknown'}
          choices={DEPARTURE_CHOICES}
          onChange={(value) => setEstimate({ departure: value === 'unknown' ? undefined : value })}
        />
      )}
      {chosen?.from === 'events' && (
        <QuantityField
          label="Period T"
          help="Events are counted in periods of this length; when empty, about 20 items per period."
          value={period}
          placeholder="20 items"
          format={(value) => formatQuantity(value, 'time')}
          formatFull={(value) => formatFull(value, 'time')}
          parse={parsePeriod}
          onChange={(value) => setEstimate({ period: value })}
        />
      )}
    </div>
  );
}

const endTitle = ({ queue, name, end }: SampledEnd): string =>
  `${name === undefined || name === queue ? queue : `${queue} ${name}`}, ${end}`;

function parsePeriod(text: string): Result<number | undefined, string> {
  if (text.trim() === '') return ok(undefined);
  const value = parseQuantity(text, 'time');
  return value.ok && value.value === 0 ? { ok: false, error: 'Expected a time > 0.' } : value;
}

/** The samples behind the picture, and the published method beside them, as a table. */

const COLUMNS: Table['columns'] = [
  { label: 'time', unit: 's' },
  { label: 'observed', unit: 'items/s' },
  { label: 'blocked' },
  { label: 'q', unit: 'items/s' },
  { label: 'mean q', unit: 'items/s' },
];

/** The first `most` within the range. */
export function courseTable(picture: Picture, { from, to }: XRange, most: number): Table {
  const { samples, heuristic } = picture.course;
  const start = startOf(picture);
  const steps = new Map(Array.from(heuristic.time, (time, i) => [time, i]));
  const rows: Table['rows'][number][] = [];
  for (let i = 0; i < samples.time.length && rows.length < most; i += 1) {
    const time = samples.time[i]! - start;
    if (time < from || time > to) continue;
    const step = steps.get(samples.time[i]!);
    const quantiles = step === undefined ? ['', ''] : [heuristic.q[step]!, heuristic.meanQ[step]!];
    rows.push([time, samples.rate[i]!, samples.blocked[i] === 1 ? 'yes' : 'no', ...quantiles]);
  }
  return { columns: COLUMNS, rows };
}
