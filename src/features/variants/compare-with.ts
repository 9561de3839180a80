/** Pins a version as a baseline and shows it beside what is in the editor. */

import { MOST_BASELINES } from '../../../core/study/study.ts';
import { useDocument } from '../../state/document-store.ts';
import { closeDialog, showTab } from '../../state/session-store.ts';
import { showToast } from '../../ui/widgets/toasts.ts';
import { pinScenario } from '../explore/explore-pins.ts';
import { setExploreView } from '../explore/explore-store.ts';
import type { VersionRow } from './version-rows.ts';

export async function compareWith({ id, name, label }: VersionRow): Promise<void> {
  const scenario = useDocument.getState().history?.versions.get(id)?.scenario;
  if (!scenario) return;
  closeDialog();
  const isPinned = await pinScenario(scenario, name ?? label);
  showTab('explore');
  setExploreView({ task: 'compare' });
  if (!isPinned) showToast({ title: `${MOST_BASELINES} baselines are pinned already: unpin one first.` });
}
