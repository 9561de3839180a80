/** How chains close in, as rows of lines over their sweeps: the worst R-hat, and mean service times drawn by each chain. */
import { MOST_R_HAT, type PosteriorReport } from '../../../workers/posterior/contract.ts';
import type { AxisSpec } from '../../ui/charts/axis.ts';
import type { LinePoint, LineRow, LineSeries } from '../../ui/charts/line-series.ts';
import type { Closeness, LiveRun } from './posterior-store.ts';

/** One chain: mean service by queue at each of its sweeps, s. */
interface DrawnChain {
  readonly sweeps: readonly number[];
  readonly means: readonly Float64Array[];
}

export interface DrawnChains {
  readonly queueIds: readonly string[];
  readonly chains: readonly DrawnChain[];
}

/** More are not told apart. */
const MOST_CHAINS = 8;
/** Points of a line: more are not seen. */
const MOST_POINTS = 300;
/** R-hat beyond this is as good as any. */
const HIGHEST = 5;

export const liveChains = ({ queueIds, chains }: LiveRun): DrawnChains => ({ queueIds, chains });

/** Rows stand evenly over the sweeps. */
export function reportedChains({ queueIds, traces, sweeps }: PosteriorReport): DrawnChains {
  const chains = traces.map(({ means, rows }) => {
    const shown = Array.from(
      { length: Math.min(rows, MOST_POINTS) },
      (_, i, count = Math.min(rows, MOST_POINTS)) => Math.floor(((i + 1) * rows) / count - 1),
    );
    return {
      sweeps: shown.map((row) => ((row + 1) * sweeps) / rows),
      means: shown.map((row) => means.subarray(row * queueIds.length, (row + 1) * queueIds.length)),
    };
  });
  return { queueIds, chains };
}

export function closenessRow(history: readonly Closeness[], end: number): LineRow {
  const points = history.map(
    ({ sweeps, rHat }): LinePoint => ({
      x: sweeps,
      y: Number.isFinite(rHat) ? Math.min(HIGHEST, rHat) : undefined,
    }),
  );
  const start = { x: 0, y: undefined };
  return {
    id: 'closeness',
    name: 'Do the chains agree?',
    value: { title: 'worst R-hat', unit: '' },
    series: [
      {
        kind: 'baseline',
        name: `agreed below ${MOST_R_HAT}`,
        guide: true,
        points: [
          { x: 0, y: MOST_R_HAT },
          { x: end, y: MOST_R_HAT },
        ],
      },
      { kind: 'model', name: 'worst R-hat', points: [start, ...points] },
    ],
  };
}

export function traceRow({ queueIds, chains }: DrawnChains, queue: string, axis: AxisSpec): LineRow {
  const column = queueIds.indexOf(queue);
  return {
    id: queue,
    name: queue,
    value: axis,
    series: chains.slice(0, MOST_CHAINS).map(
      ({ sweeps, means }, chain): LineSeries => ({
        kind: 'simulation',
        name: `chain ${chain + 1}`,
        points: sweeps.map((x, i) => ({ x, y: means[i]![column] })),
      }),
    ),
  };
}

/** The largest mean that is drawn, s: for the unit of the axis. */
export function longestMean({ queueIds, chains }: DrawnChains, queues: readonly string[]): number {
  let longest = 0;
  for (const { means } of chains)
    for (const row of means) for (const id of queues) longest = Math.max(longest, row[queueIds.indexOf(id)]!);
  return longest;
}
