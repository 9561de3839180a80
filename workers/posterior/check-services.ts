/**
 * Are the services of each queue distributed as the model has them? In any one draw of a chain, the distribution with its services, the
 * shares of services below each of them are independent and even, if the model is right: before anything was seen, draw and truth are the
 * same thing (Johnson, Bayesian Anal. 2 (2007) 719). So are those of the visits that were seen, which are most unlike
 * what the model has where it is wrong. Sums of polynomials over them (Neyman's smooth test) and of products of those near each other have
 * mean 0 and variance 1, of which draws that differ leave only a part to be told by the data.
 */
import { NormalDraws } from '../../core/distributions/draws.ts';
import { exp } from '../../core/numeric/elementary.ts';
import { gammaQ } from '../../core/numeric/incomplete-gamma.ts';
import { symmetricEigen } from '../numeric/symmetric-eigen.ts';
import { openStream } from '../random/random-stream.ts';
import { type ChainState, isSeen } from './chain-state.ts';
import type { ChainRefusal, PosteriorProblem } from './contract.ts';
import { startChain } from './run-chain.ts';
import { DISCRETE } from './service-distributions.ts';

const SWEEPS = 200;
/** Sweeps that are not used, and from one that is used to the next. */
const FORGOTTEN = 60;
const EVERY = 2;
/** Polynomials: mean, spread, skewness and on. */
const POLYNOMIALS = 6;
/** From so many visits apart to so many: a slow spell shows in those that are as long as it. */
const ROWS = [
  [1, 1],
  [2, 4],
  [5, 16],
  [17, 64],
] as const;
/** So many times as many visits, or a sum has few terms that count, and strays much farther than a normal number. */
const VISITS_OVER_ROW = 20;
/** Visits at least. */
const FEWEST_VISITS = 20;
/** A sum has variance 1; the part of it that the data have to tell for the sum to count. */
const LEAST_TOLD = 0.2;
/** Draws that vary by so much more than 1 do not come from a model that is right; their mean is then held against that 1. */
const BEYOND = 0.5;
/** Draws are few: so much may be missing of that part. */
const UNSURE = 0.05;
/** Services that vary less than this (squared) are constant: how clocks spread them is no question. */
const CONSTANT = 1e-3;

/** Standard deviation of ln s by which services of few values are blurred. */
const BLUR = 0.05;

/** How the services of one queue are like those that the model has. */
export interface ServiceFit {
  /** Number of visits whose services were looked at. */
  readonly visits: number;
  /** Probability of shares as uneven as these or more, were the distribution right; undefined where the data tell nothing of it. */
  readonly shape: number | undefined;
  /** Probability of services as like those shortly before, or as unlike, were they independent; undefined as for the shape. */
  readonly row: number | undefined;
}

/** Sweeps more that are not used where services have few values: hidden ones find theirs one by one. */
const SETTLING = 100;
export const settlingSweeps = ({ queues }: PosteriorProblem): number =>
  queues.some(({ family }) => family === 'discrete') ? SETTLING : 0;

/** One chain with the families that the problem has. By queue. */
export function checkServices(
  problem: PosteriorProblem,
  chain: number,
  seed: number,
): readonly ServiceFit[] | ChainRefusal {
  const settling = settlingSweeps(problem);
  const run = startChain({ ...problem, sweeps: settling + SWEEPS }, chain, seed);
  if ('refused' in run) return run;
  const { state } = run;
  const sums = problem.queues.map(() => ({ shape: new Moments(), row: new Moments(), visits: 0 }));
  const constant = new Set<number>();
  const normal = new NormalDraws(openStream({ seed, replication: chain, node: 'blur', purpose: 'filter' }));
  const blurs = state.d.map(() => normal.next());
  for (let sweep = 1; !run.isDone; sweep += 1) {
    run.sweep();
    if (sweep <= settling + FORGOTTEN || sweep % EVERY !== 0) continue;
    for (const [i, shares] of sharesOfSeen(state, problem.queues.length, blurs).entries()) {
      const { shape, row } = sums[i]!;
      const isDiscrete = state.distributions.family[i + 1] === DISCRETE;
      if (!isDiscrete && state.distributions.scv(i + 1) < CONSTANT) constant.add(i);
      sums[i]!.visits = shares.length;
      shape.add(polynomialSums(shares));
      row.add(rowSums(shares));
    }
  }
  return sums.map(({ shape, row, visits }, i) => ({
    visits,
    ...(visits < FEWEST_VISITS || constant.has(i)
      ? { shape: undefined, row: undefined }
      : { shape: shape.probability(), row: row.probability() }),
  }));
}

/**
 * By queue, in the order of arrival: the shares of services below those of the visits that were seen. Services of few values are blurred,
 * each visit by the same in all draws: how clocks and machines spread a value is no question.
 */
function sharesOfSeen(
  state: ChainState,
  queues: number,
  blurs: Float64Array,
): readonly (readonly number[])[] {
  const { arrivals, distributions, d } = state;
  return Array.from({ length: queues }, (_, i) => {
    const shares: number[] = [];
    for (let e = arrivals.first(i + 1); e >= 0; e = arrivals.after[e]!)
      if (isSeen(state, e)) {
        const s = d[e]! - state.commencement(e);
        shares.push(
          distributions.family[i + 1] === DISCRETE
            ? distributions.cumulativeBlurred(i + 1, s * exp(BLUR * blurs[e]!), BLUR)
            : distributions.cumulative(i + 1, s),
        );
      }
    return shares;
  });
}

/** Legendre's, on [0, 1] and of variance 1: sums over the root of their number. */
function polynomialSums(shares: readonly number[]): number[] {
  const sums = Array.from({ length: POLYNOMIALS }, () => 0);
  for (const share of shares) {
    const x = 2 * share - 1;
    let [before, now] = [1, x];
    for (let n = 1; n <= POLYNOMIALS; n += 1) {
      sums[n - 1]! += Math.sqrt(2 * n + 1) * now;
      [before, now] = [now, ((2 * n + 1) * x * now - n * before) / (n + 1)];
    }
  }
  return sums.map((sum) => sum / Math.sqrt(shares.length));
}

/** Products of services so far apart, each of variance 1 / 12, over the root of their number. */
function rowSums(shares: readonly number[]): number[] {
  const rows = ROWS.filter(([, to]) => to * VISITS_OVER_ROW <= shares.length);
  return rows.map(([from, to]) => {
    let [sum, count] = [0, 0];
    for (let apart = from; apart <= to; apart += 1)
      for (let i = apart; i < shares.length; i += 1) {
        sum += (shares[i - apart]! - 0.5) * (shares[i]! - 0.5);
        count += 1;
      }
    return (12 * sum) / Math.sqrt(Math.max(1, count));
  });
}

/** Vectors of numbers with mean 0 and variance 1 where the model is right, over the draws. */
class Moments {
  private draws = 0;
  private sum: number[] = [];
  private products: number[][] = [];

  /** As many each time. */
  add(values: readonly number[]): void {
    if (this.draws === 0) {
      this.sum = values.map(() => 0);
      this.products = values.map(() => values.map(() => 0));
    }
    this.draws += 1;
    for (const [i, value] of values.entries()) {
      this.sum[i]! += value;
      for (const [j, other] of values.entries()) this.products[i]![j]! += value * other;
    }
  }

  /**
   * What is the same in all draws has the variance that draws do not have. Its probability, from the directions in which that is
   * enough; undefined where there are none.
   */
  probability(): number | undefined {
    const mean = this.sum.map((sum) => sum / this.draws);
    const told = this.products.map((row, i) =>
      row.map((product, j) => (i === j ? 1 : 0) - product / this.draws + mean[i]! * mean[j]!),
    );
    let [distance, directions] = [0, 0];
    for (const { value, vector } of symmetricEigen(told)) {
      if (value < LEAST_TOLD && value > -BEYOND) continue;
      directions += 1;
      const variance = value > 0 ? value + UNSURE : 1;
      distance += mean.reduce((sum, one, i) => sum + one * vector[i]!, 0) ** 2 / variance;
    }
    return directions === 0 ? undefined : gammaQ(directions / 2, distance / 2);
  }
}
