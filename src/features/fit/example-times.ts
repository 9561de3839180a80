/** Times with a distribution that is known, to see what a fit makes of them: as long as those of the scenario. */
import type { ArrivalDistribution } from '../../../core/distributions/distribution.ts';
import { distributionMean } from '../../../core/distributions/distribution-moments.ts';
import { isSource, isStage, type Scenario } from '../../../core/scenario/scenario.ts';
import type { TimesRole } from './fit-store.ts';

export interface ExampleTimes {
  readonly name: string;
  readonly role: TimesRole;
  readonly distribution: ArrivalDistribution;
}

const SOME_TIME = 1e-3;

export function exampleTimes({ nodes }: Scenario): readonly ExampleTimes[] {
  const service = usable(nodes.find(isStage)?.service);
  const arrivals = usable(nodes.find(isSource)?.interarrival);
  return [
    {
      name: 'log-normal service times',
      role: 'service',
      distribution: { distribution: 'lognormal', mean: service, scv: 1.5 },
    },
    {
      ...{ name: 'steady service times, Erlang of four phases', role: 'service' },
      distribution: { distribution: 'erlang', mean: service, shape: 4 },
    },
    {
      ...{ name: 'short and long service times mixed', role: 'service' },
      distribution: { distribution: 'hyperexponential', mean: service, scv: 5 },
    },
    {
      ...{ name: 'arrivals in bursts', role: 'arrivals' },
      distribution: bursts(arrivals),
    },
  ];
}

/** A fifth of the time four times as many as on average, else a quarter: 0.2 * 4 + 0.8 / 4 = 1. */
const bursts = (mean: number): ArrivalDistribution => ({
  ...{ distribution: 'onOff', peakRate: 4 / mean, idleRate: 0.25 / mean },
  ...{ meanOnTime: 10 * mean, meanOffTime: 40 * mean },
});

function usable(distribution: ArrivalDistribution | undefined): number {
  const mean = distribution ? distributionMean(distribution) : SOME_TIME;
  return mean > 0 && mean < Number.POSITIVE_INFINITY ? mean : SOME_TIME;
}
