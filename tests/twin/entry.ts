/** Elements that enter a stage, for which there is room; and those that are there from the start. */

import { hasWaited } from '../../core/rules/when-full.ts';
import type { ClassModel } from '../../workers/simulate/simulation-model.ts';
import type { Sender } from './sender.ts';
import { startSingle } from './single-start.ts';
import { UNBORN } from './source.ts';
import type { Stage } from './stage.ts';
import { type SimulationState, wantStart } from './state.ts';
import { classOf, isTask, pathOf, tagOf, ticketOf, withPath } from './tag.ts';

/** The commonest case: one element, of which nothing is converted, comes to one line and no round begins. */
export function admitOne(
  state: SimulationState,
  stage: Stage,
  sender: Sender,
  element: number,
  tagBefore: number,
): void {
  const { collector } = stage;
  const now = state.clock[0]!;
  const jobClass = classOf(tagBefore);
  const born = sender.born[element]!;
  const birth = born !== UNBORN ? born : isTask(tagBefore) ? birthOfTask(state, tagBefore) : now;
  const tag = state.follows ? follow(state, stage, sender, tagBefore, 1) : tagBefore;
  collector.observe(stage);
  collector.countAdmission(jobClass);
  stage.occupancy++;
  if (stage.servesSingly && stage.idleCount > 0 && stage.line.length === 0) {
    const server = stage.idle[--stage.idleCount]!;
    server.entered[0] = now;
    server.born[0] = birth;
    server.tags[0] = tag;
    startSingle(state, stage, server);
    return;
  }
  stage.waiting++;
  stage.line.push(now, birth, tag);
  if (canStartBy(stage, 1)) wantStart(state, stage);
}

/** `count` native elements of one enter. */
export function enter(
  state: SimulationState,
  stage: Stage,
  sender: Sender,
  element: number,
  tagBefore: number,
  count: number,
): void {
  const jobClass = classOf(tagBefore);
  const born = sender.born[element]!;
  let birth = born !== UNBORN ? born : isTask(tagBefore) ? birthOfTask(state, tagBefore) : state.now;
  if (stage.beginsRounds && stage.model.beginsRound[jobClass]) {
    state.network.countRound(jobClass, birth);
    birth = state.now;
  }
  const tag = state.follows ? follow(state, stage, sender, tagBefore, count) : tagBefore;
  settleIn(state, stage, birth, tag, count);
}

/** All jobs of a closed class are at its start at time 0 (CL1). */
export function populate(state: SimulationState, jobClass: number, { places }: ClassModel): void {
  for (const { stage, count } of places)
    settleIn(state, state.stages[stage]!, state.now, tagOf(jobClass, 0), count);
}

function settleIn(state: SimulationState, stage: Stage, birth: number, tag: number, count: number): void {
  const now = state.now;
  const jobClass = classOf(tag);
  const { collector } = stage;
  collector.observe(stage);
  collector.countEntered(jobClass, count);
  stage.occupancy += count;
  collector.changeClassOccupancy(jobClass, count);
  if (stage.shared === null) {
    stage.waiting += count;
    const line = stage.lines[stage.model.levels[jobClass]!]!;
    for (let i = 0; i < count; i++) line.push(now, birth, tag);
    if (canStartBy(stage, count)) wantStart(state, stage);
  } else {
    for (let i = 0; i < count; i++) {
      collector.countWait(now, jobClass);
      stage.shared.add(now, stage.nextService(tag), birth, tag);
    }
    wantStart(state, stage);
  }
}

/** Whether so many newcomers may let a service start, or set the timer that waits for the first of them. */
function canStartBy(stage: Stage, newcomers: number): boolean {
  if (stage.idleCount === 0) return false;
  const waiting = stage.queued();
  return waiting >= stage.batchMin || waiting === newcomers || hasWaited(stage.model.victim);
}

/** A task of an element from outside is born when the first of them is admitted (S3). */
const birthOfTask = ({ tickets, clock }: SimulationState, tag: number): number =>
  tickets.giveBirth(ticketOf(tag), clock[0]!, UNBORN);

/** Tells who looks on of the move, and takes the stage into the path. */
function follow(state: SimulationState, stage: Stage, sender: Sender, tag: number, count: number): number {
  const { watcher, network, model } = state;
  if (watcher !== null)
    for (let i = 0; i < count; i++) watcher.moved(sender.port.node, stage.model.id, classOf(tag));
  return model.hasPaths ? withPath(tag, network.paths.step(pathOf(tag), stage.index)) : tag;
}
