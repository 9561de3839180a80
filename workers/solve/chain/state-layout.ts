/**
 * How a state is written: a row of integers of fixed width. Of each stage the elements that wait in its line, its
 * serving servers, and the senders that wait for room in it, first blocked first; of each source its phase.
 *
 * A serving server is of one of `kinds`: elements of its batch, start option (its promise) and phase of service. One
 * server is written as 1 + kind (0: not serving), several as a count per kind, which loses nothing as they are alike.
 */
import { type ChainModel, type ChainStage, NO_PROMISE } from './chain-model.ts';

export interface StageLayout {
  readonly kinds: number;
  /** One cell with 1 + kind; else one count per kind. */
  readonly isSingle: boolean;
  readonly waitingAt: number;
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
  readonly senderCount: number;
}

/** Wider states than this would fill the memory before they are many enough to matter. */
export const WIDEST = 2000;

export function stateLayout({ stages, sources }: ChainModel): StateLayout {
  let width = 0;
  const take = (cells: number): number => {
    width += cells;
    return width - cells;
  };
  const senderCount = stages.length + sources.length;
  const layouts = stages.map((stage, target): StageLayout => {
    const kinds = sizeCount(stage) * stage.options.length * stage.service.ends.length;
    const isSingle = stage.serverCount === 1 && kinds > 1;
    const lineLength = longestLine({ stages, sources }, target);
    return {
      kinds,
      isSingle,
      waitingAt: take(1),
      servingAt: take(isSingle ? 1 : kinds),
      lineAt: take(lineLength),
      lineLength,
      missingRange: 1 + stage.factor * largestGroup({ stages, sources }, target),
    };
  });
  const phaseAt = Int32Array.from(sources, ({ arrivals }) => (arrivals.moves.length > 1 ? take(1) : -1));
  return { width, stages: layouts, phaseAt, senderCount };
}

/** Sizes that a batch of the stage may have: batchMin .. batchMax. */
export const sizeCount = (stage: ChainStage): number => stage.batchMax - stage.batchMin + 1;

const leadsTo = (sender: Pick<ChainStage, 'routes'>, target: number): boolean =>
  sender.routes.some((route) => route.target === target);

/** Everyone who may wait for room in `target` at once: all servers and sources that send to it. */
function longestLine({ stages, sources }: ChainModel, target: number): number {
  if (stages[target]!.drops) return 0;
  const servers = stages.reduce((sum, stage) => sum + (leadsTo(stage, target) ? stage.serverCount : 0), 0);
  return servers + sources.filter((source) => leadsTo(source, target)).length;
}

function largestGroup({ stages, sources }: ChainModel, target: number): number {
  return Math.max(
    1,
    ...stages.filter((stage) => leadsTo(stage, target)).map((stage) => stage.batchMax),
    ...sources.filter((source) => leadsTo(source, target)).map((source) => source.batchSize),
  );
}

/** A sender in a line: who, how much it still misses, and the size of its batch where it asks before service. */
export interface LineEntry {
  readonly sender: number;
  readonly missing: number;
  readonly size: number;
}

/** Written as one cell > 0. */
export const entryCode = (
  { senderCount }: StateLayout,
  { missingRange }: StageLayout,
  { sender, missing, size }: LineEntry,
): number => 1 + sender + senderCount * (missing + missingRange * size);

/** The largest code that a line can hold; it must fit in 31 bits. */
export function largestCode(model: ChainModel, layout: StateLayout): number {
  const size = Math.max(...model.stages.map((stage) => stage.batchMax));
  return Math.max(
    ...layout.stages.map((stage) =>
      entryCode(layout, stage, { sender: layout.senderCount, missing: stage.missingRange, size }),
    ),
  );
}

/** A kind of serving server taken apart; kind = (size index * options + option) * phases + phase. */
export interface ServerKind {
  readonly size: number;
  readonly option: number;
  readonly phase: number;
  /** Stage in which places are promised, or NO_PROMISE, and how many. */
  readonly promise: number;
  readonly places: number;
}

export function serverKinds(model: ChainModel, stage: ChainStage): readonly ServerKind[] {
  return Array.from({ length: sizeCount(stage) }, (_, i) => stage.batchMin + i).flatMap((size) =>
    stage.options.flatMap(({ promise }, option) =>
      stage.service.ends.map((_, phase): ServerKind => {
        const places = promise === NO_PROMISE ? 0 : size * model.stages[promise]!.factor;
        return { size, option, phase, promise, places };
      }),
    ),
  );
}

/** Kind of a server that serves `size` elements under `option` in phase 0; the other phases follow it. */
export const kindAt = (stage: ChainStage, size: number, option: number): number =>
  ((size - stage.batchMin) * stage.options.length + option) * stage.service.ends.length;
