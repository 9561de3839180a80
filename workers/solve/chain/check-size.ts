/** How large a chain is, before any of it is built. */

import { type NoAnswer, noAnswer } from '../../../core/measures/refusals.ts';
import { pow } from '../../../core/numeric/elementary.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { ChainModel, ChainStage } from './chain-model.ts';
import { outcomeCount } from './outcomes.ts';
import { largestCode, type StageLayout, stateLayout, WIDEST } from './state-layout.ts';

/** A batch that can go on in more ways than this fills rows with one event. */
const MOST_OUTCOMES = 2000;

/** Why states of this model cannot be written or would have endless rows. */
export function refuseSize(model: ChainModel): NoAnswer | undefined {
  const layout = stateLayout(model);
  if (layout.width > WIDEST || largestCode(model, layout) >= 2 ** 31) return noAnswer('statesTooWide', {});
  const senders = [
    ...model.stages.flatMap(({ id, name, batchMax, visits }) =>
      visits.flatMap((visit) =>
        visit ? [{ id, name, size: batchMax, routes: visit.routes, pass: visit.pass }] : [],
      ),
    ),
    ...model.sources.map(({ id, name, batchSize, routes }) => ({
      id,
      name,
      size: batchSize,
      routes,
      pass: 1,
    })),
  ];
  const spread = senders.find(({ size, routes, pass }) => outcomeCount(size, routes, pass) > MOST_OUTCOMES);
  if (!spread) return undefined;
  return noAnswer('tooManyOutcomes', { name: nameOf(spread) });
}

/**
 * About how many states there are: all combinations of what each stage can be in by itself. What is blocked by others is
 * left out, and what cannot be reached is counted, so that the number is good to a factor of two or so. Infinity where
 * it is beyond all bounds.
 */
export function estimateStates(model: ChainModel): number {
  const { classes, sources, stages } = model;
  const { stages: layouts } = stateLayout(model);
  const phases = sources.reduce((product, { arrivals }) => product * arrivals.moves.length, 1);
  const isClosed = ({ classes: here }: StageLayout): boolean =>
    here.length > 0 && here.every((k) => classes[k]!.isClosed);
  let total = phases;
  stages.forEach((stage, i) => {
    if (isClosed(layouts[i]!)) return;
    total *= configurations(stage, layouts[i]!, stage.capacity).reduce((sum, count) => sum + count, 0);
  });
  const closed = stages.flatMap((stage, i) =>
    isClosed(layouts[i]!) ? [{ stage, layout: layouts[i]! }] : [],
  );
  const jobs = classes.reduce((sum, { population }) => sum + population, 0);
  return jobs === 0 ? total : total * sharedOut(closed, jobs);
}

interface Place {
  readonly stage: ChainStage;
  readonly layout: StageLayout;
}

/** Ways to share a fixed number of jobs out over the stages. */
function sharedOut(places: readonly Place[], jobs: number): number {
  let ways = new Float64Array(jobs + 1);
  ways[0] = 1;
  for (const { stage, layout } of places) {
    const own = configurations(stage, layout, jobs);
    const next = new Float64Array(jobs + 1);
    for (let n = 0; n <= jobs; n++) for (let m = 0; m <= n; m++) next[n]! += own[m]! * ways[n - m]!;
    ways = next;
  }
  return ways[jobs]!;
}

/** In how many ways a stage can hold n elements, n = 0 .. most. */
function configurations(stage: ChainStage, layout: StageLayout, most: number): readonly number[] {
  const isShared = stage.shares || stage.isDelay;
  const classes = layout.classes.length;
  const levels = Array.from({ length: Math.min(most, LONGEST) + 1 }, (_, n) => {
    const batches = isShared ? n : Math.min(stage.serverCount, Math.floor(n / stage.batchMin));
    const waiting = n - batches * Math.min(stage.batchMax, n);
    const lines = layout.isSequence ? pow(classes, waiting) : multisets(waiting, classes);
    return multisets(batches, layout.kinds) * Math.max(1, lines);
  });
  const rest = most - LONGEST;
  return rest > 0 ? [...levels, rest * levels.at(-1)!] : levels;
}

const LONGEST = 100_000;

/** Ways to give elements of some number a kind each. There are few kinds, and up to very many elements: kinds are counted out. */
const multisets = (elements: number, kinds: number): number =>
  kinds === 0 ? Number(elements === 0) : choose(elements + kinds - 1, kinds - 1);

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}

/** States beyond which even a short walk through time takes long. */
export const MOST_FOLLOWED = 200_000;

/** An estimate so far above what is allowed is not tried. */
export const isHopeless = (estimate: number, most: number): boolean => estimate > HOPELESS * most;
const HOPELESS = 3;

/** Share of all states that a chain may have where its unbounded queues are cut first. */
export const ROOM_FOR_CUTS = 1 / 2;

/** Cut queues mostly have to be cut farther out than first guessed, so the first chain must leave room. */
export function refuseCut(model: ChainModel, most: number): NoAnswer | undefined {
  const cut = model.stages.find(({ isCut }) => isCut);
  const estimate = estimateStates(model);
  if (!cut || estimate <= most * ROOM_FOR_CUTS) return undefined;
  return noAnswer('cutTooLarge', { name: nameOf(cut), estimate });
}

export const tooManyStates = (most: number, estimate: number): NoAnswer =>
  noAnswer('tooManyStates', { most, estimate });

/**
 * What a chain costs, about, before its elimination: finding its states and moves, ordering them, and averages of each state.
 * Measured as CPU time on a shared core, some 30 networks of all kinds within a factor of two, and halved for the core of a desktop.
 */
export const secondsBefore = (states: number, transitions: number): number =>
  2e-6 * transitions + 4e-6 * states;

/** One multiplication of the elimination. */
export const SECONDS_OF_WORK = 2e-10;

/** States that take so long however few moves they have. */
const mostStatesIn = (seconds: number): number => Math.floor(seconds / secondsBefore(1, 3));

/** A chain is solved unasked where it is expected to take no longer, s: the page follows a slider. */
export const SECONDS_UNASKED = 0.05;
export const MOST_STATES_UNASKED = mostStatesIn(SECONDS_UNASKED);
