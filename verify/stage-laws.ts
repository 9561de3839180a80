/** Laws that hold at one stage, delay or join in any replication. */
import type { DelayNode, JoinNode, StageNode } from '../core/scenario/scenario.ts';
import { sketchCount } from '../workers/simulate/latency-sketch.ts';
import type { StageRecord } from '../workers/simulate/records.ts';
import { LawCheck, meanLevel, ROUNDING, sum } from './law-check.ts';

export type Place = StageNode | DelayNode | JoinNode;

export interface Observed {
  /** End of the replication, s, and the time of it that was observed. */
  readonly horizon: number;
  readonly duration: number;
}

/** Sums that the classes of a stage divide among them. */
const BY_CLASS = [
  'offered',
  'entered',
  'served',
  'output',
  'lost',
  'occupancyTime',
  'sojournTotal',
  'waitTotal',
] as const;
/** Those that frames divide. */
const BY_FRAME = ['occupancyTime', 'offered', 'served', 'servingTime', 'blockedTime'] as const;

/** Sentences, one for each law that is broken. The warm-up is a whole number of intervals, and the first of the frames. */
export function brokenAtStage(node: Place, stage: StageRecord, observed: Observed): readonly string[] {
  const check = new LawCheck();
  levels(check, stage, observed.duration);
  overTime(check, stage, observed);
  classes(check, stage);
  if (node.kind === 'join') join(check, stage);
  else flow(check, node, stage);
  if (node.kind === 'stage') servers(check, node, stage, observed.duration);
  if (node.kind === 'delay') delay(check, stage);
  return check.broken;
}

function levels(check: LawCheck, stage: StageRecord, duration: number): void {
  check.same('the times at all levels are the observed time', sum(stage.occupancy), duration);
  check.same('the mean is that of the histogram', meanLevel(stage.occupancy), stage.occupancyTime);
  check.same('the times of all numbers that wait are the observed time', sum(stage.waiting), duration);
  check.same(
    'the mean of those who wait is that of the histogram',
    meanLevel(stage.waiting),
    stage.waitingTime,
  );
  const inStage = stage.occupancyTime * (1 + ROUNDING) + ROUNDING;
  check.law(stage.waitingTime <= inStage, 'those who wait are in the stage');
  check.law(stage.firstHalfOccupancyTime <= inStage, 'the first half is part of the whole');
}

/** Intervals and frames after the warm-up add up to what was observed. */
function overTime(check: LawCheck, stage: StageRecord, { horizon, duration }: Observed): void {
  const { occupancySeries, offeredSeries, frames } = stage;
  const count = occupancySeries.length;
  const after = Math.round((count * (horizon - duration)) / horizon);
  const area = (sum(occupancySeries.subarray(after)) * horizon) / count;
  check.same('the intervals add up to the occupancy', area, stage.occupancyTime);
  check.same('the intervals add up to the arrivals', sum(offeredSeries.subarray(after)), stage.offered);
  if (!frames) return;
  check.same('the frames are the whole run', sum(frames.times), horizon);
  for (const name of BY_FRAME)
    check.same(`the frames add up to the ${name}`, sum(frames[name].subarray(1)), stage[name]);
}

function classes(check: LawCheck, stage: StageRecord): void {
  if (!stage.classes) return;
  for (const name of BY_CLASS)
    check.same(`the classes add up to the ${name}`, sum(stage.classes.map((of) => of[name])), stage[name]);
  const left = stage.classes.map(({ sojournSketch }) => sketchCount(sojournSketch));
  check.same('the classes add up to those that left', sum(left), stage.sojournCount);
}

/** Where elements are served and leave. */
function flow(check: LawCheck, node: StageNode | DelayNode, stage: StageRecord): void {
  const most = stage.occupancy.length - 1;
  const { entered, sojournCount } = stage;
  check.law(stage.servingTime >= 0 && stage.blockedTime >= 0, 'times of servers are not negative');
  // What is in the stage at the start and at the end of the observed time is at most its highest level.
  const stored = Math.abs(entered - sojournCount);
  check.law(stored <= most + 1, `${entered} entered and ${sojournCount} left, but it held at most ${most}`);
  check.law(stage.output <= stage.served + most, 'more goes on than was served');
  // Little: both are the same sum, but for those who were there at one end of the observed time. Where the last or the
  // urgent go first, these may have been there for ever; so in a delay whose elements are held up in a line that grows.
  const keepsSome =
    node.kind === 'delay'
      ? stage.blockedTime > 0.5 * stage.occupancyTime
      : node.kind === 'stage' && (node.discipline === 'LCFS' || node.discipline === 'priority');
  if (sojournCount <= 200 * (most + 1) || keepsSome) return;
  const apart = Math.abs(stage.occupancyTime - stage.sojournTotal) / stage.occupancyTime;
  check.law(apart < 0.1, `Little's law is off by ${(100 * apart).toFixed(1)} %`);
}

function servers(check: LawCheck, node: StageNode, stage: StageRecord, duration: number): void {
  const { serverCount = 1, capacity = Number.POSITIVE_INFINITY, whenFull, discipline } = node;
  const most = stage.occupancy.length - 1;
  const serverTime = serverCount * duration * (1 + ROUNDING);
  check.law(
    stage.servingTime + stage.blockedTime <= serverTime,
    'serving and blocked are at most all servers',
  );
  check.law(most <= capacity, `a level of ${most} is above the capacity ${capacity}`);
  check.same(
    'the time when it is full is the time at its capacity',
    stage.fullTime,
    stage.occupancy[capacity] ?? 0,
  );
  if (discipline === 'PS') check.same('with processor sharing nobody waits', stage.waitingTime, 0);
  const outside = stage.offered - stage.entered - stage.lost;
  if (whenFull === 'drop')
    check.law(
      Math.abs(outside) <= most + 1,
      `${stage.offered} offered, ${stage.entered} entered, ${stage.lost} lost`,
    );
  else check.same('a stage that does not drop loses nothing', stage.lost, 0);
}

/** All elements are served at once, and only then held. */
function delay(check: LawCheck, stage: StageRecord): void {
  const inside = stage.servingTime + stage.blockedTime;
  check.same('who is in a delay is served or held there', inside, stage.occupancyTime);
  check.same('in a delay nobody waits', stage.waitingTime + stage.waitTotal, 0);
  check.same('what is offered to a delay enters', stage.offered, stage.entered);
}

function join(check: LawCheck, stage: StageRecord): void {
  check.same('who is in a join waits', stage.waitingTime, stage.occupancyTime);
  check.same('what is offered to a join enters', stage.offered, stage.entered);
  const most = stage.occupancy.length - 1;
  check.law(stage.output <= stage.entered + most, 'more elements leave a join than tasks have come');
}
