/** What the picture of levels over time draws: cells of time and of levels, each with its probability. */
import type { OccupancyAt } from '../../../workers/transient/contract.ts';
import type { HeatGrid } from '../../ui/charts/HeatMap.tsx';

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
