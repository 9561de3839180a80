/** What the worker of fits answers. Calibrations stop when asked to. */
import type { ArrivalLaw } from '../../core/distributions/law.ts';
import type { FitService, LawCurve } from './contract.ts';
import { calibrate } from './calibrate.ts';
import { drawn } from './drawn.ts';
import { fitLaws } from './fit-laws.ts';
import { fitStage } from './fit-stage.ts';
import { distributionOf } from './law-distribution.ts';
import { matchMoments } from './match-moments.ts';

/** ms between two looks at what was asked meanwhile. */
const BREATHE_EVERY = 30;

export function fitService(): FitService {
  let begun = 0;
  let stopped = 0;
  return {
    fitLaws,
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
export function curveOf(law: ArrivalLaw, points: Float64Array): LawCurve | undefined {
  if (law.law === 'map' || law.law === 'onOff') return undefined;
  const distribution = distributionOf(law);
  return {
    cdf: points.map((x) => distribution.cdf(x)),
    density: points.map((x) => Math.exp(distribution.logDensity(x))),
  };
}
