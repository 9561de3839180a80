/** Reads a measurement file of any format for estimates of rates: the samples of both ends of every queue. */
import { err, ok, type Result } from '../../core/base/result.ts';
import type { ByteSource, MeasurementFault } from '../measure/contract.ts';
import { FaultList } from '../measure/measurement-fault.ts';
import { type ReadContext, readRows } from '../measure/read-rows.ts';
import { RateRows, type SampledQueueEnd } from './rate-rows.ts';

export interface SampledEnds {
  /** Whole seconds, in digits, from which all times count. */
  readonly origin: string;
  /** At least one. */
  readonly ends: readonly SampledQueueEnd[];
  readonly warnings: readonly MeasurementFault[];
}

export interface SamplingContext extends ReadContext {
  /** Told with every progress: what is there so far. */
  readonly onRows?: (rows: RateRows) => void;
}

/** Rejects with the reason of the context's signal when it is aborted. */
export async function readSampledEnds(
  source: ByteSource,
  context: SamplingContext,
): Promise<Result<SampledEnds, readonly MeasurementFault[]>> {
  const faults = new FaultList(context.fileName);
  const rows = new RateRows(faults);
  const read = await readRows(
    source,
    {
      ...context,
      onProgress: (progress) => {
        context.onRows?.(rows);
        context.onProgress?.(progress);
      },
    },
    rows,
  );
  if (!read.ok) return read;
  const ends = rows.finish();
  if (faults.hasErrors) return err(faults.allFaults());
  if (ends.length === 0) {
    faults.add('E21', 'nothing to estimate a rate from; expected rows of a table tc, events or counters');
    return err(faults.allFaults());
  }
  return ok({ origin: rows.time.origin, ends, warnings: faults.warningFaults() });
}
