/**
 * Hyper-exponential and phase-type distributions by maximum likelihood. A phase-type distribution is a mixture of up to three Erlang distributions,
 * which can come as near to any distribution as wished; how many phases each branch has is searched among some dozens of settings,
 * all of them for a few steps and the best to the end, then from there by more and fewer phases of one branch at a time, and
 * ranked with the penalty of all fits.
 */
import { err, ok } from '../../core/base/result.ts';
import { type Branch, erlangMixture, gammaDensity } from '../../core/distributions/gamma.ts';
import type { PhaseTypeDistribution, ServiceDistribution } from '../../core/distributions/index.ts';
import { exp, log } from '../../core/numeric/elementary.ts';
import { gammaP, gammaQ, gammaTerm } from '../../core/numeric/incomplete-gamma.ts';
import { formatNumber } from '../../core/quantities/quantity-format.ts';
import { type Cells, coarse, middleOf } from './cells.ts';
import type { FitOutcome, Fitted } from './fitted.ts';
import { logLikelihood, withIntervals } from './likelihood.ts';
import { covarianceAt } from './maximize.ts';
import { penalty } from './penalty.ts';

const MOST_STEPS = 1000;
const TAKEN_ON = 4;

/** A branch with all of them and a rate without bounds makes the likelihood as large as wished. */
const zerosRefused = ({ kind, low, weight, total }: Cells): string | undefined =>
  kind === 'points' && low[0] === 0
    ? `${weight[0]} of the ${total} values ${weight[0] === 1 ? 'is' : 'are'} 0: its likelihood has no largest value`
    : undefined;

export function fitHyperexponential(cells: Cells): FitOutcome {
  const zeros = zerosRefused(cells);
  if (zeros) return err(zeros);
  if (cells.scv <= 1)
    return err(
      `it varies more than an exponential distribution, and the data do not (scv ${formatNumber(cells.scv)})`,
    );
  const ends = startsOf(cells, [1, 1]).map((start) => expectAndMaximize(cells, start, MOST_STEPS));
  const best = highest(ends);
  if (!best) return err('one branch gets no values');
  return ok(fittedMixture(cells, best, hyperexponentialDistribution));
}

export function fitPhaseType(cells: Cells): FitOutcome {
  const zeros = zerosRefused(cells);
  if (zeros) return err(zeros);
  const rough = coarse(cells);
  const first = settings(cells.scv).flatMap((shapes) =>
    startsOf(rough, shapes).map((start) => expectAndMaximize(rough, start, FIRST_STEPS)),
  );
  const second = cheapest(
    cheapest(first, rough)
      .slice(0, TAKEN_ON)
      .map(({ branches }) => expectAndMaximize(rough, branches, MOST_STEPS)),
    rough,
  );
  const tops = [2, 3].flatMap((count) => second.find(({ branches }) => branches.length === count) ?? []);
  const [found] = cheapest(
    tops.map((top) => climb(top, rough)),
    rough,
  );
  if (!found) return err('no mixture of Erlang distributions has all its branches used');
  return ok(
    fittedMixture(cells, expectAndMaximize(cells, found.branches, MOST_STEPS), phaseTypeDistribution),
  );
}

const highest = (ends: readonly Step[]): Step | undefined =>
  ends
    .filter(isSound)
    .reduce<Step | undefined>(
      (best, end) => (best && best.logLikelihood >= end.logLikelihood ? best : end),
      undefined,
    );

function fittedMixture(
  cells: Cells,
  { branches, logLikelihood: value }: Step,
  distributionOf: (b: readonly Branch[]) => ServiceDistribution,
): Fitted {
  const sorted = [...branches].sort((a, b) => b.share - a.share);
  const theta = [
    ...sorted.map(({ rate }) => log(rate)),
    ...sorted.slice(1).map(({ share }) => log(share / sorted[0]!.share)),
  ];
  const at = (coordinates: readonly number[]) => branchesAt(coordinates, sorted);
  const { covariance } = covarianceAt(
    (coordinates) => logLikelihood(cells, erlangMixture(at(coordinates))),
    theta,
  );
  const phased = sorted.some(({ shape }) => shape > 1);
  const phases = sorted.map(({ shape }, j) => ({ name: `phases[${j}]`, value: shape }));
  return {
    distribution: distributionOf(sorted),
    functions: erlangMixture(sorted),
    logLikelihood: value,
    parameters: [
      ...withIntervals((coordinates) => namedBranches(at(coordinates)), theta, covariance),
      ...(phased ? phases : []),
    ],
    real: 2 * sorted.length - 1,
    whole: distributionOf === phaseTypeDistribution ? sorted.length : 0,
    again: (other) => erlangMixture(expectAndMaximize(other, sorted, 100).branches),
  };
}

/** Coordinates: logarithms of the rates, then of the shares over the first one. */
function branchesAt(theta: readonly number[], shapes: readonly Branch[]): readonly Branch[] {
  const count = shapes.length;
  const odds = [1, ...theta.slice(count).map(exp)];
  const all = odds.reduce((sum, x) => sum + x, 0);
  return shapes.map(({ shape }, j) => ({ shape, share: odds[j]! / all, rate: exp(theta[j]!) }));
}

const namedBranches = (branches: readonly Branch[]): Record<string, number> =>
  Object.fromEntries(
    branches.flatMap(({ share, rate }, j) => [
      [`probabilities[${j}]`, share],
      [`rates[${j}]`, rate],
    ]),
  );

/** Shares that sum to 1 to the last digit. */
const sharesOf = (branches: readonly Branch[]): number[] => {
  const rest = branches.slice(1).map(({ share }) => share);
  return [1 - rest.reduce((sum, x) => sum + x, 0), ...rest];
};

const hyperexponentialDistribution = (branches: readonly Branch[]): ServiceDistribution => ({
  distribution: 'hyperexponential',
  probabilities: sharesOf(branches),
  rates: branches.map(({ rate }) => rate),
});

/** Each branch is a chain of its phases. */
export function phaseTypeDistribution(branches: readonly Branch[]): PhaseTypeDistribution {
  const shares = sharesOf(branches);
  const phases = branches.flatMap(({ shape, rate }, j) =>
    range(shape).map((k) => ({ rate, first: k === 1 ? shares[j]! : 0, last: k === shape })),
  );
  return {
    distribution: 'phaseType',
    alpha: phases.map(({ first }) => first),
    T: phases.map(({ rate, last }, i) =>
      phases.map((_, j) => (j === i ? -rate : j === i + 1 && !last ? rate : 0)),
    ),
  };
}

/**
 * Where a mixture of Erlang distributions is looked for: settings of branches and phases, where each begins, and how the best of them go
 * on. What a setting costs is the penalty of all fits less twice the logarithm of its likelihood.
 */

/** Steps before a setting is judged. */
const FIRST_STEPS = 25;
/** A branch with less than this share is left out. */
const LEAST_SHARE = 1e-7;
/** Phases of all branches together. */
const MOST_PHASES = 100;
/** Twice the logarithm of the likelihood that another setting must gain. */
const WORTHWHILE = 0.01;

/** Two or three branches of up to eight phases together, or of as many as the steadiness of the data asks for. */
function settings(scv: number): readonly (readonly number[])[] {
  const steady = Math.min(60, Math.ceil(1.5 / Math.max(scv, 0.02)));
  const few = [2, 3, 4, 6, 8].flatMap((phases) => [...twoParts(phases), ...threeParts(phases)]);
  const more = steady > 8 ? [steady, Math.ceil(steady * 1.5)].flatMap(twoParts) : [];
  // Two exponential branches are the hyper-exponential distribution.
  return [...few, ...more].filter((shapes) => shapes.length > 2 || shapes.some((shape) => shape > 1));
}

const range = (count: number): number[] => Array.from({ length: Math.max(0, count) }, (_, i) => i + 1);
const twoParts = (phases: number) => range(Math.floor(phases / 2)).map((a) => [a, phases - a]);
const threeParts = (phases: number) =>
  range(phases).flatMap((a) =>
    range(phases - a)
      .filter((b) => a <= b && b <= phases - a - b)
      .map((b) => [a, b, phases - a - b]),
  );

/** The values in as many groups as branches, by size; every order of the shapes over them. */
function startsOf(cells: Cells, shapes: readonly number[]): readonly (readonly Branch[])[] {
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
function climb(top: Step, cells: Cells): Step {
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
const cheapest = (ends: readonly Step[], cells: Cells): readonly Step[] =>
  ends.filter(isSound).sort((a, b) => costOf(a, cells) - costOf(b, cells));

const isSound = ({ branches, logLikelihood: value }: Step): boolean =>
  Number.isFinite(value) && branches.every(({ share }) => share >= LEAST_SHARE);

const costOf = ({ branches, logLikelihood: value }: Step, { total }: Cells): number =>
  penalty({ real: 2 * branches.length - 1, whole: branches.length, total }) - 2 * value;

/**
 * Mixtures of Erlang distributions by expectation and maximization: shares alpha_j and rates lambda_j of branches with r_j phases.
 * With z_ij the probability that value i came from branch j, alpha_j = sum z_ij / n and lambda_j = r_j sum z_ij / sum z_ij
 * E[x_i | j]. Of an interval, z_ij comes from the probability of the interval and E[x | j] from
 * E[X; l <= X < h] = (r / lambda) (G_{r+1}(h) - G_{r+1}(l)), G_r the Erlang distribution function with r phases. A step
 * never lowers the likelihood. Cost of one: values times branches.
 * Source: A. Thuemmler, P. Buchholz & M. Telek, A novel approach for phase-type fitting with the EM algorithm, IEEE Trans.
 * Dependable Secure Comput. 3 (2006) 245, section 3; for intervals Dempster, Laird & Rubin, J. R. Stat. Soc. B 39 (1977) 1,
 * section 4.2.
 */

interface Step {
  readonly branches: readonly Branch[];
  /** Log-likelihood of the branches that the step began with. */
  readonly logLikelihood: number;
}

/** Steps until the likelihood gains less than 1e-8 of a value's worth, or `most` of them. */
function expectAndMaximize(cells: Cells, start: readonly Branch[], most: number): Step {
  let branches = start;
  let before = Number.NEGATIVE_INFINITY;
  const logs = logsOf(cells);
  for (let count = 0; ; count += 1) {
    const step = emStep(cells, branches, logs);
    const settled = step.logLikelihood - before < 1e-8 * cells.total;
    if (settled || count >= most) return { branches, logLikelihood: step.logLikelihood };
    before = step.logLikelihood;
    branches = step.branches;
  }
}

/** Logarithms of points: every branch of every step wants them. */
const logsOf = ({ kind, low }: Cells): Float64Array =>
  kind === 'points' ? low.map(log) : new Float64Array(0);

export function emStep(cells: Cells, branches: readonly Branch[], logs = logsOf(cells)): Step {
  const { low, weight, total } = cells;
  const count = branches.length;
  const shares = new Float64Array(count);
  const sums = new Float64Array(count);
  const views = branches.map((branch) =>
    cells.kind === 'points' ? pointView(branch, cells, logs) : binView(branch, cells),
  );
  const likelihoods = new Float64Array(count);
  let logLikelihood = 0;
  for (let i = 0; i < low.length; i += 1) {
    let all = 0;
    for (let j = 0; j < count; j += 1) {
      likelihoods[j] = branches[j]!.share * views[j]!.likelihood(i);
      all += likelihoods[j]!;
    }
    logLikelihood += weight[i]! * log(all);
    // Further out than doubles reach: it says nothing of which branch it came from.
    if (!(all > 0)) continue;
    for (let j = 0; j < count; j += 1) {
      const z = (weight[i]! * likelihoods[j]!) / all;
      if (z === 0) continue;
      shares[j]! += z;
      sums[j]! += z * views[j]!.mean(i);
    }
  }
  return {
    logLikelihood,
    branches: branches.map((branch, j) =>
      sums[j]! > 0
        ? { ...branch, share: shares[j]! / total, rate: (branch.shape * shares[j]!) / sums[j]! }
        : branch,
    ),
  };
}

/** What a branch says of a cell, by its number: how likely it is, and its mean value. */
interface View {
  likelihood(cell: number): number;
  mean(cell: number): number;
}

function pointView(branch: Branch, { low }: Cells, logs: Float64Array): View {
  const density = gammaDensity(branch);
  return { likelihood: (cell) => exp(density(low[cell]!, logs[cell]!)), mean: (cell) => low[cell]! };
}

/**
 * Edges shared by neighbouring bins are computed once. G_{r+1}(x) = G_r(x) - t(x), t(x) = (lambda x)^r e^(-lambda
 * x) / r!.
 */
function binView({ shape, rate }: Branch, { low, high }: Cells): View {
  const edgeAt = (x: number): Edge => ({
    x,
    below: gammaP(shape, rate * x),
    above: gammaQ(shape, rate * x),
    term: x === Number.POSITIVE_INFINITY ? 0 : gammaTerm(shape, rate * x),
  });
  let from = edgeAt(0);
  let to = from;
  const look = (cell: number): void => {
    const [begin, end] = [low[cell]!, high[cell]!];
    if (from.x === begin && to.x === end) return;
    from = to.x === begin ? to : edgeAt(begin);
    to = edgeAt(end);
  };
  const own = (): number => Math.max(0, from.above > 0.5 ? to.below - from.below : from.above - to.above);
  return {
    likelihood: (cell) => {
      look(cell);
      return own();
    },
    mean: (cell) => {
      look(cell);
      const mean = ((shape / rate) * (own() + from.term - to.term)) / own();
      // Rounding must not lead out of the bin.
      return Math.min(high[cell]!, Math.max(low[cell]!, mean));
    },
  };
}

interface Edge {
  readonly x: number;
  readonly below: number;
  readonly above: number;
  readonly term: number;
}
