/** What the time series draw: a row for each stage, delay, join and virtual queue that has the measure. */

import { measureWords } from '../../../core/measures/measure-rows.ts';
import { type Estimate, intervalOf } from '../../../core/measures/measures.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { flowOrder } from '../../../core/scenario/graph.ts';
import { isSource, isStage, type NodeId, type Scenario } from '../../../core/scenario/scenario.ts';
import type { FramesEstimate, SimulationResult, StageFrames } from '../../../workers/simulate/contract.ts';
import type { TimeView } from '../../state/session-store.ts';
import { type AxisSpec, valueText } from '../../ui/charts/axis.ts';
import type { LineMark, LinePoint, LineRow } from '../../ui/charts/line-series.ts';
import { nodeTitle, titleIn } from './node-title.ts';
import { unitOf } from './unit-of.ts';

/** More rows than this are no picture: the selected ones, then the first in flow order. */
const MOST_ROWS = 24;

export interface TimeRows {
  readonly rows: readonly LineRow[];
  /** Rows that there was no room for. */
  readonly left: number;
}

export interface TimeChoice {
  readonly view: TimeView;
  readonly selected: readonly NodeId[];
  /** That times are written on. */
  readonly axis: AxisSpec;
}

type Known = Pick<SimulationResult, 'stages' | 'frames'>;

export function timeRows(scenario: Scenario, result: Known, { view, selected, axis }: TimeChoice): TimeRows {
  const order = flowOrder(scenario).filter((id) => result.stages[id]);
  const stages = order.flatMap((id): LineRow[] => {
    const row =
      view === 'startUp' ? startUpRow(scenario, result, id, axis) : framesRow(scenario, result, id, view);
    return row ? [row] : [];
  });
  const groups = view === 'meanOccupancy' && result.frames ? groupRows(scenario, result.frames) : [];
  const all = [...stages, ...groups];
  if (all.length <= MOST_ROWS) return { rows: all, left: 0 };
  const chosen = new Set(
    [...all]
      .sort((a, b) => Number(selected.includes(b.id)) - Number(selected.includes(a.id)))
      .slice(0, MOST_ROWS),
  );
  return { rows: all.filter((row) => chosen.has(row)), left: all.length - MOST_ROWS };
}

function framesRow(
  scenario: Scenario,
  { frames }: Known,
  id: NodeId,
  view: Exclude<TimeView, 'startUp'>,
): LineRow | undefined {
  const series = frames?.stages[id]?.[view];
  if (!frames || !series) return undefined;
  return rowOf(id, nodeTitle(scenario, id), axisOf(view, unitOf(scenario, id)), pointsOf(frames, series));
}

function groupRows(scenario: Scenario, frames: FramesEstimate): readonly LineRow[] {
  return Object.entries(frames.groups).map(([id, { meanOccupancy }]) =>
    rowOf(
      id,
      `${titleIn(scenario.groups, id)} (virtual queue)`,
      axisOf('meanOccupancy', 'elements'),
      pointsOf(frames, meanOccupancy),
    ),
  );
}

const rowOf = (id: string, name: string, value: AxisSpec, points: readonly LinePoint[]): LineRow => ({
  id,
  name,
  value,
  series: [{ kind: 'simulation', name: 'simulation', points }],
});

function axisOf(view: Exclude<TimeView, 'startUp'>, unit: string): AxisSpec {
  switch (view) {
    case 'meanOccupancy':
      return { title: measureWords(view), unit };
    case 'throughput':
      return { title: 'served', unit: `${unit}/s` };
    case 'offeredRate':
      return { title: 'offered', unit: `${unit}/s` };
    case 'utilization':
      return { title: 'servers serving', unit: 'share of time' };
    case 'blockedFraction':
      return { title: 'servers blocked', unit: 'share of time' };
  }
}

function pointsOf({ bounds }: FramesEstimate, series: StageFrames['meanOccupancy']): readonly LinePoint[] {
  return series.map((estimate: Estimate | null, i) => ({
    x: bounds[i]!,
    to: bounds[i + 1]!,
    y: estimate?.mean,
    ...(estimate && intervalOf(estimate)),
  }));
}

function startUpRow(scenario: Scenario, { stages }: Known, id: NodeId, axis: AxisSpec): LineRow | undefined {
  const start = stages[id]?.startUp;
  if (!start) return undefined;
  const points = start.meanOccupancy.map((y, i) => ({
    x: i * start.interval,
    to: (i + 1) * start.interval,
    y,
  }));
  const text = `MSER-5 ${valueText(start.cut, axis)}`;
  return {
    ...rowOf(id, nodeTitle(scenario, id), axisOf('meanOccupancy', unitOf(scenario, id)), points),
    ...(start.cut > 0 && { marks: [{ x: start.cut, text, kind: 'cut' }] }),
  };
}

/** More boundaries than this are a hatching. */
const MOST_MARKS = 24;

/** Where frames of schedules begin between the start and `end`, s, and whose they are. */
export function scheduleMarks(scenario: Scenario, end: number): readonly LineMark[] {
  const names = new Map<number, string[]>();
  for (const node of scenario.nodes) {
    if (!(isSource(node) || isStage(node)) || !node.schedule) continue;
    const { frames, period = Number.POSITIVE_INFINITY } = node.schedule;
    for (let round = 0; round === 0 || round * period < end; round++) {
      for (const { from } of frames) {
        const x = from + (round === 0 ? 0 : round * period);
        if (x <= 0 || x >= end) continue;
        names.set(x, [...(names.get(x) ?? []), nameOf(node)]);
      }
      if (names.size > MOST_MARKS) return [];
    }
  }
  return [...names]
    .sort(([a], [b]) => a - b)
    .map(([x, who]) => ({ x, kind: 'event', text: `Schedule of ${who.join(', ')}` }));
}
