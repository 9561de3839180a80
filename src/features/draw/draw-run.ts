/** A measurement without a scenario: read in a worker, and shown as a drawing to be accepted. */
import type { DrawAnswer, DrawService, DrawSettings } from '../../../workers/draw/contract.ts';
import { createClient } from '../../run/create-client.ts';
import { createFileRun } from '../measure/file-run.ts';

const client = createClient<DrawService>(
  () => new Worker(new URL('../../../workers/entry/draw.worker.ts', import.meta.url), { type: 'module' }),
);

const drawing = createFileRun<DrawSettings, DrawAnswer>(
  { name: 'drawing', dialog: 'draw', usual: {} },
  (signal, file, settings) => client.draw(signal, file, file.name, settings),
);

export const drawRun = drawing.run;
export const drawnFile = drawing.shown;
export const openDrawing = drawing.show;
