/** `window.waitForIdle()`: resolves when nothing is being fetched, computed, drawn or saved. For tests and for scripts. */
import { useRuns } from '../state/runs-store.ts';
import { isSolvingIdle } from '../state/solving.ts';
import { autosave } from './opening.ts';

declare global {
  interface Window {
    waitForIdle(): Promise<void>;
  }
}

const isFetched = (): boolean => document.querySelector('.w-waiting') === null;

const isIdle = (): boolean =>
  isFetched() && isSolvingIdle() && useRuns.getState().simulation.status !== 'running' && autosave.isIdle();

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

export function exposeIdle(): void {
  window.waitForIdle = async () => {
    for (let quietFrames = 0; quietFrames < 3; ) {
      await nextFrame();
      quietFrames = isIdle() ? quietFrames + 1 : 0;
    }
  };
}
