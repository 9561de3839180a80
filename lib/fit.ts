/** Distributions of times and models of stations from a measurement file: times of one kind per queue, as samples or counted in bins. */

import { isListOfNumbers } from '../core/base/list-of-numbers.ts';
import { err, ok, type Result } from '../core/base/result.ts';
import type {
  DistributionReport,
  FitData,
  FittedFamily,
  StageFitReport,
  StageFitRequest,
} from '../workers/fit/contract.ts';
import { fitDistributions } from '../workers/fit/fit-distributions.ts';
import { fitStage } from '../workers/fit/fit-stage.ts';
import {
  type ByteSource,
  byDesignWords,
  type GapBins,
  type MeasurementFault,
  type ReducedQueue,
} from '../workers/measure/contract.ts';
import { levelDoubt } from '../workers/measure/ledger-doubts.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { headOf, type ReadContext } from '../workers/measure/read-rows.ts';
import { levelShares } from '../workers/measure/reduce/level-bins.ts';
import { readReduced } from '../workers/measure/reduce-measurement.ts';
import { BadInput } from './bad-input.ts';
import { FIT_KINDS, type FitKind } from './fit-kinds.ts';
import { plain } from './plain.ts';

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

export async function fitInputs(
  source: ByteSource,
  context: ReadContext,
  asked: Asked,
): Promise<Result<FitInputs, readonly MeasurementFault[]>> {
  const { fileName } = context;
  if (isListOfNumbers((await headOf(source)).text))
    return ok({ inputs: [await numbersOf(source, fileName)], left: [], warnings: [] });
  const read = await readReduced(source, context, undefined);
  if (!read.ok) return read;
  const { reduced, warnings } = read.value;
  const queues = chosenQueues(reduced.queues, asked.queue);
  const inputs: FitInput[] = [];
  const left: string[] = [];
  for (const queue of queues) {
    const of = asked.of ?? firstKind(queue);
    const why = notFitted(queue, of, asked);
    const data = of && (why === undefined ? dataOf(queue, of) : err(why));
    if (of && data?.ok) inputs.push({ queue, name: queue.id, of, data: data.value });
    else
      left.push(
        why ??
          `queue ${queue.id}: ${data && !data.ok ? data.error : 'there are no times and no levels to fit'}`,
      );
  }
  if (inputs.length === 0)
    throw new BadInput([
      ...warnings.map(describeFault),
      ...(left.length > 0
        ? left
        : [`${fileName}: there are no queues, and so no times and no levels to fit`]),
    ]);
  return ok({ inputs, left, warnings: warnings.map(describeFault) });
}

/** Why what the file holds of a queue is no such time or level. Gaps are what they are, where they are asked for. */
function notFitted(queue: ReducedQueue, of: FitKind | undefined, asked: Asked): string | undefined {
  const isGap = of === 'interInsertion' || of === 'interDeparture';
  if (isGap) return asked.of === undefined ? byDesignWords(queue) : undefined;
  return byDesignWords(queue) ?? levelDoubt(queue);
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

async function numbersOf(source: ByteSource, fileName: string): Promise<FitInput> {
  const words = (await new Response(source.stream()).text()).split(/\s+/).filter((word) => word !== '');
  const wrong = words.findIndex((word) => !Number.isFinite(Number(word)));
  if (wrong >= 0)
    throw new BadInput([
      `${fileName}: expected one time in s on each line; value ${wrong + 1} is "${words[wrong]}"`,
    ]);
  return {
    queue: undefined,
    name: fileName,
    of: 'service',
    data: { kind: 'samples', values: Float64Array.from(words, Number) },
  };
}

export interface FitOptions {
  /** Only this queue, by id, name or dest. */
  readonly queue?: string | undefined;
  /** What is fitted; by default what says most of the stage behind the queue. */
  readonly of?: FitKind | undefined;
  /** Only this distribution. */
  readonly distribution?: FittedFamily | undefined;
  /** Samples that are drawn to judge each distribution; 0: no p values. Default 99. */
  readonly bootstraps?: number | undefined;
}

export type FittedQueue =
  | { readonly input: FitInput; readonly kind: 'distribution'; readonly report: DistributionReport }
  | { readonly input: FitInput; readonly kind: 'stage'; readonly report: StageFitReport }
  | { readonly input: FitInput; readonly kind: 'refused'; readonly reason: string };

export function fitted(input: FitInput, { distribution, bootstraps }: FitOptions): FittedQueue {
  if (!('kind' in input.data)) {
    const report = fitStage(input.data satisfies StageFitRequest);
    return report.ok
      ? { input, kind: 'stage', report: report.value }
      : { input, kind: 'refused', reason: report.error };
  }
  const report = fitDistributions(input.data, {
    ...(bootstraps !== undefined && { bootstraps }),
    ...(distribution && { families: [distribution] }),
  });
  return report.ok
    ? { input, kind: 'distribution', report: report.value }
    : { input, kind: 'refused', reason: report.error };
}

/** For the JSON document: `fits` with the best first, or `refused` with its reason. */
export function fittedJson(one: FittedQueue) {
  const head = { queue: one.input.name, of: one.input.of };
  if (one.kind === 'refused') return { ...head, refused: one.reason };
  if (one.kind === 'stage') return { ...head, ...plain(one.report) };
  return { ...head, ...plain(one.report) };
}
