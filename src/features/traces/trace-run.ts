/** Files of spans: read in a worker, told in a dialog, drawn as a scenario. */
import type { TraceAnswer, TraceService, TraceSettings } from '../../../workers/traces/contract.ts';
import { createClient } from '../../run/create-client.ts';
import { createFileRun } from '../measure/file-run.ts';
import { refuse } from '../measure/reading-words.ts';

const client = createClient<TraceService>(
  () => new Worker(new URL('../../../workers/entry/traces.worker.ts', import.meta.url), { type: 'module' }),
);

const spans = createFileRun<TraceSettings, TraceAnswer>(
  { name: 'traces', dialog: 'traces', usual: {} },
  (signal, file, settings) => client.draw(signal, file, file.name, settings),
);

export const traceRun = spans.run;
export const tracedFile = spans.shown;
export const isOfTracedFile = spans.isOfShown;

/** False: it holds no spans. */
export async function openTraces(file: File): Promise<boolean> {
  if (!(await client.holdsSpans(undefined, file))) return false;
  spans.show(file);
  return true;
}

const EXAMPLE = 'checkout-spans.json.gz';

/** A simulated shop whose database is slow for a while. */
export async function openExampleTraces(): Promise<void> {
  try {
    const response = await fetch(`measurements/${EXAMPLE}`);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    await openTraces(new File([await response.blob()], EXAMPLE));
  } catch (reason) {
    refuse({ name: EXAMPLE }, [`It was not fetched: ${reason instanceof Error ? reason.message : reason}.`]);
  }
}
