/** Asks the worker that reads measurement files and compares them with a model. */
import type { MeasurementService } from '../../../workers/compare/service-contract.ts';
import type { ReduceProgress } from '../../../workers/measure/contract.ts';
import { createClient } from '../../run/create-client.ts';

/** Between two pieces of a file a reader looks up; what comes behind the last one takes its time. s. */
const [BETWEEN_PIECES, BEHIND_THE_LAST] = [2, 60];

function silence(method: keyof MeasurementService, told: readonly unknown[] | undefined): number | undefined {
  if (method !== 'reduce' && method !== 'read' && method !== 'guess') return undefined;
  const progress = told?.[0] as ReduceProgress | undefined; // the only thing that a reader tells
  return progress && progress.bytes >= progress.totalBytes ? BEHIND_THE_LAST : BETWEEN_PIECES;
}

/** A reader of its own for whoever must not wait for the files of others. */
export const newMeasurementReader = () =>
  createClient<MeasurementService>(
    () =>
      new Worker(new URL('../../../workers/entry/measurement.worker.ts', import.meta.url), {
        type: 'module',
      }),
    { stoppable: ['reduce'], awake: { ask: 'isThere', silence } },
  );
