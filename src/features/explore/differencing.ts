/** Follows the open scenario and the pinned baseline, while differences between them are drawn. */

import type { Study } from '../../../core/study/study.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { differenceRun, useDifferences } from './difference-store.ts';
import { comparisonKey } from './explore-asking.ts';
import { useExplore } from './explore-store.ts';
import { sharedMeasures } from './stage-differences.ts';

let stopFollowing: (() => void) | undefined;
/** What the last question was about. */
let last: readonly unknown[] | undefined;

/** Draws differences from this baseline, or none. */
export function drawDifferences(against: string | undefined): void {
  stopFollowing?.();
  stopFollowing = undefined;
  last = undefined;
  differenceRun.reset();
  useDifferences.setState({ against });
  if (against === undefined) return;
  const stops = [useDocument.subscribe(follow), useExplore.subscribe(follow)];
  stopFollowing = () => {
    for (const stop of stops) stop();
  };
  follow();
}

function follow(): void {
  const { study, pins } = useExplore.getState();
  const before = pins.find(({ name }) => name === useDifferences.getState().against)?.scenario;
  const now = selectScenario(useDocument.getState());
  if (!study || !before || !now) {
    drawDifferences(undefined);
    return;
  }
  // Points come ten times a second and change nothing here.
  const parts = [before, now, study.answer];
  if (parts.every((part, i) => part === last?.[i])) return;
  last = parts;
  const measures = sharedMeasures(before, now).map(({ name }) => name);
  const asked: Study = { ...study, scenario: before, vary: [], measures };
  void differenceRun.follow({ key: comparisonKey(asked, [before], now), study: asked, now });
}
