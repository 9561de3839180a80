/**
 * Where a mixture of Erlang distributions is looked for: settings of branches and phases, where each begins, and how the best of them go
 * on. What a setting costs is the penalty of all fits less twice the logarithm of its likelihood.
 */
import { type Cells, middleOf } from './cells.ts';
import type { Branch } from './distribution-functions.ts';
import { expectAndMaximize, type Step } from './mixture-em.ts';
import { penalty } from './penalty.ts';

/** Of a setting before it is judged. */
export const FIRST_STEPS = 25;
/** A branch with less than this share is left out. */
const LEAST_SHARE = 1e-7;
/** Of all branches together. */
const MOST_PHASES = 100;
/** Twice the logarithm of the likelihood that another setting must gain. */
const WORTHWHILE = 0.01;

/** Two or three branches of up to eight phases together, or of as many as the steadiness of the data asks for. */
export function settings(scv: number): readonly (readonly number[])[] {
  const steady = Math.min(60, Math.ceil(1.5 / Math.max(scv, 0.02)));
  const few = [2, 3, 4, 6, 8].flatMap((phases) => [...twoParts(phases), ...threeParts(phases)]);
  const more = steady > 8 ? [steady, Math.ceil(steady * 1.5)].flatMap(twoParts) : [];
  // Two exponential branches are the hyper-exponential distribution.
  return [...few, ...more].filter((shapes) => shapes.length > 2 || shapes.some((shape) => shape > 1));
}

export const range = (count: number): number[] => Array.from({ length: Math.max(0, count) }, (_, i) => i + 1);
const twoParts = (phases: number) => range(Math.floor(phases / 2)).map((a) => [a, phases - a]);
const threeParts = (phases: number) =>
  range(phases).flatMap((a) =>
    range(phases - a)
      .filter((b) => a <= b && b <= phases - a - b)
      .map((b) => [a, b, phases - a - b]),
  );

/** The values in as many groups as branches, by size; every order of the shapes over them. */
export function startsOf(cells: Cells, shapes: readonly number[]): readonly (readonly Branch[])[] {
  const means = groupMeans(cells, shapes.length);
  return orders(shapes).map((order) =>
    order.map((shape, j) => ({ share: 1 / shapes.length, shape, rate: shape / means[j]! })),
  );
}

/** Groups of half, then a third, a tenth of the values: long ones are few. */
const CUTS: Readonly<Record<number, readonly number[]>> = { 2: [0, 0.7, 1], 3: [0, 0.4, 0.85, 1] };

function groupMeans({ low, high, weight, total }: Cells, groups: number): readonly number[] {
  const cuts = CUTS[groups]!;
  const sums = range(groups).map(() => ({ sum: 0, count: 0 }));
  let below = 0;
  low.forEach((x, i) => {
    const middle = (below + weight[i]! / 2) / total;
    const group =
      sums[
        Math.min(
          groups,
          cuts.findIndex((cut) => cut > middle),
        ) - 1
      ] ?? sums[groups - 1]!;
    group.sum += weight[i]! * middleOf(x, high[i]!);
    group.count += weight[i]!;
    below += weight[i]!;
  });
  const longest = middleOf(low[low.length - 1]!, high[high.length - 1]!);
  return sums.map(({ sum, count }, j) => (sum > 0 ? sum / count : (longest * (j + 1)) / (10 * groups)));
}

function orders(shapes: readonly number[]): readonly (readonly number[])[] {
  if (shapes.length === 1) return [shapes];
  const seen = new Set<number>();
  return shapes.flatMap((shape, i) => {
    if (seen.has(shape)) return [];
    seen.add(shape);
    return orders(shapes.filter((_, j) => j !== i)).map((rest) => [shape, ...rest]);
  });
}

/** Steady branches far from each other need many phases each, which the settings do not reach. */
export function climb(top: Step, cells: Cells): Step {
  let best = top;
  for (;;) {
    const steps = neighbours(best.branches).map((branches) =>
      expectAndMaximize(cells, branches, FIRST_STEPS),
    );
    const [next] = cheapest(steps, cells);
    if (!next || costOf(next, cells) > costOf(best, cells) - WORTHWHILE) return best;
    best = next;
  }
}

/** Twice or half as many phases in one branch, or one more or less, of the same mean. */
const neighbours = (branches: readonly Branch[]): readonly (readonly Branch[])[] =>
  branches.flatMap((branch, j) => {
    const others = branches.reduce((sum, { shape }) => sum + shape, -branch.shape);
    const { shape: now, rate } = branch;
    return [...new Set([2 * now, Math.ceil(1.4 * now), now + 1, now - 1, Math.floor(now / 2)])]
      .filter((shape) => shape >= 1 && shape !== now && others + shape <= MOST_PHASES)
      .map((shape) =>
        branches.map((one, i) => (i === j ? { ...one, shape, rate: (rate * shape) / now } : one)),
      );
  });

/** Sound ones only. */
export const cheapest = (ends: readonly Step[], cells: Cells): readonly Step[] =>
  ends.filter(isSound).sort((a, b) => costOf(a, cells) - costOf(b, cells));

export const isSound = ({ branches, logLikelihood: value }: Step): boolean =>
  Number.isFinite(value) && branches.every(({ share }) => share >= LEAST_SHARE);

const costOf = ({ branches, logLikelihood: value }: Step, { total }: Cells): number =>
  penalty({ real: 2 * branches.length - 1, whole: branches.length, total }) - 2 * value;
