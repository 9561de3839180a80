/**
 * How many of all requests a file holds. Samplers that decide by the id keep the traces whose id, as a number, is below a share
 * of its range (OpenTelemetry's TraceIdRatioBased and Jaeger's probabilistic sampler), or above one (OpenTelemetry's
 * consistent sampling); ids are random, so their extremes tell the share.
 */
import { log } from '../../core/numeric/elementary.ts';
import { gammaP } from '../../core/numeric/incomplete-gamma.ts';
import type { TracedSpan } from '../measure/traced-span.ts';
import { findRoot } from '../numeric/find-root.ts';
import type { Sampling } from './contract.ts';

/** Logarithm of the probability that all ids are on one side by chance, below which it is believed. */
const SURE = -20;
const FEWEST_IDS = 20;

export function samplingOf(
  spans: readonly TracedSpan[],
  orphans: number,
  given: number | undefined,
): Sampling {
  const stated = statedShares(spans);
  const shares = new Set(stated.values());
  const varies = shares.size > 1;
  const missedAt: readonly string[] = [];
  if (given !== undefined) return { share: given, from: 'given', orphans, varies, missedAt };
  // Every trace counts for 1 / p requests.
  if (stated.size > 0) {
    const weight = [...stated.values()].reduce((total, share) => total + 1 / share, 0);
    const squares = [...stated.values()].reduce((total, share) => total + 1 / share ** 2, 0);
    const evenness = weight ** 2 / squares / stated.size;
    return { share: stated.size / weight, from: 'spans', orphans, varies, evenness, missedAt };
  }
  const share = shareOfIds(new Set(spans.map(({ trace }) => trace)));
  return { share, from: share === undefined ? 'nothing' : 'ids', orphans, varies, missedAt };
}

/**
 * The 95 % interval of a Poisson rate over its estimate, told by so many gaps between requests: what is kept of a Poisson stream by chance
 * is one too, so this holds the thinning as well. Gaps of other streams differ by less than this from those of all requests.
 */
export function rateRange(gaps: number): readonly [number, number] {
  // In standard deviations of the gamma distribution around its mean; below 0 and beyond this far there is nothing.
  const far = 8 * Math.sqrt(gaps) + 40;
  const at = (share: number): number => findRoot((x) => gammaP(gaps, x) - share, 0, gaps + far) / gaps;
  return [at(0.025), at(0.975)];
}

function statedShares(spans: readonly TracedSpan[]): ReadonlyMap<string, number> {
  const stated = new Map<string, number>();
  for (const { trace, sampled } of spans) if (sampled !== undefined) stated.set(trace, sampled);
  return stated;
}

function shareOfIds(traces: ReadonlySet<string>): number | undefined {
  const ids = [...traces].filter((id) => /^[0-9a-f]{16}([0-9a-f]{16})?$/i.test(id));
  if (ids.length < FEWEST_IDS || ids.length < traces.size) return undefined;
  const low = ids.map((id) => Number.parseInt(id.slice(-16), 16) / 2 ** 64);
  // Some count 64 bits, some 63 of them: the upper or the lower ones of the same range.
  const scales = [
    low,
    low.map((place) => (2 * place) % 1),
    ids.map((id) => Number.parseInt(id.slice(-14), 16) / 2 ** 56),
  ];
  const found = scales.flatMap((places) => {
    const least = places.reduce((a, b) => Math.min(a, b), 1);
    const most = places.reduce((a, b) => Math.max(a, b), 0);
    // The extreme of n places in a range is short of its end by one part in n + 1.
    return [most, 1 - least].map((reach) => ({
      reach: Math.min(1, (reach * (ids.length + 1)) / ids.length),
      chance: ids.length * log(reach),
    }));
  });
  const surest = found.reduce((a, b) => (b.chance < a.chance ? b : a));
  return surest.chance < SURE && areRandom(low, surest.reach) ? surest.reach : undefined;
}

/** Nobody keeps less: ids that lie in less of their range are numbers of another kind. */
const LEAST_KEPT = 1e-6;

/** Ids of few values, and ids that count up, are not random: random ones leave gaps as different as exponential times. */
function areRandom(places: readonly number[], reach: number): boolean {
  if (reach < LEAST_KEPT) return false;
  if (new Set(places.map((place) => Math.floor((place / reach) * 16) % 16)).size <= 8) return false;
  const sorted = Float64Array.from(places).sort();
  const gaps = sorted.subarray(1).map((place, i) => place - sorted[i]!);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
  return variance > mean ** 2 / 2;
}
