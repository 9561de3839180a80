/** The bus of a measured queue as far as the drawing tells it: from the crossing that has the queue's name, or leads to its reader. */
import { distributionMean } from '../../../core/distributions/index.ts';
import { fixedBatch } from '../../../core/rules/bulk.ts';
import { isStage, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';
import type { ReducedQueue } from '../../../workers/measure/contract.ts';
import type { Channel } from '../../../workers/virtual-queue/contract.ts';

type Named = Pick<ReducedQueue, 'id' | 'name' | 'dest'>;

/** The time of a transfer, its fixed part included, is the service of the crossing's stage. Undefined where no name matches. */
export function crossingChannel(
  { nodes, links }: Pick<Scenario, 'nodes' | 'links'>,
  queue: Named,
): Partial<Channel> | undefined {
  const stages = nodes.filter(isStage);
  const readers = (crossing: StageNode): readonly StageNode[] =>
    stages.filter(({ id }) => links.some(({ from, to }) => from === crossing.id && to === id));
  const stage = stages
    .filter(({ bus }) => bus !== undefined)
    .find((crossing) => [crossing, ...readers(crossing)].some((one) => isNamed(one, queue)));
  if (!stage) return undefined;
  const { bulk, capacity, service } = stage;
  return {
    bulkSize: fixedBatch(bulk),
    transferTime: distributionMean(service),
    ...(capacity !== undefined && { tailCapacity: capacity }),
  };
}

/** What the drawing adds to a measurement: the file knows its own bulks and transfers better. */
export function missingChannel(
  drawn: Partial<Channel>,
  queue: ReducedQueue,
  tail: ReducedQueue | undefined,
): Partial<Channel> {
  const { bulkSize, transferTime, ...rest } = drawn;
  const hasBulk = (queue.bulkSize ?? tail?.bulkSize) !== undefined;
  return {
    ...(bulkSize !== undefined && !hasBulk && { bulkSize }),
    ...(transferTime !== undefined && !tail?.service && { transferTime }),
    ...rest,
  };
}

const isNamed = (stage: StageNode, { id, name, dest }: Named): boolean =>
  [id, name, dest].some((word) => word !== undefined && (word === stage.id || word === stage.name));
