/** Depths of all FIFOs of the drawing, or else the capacities of its stages: the front of cost against throughput, what proves it, and its points in the editor. */

import { type ReactNode, useMemo, useState } from 'react';
import { capitalized, plural } from '../../../core/base/plural.ts';
import { formatNumber, formatQuantity } from '../../../core/quantities/quantity.ts';
import {
  bitsOfToken,
  holderOf,
  type SizedQueue,
  sizedQueues,
  withDepths,
} from '../../../core/scenario/fifo-depths.ts';
import { MEMORY_TABLES, memoryText, readMemory } from '../../../core/scenario/fifo-memory.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { DepthsFound, DepthsQuestion, FoundDepths } from '../../../workers/explore/contract.ts';
import { depthPragmas, depthsCsv, missedText } from '../../../workers/explore/depth-words.ts';
import { editDocument, useScenario } from '../../state/document-store.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { keyLayout } from '../../ui/charts/key-layout.ts';
import { ScatterPlot } from '../../ui/charts/ScatterPlot.tsx';
import { copyText } from '../../ui/saving.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { CopyIcon, PlayIcon, StopIcon } from '../../ui/widgets/icons.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { TextArea } from '../../ui/widgets/TextArea.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { quantityProps } from '../inspector/quantity-props.ts';
import { nodeTitle } from '../results/node-title.ts';
import { TraceDepths } from '../trace-depths/TraceDepths.tsx';
import { depthsKey, depthsRun } from './explore-asking.ts';
import { FaultLines } from './FaultLines.tsx';
import { LastAnswer, WHILE_SEEKING } from './LastAnswer.tsx';
import { lookAtScenario, lookingAt } from './look-at.ts';
import { axisOfRate } from './point-columns.ts';
import { stopLooking } from './previewing.ts';
import { usePlotSize } from './use-plot-size.ts';

const UNITS = [
  { value: 'slots', label: 'Slots', hint: 'Every FIFO slot costs the same' },
  { value: 'bits', label: 'Bits', hint: 'A slot costs the bits of its element' },
  {
    value: 'memory',
    label: 'Memory',
    hint: 'A FIFO costs the cheapest blocks of the table below: registers, LUT RAM, block RAM',
  },
] as const;

const BASES = [
  {
    value: 'drawing',
    label: 'From the drawing',
    hint: 'The depths of FIFOs, or the capacities of stages, by rates and times',
  },
  { value: 'trace', label: 'From a trace', hint: 'A measured or simulated run, with other depths' },
] as const;

export function DepthsView() {
  const [base, setBase] = useState<(typeof BASES)[number]['value']>('drawing');
  return (
    <>
      <ChoiceField label="Depths" as="segments" value={base} choices={BASES} onChange={setBase} />
      {base === 'trace' ? <TraceDepths /> : <DrawnDepths />}
    </>
  );
}

function DrawnDepths() {
  const scenario = useScenario();
  const [unit, setUnit] = useState<DepthsQuestion['unit']>('slots');
  const [wanted, setWanted] = useState<number>();
  const [memory, setMemory] = useState(MEMORY_TABLES.amd);
  const question = {
    scenario,
    unit,
    ...(unit === 'memory' && { memory }),
    ...(wanted !== undefined && { wanted }),
  };
  const { status, answer, answerKey, failure } = depthsRun.use();
  const isStopped = status === 'stopped';
  const queues = useMemo(() => sizedQueues(scenario), [scenario]);
  if (queues.length === 0)
    return (
      <p className="panel__note">
        No link leads to a dataflow stage and no stage has a capacity, so there is no queue to size. In the
        inspector, give stages a capacity, or let one take tokens of <em>every input (dataflow)</em>.
      </p>
    );
  const unsized = queues.find((queue) => bitsOfToken(scenario, queue) === undefined);
  const isOfStages = queues.some((queue) => 'stage' in queue);
  const isShown = answer !== undefined && answerKey === depthsKey(question);
  return (
    <>
      <div className="explore-line">
        <ChoiceField
          label="Cost"
          value={unit}
          choices={UNITS.map((each) => ({
            ...each,
            disabled: each.value !== 'slots' && unsized !== undefined,
          }))}
          onChange={setUnit}
          {...(unsized && {
            help: `Bits and memory need the size of an element of ${nodeTitle(scenario, holderOf(unsized))} and of all others with a ${isOfStages ? 'capacity' : 'FIFO'}.`,
          })}
        />
        <QuantityField
          label="Wanted throughput"
          value={wanted}
          placeholder="the highest"
          help={
            isOfStages
              ? 'Services of the last stages, such as 1 M/s. Only depths up to those that reach it are sought.'
              : 'Firings of the first dataflow stage, such as 1 M/s. The search ends at the first depths that reach it.'
          }
          {...quantityProps('rate', {}, { optional: true, above: 0 })}
          onChange={setWanted}
        />
        {status === 'running' ? (
          <>
            <span className="panel__note">Looking for depths…</span>
            <Button size="small" icon={<StopIcon />} onClick={depthsRun.stop}>
              Cancel
            </Button>
          </>
        ) : (
          <Button variant="primary" icon={<PlayIcon />} onClick={() => void depthsRun.ask(question)}>
            Find depths
          </Button>
        )}
      </div>
      {unit === 'memory' && (
        <TextArea
          label="Memories"
          help="A line for each shape of a block: name, bits x words, price (here in LUTs of an AMD 7-series device)."
          rows={memory.length + 1}
          monospace
          value={memory}
          format={memoryText}
          parse={readMemory}
          onChange={setMemory}
        />
      )}
      {status === 'failed' && <FaultLines faults={failure} />}
      {isStopped && !answer && <p className="panel__note">Stopped before any depths were found.</p>}
      {answer && (
        <LastAnswer
          isOld={!isShown}
          note={
            status === 'running'
              ? WHILE_SEEKING
              : 'The depths below belong to an earlier drawing or question.'
          }
        >
          <Front
            {...{ scenario, answer, unit, isStopped }}
            isRunning={status === 'running' && isShown}
            wanted={isShown ? wanted : undefined}
          />
        </LastAnswer>
      )}
    </>
  );
}

interface FrontProps {
  readonly scenario: Scenario;
  readonly answer: DepthsFound;
  readonly unit: DepthsQuestion['unit'];
  readonly isRunning: boolean;
  readonly isStopped: boolean;
  /** What this answer was asked for; undefined where it was asked for the highest, or for another drawing. */
  readonly wanted: number | undefined;
}

const NO_POINTS = 'No depths that let the drawing run were found yet.';

function Front({ scenario, answer, unit, isRunning, isStopped, wanted }: FrontProps) {
  const { front, queues } = answer;
  const isOfStages = queues.some((queue) => 'stage' in queue);
  const [chosen, setChosen] = useState<string>();
  const shown = front.find((point) => keyOf(point) === chosen) ?? front.at(-1);
  if (!shown) return <p className="panel__note">{NO_POINTS}</p>;
  const at = front.indexOf(shown);
  const missed = !isRunning && wanted !== undefined && missedText(front.at(-1)!, wanted, RATES);
  const isDrawn = modelKey(withDepths(scenario, queues, shown.depths)) === modelKey(scenario);
  const copied = `The depths of ${costText(shown)} ${unit}${isDrawn ? '' : ', which are not those in the editor'}.`;
  const apply = (point: FoundDepths): void => {
    stopLooking();
    editDocument('Apply FIFO depths', (drawn) => withDepths(drawn, queues, point.depths));
    showToast({
      title: `${isOfStages ? 'Capacities' : 'FIFO depths'}: in the editor. Ctrl Z takes it back.`,
      tone: 'good',
    });
  };
  return (
    <>
      <p className="panel__note" role="status">
        {isStopped && 'Stopped. '}
        {standing(scenario, answer, isRunning)}
        {missed && ` ${capitalized(missed)}.`}
      </p>
      <div className="explore-depths">
        <FrontChart {...{ scenario, answer, unit, at }} onChoose={(i) => setChosen(keyOf(front[i]!))} />
        <div>
          <DataTable
            caption={
              isOfStages ? 'Capacities that no cheaper ones found beat' : 'Depths that no cheaper ones beat'
            }
            columns={columnsFor(scenario, answer, unit, apply)}
            rows={front}
            rowKey={keyOf}
            selectedKeys={new Set([keyOf(shown)])}
            onSelectRow={setChosen}
            fileName={`${scenario.name} FIFO depths`}
          />
          <ChosenDepths {...{ scenario, answer, unit, shown }} />
          <Proof {...{ scenario, answer, unit, shown }} />
        </div>
      </div>
      <div className="explore-line">
        <Button
          size="small"
          icon={<CopyIcon />}
          onClick={() => void copyText(depthPragmas(queues, shown.depths), copied)}
        >
          Copy as HLS pragmas
        </Button>
        <Button
          size="small"
          icon={<CopyIcon />}
          onClick={() => void copyText(depthsCsv(queues, shown.depths), copied)}
        >
          Copy as CSV
        </Button>
      </div>
    </>
  );
}

/** Exact, since points beside each other differ by one. */
const costText = ({ cost }: FoundDepths): string => formatNumber(cost, 9);

const keyOf = ({ depths }: FoundDepths): string => depths.join(' ');

const queueWords = (scenario: Scenario, queue: SizedQueue): string =>
  'stage' in queue
    ? nodeTitle(scenario, queue.stage)
    : `${nodeTitle(scenario, queue.from)} → ${nodeTitle(scenario, queue.to)}`;

/** Points beside each other may differ in the fourth digit. */
const closely = (value: number): string => formatQuantity(value, 'rate', { digits: 5 });

const rate = (value: number): string => formatQuantity(value, 'rate');

const RATES = {
  wanted: rate,
  write: (value: number, digits: number) => formatQuantity(value, 'rate', { digits }),
};

/** Whose throughput it is; empty where it is that of everything. */
const measuredNames = (scenario: Scenario, { measured }: DepthsFound): string =>
  measured.map((id) => nodeTitle(scenario, id)).join(' and ');

const throughputWords = (names: string): string => (names === '' ? 'Throughput' : `Throughput of ${names}`);

/** What the front is, and what it is not. */
function standing(scenario: Scenario, answer: DepthsFound, isRunning: boolean): string {
  const { by, complete, front, evaluated, below, fastest } = answer;
  const count = `${evaluated.toLocaleString('en')} ${evaluated === 1 ? 'setting' : plural('setting')}`;
  const names = measuredNames(scenario, answer);
  const counted = by === 'decomposition' ? 'services' : 'firings';
  const of = names === '' ? '' : ` Throughput is ${counted} of ${names}.`;
  // What holds of the rest of a front that is not whole.
  const most = fastest === undefined ? '' : ` No depths are faster than ${rate(fastest)}.`;
  const least =
    below === undefined || complete
      ? ''
      : ` All depths that cost less than ${formatNumber(below)} were looked at.`;
  if (isRunning) {
    const predicted = front.filter(({ predicted, share }) => predicted !== undefined && !share).length;
    const left =
      predicted === 0
        ? ''
        : ` ${predicted} of its designs ${predicted === 1 ? 'is' : 'are'} predicted and not yet simulated.`;
    return `The front so far, from ${count}.${left}${least}${most}`;
  }
  const sized = answer.queues.some((queue) => 'stage' in queue) ? 'capacities' : 'depths';
  if (by === 'decomposition')
    return `Found by decomposition, all ${sized} together, and simulated, from ${count}: good ${sized}, not proven optimal. Each share of the greatest throughput is from its own replications, with its 95 % interval.${of}`;
  if (by === 'simulation')
    return `Found by simulation, all depths together, from ${count}: good depths, not proven optimal. Each throughput is from its own replications, with its 95 % interval.${of}`;
  const isFastest =
    complete || (fastest !== undefined && (front.at(-1)?.throughput ?? 0) >= fastest * (1 - 1e-9));
  const faster = isFastest ? 'None are faster than the last.' : `Larger depths may be faster.${most}`;
  const part = complete ? '' : ` The front is incomplete: there may be designs between these.${least}`;
  if (by === 'execution')
    return `Found by execution, from ${count}: each throughput is exact. ${faster}${part} Where it does not say "proven", cheaper depths may be as fast: a pipeline that is held, or a queue with several senders, can make a deeper FIFO slower.${of}`;
  return `Exact, from ${count}: no cheaper depths are as fast. ${faster}${part}${of}`;
}

function columnsFor(
  scenario: Scenario,
  answer: DepthsFound,
  unit: DepthsQuestion['unit'],
  apply: (point: FoundDepths) => void,
): readonly PageColumn<FoundDepths>[] {
  const { queues, by } = answer;
  const words = (point: FoundDepths): string => `${costText(point)} ${unit}`;
  return [
    { id: 'cost', header: `Cost (${unit})`, kind: 'number', cell: costText, value: ({ cost }) => cost },
    {
      ...{ id: 'throughput', header: throughputWords(measuredNames(scenario, answer)), kind: 'number' },
      cell: ({ throughput }) => closely(throughput),
      value: ({ throughput }) => throughput,
    },
    ...(by === 'decomposition' ? SHARE_COLUMNS : []),
    ...(by === 'execution'
      ? [
          {
            ...{ id: 'least', header: 'No cheaper as fast' },
            value: ({ isLeast }: FoundDepths) => (isLeast ? 'proven' : 'likely'),
          },
        ]
      : []),
    ...(by === 'simulation'
      ? [
          {
            ...({ id: 'halfWidth', header: '±', kind: 'number' } as const),
            cell: ({ halfWidth }: FoundDepths): ReactNode =>
              halfWidth === undefined ? '–' : rate(halfWidth),
            value: ({ halfWidth }: FoundDepths) => halfWidth ?? Number.NaN,
          },
        ]
      : []),
    {
      id: 'apply',
      header: '',
      cell: (point) => (
        <Button
          size="small"
          aria-label={`Apply the depths of ${words(point)}`}
          {...lookingAt(() =>
            lookAtScenario(withDepths(scenario, queues, point.depths), `depths of ${words(point)}`),
          )}
          onClick={() => apply(point)}
        >
          Apply
        </Button>
      ),
      value: () => '',
    },
    ...queues.map(
      (queue, i): PageColumn<FoundDepths> => ({
        ...{ id: `depth ${i}`, header: queueWords(scenario, queue), kind: 'number' },
        value: ({ depths }) => depths[i]!,
      }),
    ),
  ];
}

const percent = (value: number): string => `${formatNumber(100 * value, 4)} %`;

const SHARE_COLUMNS: readonly PageColumn<FoundDepths>[] = [
  {
    ...{ id: 'share', header: 'Of the greatest', kind: 'number' },
    cell: ({ share, predicted }) =>
      share
        ? `${percent(share.mean)} ± ${formatNumber(100 * share.halfWidth, 2)}`
        : `${percent(predicted ?? Number.NaN)} predicted`,
    value: ({ share, predicted }) => share?.mean ?? predicted ?? Number.NaN,
  },
];

interface FrontChartProps extends Omit<FrontProps, 'isRunning' | 'isStopped' | 'wanted'> {
  readonly at: number;
  readonly onChoose: (point: number) => void;
}

function FrontChart({ scenario, answer: { front, by }, unit, at, onChoose }: FrontChartProps) {
  const [ref, { width, height }] = usePlotSize<HTMLDivElement>();
  const xs = useMemo(() => Float64Array.from(front, ({ cost }) => cost), [front]);
  const ys = useMemo(() => Float64Array.from(front, ({ throughput }) => throughput), [front]);
  const x = useMemo(() => ({ title: 'Cost', unit, whole: true }), [unit]);
  const y = useMemo(() => axisOfRate('Throughput', Math.max(...ys)), [ys]);
  const title = 'Throughput against the cost of all queues';
  const { throughput } = front[at]!;
  return (
    <ChartFrame
      title={title}
      fileName={`${scenario.name} FIFO depths`}
      table={{
        columns: [
          { label: 'cost', unit },
          { label: 'throughput', unit: '1/s' },
        ],
        rows: front.map((point) => [point.cost, point.throughput]),
      }}
    >
      <div ref={ref} className="chart-stage">
        <ScatterPlot
          {...{ title, xs, ys, x, y, width }}
          front={front.map((_, i) => i)}
          joined
          logX={false}
          logY={false}
          plotHeight={height}
          keys={keyLayout(
            [
              {
                sign: 'front',
                text:
                  by === 'exact' ? 'front: no cheaper depths are as fast' : 'front: the best that were found',
              },
            ],
            width,
          )}
          point={at}
          pointText={`${costText(front[at]!)} ${unit}: ${closely(throughput)}`}
          onPoint={(point) => point !== undefined && onChoose(point)}
          onPick={onChoose}
        />
      </div>
    </ChartFrame>
  );
}

interface ProofProps extends Omit<FrontProps, 'isRunning' | 'isStopped' | 'wanted'> {
  readonly shown: FoundDepths;
}

/** One below the other, since many stand beside each other in no width. */
function ChosenDepths({ scenario, answer: { queues }, unit, shown }: ProofProps) {
  const places = queues.map((_, i) => i);
  const isOfStages = queues.some((queue) => 'stage' in queue);
  const columns: readonly PageColumn<number>[] = [
    {
      ...{ id: 'queue', header: isOfStages ? 'Stage' : 'FIFO', rowHeader: true },
      value: (i) => queueWords(scenario, queues[i]!),
    },
    {
      ...{ id: 'depth', header: isOfStages ? 'Capacity' : 'Depth', kind: 'number' },
      value: (i) => shown.depths[i]!,
    },
  ];
  return (
    <div className="panel__table">
      <DataTable
        caption={`${isOfStages ? 'Capacities' : 'Depths'} for ${costText(shown)} ${unit}`}
        showCaption
        columns={columns}
        rows={places}
        rowKey={String}
        fileName={`${scenario.name} FIFO depths chosen`}
      />
    </div>
  );
}

/** Every depth one step less. */
function Proof({ scenario, answer: { queues, by }, unit, shown }: ProofProps) {
  const { smaller, throughput } = shown;
  if (by !== 'exact' && by !== 'execution') return null;
  if (!smaller)
    return <p className="panel__note">Whether each depth could be one step less was not looked at.</p>;
  if (smaller.length === 0)
    return <p className="panel__note">No depth can be smaller: each holds exactly what one firing needs.</p>;
  const changed = ({ depths }: FoundDepths): number =>
    depths.findIndex((depth, i) => depth !== shown.depths[i]);
  const columns: readonly PageColumn<FoundDepths>[] = [
    { id: 'fifo', header: 'One step less', value: (point) => queueWords(scenario, queues[changed(point)]!) },
    {
      ...{ id: 'depth', header: 'Depth', kind: 'number' },
      value: (point) => point.depths[changed(point)]!,
    },
    { id: 'cost', header: `Cost (${unit})`, kind: 'number', cell: costText, value: ({ cost }) => cost },
    {
      ...{ id: 'throughput', header: 'Throughput', kind: 'number' },
      cell: (point) => (point.throughput === 0 ? 'deadlock' : closely(point.throughput)),
      value: (point) => point.throughput,
    },
    {
      id: 'loss',
      header: 'Loses',
      kind: 'number',
      cell: (point) => `${formatNumber(100 * (1 - point.throughput / throughput), 3)} %`,
      value: (point) => 1 - point.throughput / throughput,
    },
  ];
  return (
    <div className="panel__table">
      <DataTable
        caption={`${by === 'exact' ? 'What proves' : 'Beside'} ${costText(shown)} ${unit}: each depth one step less`}
        showCaption
        columns={columns}
        rows={smaller}
        rowKey={keyOf}
        fileName={`${scenario.name} FIFO depths proof`}
      />
    </div>
  );
}
