/** How the chain of the drawing goes on from a start: occupancies over time, times to fill and to drain. */
import './transient.css';
import { useMemo, useState } from 'react';
import { ok, type Result } from '../../../core/base/result.ts';
import { measureWords } from '../../../core/measures/measure-rows.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { formatFull, formatQuantity, parseQuantity } from '../../../core/quantities/quantity.ts';
import { flowOrder } from '../../../core/scenario/graph.ts';
import { isStage, type NodeId, type Scenario } from '../../../core/scenario/scenario.ts';
import type { OccupancyAt, TransientAnswer } from '../../../workers/transient/contract.ts';
import { isStale } from '../../run/create-run.ts';
import { useScenario } from '../../state/document-store.ts';
import { useOutdated } from '../../state/outdated.ts';
import { selectOnly, showView, useSession } from '../../state/session-store.ts';
import type { AxisSpec } from '../../ui/charts/axis.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { DistributionChart } from '../../ui/charts/DistributionChart.tsx';
import type { DistributionSeries } from '../../ui/charts/distribution-series.ts';
import { type HeatGrid, HeatMap, heatTable } from '../../ui/charts/HeatMap.tsx';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import type { LineRow, LineSeries } from '../../ui/charts/line-series.ts';
import { formatNumber } from '../../ui/charts/number-label.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { PlayIcon, StopIcon } from '../../ui/widgets/icons.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';
import { useFocusStage } from '../results/answers.ts';
import { nodeTitle } from '../results/node-title.ts';
import { timeAxis } from '../results/time-axis.ts';
import { unitOf } from '../results/unit-of.ts';
import { ChainSizeWords, useWhyNotFollowed } from '../solve/ChainSizeWords.tsx';
import {
  startTransient,
  type TransientRun,
  transientKey,
  transientRun,
  useTransientSettings,
} from './transient-run.ts';
import { type Passage, passageColumns, passagesOf } from './transient-table.ts';

export default function Transient() {
  const scenario = useScenario();
  const settings = useTransientSettings();
  const run = transientRun.use();
  const key = transientKey({ scenario, settings });
  const stale = isStale(run, key);
  useOutdated('Transient response', stale && run.status !== 'running', () => void startTransient());
  if (!scenario.nodes.some(isStage))
    return <EmptyState title="No stages yet">Drag a stage from the palette, or press A.</EmptyState>;
  const refusal = run.status === 'failed' && run.key === key ? run.failure : undefined;
  return (
    <div className="panel panel--stack" data-stale={stale || undefined}>
      <div className="transient__head">
        <TransientSettings running={run.status === 'running'} />
        <ChainSizeWords until={settings.until} />
      </div>
      {run.status === 'running' && <Progress run={run} />}
      {refusal && (
        <Refused says={refusalText(refusal)}>
          <TransientInstead />
        </Refused>
      )}
      <Answer scenario={scenario} run={run} refused={refusal !== undefined} />
    </div>
  );
}

const WHY_NOT = {
  noChain: { title: 'Without a Markov chain nothing can be followed', more: '' },
  tooLarge: { title: 'Too many states to be followed', more: ' Smaller capacities make the chain smaller.' },
  perhapsTooLarge: {
    title: 'Probably too many states to be followed',
    more: ' Smaller capacities make the chain smaller.',
  },
} as const;

interface AnswerProps {
  readonly scenario: Scenario;
  readonly run: TransientRun;
  readonly refused: boolean;
}

function Answer({ scenario, run, refused }: AnswerProps) {
  const why = useWhyNotFollowed();
  if (run.answer)
    return (
      <>
        <div className="transient__charts">
          <TransientChart scenario={scenario} answer={run.answer} />
          <TransientLevels scenario={scenario} answer={run.answer} />
        </div>
        <TransientPassages scenario={scenario} answer={run.answer} />
      </>
    );
  if (refused || run.status === 'running') return null;
  if (why)
    return (
      <EmptyState title={WHY_NOT[why].title} action={<TransientInstead />}>
        A simulation shows the same occupancies over time, with intervals.{WHY_NOT[why].more}
      </EmptyState>
    );
  return (
    <EmptyState title="Not computed yet">
      From an empty or a full network the Markov chain is followed exactly: when the stages fill, how long a
      burst takes to drain, when the steady state is reached.
    </EmptyState>
  );
}

function Progress({ run: { progress: fraction } }: { readonly run: TransientRun }) {
  const detail = fraction === undefined ? 'finding the states' : `${Math.round(100 * fraction)} %`;
  return (
    <ProgressBar
      label="Computing the transient response"
      detail={detail}
      {...(fraction !== undefined && { fraction })}
    />
  );
}

/** Where to go when the chain is too large or there is none. */
function TransientInstead() {
  return (
    <Button size="small" onClick={() => showView('time')}>
      Simulated over time
    </Button>
  );
}

/** Where the walk starts and how long it is, and the button that sets it off. */

const STARTS = [
  { value: 'empty', label: 'Empty', hint: 'Nothing but the jobs of closed classes' },
  { value: 'full', label: 'Full', hint: 'As many elements as fit: the end of a burst' },
] as const;

function TransientSettings({ running }: { readonly running: boolean }) {
  const { timeUnit } = useScenario();
  const { from, until } = useTransientSettings();
  const why = useWhyNotFollowed();
  const isOut = why === 'noChain' || why === 'tooLarge';
  return (
    <form
      className="transient__settings"
      onSubmit={(event) => {
        event.preventDefault();
        if (!running && !isOut) void startTransient();
      }}
    >
      <ChoiceField
        label="From"
        value={from}
        choices={STARTS}
        onChange={(start) => useTransientSettings.setState({ from: start })}
      />
      <QuantityField
        label="Until"
        help="Last time computed; when empty, the time at which the chain is within 0.001 of its steady state."
        value={until}
        placeholder="settled"
        format={(value) => formatQuantity(value, 'time', { timeUnit })}
        formatFull={(value) => formatFull(value, 'time')}
        parse={parseUntil}
        onChange={(value) => useTransientSettings.setState({ until: value })}
      />
      {running ? (
        // Keys: one button that turned from Stop to Compute under the click would send the form off.
        <Button key="stop" icon={<StopIcon />} onClick={transientRun.stop}>
          Stop
        </Button>
      ) : (
        <Button
          key="start"
          variant="primary"
          icon={<PlayIcon />}
          type="submit"
          disabled={isOut}
          title={isOut ? WHY_NOT[why].title : undefined}
        >
          Compute
        </Button>
      )}
    </form>
  );
}

function parseUntil(text: string): Result<number | undefined, string> {
  if (text.trim() === '') return ok(undefined);
  const value = parseQuantity(text, 'time');
  return value.ok && value.value === 0 ? { ok: false, error: 'Expected a time > 0.' } : value;
}

/** The stage in focus level by level: a picture over time, and its distribution at the time that is looked at. */

const MOST_ROWS = 48;

interface TransientLevelsProps {
  readonly scenario: Scenario;
  readonly answer: TransientAnswer;
}

function TransientLevels({ scenario, answer }: TransientLevelsProps) {
  const stage = useFocusStage();
  const distributions = stage && answer.stages[stage.id]?.distributions;
  const [share, setShare] = useState(0.25);
  const grid = useMemo(() => distributions && levelGrid(distributions, MOST_ROWS), [distributions]);
  const last = (distributions?.length ?? 1) - 1;
  const column = Math.round(share * last);
  const axis = timeAxis('time', answer.times.at(-1)!, scenario.timeUnit);
  const series = useMemo(() => seriesAt(distributions, column, axis), [distributions, column, axis]);
  if (!stage || !distributions || !grid) return null;
  const title = `${stage.name ?? stage.id}: state probabilities over time`;
  const unit = unitOf(scenario, stage.id);
  return (
    <div className="transient__levels">
      <ChartFrame
        title={title}
        fileName={`${scenario.name} ${nodeTitle(scenario, stage.id)} occupancy over time`}
        table={heatTable(grid, 'time')}
      >
        {({ width }) => (
          <HeatMap
            {...{ grid, title, width, column }}
            x={axis}
            rowsAre={`occupancy (${unit})`}
            scale="root"
            onColumn={(next) => setShare(last === 0 ? 0 : next / last)}
          />
        )}
      </ChartFrame>
      <DistributionChart
        title={`At ${timeOn(axis, distributions[column]!.time)}`}
        unit={unit}
        series={series}
        capacity={stage.capacity}
        height={180}
        fileName={`${scenario.name} ${nodeTitle(scenario, stage.id)} at a time`}
      />
    </div>
  );
}

const timeOn = ({ divisor = 1, unit }: ReturnType<typeof timeAxis>, time: number): string =>
  `${formatNumber(time / divisor)} ${unit}`;

type Distributions = TransientAnswer['stages'][string]['distributions'];

function seriesAt(
  distributions: Distributions | undefined,
  column: number,
  axis: ReturnType<typeof timeAxis>,
): readonly DistributionSeries[] {
  if (!distributions) return [];
  const nameOf = (time: number): string => `at ${timeOn(axis, time)}`;
  const now = distributions[column]!;
  const end = distributions.at(-1)!;
  const series: DistributionSeries[] = [{ kind: 'model', name: nameOf(now.time), values: now.probabilities }];
  if (now !== end) series.push({ kind: 'baseline', name: nameOf(end.time), values: end.probabilities });
  return series;
}

/** Fill and drain times: means and percentiles in a table, and how sure each is by when. */
interface TransientPassagesProps {
  readonly scenario: Scenario;
  readonly answer: TransientAnswer;
}

function TransientPassages({ scenario, answer }: TransientPassagesProps) {
  const selected = useSession((session) => session.selection.nodes);
  const passages = passagesOf(scenario, answer);
  if (passages.length === 0) return null;
  const { times } = answer;
  const end = times.at(-1)!;
  return (
    <div className="transient__charts">
      <DataTable
        caption="Fill and drain times"
        showCaption
        columns={passageColumns(scenario, answer)}
        rows={passages}
        rowKey={({ id }) => id}
        selectedKeys={new Set(selected)}
        onSelectRow={(id) => id !== '' && selectOnly(id)}
        fileName={`${scenario.name} times to fill`}
      />
      <LineChart
        title="Has happened by"
        fileName={`${scenario.name} times to fill`}
        x={timeAxis('time', end, scenario.timeUnit)}
        rows={passages.map((passage) => rowOf(passage, times))}
        rowHeight={passages.length > 2 ? 60 : 84}
        empty="Nothing to wait for."
      />
    </div>
  );
}

const rowOf = ({ id, what, time }: Passage, times: readonly number[]): LineRow => ({
  id: id || 'drain',
  name: what,
  value: { title: 'probability', unit: '' },
  series: [{ kind: 'model', name: 'exact', points: times.map((x, i) => ({ x, y: time.distribution[i] })) }],
});

/** Mean occupancy, or the probability of being full, over time: a row for each stage. */
const VIEWS: readonly { readonly value: TransientView; readonly text: string; readonly label: string }[] = [
  { value: 'occupancy', text: 'Occupancy', label: 'Mean elements in the stage at each time' },
  { value: 'full', text: 'Full', label: 'Probability that the stage is full at each time' },
];
const ROW_HEIGHTS = [190, 110, 84];
const LOW_ROW = 60;

interface TransientPartProps {
  readonly scenario: Scenario;
  readonly answer: TransientAnswer;
}

function TransientChart({ scenario, answer }: TransientPartProps) {
  const [view, setView] = useState<TransientView>('occupancy');
  const selected = useSession((session) => session.selection.nodes);
  const x = useMemo(
    () => timeAxis('time', answer.times.at(-1)!, scenario.timeUnit),
    [answer, scenario.timeUnit],
  );
  const { rows, left } = useMemo(
    () => transientRows(scenario, answer, { view, selected }),
    [scenario, answer, view, selected],
  );
  return (
    <div>
      <LineChart
        title="Transient response"
        fileName={`${scenario.name} transient`}
        x={x}
        rows={rows}
        rowHeight={ROW_HEIGHTS[rows.length - 1] ?? LOW_ROW}
        selected={selected[0]}
        onSelect={selectOnly}
        toolbar={<ChartToggles legend="Measure" options={VIEWS} value={view} onChange={setView} />}
        empty="No stage has a capacity, so none is ever full."
      />
      {left > 0 && <p className="panel__note">{left} more stages; selected ones come first.</p>}
      <p className="panel__note">
        {answer.standIn ? '◐' : '● exact'} chain of {answer.states.toLocaleString('en')} states; the error of
        each probability is at most {answer.errorBound.toExponential(0)}. {standInWords(scenario, answer)}
      </p>
    </div>
  );
}

function standInWords(scenario: Scenario, { standIn }: TransientAnswer): string {
  if (!standIn) return '';
  const names = standIn.stages.map((id) => nodeTitle(scenario, id)).join(', ');
  return `Constant times (${names}) are approximated by Erlang times of ${standIn.phases} phases.`;
}

/** Rows of the chart over time: a stage each, with what it tends to. */

type TransientView = 'occupancy' | 'full';

const FULL: AxisSpec = { title: 'full', unit: 'probability' };

/** Stages in the order of the flow, the selected ones first; at most `most`. */
function transientRows(
  scenario: Scenario,
  { stages, times }: TransientAnswer,
  { view, selected }: { readonly view: TransientView; readonly selected: readonly NodeId[] },
  most = 6,
): { readonly rows: readonly LineRow[]; readonly left: number } {
  const found = flowOrder(scenario).flatMap((id): readonly LineRow[] => {
    const stage = stages[id];
    const values = view === 'occupancy' ? stage?.meanOccupancy : stage?.fullProbability;
    if (!stage || !values) return [];
    const steady = view === 'occupancy' ? stage.steadyOccupancy : stage.steadyFullProbability;
    const series: LineSeries[] = [
      { kind: 'model', name: 'exact', points: times.map((x, i) => ({ x, y: values[i] })) },
    ];
    if (steady !== undefined)
      series.push({ kind: 'baseline', name: 'steady state', points: times.map((x) => ({ x, y: steady })) });
    const value =
      view === 'full' ? FULL : { title: measureWords('meanOccupancy'), unit: unitOf(scenario, id) };
    return [{ id, name: nodeTitle(scenario, id), value, series }];
  });
  const isSelected = ({ id }: LineRow): boolean => selected.includes(id);
  const sorted = [...found.filter(isSelected), ...found.filter((row) => !isSelected(row))];
  const shown = new Set(sorted.slice(0, most));
  return { rows: found.filter((row) => shown.has(row)), left: sorted.length - shown.size };
}

/** What the picture of levels over time draws: cells of time and of levels, each with its probability. */

/** Next to nothing is beyond: levels above are left out of the picture. */
const NEXT_TO_NOTHING = 1e-4;

/** At most `mostRows` rows, up to the highest level that matters at any time. */
export function levelGrid(distributions: readonly OccupancyAt[], mostRows: number): HeatGrid {
  const top = Math.max(1, ...distributions.map(({ probabilities }) => lastLevel(probabilities)));
  const step = Math.ceil((top + 1) / mostRows);
  const rowCount = Math.ceil((top + 1) / step);
  const cells = distributions.map(({ probabilities }) =>
    Array.from({ length: rowCount }, (_, row) =>
      probabilities.slice(row * step, (row + 1) * step).reduce((sum, p) => sum + p, 0),
    ),
  );
  const starts = distributions.map(({ time }) => time);
  const spacing = (starts.at(-1)! - starts[0]!) / Math.max(1, starts.length - 1);
  return {
    starts,
    ends: starts.map((start, i) => starts[i + 1] ?? start + (spacing || 1)),
    ...{ step, rowCount, cells },
    // The start is certain: it would make all else pale.
    darkest: Math.max(...cells.slice(1).flat()),
  };
}

function lastLevel(probabilities: readonly number[]): number {
  let beyond = 0;
  let level = probabilities.length - 1;
  for (; level > 0; level--) {
    beyond += probabilities[level]!;
    if (beyond > NEXT_TO_NOTHING) break;
  }
  return level;
}
