/** Reads a measurement file for estimates of rates: the samples of both ends of every queue, from tc, events or counters. */
import type { RateColumns } from '../workers/estimate/contract.ts';
import type { SampledQueueEnd } from '../workers/estimate/rate-rows.ts';
import { readSampledEnds as readEnds, type SampledEnds } from '../workers/estimate/sampled-file.ts';
import type { ReduceOptions } from '../workers/measure/contract.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { nameOf } from './input.ts';
import { byteSource } from './measurement-input.ts';
import { BadInput } from './outcome.ts';

/** One end of one queue: where it is, and what was seen there. */
export interface SampledEnd extends Omit<SampledQueueEnd, 'sample'> {
  readonly columns: RateColumns;
}

export interface SampledFile extends Omit<SampledEnds, 'ends'> {
  readonly ends: readonly SampledEnd[];
}

export async function readSampledEnds(file: string, options: ReduceOptions): Promise<SampledFile> {
  const read = await readEnds(await byteSource(file), { fileName: nameOf(file), options });
  if (!read.ok) throw new BadInput(read.error.map(describeFault));
  const ends = read.value.ends.flatMap(({ sample, ...end }): SampledEnd[] => {
    const columns = sample(options.frameSeconds);
    return columns ? [{ ...end, columns }] : [];
  });
  return { ...read.value, ends };
}
