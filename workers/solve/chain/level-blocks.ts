/**
 * The chain of a network with one unbounded stage as a quasi-birth-death process. Level: the elements that wait in that
 * stage over the most that one event adds or takes, rounded down, so that only neighbouring levels are reached; bulk
 * service of b is one level down. Phase: all else. Far enough up all levels look alike.
 */
import { type DenseMatrix, zeroMatrix } from '../../numeric/dense-matrix.ts';
import type { QbdLevels } from '../stations/qbd.ts';
import type { ChainModel } from './chain-model.ts';
import { type ExploredChain, exploreChain } from './explore-chain.ts';

export interface ChainLevels {
  readonly chain: ExploredChain;
  readonly levels: QbdLevels;
  /** States of levels 0 .. c, those of level c in the order of the phases of all levels above. */
  readonly states: readonly Int32Array[];
  /** Elements per level. */
  readonly step: number;
}

/** Levels that may be unlike those above. */
const MOST_BOUNDARY = 3;

/**
 * `modelAt` gives the model with the unbounded stage cut at so many elements. Undefined where a level has more than
 * `mostPhases` states or levels do not come to look alike.
 */
export function levelBlocks(
  modelAt: (cut: number) => ChainModel,
  stage: number,
  mostPhases: number,
): ChainLevels | undefined {
  const { serverCount, batchMax } = modelAt(1).stages[stage]!;
  const inService = serverCount * batchMax;
  let step = batchMax;
  for (;;) {
    // What happens near the cut is not looked at.
    const cut = inService + step * (MOST_BOUNDARY + 4);
    const chain = exploreChain(modelAt(cut), mostPhases * (MOST_BOUNDARY + 6));
    if (chain.kind === 'tooLarge') return undefined;
    const waiting = waitingIn(chain, stage);
    const largest = largestStep(chain, waiting);
    if (largest > step) {
      step = largest;
      continue;
    }
    return alike(chain, waiting, { stage, step, mostPhases });
  }
}

function waitingIn({ working, rows, stateCount }: ExploredChain, stage: number): Int32Array {
  const at = working.places[stage]!.waitingAt;
  return Int32Array.from({ length: stateCount }, (_, state) => rows[state * working.layout.width + at]!);
}

function largestStep({ rates, stateCount }: ExploredChain, waiting: Int32Array): number {
  let most = 1;
  for (let state = 0; state < stateCount; state++)
    for (let k = rates.starts[state]!; k < rates.starts[state + 1]!; k++)
      most = Math.max(most, Math.abs(waiting[rates.columns[k]!]! - waiting[state]!));
  return most;
}

interface Cut {
  readonly stage: number;
  readonly step: number;
  readonly mostPhases: number;
}

function alike(
  chain: ExploredChain,
  waiting: Int32Array,
  { stage, step, mostPhases }: Cut,
): ChainLevels | undefined {
  const ordered = statesByLevel(chain, waiting, stage, step);
  const block = (from: number, to: number): DenseMatrix => rateBlock(chain, ordered[from]!, ordered[to]!);
  for (let c = 1; c <= MOST_BOUNDARY; c++) {
    const m = ordered[c]!.length;
    if (m > mostPhases) return undefined;
    const same =
      samePhases(chain, ordered, [c, c + 1, c + 2], { stage, step }) &&
      equal(block(c, c), block(c + 1, c + 1)) &&
      equal(block(c, c + 1), block(c + 1, c + 2)) &&
      equal(block(c + 1, c), block(c + 2, c + 1));
    if (!same) continue;
    const below = Array.from({ length: c + 1 }, (_, n) => n);
    return {
      chain,
      step,
      states: ordered.slice(0, c + 1),
      levels: {
        local: below.map((n) => block(n, n)),
        up: below.map((n) => block(n, n + 1)),
        down: below.map((n) => (n === 0 ? zeroMatrix(0, 0) : block(n, n - 1))),
        repeatUp: block(c, c + 1),
        repeatDown: block(c + 1, c),
      },
    };
  }
  return undefined;
}

type Keyed = Pick<Cut, 'stage' | 'step'>;

/** The state without its level. */
function phaseOf({ working, rows }: ExploredChain, state: number, { stage, step }: Keyed): string {
  const { width } = working.layout;
  const row = rows.slice(state * width, (state + 1) * width);
  row[working.places[stage]!.waitingAt]! %= step;
  return row.join();
}

function statesByLevel(chain: ExploredChain, waiting: Int32Array, stage: number, step: number) {
  const levels: { readonly state: number; readonly phase: string }[][] = [];
  waiting.forEach((w, state) => {
    const level = Math.floor(w / step);
    levels[level] ??= [];
    levels[level].push({ state, phase: phaseOf(chain, state, { stage, step }) });
  });
  return levels.map((level) =>
    Int32Array.from(
      level.sort((a, b) => (a.phase < b.phase ? -1 : 1)),
      ({ state }) => state,
    ),
  );
}

function samePhases(
  chain: ExploredChain,
  ordered: readonly Int32Array[],
  [first, ...others]: readonly number[],
  keyed: Keyed,
): boolean {
  const of = (level: number): string =>
    Array.from(ordered[level]!, (state) => phaseOf(chain, state, keyed)).join(' ');
  return others.every((level) => ordered[level] !== undefined && of(level) === of(first!));
}

/** Rates from the states of one level to those of another; within a level with the diagonal. */
function rateBlock({ rates }: ExploredChain, from: Int32Array, to: Int32Array): DenseMatrix {
  const matrix = zeroMatrix(from.length, to.length);
  const place = new Map([...to].map((state, j) => [state, j]));
  from.forEach((state, i) => {
    for (let k = rates.starts[state]!; k < rates.starts[state + 1]!; k++) {
      const j = place.get(rates.columns[k]!);
      if (j !== undefined) matrix.values[i * to.length + j]! += rates.values[k]!;
      if (from === to) matrix.values[i * to.length + i]! -= rates.values[k]!;
    }
  });
  return matrix;
}

const equal = (a: DenseMatrix, b: DenseMatrix): boolean =>
  a.values.length === b.values.length &&
  a.values.every((x, i) => Math.abs(x - b.values[i]!) <= 1e-12 * Math.abs(x));
