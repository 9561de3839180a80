/** What was measured goes along with a study, reduced, and comes back with it. */
import type { SavedMeasurement, Study } from '../../../core/study/study.ts';
import { showToast } from '../../ui/widgets/toasts.ts';
import { measuredClient } from './measured-keeping.ts';
import { sharedMeasured } from './measured-part.ts';
import { selectShown, useMeasured } from './measured-store.ts';
import { openSharedMeasurement } from './reading.ts';

/** Characters of all measurements in one study file; a larger file would not open again. */
const MOST_CHARACTERS = 10_000_000;

/** With all that is kept of the open scenario, newest first; what is too large is left out and named. */
export async function withMeasured(study: Study): Promise<Study> {
  const measurements: SavedMeasurement[] = [];
  const left: string[] = [];
  let characters = 0;
  for (const reduced of useMeasured.getState().kept) {
    const text = await measuredClient.encode(undefined, reduced);
    if (characters + text.length > MOST_CHARACTERS) left.push(reduced.name);
    else {
      characters += text.length;
      measurements.push(JSON.parse(text) as SavedMeasurement);
    }
  }
  if (left.length > 0)
    showToast({
      title: 'Not all measurements fit into the study file',
      description: `Left out: ${left.join(', ')}. Save them under Data.`,
    });
  return measurements.length > 0 ? { ...study, measurements } : study;
}

/** The measurement that is looked at, as a part of a link; empty where a link cannot hold it. */
export async function measuredLinkPart(): Promise<string> {
  const reduced = selectShown(useMeasured.getState());
  return (reduced && (await sharedMeasured(reduced))?.part) ?? '';
}

/** The newest, which stands first, is the one that is looked at. */
export async function openStudyMeasurements(measurements: readonly SavedMeasurement[]): Promise<void> {
  for (const saved of measurements.toReversed()) await openSharedMeasurement(JSON.stringify(saved), 'study');
}
