/**
 * What would mend a model that was refused: changed models that the events themselves suggest, each with its numbers from the file. Each is
 * replayed and judged like the stated one; which is best follows from that, and not from here.
 */

import type { ServiceDistribution } from '../../core/distributions/index.ts';
import type { Channel, TriedRepair } from './contract.ts';
import type { QueueEvents } from './queue-trace.ts';

/** What a replay is made of instead of the stated. Times in s, in the order of the elements. */
export interface ChangedReplay {
  readonly channel?: Channel;
  readonly window?: number;
  readonly servers?: number;
  readonly bulkSizes?: Float64Array;
  readonly takesWhatIsThere?: boolean;
  /** Times between insertions, dealt out in another order. */
  readonly gaps?: Float64Array;
  /** Dealt out in another order, or drawn. */
  readonly services?: Float64Array | ServiceDistribution;
  readonly serviceOrder?: Float64Array;
  /** One more service than gaps: the first element has none before it. */
  readonly pairs?: { readonly gaps: Float64Array; readonly services: Float64Array };
}

export type RepairIdea = Omit<TriedRepair, 'replay'> & { readonly changed: ChangedReplay };

/** Fewer times than this tell nothing of their distribution. */
const LEAST_TIMES = 200;
/** Share of insertions that fill a window; one that is filled less often holds nothing up. */
const LEAST_FILLED = 0.01;
/** Share of transfers of another size than the stated, from which on sizes are taken for varying. */
const LEAST_OTHER_SIZES = 0.02;
const SERVER_COUNTS = [2, 3, 4] as const;
/** Share of departures before their service could begin; more do not happen with so many servers. */
const MOST_IMPOSSIBLE = 0.01;

export function repairIdeas(events: QueueEvents, channel: Channel | undefined): readonly RepairIdea[] {
  const { inserted, left } = events;
  const gaps = differences(inserted);
  if (!left || gaps.length < LEAST_TIMES) return transferIdeas(events, channel);
  const came = channel ? events.came : inserted;
  const services = came && servicesBehind(came, left, 1);
  return [
    ...windowIdea(inserted, left),
    ...transferIdeas(events, channel),
    ...(came ? serverIdeas(came, left) : []),
    ...(services
      ? [
          { repair: 'serviceOrder', changed: { serviceOrder: services } } as const,
          {
            repair: 'pairs',
            changed: { pairs: { gaps: gaps.slice(0, services.length - 1), services } },
          } as const,
        ]
      : []),
  ];
}

export const latencyIdea = (latency: number, channel: Channel): RepairIdea => ({
  ...{ repair: 'latency', value: latency },
  changed: { channel: { ...channel, latency } },
});

/**
 * The most that were inside after an insertion is the window where that is no rare peak. The source's own gaps are those behind which there was
 * room: nothing came meanwhile, so that there was room all the time.
 */
function windowIdea(inserted: Float64Array, left: Float64Array): readonly RepairIdea[] {
  const levels = new Float64Array(inserted.length);
  let gone = 0;
  inserted.forEach((time, k) => {
    while (gone < k && gone < left.length && left[gone]! <= time) gone += 1;
    levels[k] = k + 1 - gone;
  });
  const window = levels.reduce((most, level) => Math.max(most, level), 0);
  const filled = levels.reduce((count, level) => count + (level === window ? 1 : 0), 0);
  const gaps = differences(inserted).filter((_, k) => levels[k]! < window);
  return filled < LEAST_FILLED * inserted.length || gaps.length < LEAST_TIMES
    ? []
    : [{ repair: 'window', value: window, changed: { window, gaps } }];
}

function transferIdeas({ sent, came }: QueueEvents, channel: Channel | undefined): readonly RepairIdea[] {
  const transfers = sent ?? came;
  if (!channel || !transfers) return [];
  const sizes = transferSizes(transfers, channel.transferTime);
  // What is left at the end of a run is no transfer of the usual kind.
  const usual = sizes.subarray(0, -1);
  const other = usual.reduce((count, size) => count + (size === channel.bulkSize ? 0 : 1), 0);
  if (!(other > LEAST_OTHER_SIZES * usual.length)) return [];
  const largest = usual.reduce((most, size) => Math.max(most, size), 1);
  return [
    { repair: 'transferSizes', changed: { bulkSizes: Float64Array.from(usual) } },
    {
      repair: 'takesWhatIsThere',
      changed: { takesWhatIsThere: true, channel: { ...channel, bulkSize: largest } },
    },
  ];
}

/** The elements of one transfer are told at one instant or shortly after each other. */
function transferSizes(times: Float64Array, transferTime: number): Float64Array {
  const sizes: number[] = [];
  times.forEach((time, k) => {
    const isNext = k === 0 || time - times[k - 1]! > transferTime / 2;
    if (isNext) sizes.push(1);
    else sizes[sizes.length - 1]! += 1;
  });
  return Float64Array.from(sizes);
}

/** With several servers departures do not say whose they are: in order, or as exponential services of the same mean. */
function serverIdeas(came: Float64Array, left: Float64Array): readonly RepairIdea[] {
  return SERVER_COUNTS.flatMap((servers): RepairIdea[] => {
    const services = servicesBehind(came, left, servers);
    if (!services) return [];
    const mean = services.reduce((sum, time) => sum + time, 0) / services.length;
    if (!(mean > 0)) return [];
    return [
      { repair: 'servers', value: servers, changed: { servers, services } },
      {
        ...{ repair: 'servers', value: servers, isExponential: true },
        changed: { servers, services: { distribution: 'exponential', mean } },
      },
    ];
  });
}

/**
 * Times from the begin of each service to the departure of the same number, first come, first served: the k-th begins when it is there and the
 * (k - servers)-th departure has freed a server. Their sum is that of the services, whoever left first. Undefined where they are none.
 */
function servicesBehind(came: Float64Array, left: Float64Array, servers: number): Float64Array | undefined {
  const count = Math.min(came.length, left.length);
  if (count < LEAST_TIMES) return undefined;
  let impossible = 0;
  const services = Float64Array.from({ length: count }, (_, k) => {
    const begin = Math.max(came[k]!, k < servers ? 0 : left[k - servers]!);
    if (left[k]! < begin) impossible += 1;
    return Math.max(0, left[k]! - begin);
  });
  return impossible > MOST_IMPOSSIBLE * count ? undefined : services;
}

const differences = (times: Float64Array): Float64Array =>
  Float64Array.from({ length: Math.max(0, times.length - 1) }, (_, k) => times[k + 1]! - times[k]!);
