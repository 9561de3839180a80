/**
 * Hyper-exponential and phase-type distributions by maximum likelihood. A phase-type distribution is a mixture of up to three Erlang distributions,
 * which can come as near to any distribution as wished; how many phases each branch has is searched among some dozens of settings,
 * all of them for a few steps and the best to the end, then from there by more and fewer phases of one branch at a time, and
 * ranked with the penalty of all fits.
 */
import { err, ok } from '../../core/base/result.ts';
import type { PhaseTypeDistribution, ServiceDistribution } from '../../core/distributions/distribution.ts';
import { type Cells, coarse } from './cells.ts';
import { type Branch, erlangMixture } from './distribution-functions.ts';
import type { FitOutcome, Fitted } from './fitted.ts';
import { logLikelihood, withIntervals } from './likelihood.ts';
import { covarianceAt } from './maximize.ts';
import { expectAndMaximize, type Step } from './mixture-em.ts';
import { cheapest, climb, FIRST_STEPS, isSound, range, settings, startsOf } from './mixture-search.ts';

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
      `it varies more than an exponential distribution, and the data do not (scv ${short(cells.scv)})`,
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
    ...sorted.map(({ rate }) => Math.log(rate)),
    ...sorted.slice(1).map(({ share }) => Math.log(share / sorted[0]!.share)),
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
  const odds = [1, ...theta.slice(count).map(Math.exp)];
  const all = odds.reduce((sum, x) => sum + x, 0);
  return shapes.map(({ shape }, j) => ({ shape, share: odds[j]! / all, rate: Math.exp(theta[j]!) }));
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

const short = (value: number): string => String(Number(value.toPrecision(3)));
