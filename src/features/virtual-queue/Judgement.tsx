/** What came of the question: the verdict, its picture, its figures, and why. */

import { useMemo } from 'react';
import { formatNumber, type TimeUnit } from '../../../core/quantities/quantity-format.ts';
import type {
  AssumptionCheck,
  VirtualQueueJudgement,
  VirtualQueueReport,
} from '../../../workers/virtual-queue/contract.ts';
import {
  ASSUMPTIONS,
  answerSentences,
  CHECK_WORDS,
  decidingReplay,
  evidenceSentence,
  modelName,
  namedReplays,
  OUTCOMES,
  orderNote,
  orderSentence,
  partColumns,
  partRows,
  repairSentences,
} from '../../../workers/virtual-queue/verdict-words.ts';
import { useScenario } from '../../state/document-store.ts';
import type { AxisSpec } from '../../ui/charts/axis.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import type { LinePoint, LineRow } from '../../ui/charts/line-series.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { timeAxis } from '../results/time-axis.ts';
import { askVerdict } from './ask-verdict.ts';
import { PartPictures } from './PartPictures.tsx';
import { TraceChooser } from './TraceChooser.tsx';
import { setQuestion, verdictRun } from './virtual-queue-run.ts';
import { useVirtualQueue } from './virtual-queue-store.ts';

export function Judgement({ report }: { readonly report: VirtualQueueReport }) {
  if (report.kind === 'refused') {
    return (
      <div className="verdict" data-outcome="refused" role="status">
        <p className="verdict__title">✕ No prediction</p>
        <p>{report.reason}.</p>
        {report.mayAlign && <AlignClocks />}
      </div>
    );
  }
  return (
    <>
      <VerdictBanner judgement={report} />
      <OrderNote judgement={report} />
      <PartPictures judgement={report} />
      <DataTable
        caption="Predicted and measured occupancies"
        columns={partColumns(report)}
        rows={partRows(report)}
        rowKey={({ model, part }) => `${model} ${part}`}
        fileName={`${report.queue} verdict`}
      />
      <CheckList judgement={report} />
    </>
  );
}

function VerdictBanner({ judgement }: { readonly judgement: VirtualQueueJudgement }) {
  const deciding = decidingReplay(judgement);
  const { shape, title, note } = OUTCOMES[deciding.verdict.outcome];
  const others = namedReplays(judgement).filter(({ replay }) => replay !== deciding);
  const order = orderSentence(judgement);
  return (
    <div className="verdict" data-outcome={deciding.verdict.outcome} role="status">
      <p className="verdict__title">
        {shape} {title} <span className="verdict__note">– {note}</span>
      </p>
      <ul className="verdict__answers">
        {answerSentences(judgement).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>
        <strong>
          {judgement.queue}, {modelName(deciding)}:
        </strong>{' '}
        {deciding.verdict.sentences.join(' ')}
      </p>
      {order !== undefined && <p>{order}</p>}
      {repairSentences(judgement).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {others.map(({ name, replay }) => (
        <p key={name} className="verdict__other">
          <strong>
            {OUTCOMES[replay.verdict.outcome].shape} {name}:
          </strong>{' '}
          {replay.verdict.sentences.join(' ')}
        </p>
      ))}
      <p className="panel__note">{evidenceSentence(judgement)}</p>
      {judgement.warnings.map((warning) => (
        <p key={warning} className="panel__stale">
          ⚠ {warning}.
        </p>
      ))}
    </div>
  );
}

/** How much of the order of the insertions is known, and the file asked for where more would be with it. */
function OrderNote({ judgement }: { readonly judgement: VirtualQueueJudgement }) {
  const isRunning = verdictRun.use(({ status }) => status === 'running');
  const name = useVirtualQueue(({ source }) => source?.measured.name);
  const note = orderNote(judgement);
  if (note === undefined) return null;
  return (
    <div className="virtual-queue__order">
      <p className="panel__note">{note}</p>
      {!judgement.truth && (
        <TraceChooser disabled={isRunning} onFile={(file) => void askVerdict(file)}>
          Choose {name} and replay all of it…
        </TraceChooser>
      )}
      {judgement.checks.some(isOfOtherClocks) && <AlignClocks />}
    </div>
  );
}

/** Why: each assumption of the model with whether the data bear it, its tests and its plot. */
function CheckList({ judgement }: { readonly judgement: VirtualQueueJudgement }) {
  return (
    <section aria-label="Why">
      <h3 className="virtual-queue__why">Why</h3>
      <ul className="checks">
        {judgement.checks.map((check) => (
          <Check key={check.assumption} check={check} judgement={judgement} />
        ))}
      </ul>
    </section>
  );
}

const isOfOtherClocks = ({ assumption, status }: AssumptionCheck): boolean =>
  assumption === 'clocks' && status !== 'holds';

/** Asks again with the clock of the head put onto that of the tail; the settings take it back. */
function AlignClocks() {
  const isRunning = verdictRun.use(({ status }) => status === 'running');
  return (
    <Button
      size="small"
      disabled={isRunning}
      onClick={() => {
        setQuestion({ align: true });
        void askVerdict();
      }}
    >
      Align the clocks
    </Button>
  );
}

interface CheckProps {
  readonly check: AssumptionCheck;
  readonly judgement: VirtualQueueJudgement;
}

function Check({ check, judgement }: CheckProps) {
  const { timeUnit } = useScenario();
  const plot = useMemo(() => checkPlot(check, judgement, timeUnit), [check, judgement, timeUnit]);
  const [shape, word] = CHECK_WORDS[check.status];
  return (
    <li className="checks__item" data-status={check.status}>
      <p className="checks__head">
        <span className="checks__mark">
          {shape} {word}
        </span>{' '}
        {ASSUMPTIONS[check.assumption]}
      </p>
      <p className="checks__sentence">{check.sentence}</p>
      {isOfOtherClocks(check) && <AlignClocks />}
      {check.tests && <p className="panel__note">{check.tests.map(testText).join('; ')}</p>}
      {plot && (
        <LineChart
          title={plot.title}
          fileName={`${judgement.queue} ${check.assumption}`}
          x={plot.x}
          rows={plot.rows}
          rowHeight={120}
          empty="There is nothing to draw."
        />
      )}
    </li>
  );
}

const testText = ({ name, statistic, p }: NonNullable<AssumptionCheck['tests']>[number]): string =>
  `${name}: ${formatNumber(statistic)}, p ${p < 0.001 ? '< 0.001' : `= ${formatNumber(p, 2)}`}`;

/** The plot of one assumption: what was measured, in the band of what the model allows. */

interface CheckPlot {
  readonly title: string;
  readonly x: AxisSpec;
  readonly rows: readonly LineRow[];
}

const TITLES: Readonly<Record<AssumptionCheck['assumption'], string>> = {
  insertions: 'Autocorrelation of the gaps between insertions',
  departures: 'Autocorrelation of the gaps between departures',
  cross: 'Correlation of departures with insertions',
  latency: 'Elements on their way between the ends',
  clocks: 'Times over the bus',
  drift: 'Mean gap between insertions, frame by frame',
};

/** Services are told from departures where the file knows when elements were there. */
const titleOf = ({ assumption, of }: AssumptionCheck): string =>
  of === 'services' && (assumption === 'departures' || assumption === 'cross')
    ? SERVICE_TITLES[assumption]
    : TITLES[assumption];

const SERVICE_TITLES = {
  departures: 'Autocorrelation of the services, without idle time',
  cross: 'Correlation of services with insertions',
};

/** Undefined where the data give no plot. */
export function checkPlot(
  check: AssumptionCheck,
  { frames }: Pick<VirtualQueueJudgement, 'frames'>,
  timeUnit?: TimeUnit,
): CheckPlot | undefined {
  const { assumption, correlogram, byFrame } = check;
  const title = titleOf(check);
  if (correlogram) {
    const { lag, value, low, high } = correlogram;
    const steps = Array.from(lag, (k) => ({ x: k - 0.5, to: k + 0.5 }));
    return {
      title,
      x: { title: lagTitle(check), unit: '' },
      rows: [rowOf({ title: 'correlation', unit: '' }, steps, { value, low, high })],
    };
  }
  if (!byFrame || frames.start.length < 2) return undefined;
  const steps = Array.from(frames.start, (start, frame) => ({ x: start, to: frames.end[frame]! }));
  const isTime = assumption === 'drift';
  const axis = isTime
    ? timeAxis('mean gap', largest(byFrame.value), timeUnit)
    : { title: 'between the ends', unit: 'elements' };
  return { title, x: timeAxis('time', frames.end.at(-1)!, timeUnit), rows: [rowOf(axis, steps, byFrame)] };
}

const lagTitle = ({ assumption, of }: AssumptionCheck): string => {
  if (assumption !== 'cross') return of === 'services' ? 'lag (services)' : 'lag (gaps)';
  return of === 'services'
    ? 'elements by which the insertion was earlier'
    : 'gaps by which departures come later';
};

interface Banded {
  readonly value: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

function rowOf(value: AxisSpec, steps: readonly { x: number; to: number }[], band: Banded): LineRow {
  const points = (heights: Float64Array): LinePoint[] =>
    steps.map((step, i) => ({ ...step, y: Number.isNaN(heights[i]!) ? undefined : heights[i]! }));
  const allowed = steps.map((step, i) => {
    const [low, high] = [band.low[i]!, band.high[i]!];
    return { ...step, y: (low + high) / 2, low, high };
  });
  return {
    ...{ id: value.title, name: '', value },
    series: [
      { kind: 'simulation', name: '95 % of the model', points: allowed },
      { kind: 'measured', name: 'measured', points: points(band.value) },
    ],
  };
}

const largest = (values: Float64Array): number =>
  values.reduce((most, value) => (value > most ? value : most), 0);
