/** The picture behind a bound: how many can have come, how many are served at least, and the largest gaps between. */
import type { RateLatency, StageBounds, TokenBucket } from '../../../workers/bounds/contract.ts';

export interface CurvePoint {
  readonly t: number;
  readonly n: number;
}

export interface CurvePicture {
  /** Last time, s, and most elements that are drawn. */
  readonly end: number;
  readonly top: number;
  /** Corners of the lines. */
  readonly arrivals: readonly CurvePoint[];
  readonly service: readonly CurvePoint[];
  /** When elements have left whole: the service curve, one element earlier. */
  readonly whole: readonly CurvePoint[];
  /** Where most are inside: from the service curve up to the arrivals. */
  readonly backlog: { readonly t: number; readonly from: number; readonly to: number };
  /** Where the stay is longest, from coming to going; absent where more than these curves makes it so. */
  readonly delay?: { readonly n: number; readonly from: number; readonly to: number };
}

/** The smallest of the buckets; none come in no time. */
export const arrivalsAt = (buckets: readonly TokenBucket[], t: number): number =>
  Math.min(...buckets.map(({ rate, burst }) => burst + rate * t));

export const servedAt = ({ rate, latency }: RateLatency, t: number): number =>
  Math.max(0, rate * (t - latency));

export function curvePicture({ arrivals, service, delay }: StageBounds): CurvePicture | undefined {
  if (!service) return undefined;
  const corners = cornersOf(arrivals);
  const gap = (t: number): number => arrivalsAt(arrivals, t) - servedAt(service, t);
  const widest = largestBy([service.latency, ...corners], gap);
  const longest = largestBy(corners, (t) => arrivalsAt(arrivals, t) / service.rate - t);
  const last = Math.max(widest, longest + (delay ?? 0), service.latency, ...corners);
  const end = 1.5 * last || 1;
  const n = arrivalsAt(arrivals, longest);
  // An element has left whole when the curve is past the one before it.
  const out = service.latency + (n - 1) / service.rate;
  const isOfCurves = delay !== undefined && Math.abs(out - longest - delay) <= 1e-6 * delay;
  return {
    end,
    top: Math.max(arrivalsAt(arrivals, end), servedAt(service, end)),
    arrivals: [...corners, end].map((t) => ({ t, n: arrivalsAt(arrivals, t) })),
    service: [0, service.latency, end].map((t) => ({ t, n: servedAt(service, t) })),
    whole: [service.latency, end].map((t) => ({ t, n: 1 + servedAt(service, t) })),
    backlog: { t: widest, from: servedAt(service, widest), to: arrivalsAt(arrivals, widest) },
    ...(isOfCurves && { delay: { n, from: longest, to: longest + delay } }),
  };
}

/** 0, and where the next bucket becomes the smaller; buckets come by falling rate. */
const cornersOf = (buckets: readonly TokenBucket[]): readonly number[] => [
  0,
  ...buckets.slice(1).map((bucket, i) => {
    const before = buckets[i]!;
    return (bucket.burst - before.burst) / (before.rate - bucket.rate);
  }),
];

const largestBy = (times: readonly number[], value: (t: number) => number): number =>
  times.reduce((best, t) => (value(t) > value(best) ? t : best));
