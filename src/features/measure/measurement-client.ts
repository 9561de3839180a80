/** Asks the worker that reads measurement files and compares them with a model. */
import type { MeasurementService } from '../../../workers/compare/service-contract.ts';
import { createClient } from '../../run/create-client.ts';

/** A reader of its own for whoever must not wait for the files of others. */
export const newMeasurementReader = () =>
  createClient<MeasurementService>(
    () =>
      new Worker(new URL('../../../workers/entry/measurement.worker.ts', import.meta.url), {
        type: 'module',
      }),
    { stoppable: ['reduce'] },
  );
