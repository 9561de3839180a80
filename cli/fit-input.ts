/** What `stagegraph fit` takes from a measurement file: times of one kind per queue, as samples or counted in bins. */

import { isListOfNumbers } from '../core/base/list-of-numbers.ts';
import { err, ok, type Result } from '../core/base/result.ts';
import { BadInput } from '../lib/bad-input.ts';
import type { FitData, StageFitRequest } from '../workers/fit/contract.ts';
import type { GapBins, ReducedQueue, ReduceOptions } from '../workers/measure/contract.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { headOf } from '../workers/measure/read-rows.ts';
import { levelShares } from '../workers/measure/reduce/level-bins.ts';
import { readReduced } from '../workers/measure/reduce-measurement.ts';
import { nameOf, readBytes } from './input.ts';
import { byteSource } from './measurement-input.ts';
import { refusedFile } from './measurement-options.ts';

/** Times that a distribution is fitted to; `occupancy` is a station model's business. */
export const TIMES = ['service', 'interInsertion', 'interDeparture', 'latency'] as const;
export const FIT_KINDS = [...TIMES, 'occupancy'] as const;
export type FitKind = (typeof FIT_KINDS)[number];

/** Times of one queue, or of a plain list of numbers. */
export interface FitInput {
  readonly queue: ReducedQueue | undefined;
  readonly name: string;
  readonly of: FitKind;
  readonly data: FitData | StageFitRequest;
}

export interface FitInputs {
  readonly inputs: readonly FitInput[];
  /** Why a queue has no such times: a sentence each. */
  readonly left: readonly string[];
  readonly warnings: readonly string[];
}

interface Asked {
  readonly of: FitKind | undefined;
  readonly queue: string | undefined;
}

export async function readFitInputs(file: string, options: ReduceOptions, asked: Asked): Promise<FitInputs> {
  const source = await byteSource(file);
  if (isListOfNumbers((await headOf(source)).text))
    return { inputs: [await numbersOf(file)], left: [], warnings: [] };
  const read = await readReduced(source, { fileName: nameOf(file), options }, undefined);
  if (!read.ok) throw refusedFile(read.error);
  const { reduced, warnings } = read.value;
  const queues = chosenQueues(reduced.queues, asked.queue);
  const inputs: FitInput[] = [];
  const left: string[] = [];
  for (const queue of queues) {
    const of = asked.of ?? firstKind(queue);
    const data = of && dataOf(queue, of);
    if (of && data?.ok) inputs.push({ queue, name: queue.id, of, data: data.value });
    else
      left.push(
        `queue ${queue.id}: ${data && !data.ok ? data.error : 'there are no times and no levels to fit'}`,
      );
  }
  if (inputs.length === 0)
    throw new BadInput([
      ...warnings.map(describeFault),
      ...(left.length > 0
        ? left
        : [`${nameOf(file)}: there are no queues, and so no times and no levels to fit`]),
    ]);
  return { inputs, left, warnings: warnings.map(describeFault) };
}

function chosenQueues(queues: readonly ReducedQueue[], wanted: string | undefined): readonly ReducedQueue[] {
  if (wanted === undefined) return queues;
  const chosen = queues.filter(({ id, name, dest }) => [id, name, dest].includes(wanted));
  if (chosen.length > 0) return chosen;
  throw new BadInput([
    `--queue: there is no queue "${wanted}"; expected one of ${queues.map(({ id }) => id).join(', ')}`,
  ]);
}

/** What says most of the stage behind the queue. */
const firstKind = (queue: ReducedQueue): FitKind | undefined =>
  FIT_KINDS.find((kind) => dataOf(queue, kind).ok);

function dataOf(queue: ReducedQueue, of: FitKind): Result<FitData | StageFitRequest, string> {
  const { interInsertion, interDeparture, insertionSeries, departureSeries, latency } = queue;
  switch (of) {
    case 'service':
      return serviceOf(queue);
    case 'interInsertion':
      return gapsOf(interInsertion, insertionSeries, of);
    case 'interDeparture':
      return gapsOf(interDeparture, departureSeries, of);
    case 'latency':
      return latency ? ok({ kind: 'bins', bins: latency }) : err('there are no times in the stage');
    case 'occupancy':
      return levelsOf(queue);
  }
}

/** Gaps between departures are service times only where the next element was waiting. */
function serviceOf({ service, interDeparture }: ReducedQueue): Result<FitData, string> {
  const bins = service ?? interDeparture?.availTime ?? interDeparture?.nonBlocked;
  if (bins) return ok({ kind: 'bins', bins });
  return err(
    interDeparture?.all
      ? 'the gaps between departures hold the times without work: service times are only those with conditioning nonBlocked or availTime'
      : 'there are no service times',
  );
}

function gapsOf(
  gaps: GapBins | undefined,
  series: ReducedQueue['insertionSeries'],
  of: FitKind,
): Result<FitData, string> {
  const bins = gaps?.all ?? gaps?.nonBlocked ?? gaps?.availTime;
  return bins
    ? ok({ kind: 'bins', bins, ...(series && { series }) })
    : err(`there are no times of kind ${of}`);
}

function levelsOf({
  occupancy,
  frames,
  servers,
  capacity,
  stated,
}: ReducedQueue): Result<StageFitRequest, string> {
  const shares = occupancy && levelShares(occupancy);
  if (!shares) return err(occupancy ? 'the levels are too many' : 'there are no levels');
  const observed = frames?.observed.reduce((sum, x) => sum + x, 0) ?? 0;
  const entered = frames?.insertions.reduce((sum, x) => sum + x, 0) ?? 0;
  const arrivalRate = stated?.arrivalRate ?? (observed > 0 && entered > 0 ? entered / observed : undefined);
  return ok({
    occupancy: shares,
    ...(arrivalRate !== undefined && { arrivalRate }),
    ...(servers !== undefined && { serverCount: servers }),
    ...(capacity !== undefined && { capacity }),
  });
}

async function numbersOf(file: string): Promise<FitInput> {
  const words = new TextDecoder()
    .decode(await readBytes(file))
    .split(/\s+/)
    .filter((word) => word !== '');
  const wrong = words.findIndex((word) => !Number.isFinite(Number(word)));
  if (wrong >= 0)
    throw new BadInput([
      `${nameOf(file)}: expected one time in s on each line; value ${wrong + 1} is "${words[wrong]}"`,
    ]);
  return {
    queue: undefined,
    name: nameOf(file),
    of: 'service',
    data: { kind: 'samples', values: Float64Array.from(words, Number) },
  };
}
