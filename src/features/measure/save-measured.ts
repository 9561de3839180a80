/** The measurement that is looked at, and its faults, as files. */

import { saveText } from '../../ui/saving.ts';
import { measuredClient } from './measured-keeping.ts';
import { selectShown, useMeasured } from './measured-store.ts';
import { measurementClient } from './reading.ts';

/** Frames and histograms; dropped on the page it opens again. */
export async function saveMeasured(): Promise<void> {
  const reduced = selectShown(useMeasured.getState());
  if (reduced)
    saveText(
      `${reduced.name} measured.json`,
      await measuredClient.encode(undefined, reduced),
      'application/json',
    );
}

export async function saveFaults(): Promise<void> {
  const reduced = selectShown(useMeasured.getState());
  if (!reduced) return;
  saveText(
    `${reduced.name} errors.csv`,
    await measurementClient.faultTable(undefined, reduced.faults),
    'text/csv',
  );
}
