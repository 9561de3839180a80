/** What the worker of fits answers. Calibrations stop when asked to. */

import {
  type ArrivalDistribution,
  functionsOf,
  isServiceDistribution,
  samplerOf,
} from '../../core/distributions/index.ts';
import { exp } from '../../core/numeric/elementary.ts';
import { openStream } from '../random/random-stream.ts';
import { calibrate } from './calibrate.ts';
import type { DistributionCurve, FitService } from './contract.ts';
import { fitDistributions } from './fit-distributions.ts';
import { fitStage } from './fit-stage.ts';
import { matchMoments } from './match-moments.ts';

/** ms between two looks at what was asked meanwhile. */
const BREATHE_EVERY = 30;

export function fitService(): FitService {
  let begun = 0;
  let stopped = 0;
  return {
    fitDistributions,
    draw: drawn,
    curve: curveOf,
    matchMoments,
    fitStage,
    calibrate(scenario, measurement, request, onProgress) {
      const mine = ++begun;
      let rested = performance.now();
      const breathe = (): Promise<void> | undefined => {
        if (mine <= stopped) throw new DOMException('The calibration was cancelled.', 'AbortError');
        if (performance.now() - rested < BREATHE_EVERY) return undefined;
        return new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
          rested = performance.now();
        });
      };
      return calibrate(scenario, measurement, request, { onProgress, breathe });
    },
    cancel() {
      stopped = begun;
    },
  };
}

/** Undefined for streams, whose times are no independent draws. */
export function curveOf(
  distribution: ArrivalDistribution,
  points: Float64Array,
): DistributionCurve | undefined {
  if (!isServiceDistribution(distribution)) return undefined;
  const functions = functionsOf(distribution);
  return {
    cdf: points.map((x) => functions.cdf(x)),
    density: points.map((x) => exp(functions.logDensity(x))),
  };
}

/** Times drawn from a distribution that is known, by seed: examples, and what tests recover. */
export function drawn(distribution: ArrivalDistribution, count: number, seed: number): Float64Array {
  const sampler = samplerOf(
    distribution,
    openStream({ seed, replication: 0, node: 'drawn', purpose: 'service' }),
  );
  return Float64Array.from({ length: count }, () => sampler.next());
}
