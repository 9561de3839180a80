/** Measurement files of any format and size, whole or reduced while they are read. */
import type { Result } from '../core/base/result.ts';
import { isStage, type Scenario } from '../core/scenario/scenario.ts';
import type {
  ByteSource,
  MeasurementFault,
  ReadMeasurement,
  ReducedMeasurement,
  ReduceOptions,
} from '../workers/measure/contract.ts';
import { MAX_FILE_BYTES } from '../workers/measure/decode-text.ts';
import { sniffFormat } from '../workers/measure/formats/sniff-format.ts';
import { hasReducedTables, readMeasurementBytes } from '../workers/measure/read-measurement.ts';
import { headOf, type ReadContext } from '../workers/measure/read-rows.ts';
import { readReduced } from '../workers/measure/reduce-measurement.ts';
import { CutOff, textStream } from '../workers/measure/stream/byte-stream.ts';

/** Larger files are reduced while they are read. */
const MOST_WHOLE_BYTES = 64 * 1024 * 1024;

export interface ReadFile extends ReadMeasurement {
  /** Absent for a file that only states means and occupancy histograms. */
  readonly reduced?: ReducedMeasurement;
}

/** The stages of the scenario, if one is given, tell units and capacities. */
export async function readMeasurementSource(
  source: ByteSource,
  context: ReadContext,
  scenario?: Scenario,
): Promise<Result<ReadFile, readonly MeasurementFault[]>> {
  const { fileName, options = {} } = context;
  const stages = scenario?.nodes.filter(isStage);
  if (await needsReduction(source, options))
    return readReduced(source, { ...context, options: { ...options, ...(stages && { stages }) } }, stages);
  const bytes = new Uint8Array(await source.slice(0, source.size).arrayBuffer());
  return readMeasurementBytes(bytes, fileName, stages);
}

/** A QTM file of a size that is read whole states its numbers itself, unless it also holds rows of a trace. */
async function needsReduction(source: ByteSource, options: ReduceOptions): Promise<boolean> {
  const { text, bytes } = await headOf(source);
  const format = sniffFormat(text);
  const isWhole = source.size <= MOST_WHOLE_BYTES && (format === 'qtm-csv' || format === 'qtm-json');
  if (!isWhole || Object.keys(options).length > 0) return format !== undefined;
  let whole = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of textStream(source, bytes).chunks) {
      whole += decoder.decode(chunk, { stream: true });
      // A packed file may hold more than a text can.
      if (whole.length > MAX_FILE_BYTES) return true;
    }
  } catch (reason) {
    // What came before the cut tells it; who reads the file says that it is cut.
    if (!(reason instanceof CutOff)) throw reason;
  }
  return hasReducedTables(whole);
}
