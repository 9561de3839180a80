/** Depths of all FIFOs of the drawing: the front of cost against throughput, what proves it, and its points in the editor. */

import { type ReactNode, useMemo, useState } from 'react';
import { plural } from '../../../core/base/plural.ts';
import { formatNumber, formatQuantity } from '../../../core/quantities/quantity.ts';
import { bitsOfToken, sizedLinks, withDepths } from '../../../core/scenario/fifo-depths.ts';
import { MEMORY_TABLES, memoryText, readMemory } from '../../../core/scenario/fifo-memory.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { DepthsFound, DepthsQuestion, FoundDepths } from '../../../workers/explore/contract.ts';
import { depthPragmas, depthsCsv } from '../../../workers/explore/depth-words.ts';
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
import { lookAtScenario, lookingAt } from './look-at.ts';
import { axisOfRate } from './point-columns.ts';
import { stopLooking } from './previewing.ts';
import { usePlotSize } from './use-plot-size.ts';

const UNITS = [
  { value: 'slots', label: 'Slots', hint: 'Each place of a FIFO costs as much as any other' },
  { value: 'bits', label: 'Bits', hint: 'A place costs the bits of what it holds' },
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
    hint: 'The depths of dataflow stages, by their rates and times',
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
  const links = useMemo(() => sizedLinks(scenario), [scenario]);
  if (links.length === 0)
    return (
      <p className="panel__note">
        No link leads from a stage to a dataflow stage, so there is no FIFO to size. In the inspector, let a
        stage take tokens of <em>every input (dataflow)</em>; the example <em>HLS pipeline</em> has some.
      </p>
    );
  const unsized = links.find((link) => bitsOfToken(scenario, link) === undefined);
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
            help: `Bits and memory need the size of an element of ${nodeTitle(scenario, unsized.to)} and of all others with a FIFO.`,
          })}
        />
        <QuantityField
          label="Wanted throughput"
          value={wanted}
          placeholder="the highest"
          help="Firings of the first dataflow stage, such as 1 M/s. The search ends at the first depths that reach it."
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
      {answer && !isShown && status !== 'running' && (
        <p className="panel__note">The depths below are of what was drawn or asked before.</p>
      )}
      {answer && <Front {...{ scenario, answer, unit }} isRunning={status === 'running'} />}
    </>
  );
}

interface FrontProps {
  readonly scenario: Scenario;
  readonly answer: DepthsFound;
  readonly unit: DepthsQuestion['unit'];
  readonly isRunning: boolean;
}

const NO_POINTS = 'No depths that let the drawing run were found yet.';

function Front({ scenario, answer, unit, isRunning }: FrontProps) {
  const { front, links } = answer;
  const [chosen, setChosen] = useState<string>();
  const shown = front.find((point) => keyOf(point) === chosen) ?? front.at(-1);
  if (!shown) return <p className="panel__note">{NO_POINTS}</p>;
  const at = front.indexOf(shown);
  const apply = (point: FoundDepths): void => {
    stopLooking();
    editDocument('Apply FIFO depths', (drawn) => withDepths(drawn, links, point.depths));
    showToast({ title: 'FIFO depths: in the editor. Ctrl Z takes it back.', tone: 'good' });
  };
  return (
    <>
      <p className="panel__note" role="status">
        {standing(scenario, answer, isRunning)}
      </p>
      <div className="explore-depths">
        <FrontChart {...{ scenario, answer, unit, at }} onChoose={(i) => setChosen(keyOf(front[i]!))} />
        <div>
          <DataTable
            caption="Depths that no cheaper ones beat"
            columns={columnsFor(scenario, answer, unit, apply)}
            rows={front}
            rowKey={keyOf}
            selectedKeys={new Set([keyOf(shown)])}
            onSelectRow={setChosen}
            fileName={`${scenario.name} FIFO depths`}
          />
          <Proof {...{ scenario, answer, unit, shown }} />
        </div>
      </div>
      <div className="explore-line">
        <Button
          size="small"
          icon={<CopyIcon />}
          onClick={() => void copyText(depthPragmas(links, shown.depths))}
        >
          Copy as HLS pragmas
        </Button>
        <Button
          size="small"
          icon={<CopyIcon />}
          onClick={() => void copyText(depthsCsv(links, shown.depths))}
        >
          Copy as CSV
        </Button>
      </div>
    </>
  );
}

const keyOf = ({ depths }: FoundDepths): string => depths.join(' ');

const linkWords = (scenario: Scenario, { from, to }: DepthsFound['links'][number]): string =>
  `${nodeTitle(scenario, from)} → ${nodeTitle(scenario, to)}`;

const rate = (value: number): string => formatQuantity(value, 'rate');

/** What the front is, and what it is not. */
function standing(scenario: Scenario, answer: DepthsFound, isRunning: boolean): string {
  const { by, complete, measured, evaluated } = answer;
  const count = `${evaluated.toLocaleString('en')} ${evaluated === 1 ? 'setting' : plural('setting')}`;
  const of = measured === '' ? '' : ` Throughput is firings of ${nodeTitle(scenario, measured)}.`;
  if (isRunning) return `The front so far, from ${count}.`;
  if (by === 'simulation')
    return `Found by simulation, all depths together, from ${count}: good depths, without proof that none are better. Each throughput is from replications of its own, with its 95 % interval.${of}`;
  return complete
    ? `Exact, from ${count}: no cheaper depths are as fast, and none are faster than the last.${of}`
    : `The front as far as it was found, from ${count}; larger depths may be faster.${of}`;
}

function columnsFor(
  scenario: Scenario,
  { links, by }: DepthsFound,
  unit: DepthsQuestion['unit'],
  apply: (point: FoundDepths) => void,
): readonly PageColumn<FoundDepths>[] {
  const words = (point: FoundDepths): string => `${formatNumber(point.cost)} ${unit}`;
  return [
    { id: 'cost', header: `Cost (${unit})`, kind: 'number', value: ({ cost }) => cost },
    {
      ...{ id: 'throughput', header: 'Throughput', kind: 'number' },
      cell: ({ throughput }) => rate(throughput),
      value: ({ throughput }) => throughput,
    },
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
            lookAtScenario(withDepths(scenario, links, point.depths), `depths of ${words(point)}`),
          )}
          onClick={() => apply(point)}
        >
          Apply
        </Button>
      ),
      value: () => '',
    },
    ...links.map(
      (link, i): PageColumn<FoundDepths> => ({
        ...{ id: `depth ${i}`, header: linkWords(scenario, link), kind: 'number' },
        value: ({ depths }) => depths[i]!,
      }),
    ),
  ];
}

interface FrontChartProps extends Omit<FrontProps, 'isRunning'> {
  readonly at: number;
  readonly onChoose: (point: number) => void;
}

function FrontChart({ scenario, answer: { front }, unit, at, onChoose }: FrontChartProps) {
  const [ref, { width, height }] = usePlotSize<HTMLDivElement>();
  const xs = useMemo(() => Float64Array.from(front, ({ cost }) => cost), [front]);
  const ys = useMemo(() => Float64Array.from(front, ({ throughput }) => throughput), [front]);
  const x = useMemo(() => ({ title: 'Cost', unit, whole: true }), [unit]);
  const y = useMemo(() => axisOfRate('Throughput', Math.max(...ys)), [ys]);
  const title = 'Throughput against the cost of all FIFOs';
  const { cost, throughput } = front[at]!;
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
          keys={keyLayout([{ sign: 'front', text: 'front: no cheaper depths are as fast' }], width)}
          point={at}
          pointText={`${formatNumber(cost)} ${unit}: ${rate(throughput)}`}
          onPoint={(point) => point !== undefined && onChoose(point)}
          onPick={onChoose}
        />
      </div>
    </ChartFrame>
  );
}

interface ProofProps extends Omit<FrontProps, 'isRunning'> {
  readonly shown: FoundDepths;
}

/** Every depth one step less. */
function Proof({ scenario, answer: { links, by }, unit, shown }: ProofProps) {
  const { smaller, throughput } = shown;
  if (by === 'simulation') return null;
  if (!smaller)
    return <p className="panel__note">Whether each depth could be one step less was not looked at.</p>;
  if (smaller.length === 0)
    return <p className="panel__note">No depth can be less: each has what one firing needs.</p>;
  const changed = ({ depths }: FoundDepths): number =>
    depths.findIndex((depth, i) => depth !== shown.depths[i]);
  const columns: readonly PageColumn<FoundDepths>[] = [
    { id: 'fifo', header: 'One step less', value: (point) => linkWords(scenario, links[changed(point)]!) },
    {
      ...{ id: 'depth', header: 'Depth', kind: 'number' },
      value: (point) => point.depths[changed(point)]!,
    },
    { id: 'cost', header: `Cost (${unit})`, kind: 'number', value: ({ cost }) => cost },
    {
      ...{ id: 'throughput', header: 'Throughput', kind: 'number' },
      cell: (point) => (point.throughput === 0 ? 'deadlock' : rate(point.throughput)),
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
        caption={`What proves ${formatNumber(shown.cost)} ${unit}: each depth one step less`}
        showCaption
        columns={columns}
        rows={smaller}
        rowKey={keyOf}
        fileName={`${scenario.name} FIFO depths proof`}
      />
    </div>
  );
}
