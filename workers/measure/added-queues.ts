/** Several queues that feed one stage, as one measurement of that stage. */
import type { StageMeasurement } from '../../core/measurement/measurement.ts';
import { measureWords } from '../../core/measures/measure-rows.ts';
import type { FaultList } from './measurement-fault.ts';

const SUMS = ['arrivalRate', 'throughput', 'meanOccupancy', 'meanQueueLength'] as const;

const isSum = (quantity: string): quantity is (typeof SUMS)[number] =>
  (SUMS as readonly string[]).includes(quantity);

/**
 * Rates and levels add up; times are those of an element of any queue. Of several queues histograms, shares of time
 * and blocking are no sum and are left out, which W25 says. So is a rate or level that not every queue tells: it is only a part.
 * What else one queue alone tells stands for the stage.
 */
export function addedUp(
  stage: string,
  queues: readonly { readonly id: string; readonly measured: StageMeasurement }[],
  faults: FaultList,
): StageMeasurement {
  const [first, ...others] = queues.map(({ measured }) => measured);
  if (!first || others.length === 0) return { ...first, stage };
  const all = [first, ...others];
  const told = (
    Object.keys(Object.assign({}, ...all, { halfWidths: undefined })) as (keyof StageMeasurement)[]
  )
    .filter((quantity) => quantity !== 'halfWidths')
    .map((quantity) => ({
      ...{ quantity, tellers: all.filter((one) => one[quantity] !== undefined) },
    }));
  const alone = told.flatMap(({ quantity, tellers }) =>
    tellers.length === 1 && !isSum(quantity) ? [[quantity, tellers[0]![quantity]] as const] : [],
  );
  const sums = SUMS.flatMap((quantity) => {
    const values = all.flatMap((one) => one[quantity] ?? []);
    return values.length === all.length
      ? [[quantity, values.reduce((sum, value) => sum + value, 0)] as const]
      : [];
  });
  const ids = queues.map(({ id }) => id);
  const part = told.flatMap(({ quantity, tellers }) =>
    isSum(quantity) && tellers.length < all.length ? [measureWords(quantity)] : [],
  );
  const missing =
    part.length > 0 ? `; not every queue tells ${part.join(' and ')}, so the stage's is left out` : '';
  const message = `queues ${ids.slice(0, -1).join(', ')} and ${ids.at(-1)} all feed stage ${stage}: their rates and occupancies are added up; histograms, utilization and blocking of several queues are left out${missing}`;
  faults.add('W25', message, { value: ids.join(', ') });
  const times = (['meanSojournTime', 'meanWaitingTime'] as const).flatMap((quantity) => {
    const time = meanTime(all, quantity);
    return time === undefined ? [] : [[quantity, time] as const];
  });
  return {
    ...Object.fromEntries([...alone, ...sums, ...times]),
    stage,
  };
}

/** By the rates of the queues that tell one; undefined where a rate is not known. */
function meanTime(
  all: readonly StageMeasurement[],
  quantity: 'meanSojournTime' | 'meanWaitingTime',
): number | undefined {
  let [flow, sum] = [0, 0];
  for (const { throughput, arrivalRate, [quantity]: time } of all) {
    if (time === undefined) continue;
    const rate = throughput ?? arrivalRate ?? Number.NaN;
    flow += rate;
    sum += rate * time;
  }
  return flow > 0 ? sum / flow : undefined;
}
