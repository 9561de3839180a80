/** A traced run under other FIFO depths: a slider for each, total time, waits and deadlock, and the least depths that keep the time. */
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { formatNumber } from '../../../core/quantities/quantity.ts';
import { withDepths } from '../../../core/scenario/fifo-depths.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { depthPragmas, depthsCsv } from '../../../workers/explore/depth-words.ts';
import type {
  Bounds,
  DepthCurve,
  FifoUnderDepths,
  LeastDepths,
  OpenedTrace,
  RunUnderDepths,
  SmallerDepth,
  TracedFifo,
} from '../../../workers/trace-depths/contract.ts';
import {
  boundsText,
  exactWords,
  lockWords,
  runTimeText,
  tracedLinks,
} from '../../../workers/trace-depths/trace-words.ts';
import { editDocument, useScenario } from '../../state/document-store.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import type { LineRow } from '../../ui/charts/line-series.ts';
import { copyText } from '../../ui/saving.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { CopyIcon, PlayIcon, StopIcon } from '../../ui/widgets/icons.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { quantityProps } from '../inspector/quantity-props.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { fileOf } from '../measure/opened-files.ts';
import { timeAxis } from '../results/time-axis.ts';
import { TraceChooser } from '../virtual-queue/TraceChooser.tsx';
import {
  chooseDepths,
  curveRun,
  leastRun,
  openRun,
  openTrace,
  readSequential,
  tracedDepth,
  underRun,
  useChosenDepths,
  useReading,
} from './trace-depths-run.ts';
import './trace-depths.css';
import { Refused } from '../../ui/widgets/Refused.tsx';

export function TraceDepths() {
  const measured = useMeasured(selectShown);
  const known = measured && fileOf(measured);
  const sequential = useReading((reading) => reading.sequential);
  const { status, answer, failure, progress } = openRun.use();
  return (
    <>
      <p className="panel__note">
        Insertions and departures of each FIFO, from a monitor, a co-simulation or a VCD file, become the same
        run under other depths: the dependencies stay, only the depths change.
      </p>
      <div className="explore-line">
        {known && (
          <Button variant={answer ? 'plain' : 'primary'} icon={<PlayIcon />} onClick={() => openTrace(known)}>
            Use {known.name}
          </Button>
        )}
        <TraceChooser onFile={openTrace}>Open a trace…</TraceChooser>
        {status === 'running' && (
          <Button size="small" icon={<StopIcon />} onClick={openRun.stop}>
            Cancel
          </Button>
        )}
      </div>
      <label className="trace-depths__sequential">
        <input
          type="checkbox"
          checked={sequential}
          onChange={({ currentTarget }) => readSequential(currentTarget.checked)}
        />
        Operations of a process at one instant come one after the other
      </label>
      {status === 'running' && (
        <ProgressBar
          label="Reading the trace"
          {...(progress && progress.totalBytes > 0 && { fraction: progress.bytes / progress.totalBytes })}
        />
      )}
      {status === 'failed' && <Refused says={failure} />}
      {answer && status === 'done' && <Depths opened={answer} file={answer.file} />}
    </>
  );
}

/** Each part listens to what it shows: a moved slider repaints itself, its answer the times. */
function Depths({ opened, file }: { readonly opened: OpenedTrace; readonly file: string }) {
  const [chosen, setChosen] = useState<string>();
  const at = Math.max(
    0,
    opened.fifos.findIndex(({ id }) => id === chosen),
  );
  const fifo = opened.fifos[at]!;
  const links = tracedLinks(opened);
  const copy = (words: typeof depthsCsv) => void copyText(words(links, useChosenDepths.getState()));
  return (
    <>
      <Total opened={opened} />
      <div className="trace-depths__fields">
        {opened.fifos.map(
          (each, q) =>
            (opened.fifos.length <= MOST_FIELDS || q === at) && (
              <DepthField key={each.id} fifo={each} q={q} />
            ),
        )}
      </div>
      <div className="explore-depths">
        <FifoTable {...{ opened, file, chosen: fifo.id }} onChoose={setChosen} />
        <Curve {...{ opened, at }} />
      </div>
      <div className="explore-line">
        <ApplyButton opened={opened} />
        <Button size="small" onClick={() => chooseDepths(opened.fifos.map(tracedDepth))}>
          As traced
        </Button>
        <Button size="small" onClick={() => chooseDepths(opened.fifos.map(({ enough }) => enough))}>
          Unbounded FIFOs
        </Button>
        <Button size="small" icon={<CopyIcon />} onClick={() => copy(depthPragmas)}>
          Copy as HLS pragmas
        </Button>
        <Button size="small" icon={<CopyIcon />} onClick={() => copy(depthsCsv)}>
          Copy as CSV
        </Button>
      </div>
      <Least opened={opened} />
      {opened.notes.map((note) => (
        <p key={note} className="panel__note">
          {note}
        </p>
      ))}
    </>
  );
}

/** With more FIFOs than these only the chosen one has a slider. */
const MOST_FIELDS = 24;

const moveDepth = (q: number, depth: number): void =>
  chooseDepths(useChosenDepths.getState().with(q, Math.max(1, Math.round(depth))));

interface DepthFieldProps {
  readonly fifo: TracedFifo;
  readonly q: number;
}

const DEPTH_PROPS = quantityProps('count', {}, { min: 1, max: 2 ** 30 });

function DepthField({ fifo: { id, enough, depth: traced = 1 }, q }: DepthFieldProps) {
  const depth = useChosenDepths((depths) => depths[q]);
  return (
    <QuantityField
      label={id}
      value={depth}
      {...DEPTH_PROPS}
      slider={{ min: 1, max: Math.max(2, enough, traced), whole: true }}
      onChange={(next) => {
        if (next !== undefined) moveDepth(q, next);
      }}
    />
  );
}

function Total({ opened }: { readonly opened: OpenedTrace }) {
  const answer = underRun.use((run) => run.answer);
  const failure = underRun.use((run) => (run.status === 'failed' ? run.failure : undefined));
  return (
    <>
      {answer && <Answered {...{ opened, answer }} />}
      {failure && <Refused says={failure} />}
    </>
  );
}

interface AnsweredProps {
  readonly opened: OpenedTrace;
  readonly answer: RunUnderDepths;
}

function Answered({ opened, answer: { lock, total } }: AnsweredProps) {
  return (
    <>
      {lock ? (
        <Refused says={lockWords(lock)} role="status" />
      ) : (
        <p role="status" className="trace-depths__total">
          <strong>{boundsText(total!)}</strong> in all. Traced: {runTimeText(opened.traced)}; with room for
          everything: {boundsText(opened.fastest)}.
        </p>
      )}
      <p className="panel__note">{exactWords(opened, 'the tick above')}</p>
    </>
  );
}

interface Row extends TracedFifo {
  readonly now: FifoUnderDepths | undefined;
}

interface FifoTableProps {
  readonly opened: OpenedTrace;
  readonly file: string;
  readonly chosen: string;
  readonly onChoose: (fifo: string) => void;
}

/** Depths are those of the answer that stands beside them. */
function FifoTable({ opened, file, chosen, onChoose }: FifoTableProps) {
  const answer = underRun.use((run) => run.answer);
  const columns = useMemo(
    () => columnsFor(opened.fifos.every(({ id, source, dest }) => id.includes(source) && id.includes(dest))),
    [opened],
  );
  return (
    <DataTable
      caption="FIFOs of the trace, with their depths"
      columns={columns}
      rows={opened.fifos.map((each, q): Row => ({ ...each, now: answer?.fifos[q] }))}
      rowKey={({ id }) => id}
      selectedKeys={new Set([chosen])}
      onSelectRow={onChoose}
      fileName={`${file} depths`}
    />
  );
}

function columnsFor(isNamedByEnds: boolean): readonly PageColumn<Row>[] {
  const waited = (id: string, header: string, of: (now: FifoUnderDepths) => Bounds): PageColumn<Row> => ({
    ...{ id, header, kind: 'number', unit: 's' },
    cell: ({ now }) => (now ? boundsText(of(now)) : '–'),
    value: ({ now }) => (now ? of(now).most : Number.NaN),
  });
  return [
    { id: 'fifo', header: 'FIFO', rowHeader: true, value: ({ id }) => id },
    ...(isNamedByEnds
      ? []
      : [{ id: 'ends', header: 'From → to', value: ({ source, dest }: Row) => `${source} → ${dest}` }]),
    { id: 'depth', header: 'Depth', kind: 'number', value: ({ now }) => now?.depth ?? Number.NaN },
    {
      ...{ id: 'traced', header: 'Traced', kind: 'number' },
      cell: ({ depth }) => (depth === undefined ? '–' : formatNumber(depth)),
      value: ({ depth }) => depth ?? Number.NaN,
    },
    { id: 'highest', header: 'Most inside', kind: 'number', value: ({ now }) => now?.highest ?? Number.NaN },
    waited('full', 'Writer waits', ({ fullFor }) => fullFor),
    waited('empty', 'Reader waits', ({ emptyFor }) => emptyFor),
    { id: 'enough', header: 'Enough', kind: 'number', value: ({ enough }) => enough },
  ];
}

interface CurveProps {
  readonly opened: OpenedTrace;
  readonly at: number;
}

/** What a moved slider is waited for is the total time: the chart follows when there is time. */
function Curve({ opened, at }: CurveProps) {
  const depths = useChosenDepths();
  const { id } = opened.fifos[at]!;
  useEffect(() => void curveRun.follow({ depths, fifo: id }), [depths, id]);
  const curve = curveRun.use(({ answer }) => answer);
  const depth = useDeferredValue(depths[at]!);
  if (curve?.fifo !== id) return null;
  return <CurveChart {...{ curve, opened, depth }} />;
}

interface CurveChartProps {
  readonly curve: DepthCurve;
  readonly opened: OpenedTrace;
  readonly depth: number;
}

const CurveChart = memo(({ curve: { fifo, depths, totals }, opened, depth }: CurveChartProps) => {
  const largest = totals.reduce((most, each) => (Number.isFinite(each) ? Math.max(most, each) : most), 0);
  const rows = useMemo((): readonly LineRow[] => {
    const locked = depths.filter((_, i) => !Number.isFinite(totals[i]!));
    return [
      {
        ...{ id: fifo, name: '', value: timeAxis('Total time', largest) },
        voids: locked.length > 0 ? [{ from: locked[0]!, to: locked.at(-1)!, text: 'deadlock' }] : [],
        series: [
          {
            ...{ kind: 'model', name: 'total time' },
            points: depths.map((x, i) => ({ x, y: Number.isFinite(totals[i]!) ? totals[i]! : undefined })),
          },
        ],
      },
    ];
  }, [fifo, depths, totals, largest]);
  return (
    <LineChart
      title={`Total time against the depth of ${fifo}, the others as chosen`}
      fileName={`${fifo} depth`}
      x={{ title: `Depth of ${fifo}`, unit: '', whole: true }}
      rows={rows}
      marks={[{ x: depth, text: 'chosen', kind: 'event' }]}
      fromZero={false}
      empty={`With the other depths as chosen the run locks at every depth of ${fifo}${opened.fifos.length > 1 ? '' : '.'}`}
      onPick={({ x }) => {
        moveDepth(
          opened.fifos.findIndex(({ id }) => id === fifo),
          x,
        );
      }}
    />
  );
});

/** Links of the drawing that are FIFOs of the trace: by the processes at their ends, or by their name. */
function linksFor(
  { nodes, links }: Scenario,
  { fifos }: OpenedTrace,
): readonly (Scenario['links'][number] | undefined)[] {
  const idOf = (name: string): string | undefined =>
    nodes.find((node) => node.id === name || ('name' in node && node.name === name))?.id;
  return fifos.map(({ source, dest }) => {
    const [from, to] = [idOf(source), idOf(dest)];
    return links.find((link) => link.from === from && link.to === to);
  });
}

function ApplyButton({ opened }: { readonly opened: OpenedTrace }) {
  const scenario = useScenario();
  const links = useMemo(() => linksFor(scenario, opened), [scenario, opened]);
  const found = links.flatMap((link, q) => (link ? [{ link, q }] : []));
  if (found.length === 0)
    return (
      <span className="panel__note">
        No link of the drawing leads between the processes of a FIFO of this trace.
      </span>
    );
  const apply = (): void => {
    const depths = useChosenDepths.getState();
    editDocument('Apply FIFO depths', (drawn) =>
      withDepths(
        drawn,
        found.map(({ link }) => link),
        found.map(({ q }) => depths[q]!),
      ),
    );
    showToast({ title: `${found.length} FIFO depths: in the editor. Ctrl Z takes it back.`, tone: 'good' });
  };
  return (
    <Button size="small" onClick={apply}>
      Apply to the drawing
    </Button>
  );
}

function Least({ opened }: { readonly opened: OpenedTrace }) {
  const { status, answer, progress, failure } = leastRun.use();
  const [target, setTarget] = useState<number>();
  return (
    <>
      <div className="explore-line">
        <QuantityField
          label="Total time allowed"
          value={target}
          placeholder={`${boundsText(opened.fastest)}, the fastest`}
          help="The least depths that keep the run within this time."
          {...quantityProps('time', {}, { optional: true, above: 0 })}
          onChange={setTarget}
        />
        {status === 'running' ? (
          <Button size="small" icon={<StopIcon />} onClick={leastRun.stop}>
            Cancel
          </Button>
        ) : (
          <Button variant="primary" icon={<PlayIcon />} onClick={() => void leastRun.ask({ target })}>
            Find least depths
          </Button>
        )}
      </div>
      {status === 'running' && (
        <ProgressBar label="Looking for the least depths" fraction={(progress ?? 0) / opened.fifos.length} />
      )}
      {status === 'failed' && <Refused says={failure} />}
      {answer && status !== 'running' && <Found least={answer} />}
    </>
  );
}

function Found({ least }: { readonly least: LeastDepths }) {
  const { depths, slots, total, target, smaller, evaluated } = least;
  if (total.most > target)
    return (
      <p className="panel__note">With unbounded FIFOs the run takes {boundsText(total)}: longer than that.</p>
    );
  const columns: readonly PageColumn<SmallerDepth>[] = [
    { id: 'fifo', header: 'One slot less', value: ({ fifo }) => fifo },
    { id: 'depth', header: 'Depth', kind: 'number', value: ({ depth }) => depth },
    {
      ...{ id: 'total', header: 'Total time', kind: 'number', unit: 's' },
      cell: (each) => (Number.isFinite(each.total.most) ? boundsText(each.total) : 'deadlock'),
      value: (each) => each.total.most,
    },
  ];
  return (
    <>
      <p className="panel__note" role="status">
        {formatNumber(slots)} slots take {boundsText(total)}, and none can be one less (
        {formatNumber(evaluated)} settings evaluated). Another mixture may need fewer in all.{' '}
        <Button size="small" onClick={() => chooseDepths(depths)}>
          Show these depths
        </Button>
      </p>
      {smaller.length > 0 && (
        <DataTable
          caption="Proof: each depth with one slot less"
          showCaption
          columns={columns}
          rows={smaller}
          rowKey={({ fifo }) => fifo}
          fileName="least depths proof"
        />
      )}
    </>
  );
}
