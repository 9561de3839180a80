/** What the worker answers that looks at reduced measurements; it is not the one that reads files, so that it never waits for one. */
import { err, ok, type Result } from '../../../core/base/result.ts';
import { collectRows } from '../collected-rows.ts';
import { describeFault } from '../measurement-fault.ts';
import { assessMapping, inspectFile } from '../preview-columns.ts';
import { measurementOfReduced } from '../reduce-measurement.ts';
import { decodeReduced, encodeReduced } from '../reduced-json.ts';
import { sampledAgainstTraced } from '../sampled-against-traced.ts';
import { TimeBase } from '../stream/time-base.ts';
import type { MeasuredService, SampledAgainstTraced } from './contract.ts';
import { studyMeasurement } from './study-measurement.ts';

/** Mismatches that go to the page. */
const MOST_LISTED = 200;

export function measuredService(): MeasuredService {
  return {
    inspect: inspectFile,
    assess: assessMapping,
    study: studyMeasurement,
    sampledAgainstTraced: compareFiles,
    lay: measurementOfReduced,
    encode: encodeReduced,
    decode: decodeReduced,
  };
}

async function compareFiles(samples: File, trace: File): Promise<Result<SampledAgainstTraced, string>> {
  const time = new TimeBase();
  const sampled = await collectRows(samples, samples.name, time);
  if (!sampled.ok) return err(sampled.error.map(describeFault).join('; '));
  const traced = await collectRows(trace, trace.name, time);
  if (!traced.ok) return err(traced.error.map(describeFault).join('; '));
  const queues = sampled.value.samples;
  if (queues.length === 0) return err(`${samples.name} holds no counter samples.`);
  if (traced.value.trace.arrival.length === 0)
    return err(`${trace.name} holds no insertions and departures.`);
  const { listed, ...found } = sampledAgainstTraced(queues, traced.value.trace);
  return ok({
    ...found,
    queues: queues.map(({ id }) => id),
    samplesFile: samples.name,
    traceFile: trace.name,
    listed: listed.slice(0, MOST_LISTED),
  });
}
