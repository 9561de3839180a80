/** From a law of times to draws from it: one class per way of drawing, all with `next()`, in seconds. */
import { assertUnreachable } from '../../core/base/assert.ts';
import { logGamma } from '../../core/base/log-gamma.ts';
import type { ArrivalLaw } from '../../core/distributions/law.ts';
import { lawMean } from '../../core/distributions/law-moments.ts';
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

/** The law must be free of faults. A trace starts at `traceStart` (index, default 0). */
export function samplerOf(law: ArrivalLaw, stream: RandomStream, traceStart = 0): Sampler {
  switch (law.law) {
    case 'exponential':
      return new ExponentialDraws(lawMean(law), stream);
    case 'deterministic':
      return new ConstantDraws(lawMean(law));
    case 'erlang':
      return new ErlangDraws(lawMean(law), law.shape, stream);
    case 'gamma':
      return new GammaDraws({ mean: lawMean(law), shape: 1 / law.scv }, stream);
    case 'hyperexponential':
      return new BranchDraws('rates' in law ? law : balancedBranches(lawMean(law), law.scv), stream);
    case 'uniform':
      return new UniformDraws(law.min, law.max, stream);
    case 'lognormal':
      return new LognormalDraws(lawMean(law), law.scv, stream);
    case 'weibull':
      return new WeibullDraws(lawMean(law) / Math.exp(logGamma(1 + 1 / law.shape)), law.shape, stream);
    case 'pareto':
      return new ParetoDraws(law.scale, law.shape, stream);
    case 'phaseType':
      return new PhaseTypeDraws(law, stream);
    case 'empirical':
      return new HistogramDraws(law, stream);
    case 'trace':
      return new TraceDraws(law.values, traceStart);
    case 'map':
      return new MarkovianArrivalDraws(law, stream);
    case 'onOff':
      return new MarkovianArrivalDraws(onOffAsMap(law), stream);
    default:
      return assertUnreachable(law);
  }
}
