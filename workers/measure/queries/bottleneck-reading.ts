/**
 * The bottleneck as it is read off the queues (TimeTrial, section I): the first stage in flow order whose queue is mostly
 * full while the queue behind it is mostly empty holds everything up. Mostly: at least half of the observed time; full: at
 * nine tenths of the room or above; empty: at one tenth or below. Where no capacity is known the highest level that was
 * seen stands for the room, and the sentence says so. A full last queue is a bottleneck too: nothing behind holds it up.
 */
import { flowOrder } from '../../../core/scenario/graph.ts';
import { isStage, type NodeId } from '../../../core/scenario/scenario.ts';
import type { Bins, ReducedMeasurement, ReducedQueue } from '../contract.ts';
import type { BottleneckReading, Fullness } from './contract.ts';
import type { MeasuredPlaces } from './measured-places.ts';

const FULL = 0.9;
const EMPTY = 0.1;
const MOSTLY = 0.5;

export function bottleneckReading({ queues }: ReducedMeasurement, places: MeasuredPlaces): BottleneckReading {
  const known = new Map<NodeId, Fullness>();
  for (const queue of queues) {
    const stage = places.stageOf.get(queue.id);
    if (stage === undefined || known.has(stage)) continue;
    const fullness = fullnessOf(queue, stage, places);
    if (fullness) known.set(stage, fullness);
  }
  const evidence = flowOrder(places.graph).flatMap((id) => known.get(id) ?? []);
  if (evidence.length === 0)
    return { sentence: 'No bottleneck can be read: no occupancy of a stage was measured.', evidence };
  for (const fullness of evidence) {
    if (fullness.full < MOSTLY) continue;
    const behind = places
      .nextMeasured(fullness.stage)
      .flatMap((queue) => known.get(places.stageOf.get(queue.id)!) ?? []);
    if (behind.some(({ full }) => full >= MOSTLY)) continue;
    const empty = behind.find((next) => next.empty >= MOSTLY);
    if (behind.length > 0 && !empty) continue;
    return { stage: fullness.stage, sentence: foundWords(fullness, empty, places), evidence };
  }
  return { sentence: noneWords(evidence, places), evidence };
}

function fullnessOf(queue: ReducedQueue, stage: NodeId, { graph }: MeasuredPlaces): Fullness | undefined {
  const { occupancy } = queue;
  if (!occupancy || !(occupancy.total > 0)) return undefined;
  const node = graph.nodes.find(({ id }) => id === stage);
  const capacity = queue.capacity ?? (node && isStage(node) ? node.capacity : undefined);
  const room = capacity ?? occupancy.max;
  if (!(room > 0)) return { queue: queue.id, stage, room: 0, isCapacity: false, full: 0, empty: 1 };
  return {
    ...{ queue: queue.id, stage, room, isCapacity: capacity !== undefined },
    full: shareOf(occupancy, (level) => level >= FULL * room),
    empty: shareOf(occupancy, (level) => level <= EMPTY * room),
  };
}

function shareOf({ low, weight, total }: Bins, counts: (level: number) => boolean): number {
  let sum = 0;
  low.forEach((level, bin) => {
    if (counts(level)) sum += weight[bin]!;
  });
  return sum / total;
}

function foundWords(full: Fullness, empty: Fullness | undefined, places: MeasuredPlaces): string {
  const name = titleOf(full.stage, places);
  const before = `Its queue is mostly full (${percent(full.full)} of the time at or above nine tenths of ${roomWords(full)})`;
  const behind = empty
    ? `that of ${titleOf(empty.stage, places)} behind it mostly empty (${percent(empty.empty)} of the time at or below one tenth of ${roomWords(empty)})`
    : 'no queue behind it was measured';
  return `${name} is the bottleneck. ${before}, ${empty ? 'and ' : 'though '}${behind}.`;
}

function noneWords(evidence: readonly Fullness[], places: MeasuredPlaces): string {
  const fullest = evidence.reduce((most, one) => (one.full > most.full ? one : most));
  if (fullest.full >= MOSTLY)
    return `No bottleneck can be read: the queue of ${titleOf(fullest.stage, places)} is mostly full (${percent(fullest.full)} of the time), but the queues behind it are not mostly empty.`;
  return `No queue is mostly full; that of ${titleOf(fullest.stage, places)} most often (${percent(fullest.full)} of the time at or above nine tenths of ${roomWords(fullest)}).`;
}

const roomWords = ({ room, isCapacity }: Fullness): string =>
  isCapacity ? `its capacity ${room}` : `its highest level ${room} (no capacity is known)`;
const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

function titleOf(stage: NodeId, { graph }: MeasuredPlaces): string {
  const name = graph.nodes.find(({ id }) => id === stage)?.name;
  return name === undefined || name === stage ? stage : `${stage} (${name})`;
}
