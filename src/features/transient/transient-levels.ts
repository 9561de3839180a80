/** What the picture of levels over time draws: cells of time and of levels, each with its probability. */
import type { OccupancyAt } from '../../../workers/transient/contract.ts';

export interface LevelGrid {
  /** Middle of each column, s. */
  readonly times: readonly number[];
  /** Levels of each row: from `row * step` to `row * step + step - 1`. */
  readonly step: number;
  readonly rowCount: number;
  /** [column][row], probability of these levels at this time. */
  readonly cells: readonly (readonly number[])[];
}

/** Next to nothing is beyond: levels above are left out of the picture. */
const NEXT_TO_NOTHING = 1e-4;

/** At most `mostRows` rows, up to the highest level that matters at any time. */
export function levelGrid(distributions: readonly OccupancyAt[], mostRows: number): LevelGrid {
  const top = Math.max(1, ...distributions.map(({ probabilities }) => lastLevel(probabilities)));
  const step = Math.ceil((top + 1) / mostRows);
  const rowCount = Math.ceil((top + 1) / step);
  return {
    times: distributions.map(({ time }) => time),
    step,
    rowCount,
    cells: distributions.map(({ probabilities }) =>
      Array.from({ length: rowCount }, (_, row) =>
        probabilities.slice(row * step, (row + 1) * step).reduce((sum, p) => sum + p, 0),
      ),
    ),
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

/** How dark a cell is, 0 .. 1: by the square root, so that tails can be seen. */
export const shadeOf = (probability: number, largest: number): number =>
  largest > 0 ? Math.sqrt(probability / largest) : 0;
