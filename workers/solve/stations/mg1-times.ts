/**
 * Waiting and sojourn times of M/G/1, first come, first served, by inversion of their Pollaczek-Khinchine transforms.
 *
 * With D(s) = 1 - S_e(s), S_e the transform of the residual service (distribution-transform.ts), and U = (1 - rho) + rho D:
 *   integral of e^(-s t) P[W > t] = rho D / (s U),   of P[W + S > t] = (rho D + (1 - rho) (1 - S)) / (s U).
 *
 * Inputs: `distribution` of the service; `lambda`, 1/s; `idle` = 1 - rho > 0. Outputs: tails to 1e-8 absolute; where the distribution has
 * jumps or corners, of which the first are taken off beforehand, to 2e-5 at least.
 * Refuses: a distribution without parts, and one whose kinks keep the series from settling: undefined.
 * Source: Gross & Harris 1998, section 5.1.5; Abate & Whitt 1995.
 */
import {
  distributionMean,
  partsOf,
  type ServiceDistribution,
  sharpTailsOf,
} from '../../../core/distributions/index.ts';
import type { FixedPart, PiecePart, SharpTails, UniformPart } from '../../../core/distributions/knowledge.ts';
import { EULER_SHIFT, invertLaplace } from '../../numeric/laplace-inversion.ts';
import { residualTransform } from './distribution-transform.ts';
import type { TimeDistribution } from './time-distribution.ts';
import { alongSeries, type TimeTransform } from './time-transform.ts';

export interface Mg1TimesInput {
  readonly distribution: ServiceDistribution;
  readonly lambda: number;
  readonly idle: number;
  /** Mean wait, s. */
  readonly meanWait: number;
}

/** The wait, or with `served` the wait and the service. */
export function mg1Time(input: Mg1TimesInput, served: boolean): TimeDistribution | undefined {
  const { distribution, lambda, idle, meanWait } = input;
  const mean = distributionMean(distribution);
  const expected = served ? meanWait + mean : meanWait;
  if (!Number.isFinite(expected) || !residualTransform(distribution, expected, 1)) return undefined;
  const share = served ? idle : lambda * mean * idle;
  const corners = corneredTails(distribution);
  const cornered = (t: number) =>
    corners ? share * (served ? corners.tail(t) : corners.residualTail(t)) : 0;
  const transform = (t: number, count: number): Float64Array =>
    smoothTransform({ ...input, served, cornered: corners !== undefined }, t, count);
  const at = (t: number): number | undefined => {
    const smooth = invertLaplace({ transform, t, tolerance: 1e-7, acceptable: 2e-5, most: 2048 });
    return smooth === undefined ? undefined : smooth + cornered(t);
  };
  const tail = (t: number) => (t === 0 ? (served ? 1 : 1 - idle) : (at(t) ?? Number.NaN));
  const settles = [0.1, 1, 5].every((times) => at(times * expected) !== undefined);
  return settles ? { tail, mean: expected, transform: mg1Transform(input, served) } : undefined;
}

/** (1 - rho) / U of the wait, times S of wait and service. */
export const mg1Transform =
  ({ distribution, lambda, idle }: Omit<Mg1TimesInput, 'meanWait'>, served: boolean): TimeTransform =>
  (t, count) => {
    const along = residualTransform(distribution, t, count);
    if (!along) return undefined;
    const rho = lambda * distributionMean(distribution);
    let k = 0;
    return alongSeries(t, count, () => {
      const ended: Complex = served ? [along.distributionRe[k]!, along.distributionIm[k]!] : [1, 0];
      const found = ratio(
        [idle * ended[0], idle * ended[1]],
        [idle + rho * along.re[k]!, rho * along.im[k]!],
      );
      k += 1;
      return found;
    });
  };

interface Smooth extends Mg1TimesInput {
  readonly served: boolean;
  /** Its corners are taken off. */
  readonly cornered: boolean;
}

/** Real parts of the transform of the tail, less the term that holds its corners. */
function smoothTransform(
  { distribution, lambda, idle, served, cornered }: Smooth,
  t: number,
  count: number,
): Float64Array {
  const rho = lambda * distributionMean(distribution);
  const along = residualTransform(distribution, t, count)!;
  return Float64Array.from({ length: count }, (_, k) => {
    const s: Complex = [EULER_SHIFT / (2 * t), (Math.PI * k) / t];
    const D: Complex = [along.re[k]!, along.im[k]!];
    const ended: Complex = served ? [1 - along.distributionRe[k]!, -along.distributionIm[k]!] : [0, 0];
    const whole = ratio(
      [rho * D[0] + idle * ended[0], rho * D[1] + idle * ended[1]],
      product(s, [idle + rho * D[0], rho * D[1]]),
    );
    if (!cornered) return whole[0];
    const corner = ratio(served ? ended : [rho * D[0], rho * D[1]], s);
    return whole[0] - idle * corner[0];
  });
}

type Complex = readonly [re: number, im: number];

const product = (a: Complex, b: Complex): Complex => [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];

function ratio(a: Complex, b: Complex): Complex {
  const size = b[0] ** 2 + b[1] ** 2;
  return [(a[0] * b[0] + a[1] * b[1]) / size, (a[1] * b[0] - a[0] * b[1]) / size];
}

/**
 * Tails of distributions with jumps and corners (constant, uniform, Pareto, histograms, traces), which inversion takes off before it
 * sums and adds again. Other distributions have none.
 */
function corneredTails(distribution: ServiceDistribution): SharpTails | undefined {
  const known = sharpTailsOf(distribution);
  const parts = known ? undefined : partsOf(distribution);
  const cornered = parts?.filter((part) => part.kind !== 'gamma' && part.kind !== 'smooth') ?? [];
  if (!parts || cornered.length < parts.length) return known;
  const mean = distributionMean(distribution);
  const sum = (t: number, of: (part: CorneredPart, t: number) => number) =>
    cornered.reduce((all, part) => all + part.weight * of(part, t), 0);
  return { tail: (t) => sum(t, partTail), residualTail: (t) => sum(t, partBeyond) / mean };
}

type CorneredPart = FixedPart | UniformPart | PiecePart;

/** P[X > t]. */
function partTail(part: CorneredPart, t: number): number {
  if (part.kind === 'fixed') return part.at > t ? 1 : 0;
  if (part.kind === 'uniform') return Math.min(1, Math.max(0, (part.max - t) / (part.max - part.min)));
  return t <= part.min ? 1 : t >= part.max ? 0 : part.tail(t);
}

/** E max(0, X - t). */
function partBeyond(part: CorneredPart, t: number): number {
  if (part.kind === 'fixed') return Math.max(0, part.at - t);
  if (t >= part.max) return 0;
  if (part.kind === 'piece') return t <= part.min ? part.beyond(part.min) + part.min - t : part.beyond(t);
  if (t <= part.min) return (part.min + part.max) / 2 - t;
  return (part.max - t) ** 2 / (2 * (part.max - part.min));
}
