/** The bus of a measured queue as far as the drawing tells it, and what that adds to its file. */
import { distributionMean } from '../../core/distributions/index.ts';
import { fixedBatch } from '../../core/rules/bulk.ts';
import { isStage, type StageNode } from '../../core/scenario/scenario.ts';
import type { ReducedMeasurement, ReducedQueue } from '../measure/contract.ts';
import type { MeasuredGraph } from '../measure/queries/contract.ts';
import type { Channel } from './contract.ts';
import { measuredBus, seenFlush } from './measured-bus.ts';

type Queues = Pick<ReducedMeasurement, 'queues'>;

/**
 * From the stage that the queue's tail feeds, where it moves bulks; else from the crossing that has the queue's name, or leads to
 * its reader. The time of a transfer, its fixed part included, is the service of that stage. Undefined where no name matches.
 */
export function drawnBus(
  { nodes, links }: MeasuredGraph,
  { queues }: Queues,
  id: string,
): Partial<Channel> | undefined {
  const queue = queues.find((one) => one.id === id);
  if (!queue) return undefined;
  const { dest } = tailOf(queues, id) ?? {};
  const stages = nodes.filter(isStage);
  const readers = (crossing: StageNode): readonly StageNode[] =>
    stages.filter(({ id: to }) => links.some((link) => link.from === crossing.id && link.to === to));
  const isFed = (stage: StageNode): boolean =>
    fixedBatch(stage.bulk) > 1 && dest !== undefined && isNamed(stage, { id: dest });
  const isCrossing = (stage: StageNode): boolean =>
    stage.bus !== undefined && [stage, ...readers(stage)].some((one) => isNamed(one, queue));
  const stage = stages.find(isFed) ?? stages.find(isCrossing);
  if (!stage) return undefined;
  const { bulk, capacity, service } = stage;
  return {
    bulkSize: fixedBatch(bulk),
    transferTime: distributionMean(service),
    ...(capacity !== undefined && { tailCapacity: capacity }),
  };
}

/** What the file does not say of the bus, since it knows its own bulks and transfers better: from the drawing; and that it was flushed, where what came out of it shows it. */
export function addedBus(
  drawing: MeasuredGraph | undefined,
  measured: Queues,
  id: string,
): Partial<Channel> | undefined {
  const { bulkSize, transferTime, ...rest } = (drawing && drawnBus(drawing, measured, id)) ?? {};
  const queue = measured.queues.find((one) => one.id === id);
  const tail = tailOf(measured.queues, id);
  const known = measuredBus(queue ?? {}, tail);
  const added = {
    ...(bulkSize !== undefined && known.bulkSize === undefined && { bulkSize }),
    ...(transferTime !== undefined && known.transferTime === undefined && { transferTime }),
    ...rest,
  };
  const isFlushed = seenFlush(measured, id, added.bulkSize) !== undefined;
  const channel = { ...added, ...(isFlushed && { flush: true }) };
  return Object.keys(channel).length > 0 ? channel : undefined;
}

const tailOf = (queues: readonly ReducedQueue[], id: string): ReducedQueue | undefined =>
  queues.find(({ kind, parentId }) => kind === 'tail' && parentId === id);

const isNamed = (stage: StageNode, { id, name, dest }: Pick<ReducedQueue, 'id' | 'name' | 'dest'>): boolean =>
  [id, name, dest].some((word) => word !== undefined && (word === stage.id || word === stage.name));
