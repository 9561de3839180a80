/** `window.waitForIdle()`: resolves when nothing is being fetched, computed, drawn or saved. For tests and for scripts. */

import { autosave, isOpeningIdle } from '../features/files/opening.ts';
import { isMeasuredIdle } from '../features/measure/measured-keeping.ts';
import { isSolvingIdle } from '../features/solve/solving.ts';
import { useDocument } from '../state/document-store.ts';
import { useRuns } from '../state/runs-store.ts';
import { useSession } from '../state/session-store.ts';

declare global {
  interface Window {
    waitForIdle(): Promise<void>;
  }
}

const isFetched = (): boolean => document.querySelector('.w-waiting') === null;

/** Something is open, or the page knows that nothing will be. */
const isOpened = (): boolean => useSession.getState().ready || useDocument.getState().id !== undefined;

const isIdle = (): boolean =>
  isFetched() &&
  isOpened() &&
  isOpeningIdle() &&
  isMeasuredIdle() &&
  isSolvingIdle() &&
  useRuns.getState().simulation.status !== 'running' &&
  autosave.isIdle();

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

export function exposeIdle(): void {
  window.waitForIdle = async () => {
    for (let quietFrames = 0; quietFrames < 3; ) {
      await nextFrame();
      quietFrames = isIdle() ? quietFrames + 1 : 0;
    }
  };
}
