/** The three ways to say how fast: a rate, a mean time, or first principles. */
import type { LocatedDistribution, Location } from '../../../core/distributions/distribution.ts';
import { locationRate } from '../../../core/distributions/distribution-moments.ts';

export type LocationWay = 'rate' | 'mean' | 'factors';

export function wayOf({ mean, factors }: Location): LocationWay {
  if (factors) return 'factors';
  return mean === undefined ? 'rate' : 'mean';
}

/** The same speed said another way. First principles start as one element per clock of a clock with that rate. */
export function asWay(location: Location, way: LocationWay): Location {
  if (way === wayOf(location)) return location;
  const rate = location.mean === undefined ? locationRate(location) : reciprocal(location.mean);
  switch (way) {
    case 'rate':
      return { rate };
    case 'mean':
      return { mean: reciprocal(rate) };
    case 'factors':
      return { factors: { elementsPerClock: 1, clock: rate } };
  }
}

/** The distribution at another place; its shape stays. */
export function withLocation<L extends LocatedDistribution>(distribution: L, location: Location): L {
  const { rate: _rate, mean: _mean, factors: _factors, ...shape } = distribution;
  // Only the location differs, and every located distribution takes each of the three.
  return { ...shape, ...location } as L;
}

/** 1 / x, shortened to 15 digits where that loses nothing: turned over twice, a number stands as it was typed. */
function reciprocal(x: number): number {
  const short = Number((1 / x).toPrecision(15));
  return 1 / short === x ? short : 1 / x;
}
