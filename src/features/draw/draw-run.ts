/** A measurement without a scenario: read in a worker, and shown as a drawing to be accepted. */

import type { DrawAnswer, DrawService, DrawSettings } from '../../../workers/draw/contract.ts';
import type { ColumnMapping } from '../../../workers/measure/contract.ts';
import { createClient } from '../../run/create-client.ts';
import { createFileRun } from '../measure/file-run.ts';
import { rememberedMapping } from '../measure/mapping-memory.ts';
import { measuredClient } from '../measure/measured-keeping.ts';

const client = createClient<DrawService>(
  () => new Worker(new URL('../../../workers/entry/draw.worker.ts', import.meta.url), { type: 'module' }),
);

/** Columns that somebody told, by file. */
const told = new WeakMap<File, ColumnMapping>();

const drawing = createFileRun<DrawSettings, DrawAnswer>(
  { name: 'drawing', dialog: 'draw', usual: {} },
  async (signal, file, settings) => {
    const answer = await client.draw(signal, file, file.name, settings);
    if (answer.ok || settings.mapping) return answer;
    const { columns } = await measuredClient.inspect(signal, file);
    const mapping = columns && rememberedMapping(columns);
    if (!mapping) return answer;
    told.set(file, mapping);
    return client.draw(signal, file, file.name, { ...settings, mapping });
  },
);

export const drawRun = drawing.run;

export function drawMapped(file: File, mapping: ColumnMapping): void {
  told.set(file, mapping);
  drawWithout(file, []);
}

/** `without`: ids of parts that are not accepted. */
export function drawWithout(file: File, without: readonly string[]): void {
  const mapping = told.get(file);
  void drawRun.ask({ file, settings: { without, ...(mapping && { mapping }) } });
}

export const drawnFile = drawing.shown;
export const openDrawing = drawing.show;
