/** Service rates of the servers behind the queues of a measurement file, by queue and end. */
import { ok, type Result } from '../core/base/result.ts';
import { isStage, type Scenario, type StageNode } from '../core/scenario/scenario.ts';
import {
  askedMethod,
  type DepartureMeaning,
  type RateColumns,
  type RateMethod,
  type RateReport,
} from '../workers/estimate/contract.ts';
import { estimateRate } from '../workers/estimate/estimate-rate.ts';
import type { SampledQueueEnd } from '../workers/estimate/rate-rows.ts';
import { modelledRate } from '../workers/estimate/rate-words.ts';
import { readSampledEnds, type SampledEnds } from '../workers/estimate/sampled-file.ts';
import type { ByteSource, MeasurementFault } from '../workers/measure/contract.ts';
import type { ReadContext } from '../workers/measure/read-rows.ts';
import { stageFinder, stageOfQueue } from '../workers/measure/stage-of-queue.ts';
import { BadInput } from './bad-input.ts';

export interface EstimateOptions {
  /** Default `auto`, by what the file holds. */
  readonly method?: RateMethod | 'auto';
  /** Only this queue. */
  readonly queue?: string | undefined;
  /** What a departure of events, visits or counters is: the end of a service, or its start. Without it what holds for both is used. */
  readonly departure?: DepartureMeaning | undefined;
  /** The model, whose rates are put beside. */
  readonly scenario?: Scenario | undefined;
}

/** One end of one queue: where it is, and what was seen there. */
interface SampledEnd extends Omit<SampledQueueEnd, 'sample'> {
  readonly columns: RateColumns;
}

export interface EstimatedEnd extends SampledEnd {
  readonly report: RateReport;
  /** The stage of the scenario that reads at this end. */
  readonly stage?: StageNode;
}

/** The stage behind the head of a queue. What writes at a tail may itself wait for others: it is no stage's rate. */
function readerStage({ queue, end, facts }: SampledEnd, scenario: Scenario): StageNode | undefined {
  if (end === 'tail') return undefined;
  const stages = scenario.nodes.filter(isStage);
  const found = stageOfQueue(facts ?? { id: queue }, stageFinder(stages));
  return stages.find(({ id }) => id === found?.id);
}

export interface Estimated extends Omit<SampledEnds, 'ends'> {
  readonly ends: readonly EstimatedEnd[];
}

export async function estimateRates(
  source: ByteSource,
  context: ReadContext,
  { method = 'auto', queue, scenario, departure }: EstimateOptions = {},
): Promise<Result<Estimated, readonly MeasurementFault[]>> {
  const read = await readSampledEnds(source, context);
  if (!read.ok) return read;
  const ends = read.value.ends.flatMap(({ sample, ...end }): SampledEnd[] => {
    const columns = sample(context.options?.frameSeconds, departure);
    return columns ? [{ ...end, columns }] : [];
  });
  return ok({
    ...read.value,
    ends: chosenEnds(ends, queue).map((end) => estimated(end, method, scenario)),
  });
}

function chosenEnds(ends: readonly SampledEnd[], queue: string | undefined): readonly SampledEnd[] {
  if (queue === undefined) return ends;
  const chosen = ends.filter((end) => end.queue === queue || end.facts?.name === queue);
  if (chosen.length > 0) return chosen;
  const known = [...new Set(ends.map((end) => end.queue))].join(', ');
  throw new BadInput([`--queue: there is no queue "${queue}" with samples; expected one of ${known}`]);
}

function estimated(
  end: SampledEnd,
  method: RateMethod | 'auto',
  scenario: Scenario | undefined,
): EstimatedEnd {
  const report = estimateRate(end.columns, askedMethod(method));
  const stage = scenario && readerStage(end, scenario);
  const itemBytes = end.itemBytes ?? stage?.unitBytes;
  return { ...end, report, ...(itemBytes !== undefined && { itemBytes }), ...(stage && { stage }) };
}

/** For the JSON document: without the samples. */
export function estimatedJson(one: EstimatedEnd) {
  const { queue, end, from, stage, report } = one;
  const bytes = bytesPerSecond(one);
  return {
    ...{ queue, end, from },
    ...(bytes !== undefined && { bytesPerSecond: bytes }),
    ...(stage && { stage: stage.id, modelled: modelledRate(stage) }),
    ...report,
  };
}

export const bytesPerSecond = ({ itemBytes, report: { chosen } }: EstimatedEnd): number | undefined =>
  itemBytes === undefined || 'refused' in chosen ? undefined : chosen.rate * itemBytes;
