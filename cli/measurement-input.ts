/** Reads measurement files for the verbs that take them. */
import { isStage, type Scenario } from '../src/model/scenario.ts';
import type { ReadMeasurement } from '../workers/contract/measuring.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { readMeasurementBytes } from '../workers/measure/read-measurement.ts';
import { nameOf, readBytes } from './input.ts';
import { BadInput } from './outcome.ts';

/** Told from the content: a scenario is JSON without a `qtm` version, or a link. */
export async function looksLikeMeasurement(file: string): Promise<boolean> {
  if (file === '-' || /^(https?:|#)/.test(file)) return false;
  const head = new TextDecoder().decode((await readBytes(file)).subarray(0, 4096)).replace(/^\uFEFF/, '');
  return !head.trimStart().startsWith('{') ? !/^\d+\.[\w-]+\s*$/.test(head) : /"qtm"\s*:/.test(head);
}

export async function readMeasurementFile(
  file: string,
  scenario: Scenario | undefined,
): Promise<ReadMeasurement> {
  const stages = scenario?.nodes.filter(isStage);
  const read = await readMeasurementBytes(await readBytes(file), nameOf(file), stages);
  if (!read.ok) throw new BadInput(read.error.map(describeFault));
  return read.value;
}
