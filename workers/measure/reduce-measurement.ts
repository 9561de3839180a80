/** A measurement file of any size and format to what is drawn, compared and fitted, in memory that does not grow with it. */
import { ok, type Result } from '../../core/base/result.ts';
import type {
  ByteSource,
  MeasuredStage,
  MeasurementFault,
  ReadReduced,
  ReducedMeasurement,
} from './contract.ts';
import { FaultList } from './measurement-fault.ts';
import { measurementOfReduced } from './measurement-of-reduced.ts';
import { type ReadContext, readRows } from './read-rows.ts';
import { Reduction } from './reduce/reduction.ts';

/**
 * Rows that are wrong are left out, counted and reported; the rest is reduced. Refused is only a file of which nothing can
 * be read. Rejects with the reason of `signal` when it is aborted. Times are exact within 104 days of the first.
 */
export async function reduceMeasurement(
  source: ByteSource,
  context: ReadContext,
): Promise<Result<ReducedMeasurement, readonly MeasurementFault[]>> {
  const reduction = new Reduction(new FaultList(context.fileName), context.options ?? {});
  const read = await readRows(source, context, reduction);
  return read.ok ? ok(reduction.finish({ name: context.fileName, ...read.value })) : read;
}

/** The same, together with what a comparison takes from it; that may be nothing. */
export async function readReduced(
  source: ByteSource,
  context: ReadContext,
  stages: readonly MeasuredStage[] | undefined,
): Promise<Result<ReadReduced, readonly MeasurementFault[]>> {
  const reduced = await reduceMeasurement(source, context);
  if (!reduced.ok) return reduced;
  return ok({ ...measurementOfReduced(reduced.value, stages), reduced: reduced.value });
}
