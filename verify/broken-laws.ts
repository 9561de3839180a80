/** Laws that the record of any replication must keep, whatever the model. */
import type { Scenario } from '../src/model/scenario.ts';
import type { ReplicationRecord, StageRecord } from '../workers/contract/records.ts';

/** Sums of many floating-point numbers agree this well. */
const ROUNDING = 1e-6;

/** Sentences, one for each law that is broken. */
export function brokenLaws(scenario: Scenario, record: ReplicationRecord): readonly string[] {
  const stages = scenario.nodes.flatMap((node) => {
    if (node.kind !== 'stage') return [];
    const servers = node.serverCount ?? 1;
    const capacity = node.capacity ?? Number.POSITIVE_INFINITY;
    const dropsAll = node.whenFull === 'drop';
    return brokenByStage(record.stages[node.id]!, record.duration, { servers, capacity, dropsAll }).map(
      (law) => `stage ${node.id}: ${law}`,
    );
  });
  return [...stages, ...notFinite(record, 'record')];
}

interface Bounds {
  readonly servers: number;
  readonly capacity: number;
  readonly dropsAll: boolean;
}

function brokenByStage(
  stage: StageRecord,
  duration: number,
  { servers, capacity, dropsAll }: Bounds,
): string[] {
  const broken: string[] = [];
  const law = (holds: boolean, sentence: string) => {
    if (!holds) broken.push(sentence);
  };
  const most = stage.occupancy.length - 1;
  const serverTime = servers * duration * (1 + ROUNDING);
  law(stage.servingTime >= 0 && stage.blockedTime >= 0, 'times of servers are not negative');
  law(stage.servingTime + stage.blockedTime <= serverTime, 'serving and blocked are at most all servers');
  law(near(sum(stage.occupancy), duration), 'the times at all levels are the observed time');
  law(most <= capacity, `a level of ${most} is above the capacity ${capacity}`);
  law(near(meanLevel(stage.occupancy), stage.occupancyTime), 'the mean is that of the histogram');
  law(
    stage.waitingTime <= stage.occupancyTime * (1 + ROUNDING) + ROUNDING,
    'those who wait are in the stage',
  );
  // What is in the stage at the start and at the end of the observed time is at most its highest level.
  const stored = Math.abs(stage.entered - stage.sojournCount);
  law(
    stored <= most + 1,
    `${stage.entered} entered and ${stage.sojournCount} left, but it held at most ${most}`,
  );
  law(stage.output <= stage.served + most, 'more goes on than was served');
  if (dropsAll) {
    const lost = stage.offered - stage.entered - stage.lost;
    law(Math.abs(lost) <= most + 1, `${stage.offered} offered, ${stage.entered} entered, ${stage.lost} lost`);
  }
  // Little: both are the same sum, but for those who were there at one end of the observed time.
  if (stage.sojournCount > 200 * (most + 1)) {
    const apart = Math.abs(stage.occupancyTime - stage.sojournTotal) / stage.occupancyTime;
    law(apart < 0.1, `Little's law is off by ${(100 * apart).toFixed(1)} %`);
  }
  return broken;
}

const near = (a: number, b: number): boolean =>
  Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b));

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

const meanLevel = (levels: Float64Array): number => levels.reduce((total, time, n) => total + n * time, 0);

/** Places of numbers that are not finite. */
function notFinite(value: unknown, place: string): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${place} is ${value}`];
  if (ArrayBuffer.isView(value)) {
    const bad = Array.from(value as Float64Array).findIndex((entry) => !Number.isFinite(entry));
    return bad < 0 ? [] : [`${place}[${bad}] is not finite`];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => notFinite(entry, `${place}.${key}`));
}
