/** Reads a file of any format for its spans. */
import { err, ok, type Result } from '../../core/base/result.ts';
import type { ByteSource, MeasurementFault } from '../measure/contract.ts';
import { FaultList } from '../measure/measurement-fault.ts';
import { type ReadContext, readRows } from '../measure/read-rows.ts';
import { DirectReduction } from '../measure/reduce/direct-reduction.ts';
import type { Intake } from '../measure/reduce/intake.ts';
import { NameTable } from '../measure/stream/name-table.ts';
import { TimeBase } from '../measure/stream/time-base.ts';
import type { TracedSpan } from '../measure/traced-span.ts';
import type { TracedFile } from './analyse-traces.ts';

class SpanIntake implements Intake {
  readonly time = new TimeBase();
  readonly names = new NameTable();
  readonly direct = new DirectReduction();
  rows = 0;
  wrap: number | undefined;
  spans: readonly TracedSpan[] = [];

  constructor(readonly faults: FaultList) {}

  takeSpans(spans: readonly TracedSpan[]): void {
    this.spans = spans;
  }

  addTable(): void {}

  open(): () => void {
    return () => {
      this.rows += 1;
    };
  }
}

export interface ReadTraces extends TracedFile {
  readonly warnings: readonly MeasurementFault[];
}

/** Rejects with the reason of the context's signal when it is aborted. */
export async function readTraces(
  source: ByteSource,
  context: ReadContext,
): Promise<Result<ReadTraces, readonly MeasurementFault[]>> {
  const faults = new FaultList(context.fileName);
  const intake = new SpanIntake(faults);
  const read = await readRows(source, context, intake);
  if (!read.ok) return read;
  if (intake.spans.length === 0)
    faults.add('E21', 'it holds no spans; expected traces of OpenTelemetry, Tempo, Jaeger or Zipkin as JSON');
  if (intake.spans.length === 0) return err(faults.allFaults());
  const { spans, time } = intake;
  // Spans that cannot be read are left out; the others tell of themselves.
  return ok({ name: context.fileName, origin: time.origin, spans, warnings: faults.allFaults() });
}
