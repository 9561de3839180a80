import { closedClasses } from './closed-classes.ts';
import type { SparseMatrix } from './sparse-matrix.ts';
import { solveStationary } from './stationary.ts';

/** A chain that is stopped at a target. */
export interface StoppedChain {
  /** States that can be reached from the start without passing a target, the start first. */
  readonly members: Int32Array;
  /** Rates among them, and to one more state behind them that stands for all targets. */
  readonly rates: SparseMatrix;
}

/** `start` is no target. */
export function stopAt(
  rates: SparseMatrix,
  start: number,
  isTarget: (state: number) => boolean,
): StoppedChain {
  const place = new Int32Array(rates.size).fill(-1);
  const members = [start];
  place[start] = 0;
  for (const state of members) {
    for (let k = rates.starts[state]!; k < rates.starts[state + 1]!; k++) {
      const to = rates.columns[k]!;
      if (place[to]! >= 0 || isTarget(to)) continue;
      place[to] = members.length;
      members.push(to);
    }
  }
  const target = members.length;
  const starts = new Int32Array(target + 2);
  const columns: number[] = [];
  const values: number[] = [];
  members.forEach((state, i) => {
    let stopped = 0;
    for (let k = rates.starts[state]!; k < rates.starts[state + 1]!; k++) {
      const to = place[rates.columns[k]!]!;
      if (to < 0) stopped += rates.values[k]!;
      else {
        columns.push(to);
        values.push(rates.values[k]!);
      }
    }
    if (stopped > 0) {
      columns.push(target);
      values.push(stopped);
    }
    starts[i + 1] = columns.length;
  });
  starts[target + 1] = columns.length;
  const stopped = {
    size: target + 1,
    starts,
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  };
  return { members: Int32Array.from(members), rates: stopped };
}

/**
 * Mean time from the start to a target, s; Infinity where it may never come. A chain that starts anew at each target
 * does so once per passage, so the mean is one over the rate of stops in its steady state: no digit is lost, however
 * rare the target is. Source: S. Ross, Introduction to Probability Models, section 7.4 (renewal reward).
 */
export function meanPassageTime({ members, rates }: StoppedChain): number {
  const target = members.length;
  const renewed = startingAnew(rates, target);
  if (!closedClasses(renewed).every((closed) => closed.includes(0))) return Number.POSITIVE_INFINITY;
  const { pi } = solveStationary(renewed);
  const { starts, columns, values } = rates;
  let rate = 0;
  for (let i = 0; i < target; i++)
    for (let k = starts[i]!; k < starts[i + 1]!; k++) if (columns[k] === target) rate += pi[i]! * values[k]!;
  return 1 / rate;
}

/** The chain among the first `target` states; what goes to the target goes to state 0. */
function startingAnew({ starts, columns, values }: SparseMatrix, target: number): SparseMatrix {
  const kept: number[] = [];
  const keptValues: number[] = [];
  const rowStarts = new Int32Array(target + 1);
  for (let i = 0; i < target; i++) {
    let toStart = 0;
    for (let k = starts[i]!; k < starts[i + 1]!; k++) {
      const to = columns[k]!;
      if (to === target || to === 0) toStart += values[k]!;
      else {
        kept.push(to);
        keptValues.push(values[k]!);
      }
    }
    if (i > 0 && toStart > 0) {
      kept.push(0);
      keptValues.push(toStart);
    }
    rowStarts[i + 1] = kept.length;
  }
  return {
    size: target,
    starts: rowStarts,
    columns: Int32Array.from(kept),
    values: Float64Array.from(keptValues),
  };
}
