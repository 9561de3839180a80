/**
 * How a state is written: a row of integers of fixed width. Of each stage the elements that wait in its line, its
 * serving servers, and the senders that wait for room in it, first blocked first; of each shared resource who waits for
 * it; of each join the tasks that wait; of each source its phase.
 *
 * The line is a count per class where the order of classes does not matter, else the class of each element in its place.
 * A serving server is of one of `kinds`: class, elements of its batch, start option (its promise) and phase of service.
 * One server is written as 1 + kind (0: not serving), several as a count per kind, which loses nothing as they are alike.
 */
import { picksAtRandom, servesByPriority } from '../../../core/rules/discipline.ts';
import { type ChainModel, type ChainStage, NO_PROMISE } from './chain-model.ts';

export interface StageLayout {
  /** Classes that come here, ascending. */
  readonly classes: readonly number[];
  /** The line is written class by class in the order of its elements: 1 + class, 0 behind the last. */
  readonly isSequence: boolean;
  readonly kinds: number;
  /** One cell with 1 + kind; else one count per kind. */
  readonly isSingle: boolean;
  readonly waitingAt: number;
  readonly waitingCells: number;
  readonly servingAt: number;
  readonly lineAt: number;
  readonly lineLength: number;
  /** One more than the most elements that a sender can miss here. */
  readonly missingRange: number;
}

export interface StateLayout {
  readonly width: number;
  readonly stages: readonly StageLayout[];
  /** Cell of the phase of each source; -1 where it has one phase. */
  readonly phaseAt: Int32Array;
  /** First cell of each resource: 1 + stage of those that wait, first asked first; round robin: 1 + stage that had it last. */
  readonly requestAt: Int32Array;
  readonly requestCells: Int32Array;
  /** First cell of each join: tasks that wait, per branch. */
  readonly joinAt: Int32Array;
  readonly senderCount: number;
  readonly classCount: number;
  /** Classes that who waits for room may have been before; 1 where none changes. */
  readonly wasCount: number;
}

/** Wider states than this would fill the memory before they are many enough to matter. */
export const WIDEST = 2000;

export function stateLayout(model: ChainModel): StateLayout {
  const { stages, sources, classes, resources, joins } = model;
  let width = 0;
  const take = (cells: number): number => {
    width += cells;
    return width - cells;
  };
  const layouts = stages.map((stage, target): StageLayout => {
    const here = stage.visits.flatMap((visit, k) => (visit ? [k] : []));
    const kinds = here.reduce((sum, k) => sum + kindsOfClass(stage, k), 0);
    const isSingle = stage.serverCount === 1 && kinds > 1 && !stage.shares;
    const isSequence = here.length > 1 && orderMatters(model, stage, here);
    const lineLength = longestLine(model, target);
    const waitingCells = isSequence ? stage.capacity : here.length;
    return {
      classes: here,
      isSequence,
      kinds,
      isSingle,
      waitingAt: take(waitingCells),
      waitingCells,
      servingAt: take(isSingle ? 1 : kinds),
      lineAt: take(lineLength),
      lineLength,
      missingRange: 1 + largestFactor(stage) * largestGroup(model, target),
    };
  });
  const requestCells = Int32Array.from(resources, ({ isRoundRobin, users }) =>
    isRoundRobin ? 1 : users.reduce((sum, user) => sum + stages[user]!.serverCount, 0),
  );
  const phaseAt = Int32Array.from(sources, ({ arrivals }) => (arrivals.moves.length > 1 ? take(1) : -1));
  const requestAt = requestCells.map(take);
  const joinAt = Int32Array.from(joins, ({ branches }) => take(branches));
  const senderCount = stages.length + sources.length;
  return {
    width,
    stages: layouts,
    phaseAt,
    requestAt,
    requestCells,
    joinAt,
    senderCount,
    classCount: classes.length,
    wasCount: classes.some(({ chain }) => chain.length > 1) ? classes.length : 1,
  };
}

/** Sizes that a batch of the stage may have: batchMin .. batchMax. */
const sizeCount = (stage: ChainStage): number => stage.batchMax - stage.batchMin + 1;

function kindsOfClass(stage: ChainStage, k: number): number {
  const { options, service } = stage.visits[k]!;
  return sizeCount(stage) * options.length * service.ends.length;
}

/** Who is next depends on more than how many of each class wait. */
function orderMatters({ classes }: ChainModel, stage: ChainStage, here: readonly number[]): boolean {
  if (stage.isDelay || stage.shares || picksAtRandom(stage)) return false;
  return !servesByPriority(stage) || new Set(here.map((k) => classes[k]!.priority)).size < here.length;
}

const leadsTo = ({ routes }: { readonly routes: ChainModel['sources'][number]['routes'] }, target: number) =>
  routes.some(({ targets }) => targets.includes(target));

const sendsTo = ({ visits }: ChainStage, target: number): boolean =>
  visits.some((visit) => visit !== undefined && leadsTo(visit, target));

/** Everyone who may wait for room in `target` at once: all servers and sources that send to it. */
function longestLine({ stages, sources }: ChainModel, target: number): number {
  if (stages[target]!.drops || (stages[target]!.isDelay && !stages[target]!.isCut)) return 0;
  const servers = stages.reduce((sum, stage) => sum + (sendsTo(stage, target) ? stage.serverCount : 0), 0);
  return servers + sources.filter((source) => leadsTo(source, target)).length;
}

const largestFactor = ({ visits }: ChainStage): number =>
  Math.max(1, ...visits.map((visit) => visit?.factor ?? 1));

function largestGroup({ stages, sources }: ChainModel, target: number): number {
  return Math.max(
    1,
    ...stages.filter((stage) => sendsTo(stage, target)).map((stage) => stage.batchMax),
    ...sources.filter((source) => leadsTo(source, target)).map((source) => source.batchSize),
  );
}

/** A sender in a line: who, of which class, how much it still misses, and the size of its batch where it asks before service. */
export interface LineEntry {
  readonly sender: number;
  readonly jobClass: number;
  /** What its elements are with the sender, where the way to here switches their class. */
  readonly was: number;
  readonly missing: number;
  readonly size: number;
}

/** Written as one cell > 0. */
export const entryCode = (
  { senderCount, classCount, wasCount }: StateLayout,
  { missingRange }: StageLayout,
  { sender, jobClass, was, missing, size }: LineEntry,
): number =>
  1 +
  sender +
  senderCount *
    (jobClass + classCount * ((wasCount > 1 ? was : 0) + wasCount * (missing + missingRange * size)));

export function readEntry(
  { senderCount, classCount, wasCount }: StateLayout,
  { missingRange }: StageLayout,
  code: number,
): LineEntry {
  const bySender = Math.floor((code - 1) / senderCount);
  const byClass = Math.floor(bySender / classCount);
  const byWas = wasCount > 1 ? Math.floor(byClass / wasCount) : byClass;
  const size = Math.floor(byWas / missingRange);
  const jobClass = bySender % classCount;
  return {
    sender: (code - 1) % senderCount,
    jobClass,
    was: wasCount > 1 ? byClass % wasCount : jobClass,
    missing: byWas - size * missingRange,
    size,
  };
}

/** The largest code that a line can hold; it must fit in 31 bits. */
export function largestCode(model: ChainModel, layout: StateLayout): number {
  const size = Math.max(...model.stages.map((stage) => stage.batchMax));
  return Math.max(
    ...layout.stages.map((stage) =>
      entryCode(layout, stage, {
        sender: layout.senderCount,
        jobClass: layout.classCount,
        was: layout.wasCount,
        missing: stage.missingRange,
        size,
      }),
    ),
  );
}

/** A kind of serving server taken apart. Those of one class, size and option follow each other, phase after phase. */
export interface ServerKind {
  readonly jobClass: number;
  readonly size: number;
  readonly option: number;
  readonly phase: number;
  /** Stage in which places are promised, or NO_PROMISE, and how many. */
  readonly promise: number;
  readonly places: number;
}

export function serverKinds(model: ChainModel, stage: ChainStage): readonly ServerKind[] {
  return stage.visits.flatMap((visit, jobClass) => {
    if (!visit) return [];
    return Array.from({ length: sizeCount(stage) }, (_, i) => stage.batchMin + i).flatMap((size) =>
      visit.options.flatMap(({ promise }, option) =>
        visit.service.ends.map((_, phase): ServerKind => {
          const places = promise === NO_PROMISE ? 0 : size * model.stages[promise]!.visits[jobClass]!.factor;
          return { jobClass, size, option, phase, promise, places };
        }),
      ),
    );
  });
}

/** Kind of a server that serves `size` elements of the class under `option` in phase 0; the other phases follow it. */
export function kindAt(stage: ChainStage, jobClass: number, size: number, option: number): number {
  let before = 0;
  for (let k = 0; k < jobClass; k++) if (stage.visits[k]) before += kindsOfClass(stage, k);
  const { options, service } = stage.visits[jobClass]!;
  return before + ((size - stage.batchMin) * options.length + option) * service.ends.length;
}
