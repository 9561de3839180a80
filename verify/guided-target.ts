/**
 * Every reader of files on the same bytes, for a fuzzer that watches which branches they take (`guided.ts`). A refusal is an answer here; whatever is
 * thrown, and a refusal that says nothing or shows words of the program, is found.
 */
import { modelsIn } from '../core/imports/read-model.ts';
import { reportXml, STREAM_ROWS, STREAMS } from '../core/imports/vitis-hls.test-support.ts';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import { decodeShareLink } from '../core/scenario/share-link.ts';
import { readStudyText } from '../core/study/read-study.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { measurementOfReduced, reduceMeasurement } from '../workers/measure/reduce-measurement.ts';
import { decodeReduced } from '../workers/measure/reduced-json.ts';
import { analyseTraces } from '../workers/traces/analyse-traces.ts';
import { readTraces } from '../workers/traces/read-traces.ts';

/** The other half of a model of Vitis HLS. */
const SOUND_REGION = [{ name: 'region', text: STREAMS }];
const SOUND_REPORT = [{ name: 'report', text: reportXml(STREAM_ROWS, 4) }];
const INNER_WORDS = /Broken assumption|TypeError|RangeError|\bundefined\b|\[object \w+\]/;

/** Called by the fuzzer with what it has made. */
export async function fuzz(bytes: Uint8Array): Promise<void> {
  const source = new Blob([new Uint8Array(bytes)]);
  const reduced = await reduceMeasurement(source, { fileName: 'f' });
  if (reduced.ok) measurementOfReduced(reduced.value);
  else for (const fault of reduced.error) judge(describeFault(fault), bytes);
  const text = new TextDecoder().decode(bytes);
  const traces = /span|trace/i.test(text) ? await readTraces(source, { fileName: 'f' }) : undefined;
  if (traces?.ok) analyseTraces(traces.value, {});
  for (const beside of [[], SOUND_REGION, SOUND_REPORT])
    for (const model of modelsIn([{ name: 'f', text }, ...beside])) {
      const read = model.read();
      if (!read.ok) for (const fault of read.error) judge(fault, bytes);
    }
  for (const read of [readScenarioText(text), readStudyText(text)])
    if (!read.ok) for (const { message } of read.error) judge(message, bytes);
  const saved = decodeReduced(text);
  if (!saved.ok) judge(saved.error, bytes);
  if (text.startsWith('1.')) await decodeShareLink(text);
}

function judge(words: string, bytes: Uint8Array): void {
  const inner = INNER_WORDS.exec(words)?.[0];
  if (words.trim() === '') throw new Error('refused without a word');
  if (inner !== undefined && !Buffer.from(bytes).includes(inner))
    throw new Error(`says "${inner}": ${words}`);
}
