/** A measurement without a scenario: read in a worker, and shown as a drawing to be accepted. */
import { err } from '../../../core/base/result.ts';
import type { DrawAnswer, DrawService, DrawSettings } from '../../../workers/draw/contract.ts';
import { createClient } from '../../run/create-client.ts';
import { createRun } from '../../run/create-run.ts';
import { openDialog } from '../../state/session-store.ts';
import { faultText } from '../measure/reading-words.ts';

const client = createClient<DrawService>(
  () => new Worker(new URL('../../../workers/entry/draw.worker.ts', import.meta.url), { type: 'module' }),
);

interface Question {
  readonly file: File;
  readonly settings: DrawSettings;
}

export const drawRun = createRun<Question, DrawAnswer, never, readonly string[]>({
  name: 'drawing',
  key: ({ file, settings }) => JSON.stringify([file.name, file.size, file.lastModified, settings]),
  ask: async ({ file, settings }, { signal }) => {
    const answer = await client.draw(signal, file, file.name, settings);
    return answer.ok ? answer : err(answer.error.map(faultText));
  },
  lost: (message) => [`Reading it stopped: ${message}. Drop it again to try once more.`],
});

let shown: File | undefined;

/** The file that the dialog tells of. */
export const drawnFile = (): File | undefined => shown;

export function openDrawing(file: File): void {
  shown = file;
  void drawRun.ask({ file, settings: {} });
  openDialog('draw');
}
