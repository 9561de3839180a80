/**
 * The micro-benchmarks of TimeTrial (sections II-B to IV) with known truth, made anew: the paper gives no rates, so that only the shapes
 * are its own. A service takes 1 ms in the mean.
 */
import type { ArrivalDistribution } from '../../core/distributions/distribution.ts';
import type { Channel } from './contract.ts';
import { writeEvents } from './generate-measurement.ts';
import { type BenchmarkPlan, generateTrace } from './generate-trace.ts';

export interface Benchmark {
  readonly name: string;
  readonly notes: string;
  readonly plan: BenchmarkPlan;
  readonly frames: number;
  /** s; the last insertion when absent. */
  readonly end?: number;
  /** Shipped as events, which tell the order of times; else as histograms per frame. */
  readonly asEvents?: boolean;
  /** What must be asked beyond what the file says. */
  readonly channel?: Partial<Channel>;
}

const SERVICE = 1e-3;
const exponential = (mean: number): ArrivalDistribution => ({ distribution: 'exponential', mean });
const atLoad = (load: number): ArrivalDistribution => exponential(SERVICE / load);
/** A bus that is busy half of the time at a load of 0.8. */
const busOf = (bulkSize: number) => ({ bulkSize, transferTime: (0.5 * bulkSize * SERVICE) / 0.8 });

export const BENCHMARKS: readonly Benchmark[] = [
  {
    ...{
      name: 'mm1-rho-0.9-one-platform',
      notes: 'M/M/1 at a utilization of 0.9, both ends on one platform (figure 4).',
    },
    plan: { insertions: atLoad(0.9), services: exponential(SERVICE), elements: 20_000, seed: 1 },
    frames: 8,
  },
  {
    ...{
      name: 'mm1-rho-0.8-one-platform',
      notes: 'M/M/1 at a utilization of 0.8, both ends on one platform (figure 5).',
    },
    plan: { insertions: atLoad(0.8), services: exponential(SERVICE), elements: 20_000, seed: 2 },
    frames: 8,
  },
  {
    ...{
      name: 'mm1-software-to-hardware',
      notes: 'M/M/1 at a utilization of 0.8 behind a bus that moves 64 elements in 40 ms (figures 6 to 9).',
    },
    plan: {
      insertions: atLoad(0.8),
      services: exponential(SERVICE),
      bus: busOf(64),
      elements: 20_000,
      seed: 3,
    },
    frames: 6,
  },
  {
    ...{
      name: 'mm1-hardware-to-software',
      notes:
        'M/M/1 at a utilization of 0.8 behind a bus that moves 128 elements in 80 ms (figures 10 and 11).',
    },
    plan: {
      insertions: atLoad(0.8),
      services: exponential(SERVICE),
      bus: busOf(128),
      elements: 20_000,
      seed: 4,
    },
    frames: 4,
  },
  {
    ...{
      name: 'md1-software-to-hardware',
      notes:
        'M/D/1 at a utilization of 0.8 behind a bus that moves 64 elements in 40 ms (figures 12 and 13).',
    },
    plan: {
      insertions: atLoad(0.8),
      services: { distribution: 'deterministic', mean: SERVICE },
      bus: busOf(64),
      elements: 20_000,
      seed: 5,
    },
    frames: 6,
  },
  {
    ...{
      name: 'correlated-hardware-to-software',
      notes:
        'The source sends in bursts, so that its gaps are correlated and no replay of single gaps is right (figures 14 to 16).',
    },
    plan: {
      ...{
        insertions: {
          distribution: 'onOff',
          peakRate: 1600,
          idleRate: 40,
          meanOnTime: 0.2,
          meanOffTime: 0.22,
        },
        elements: 4_500,
      },
      ...{ services: exponential(SERVICE), bus: { bulkSize: 64, transferTime: 0.02 }, seed: 6 },
    },
    ...{ frames: 4, asEvents: true },
  },
  {
    ...{
      name: 'laplace-into-print',
      notes:
        'Results of a Monte Carlo solution of the equation of Laplace on their way to the printer: less than a bulk, kept until the end and flushed (figure 19). Ask with flush.',
    },
    plan: {
      ...{
        insertions: exponential(60 / 4_250),
        services: exponential(5e-5),
        bus: { bulkSize: 8_192, transferTime: 0.05 },
      },
      ...{ elements: 4_200, seed: 7, flush: true },
    },
    ...{ frames: 60, end: 60, asEvents: true, channel: { flush: true } },
  },
];

/** As events, with the truth where it is shipped as histograms. */
export function benchmarkEvents({ plan, frames, end, asEvents = false }: Benchmark): string {
  const trace = generateTrace(plan);
  const last = end ?? trace.insertion.at(-1)!;
  return writeEvents({
    trace,
    ...(plan.bus && { bus: plan.bus }),
    ...{ frame: last / frames, end: last, withTruth: !asEvents },
    unit: { name: 'us', perSecond: 1e6 },
  });
}
