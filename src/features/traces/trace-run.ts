/** Files of spans: read in a worker, told in a dialog, drawn as a scenario. */
import { err } from '../../../core/base/result.ts';
import type { TraceAnswer, TraceService, TraceSettings } from '../../../workers/traces/contract.ts';
import { createClient } from '../../run/create-client.ts';
import { createRun } from '../../run/create-run.ts';
import { openDialog } from '../../state/session-store.ts';
import { faultText } from '../measure/reading-words.ts';

const client = createClient<TraceService>(
  () => new Worker(new URL('../../../workers/entry/traces.worker.ts', import.meta.url), { type: 'module' }),
);

interface Question {
  readonly file: File;
  readonly settings: TraceSettings;
}

export const traceRun = createRun<Question, TraceAnswer, never, readonly string[]>({
  name: 'traces',
  key: ({ file, settings }) => JSON.stringify([file.name, file.size, file.lastModified, settings]),
  ask: async ({ file, settings }, { signal }) => {
    const answer = await client.draw(signal, file, file.name, settings);
    return answer.ok ? answer : err(answer.error.map(faultText));
  },
  lost: (message) => [`Reading it stopped: ${message}. Drop it again to try once more.`],
});

let shown: File | undefined;

/** The file that the dialog tells of. */
export const tracedFile = (): File | undefined => shown;

/** False: it holds no spans. */
export async function openTraces(file: File): Promise<boolean> {
  if (!(await client.holdsSpans(undefined, file))) return false;
  shown = file;
  void traceRun.ask({ file, settings: {} });
  openDialog('traces');
  return true;
}
