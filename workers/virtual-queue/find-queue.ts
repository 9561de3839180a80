/** Which queues of a measurement are asked about, and which distributions they give to a replay; or why there is no replay. */

import { distributionMean, type ServiceDistribution } from '../../core/distributions/index.ts';
import { formatPercent, formatQuantity } from '../../core/quantities/quantity.ts';
import { type Bins, byDesignWords, type ReducedMeasurement, type ReducedQueue } from '../measure/contract.ts';
import type { Channel, ReplayEvidence, ServiceEvidence, VirtualQueueQuestion } from './contract.ts';
import { openShareOf } from './frame-distribution.ts';
import { measuredBus } from './measured-bus.ts';

export interface FoundQueue {
  readonly queue: ReducedQueue;
  readonly tail?: ReducedQueue;
  readonly head?: ReducedQueue;
  readonly channel?: Channel;
  /** Nobody has said how long a transfer lasts: it is from the events of the tail. */
  readonly isTransferSeen: boolean;
  readonly insertions: Bins;
  /** Measured, or given. */
  readonly service: Bins | ServiceDistribution;
  readonly evidence: ReplayEvidence;
}

export interface Refused {
  readonly refused: string;
}

/** As many as a test at the level of 5 % needs. */
export const LEAST_REPLICATIONS = 39;

export function findQueue(
  measurement: ReducedMeasurement,
  question: VirtualQueueQuestion,
): FoundQueue | Refused {
  const { queues } = measurement;
  const named = (id: string) => queueNamed(measurement, id);
  const unknown = [question.queue, question.tail, question.head].find((id) => id !== undefined && !named(id));
  if (unknown !== undefined)
    return {
      refused: `there is no queue "${unknown}"; the file has ${queues.map(({ id }) => id).join(', ')}`,
    };
  const noServer = byDesignWords(named(question.queue)!);
  if (noServer !== undefined) return { refused: noServer };
  const { replications, seed } = question;
  if (replications !== undefined && !(Number.isInteger(replications) && replications >= LEAST_REPLICATIONS))
    return { refused: `expected at least ${LEAST_REPLICATIONS} replications, got ${replications}` };
  if (seed !== undefined && !(Number.isInteger(seed) && seed >= 0))
    return { refused: `expected a seed that is an integer >= 0, got ${seed}` };
  return withDistributions({ queue: named(question.queue)!, ...endsOf(measurement, question) }, question);
}

/** By its id, else by its name. */
export const queueNamed = (
  { queues }: Pick<ReducedMeasurement, 'queues'>,
  id: string,
): ReducedQueue | undefined =>
  queues.find((queue) => queue.id === id) ?? queues.find(({ name }) => name === id);

/** The measured ends of a queue: those that are asked for, else those that name it as their parent. */
export function endsOf(
  { queues }: Pick<ReducedMeasurement, 'queues'>,
  question: VirtualQueueQuestion,
): Pick<Family, 'tail' | 'head'> {
  const named = (id: string) => queueNamed({ queues }, id);
  const id = named(question.queue)?.id;
  const part = (kind: 'tail' | 'head') =>
    question[kind] === undefined
      ? queues.find((one) => one.kind === kind && one.parentId === id)
      : named(question[kind]);
  return { tail: part('tail'), head: part('head') };
}

interface Family {
  readonly queue: ReducedQueue;
  readonly tail: ReducedQueue | undefined;
  readonly head: ReducedQueue | undefined;
}

function withDistributions(family: Family, question: VirtualQueueQuestion): FoundQueue | Refused {
  const { queue, tail, head } = family;
  const channel = findChannel({ queue, ...(tail && { tail }) }, question.channel);
  if (channel && 'refused' in channel) return channel;
  const inserting = [tail, queue].find((one) => one?.interInsertion);
  const bounded = channel ? channel.tailCapacity !== undefined : queue.capacity !== undefined;
  const { all, nonBlocked } = inserting?.interInsertion ?? {};
  // Behind a full queue the gaps are those of the queue; the others are the source's own.
  const insertions = bounded ? (nonBlocked ?? all) : (all ?? nonBlocked);
  if (!insertions || !(insertions.mean > 0))
    return { refused: `queue ${queue.id}: times between insertions were not measured` };
  const bulk = inserting?.bulk;
  if (bulk && bulk.max > 1)
    return {
      refused: `queue ${queue.id}: insertions come with up to ${bulk.max} elements at once; a replay knows single ones only`,
    };
  const service = findService(family, question, insertions);
  if ('refused' in service) return service;
  const measured = 'distribution' in service.distribution ? undefined : service.distribution;
  return {
    queue,
    ...(tail && { tail }),
    ...(head && { head }),
    ...(channel && { channel }),
    isTransferSeen: question.channel?.transferTime === undefined && measuredBus(queue, tail).isSeen === true,
    insertions,
    service: service.distribution,
    evidence: {
      insertions: insertions === all ? 'all' : 'nonBlocked',
      service: service.evidence,
      meanGap: insertions.mean,
      meanService: measured ? measured.mean : distributionMean(service.distribution as ServiceDistribution),
      gapCount: insertions.total,
      serviceCount: measured?.total ?? 0,
      openShare: Math.max(openShareOf(insertions), measured ? openShareOf(measured) : 0),
    },
  };
}

interface FoundService {
  readonly distribution: Bins | ServiceDistribution;
  readonly evidence: ReplayEvidence['service'];
}

/** A distribution that is given goes first, then measured services, then gaps of which the time without work is taken out. */
function findService(
  { queue, head }: Family,
  question: VirtualQueueQuestion,
  insertions: Bins,
): FoundService | Refused {
  if (question.service) return { distribution: question.service, evidence: 'given' };
  const own = ownTimes({ queue, head });
  const gaps = [head, own].find((one) => one?.interDeparture)?.interDeparture ?? {};
  const service = head?.service ?? own?.service;
  const known: Partial<Record<ServiceEvidence, Bins>> = { ...(service && { service }), ...gaps };
  const wanted =
    question.evidence ?? (['service', 'availTime', 'nonBlocked', 'all'] as const).find((one) => known[one]);
  if (wanted === undefined || !known[wanted]) {
    const have = Object.keys(known).join(', ') || 'none';
    return {
      refused: `queue ${queue.id}: ${wanted === undefined ? 'times between departures were not measured' : `there is no histogram ${wanted}; it has ${have}`}`,
    };
  }
  if (wanted === 'all') return { refused: rawGaps(queue.id, known, insertions) };
  return known[wanted].mean > 0
    ? { distribution: known[wanted], evidence: wanted }
    : { refused: `queue ${queue.id}: all its times of kind ${wanted} are 0` };
}

/** Times of the queue as a whole: where they were conditioned on it they count waiting for the bus as service, and are none. */
const ownTimes = ({ queue, head }: Pick<Family, 'queue' | 'head'>): ReducedQueue | undefined =>
  head && queue.kind === 'virtual' && queue.basis === 'events' ? undefined : queue;

/** The last services of the server, where they were traced. */
export const tracedServices = ({ queue, head }: FoundQueue): Float64Array | undefined =>
  head?.recentServices ?? ownTimes({ queue, head })?.recentServices;

/** Flow balance makes the mean of all departure gaps that of the insertions, whatever the server is. */
function rawGaps(id: string, known: Partial<Record<ServiceEvidence, Bins>>, insertions: Bins): string {
  const all = known.all!;
  const better = (['service', 'availTime', 'nonBlocked'] as const).find((one) => known[one]);
  const load = formatPercent(all.mean / insertions.mean);
  const advice = better
    ? `The file also has ${better}, with a mean of ${seconds(known[better]!.mean)}: take that`
    : 'Measure them with conditioning nonBlocked or availTime, or give the rate of the server';
  return (
    `queue ${id}: all departure gaps include the time that nothing was there. Their mean is ${seconds(all.mean)} and that of the ` +
    `insertions ${seconds(insertions.mean)}, so a server with these times would be busy ${load} of the time and its queue grow without ` +
    `end: at a true utilization of 0.8 such a replay of M/M/1 has a mean of 178 instead of 4. ${advice}`
  );
}

const seconds = (value: number): string => formatQuantity(value, 'time', { digits: 4 });

/** The bus of a virtual queue, from what is asked and what the file says. */

interface Ends {
  readonly queue: ReducedQueue;
  readonly tail?: ReducedQueue;
}

/** Undefined where nothing is known of a bus: then there is only the ideal model. */
function findChannel(
  { queue, tail }: Ends,
  asked: Partial<Channel> = {},
): Channel | { readonly refused: string } | undefined {
  const isAsked = Object.keys(asked).length > 0;
  if (queue.kind !== 'virtual' && !isAsked) return undefined;
  const known = measuredBus(queue, tail);
  const { bulkSize = known.bulkSize, transferTime = known.transferTime } = asked;
  // Every tail has times between departures; only where transfers are said to be in bulk, or a time is given, is there a bus.
  const isSaid = transferTime !== undefined && !known.isSeen;
  if (bulkSize === undefined && !isSaid && !isAsked) return undefined;
  const what = `the bus of queue ${queue.id}`;
  if (bulkSize === undefined || !(Number.isInteger(bulkSize) && bulkSize >= 1))
    return { refused: `${what}: expected a bulk size that is an integer >= 1, got ${bulkSize ?? 'none'}` };
  if (transferTime === undefined) {
    const seen = known.range
      ? `; by the events of the tail transfers took from ${seconds(known.range[0])} to ${seconds(known.range[1])}, for which no one time stands`
      : '';
    return {
      refused: `${what}: the time of a transfer is not known${seen}. Give it as Transfer time on the page, as --transfer on the command line`,
    };
  }
  if (!(transferTime >= 0 && Number.isFinite(transferTime)))
    return { refused: `${what}: expected the time of a transfer, s, >= 0, got ${transferTime}` };
  const { latency, tailCapacity, headCapacity } = asked;
  if (latency !== undefined && !(latency >= 0 && Number.isFinite(latency)))
    return { refused: `${what}: expected a latency >= 0 s, got ${latency}` };
  for (const [name, capacity] of Object.entries({ tail: tailCapacity, head: headCapacity })) {
    if (capacity !== undefined && !(Number.isInteger(capacity) && capacity >= bulkSize))
      return {
        refused: `${what}: the ${name} must hold a bulk of ${bulkSize}, got a capacity of ${capacity}`,
      };
  }
  return { ...asked, bulkSize, transferTime };
}
