/** From a distribution of times to draws from it: one class per way of drawing, all with `next()`, in seconds. */
import { assertUnreachable } from '../../core/base/assert.ts';
import { logGamma } from '../../core/base/log-gamma.ts';
import type { ArrivalDistribution } from '../../core/distributions/distribution.ts';
import { distributionMean } from '../../core/distributions/distribution-moments.ts';
import { onOffAsMap } from '../../core/distributions/markov-moments.ts';
import type { Sampler } from './draws.ts';
import { GammaDraws } from './gamma-draws.ts';
import { BranchDraws, balancedBranches, HistogramDraws, TraceDraws } from './mixture-draws.ts';
import { MarkovianArrivalDraws, PhaseTypeDraws } from './phase-chain.ts';
import type { RandomStream } from './random-stream.ts';
import {
  ConstantDraws,
  ErlangDraws,
  ExponentialDraws,
  LognormalDraws,
  ParetoDraws,
  UniformDraws,
  WeibullDraws,
} from './simple-draws.ts';

/** The distribution must be free of faults. A trace starts at `traceStart` (index, default 0). */
export function samplerOf(distribution: ArrivalDistribution, stream: RandomStream, traceStart = 0): Sampler {
  switch (distribution.distribution) {
    case 'exponential':
      return new ExponentialDraws(distributionMean(distribution), stream);
    case 'deterministic':
      return new ConstantDraws(distributionMean(distribution));
    case 'erlang':
      return new ErlangDraws(distributionMean(distribution), distribution.shape, stream);
    case 'gamma':
      return new GammaDraws({ mean: distributionMean(distribution), shape: 1 / distribution.scv }, stream);
    case 'hyperexponential':
      return new BranchDraws(
        'rates' in distribution
          ? distribution
          : balancedBranches(distributionMean(distribution), distribution.scv),
        stream,
      );
    case 'uniform':
      return new UniformDraws(distribution.min, distribution.max, stream);
    case 'lognormal':
      return new LognormalDraws(distributionMean(distribution), distribution.scv, stream);
    case 'weibull':
      return new WeibullDraws(
        distributionMean(distribution) / Math.exp(logGamma(1 + 1 / distribution.shape)),
        distribution.shape,
        stream,
      );
    case 'pareto':
      return new ParetoDraws(distribution.scale, distribution.shape, stream);
    case 'phaseType':
      return new PhaseTypeDraws(distribution, stream);
    case 'empirical':
      return new HistogramDraws(distribution, stream);
    case 'trace':
      return new TraceDraws(distribution.values, traceStart);
    case 'map':
      return new MarkovianArrivalDraws(distribution, stream);
    case 'onOff':
      return new MarkovianArrivalDraws(onOffAsMap(distribution), stream);
    default:
      return assertUnreachable(distribution);
  }
}
