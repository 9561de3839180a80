/** What was measured of a stage that a model of a station or a distribution can be fitted to. */

import type { Measurement } from '../../../core/measurement/measurement.ts';
import type { ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import type { TimesChoice, TimesRole } from '../fit/fit-store.ts';
import { timesOf } from '../fit/times.ts';

interface MeasuredSources {
  readonly measurement: Measurement | undefined;
  readonly reduced: ReducedMeasurement | undefined;
  /** Queue -> the stage that it feeds. */
  readonly stageOf: Readonly<Record<string, string>> | undefined;
}

interface FitTargets {
  readonly hasLevels: boolean;
  readonly services?: TimesChoice;
  readonly arrivals?: TimesChoice;
}

export function fitTargets(stage: string, { measurement, reduced, stageOf }: MeasuredSources): FitTargets {
  const measured = measurement?.stages.find((one) => one.stage === stage);
  const queue = reduced?.queues.find(({ id }) => stageOf?.[id] === stage);
  const services = queue && timesWith(queue, 'service');
  const arrivals = queue && timesWith(queue, 'arrivals');
  return {
    hasLevels: measured?.occupancyDistribution !== undefined,
    ...(services && { services }),
    ...(arrivals && { arrivals }),
  };
}

/** The first of a kind says most. */
function timesWith(queue: ReducedQueue, role: TimesRole): TimesChoice | undefined {
  const option = timesOf(queue).find((one) => one.role === role);
  return option && { kind: 'measured', queue: queue.id, of: option.value };
}
