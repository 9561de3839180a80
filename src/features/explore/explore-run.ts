/** The explorer at work: points are made, shown as they come, and kept. */

import { missingRanges } from '../../../core/study/point-ranges.ts';
import type { Study } from '../../../core/study/study.ts';
import type { PointBatch } from '../../../workers/explore/contract.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { ExploreLibrary } from './explore-library.ts';
import { addBatch, type ExploredPoints, madeCount } from './explore-points.ts';
import { type ExploreRun, useExplore } from './explore-store.ts';
import { ExplorerClient } from './explorer-client.ts';

export const explorer = new ExplorerClient();
export const exploreLibrary = new ExploreLibrary();

/** The page is told so often, ms: pictures of what is half made take time from what makes it. */
const TELL_EVERY = 200;
/** Points are written so often, ms. What is superseded before was quick to make, and is not kept. */
const KEEP_EVERY = 500;

/** Makes the points that are missing, tells the page, and keeps them. */
export async function makePoints(study: Study, points: ExploredPoints, signal: AbortSignal): Promise<void> {
  const { key, points: total } = points.table;
  const [started, before] = [performance.now(), madeCount(points)];
  let unkept: PointBatch[] = [];
  const keep = (): void => {
    const batches = unkept;
    unkept = [];
    // A browser that refuses storage makes them again next time.
    if (batches.length > 0) void exploreLibrary.addPoints(key, batches).catch(() => undefined);
  };
  const tell = (status: ExploreRun['status']): void => {
    const rate = ((madeCount(points) - before) * 1000) / (performance.now() - started + 1);
    if (!signal.aborted) showPoints(points, { status, rate });
  };
  const telling = setInterval(() => {
    if (useExplore.getState().run.status !== 'paused') tell('running');
  }, TELL_EVERY);
  const keeping = setInterval(keep, KEEP_EVERY);
  addEventListener('pagehide', keep);
  useExplore.setState(({ run: now }) => ({ run: { ...now, status: 'running', incidents: [] } }));
  try {
    await explorer.explore({
      study,
      ranges: missingRanges(total, points.done),
      signal,
      onBatch: (batch) => {
        addBatch(points, batch);
        unkept.push(batch);
      },
      onRestart: (reason) =>
        useExplore.setState(({ run: now }) => ({
          run: { ...now, incidents: [...now.incidents, `${reason}; its points are made again.`] },
        })),
    });
    tell('done');
    keep();
  } catch (reason) {
    if (isAbort(reason)) {
      if (performance.now() - started > KEEP_EVERY) keep();
    } else if (!signal.aborted) failed(reason);
  } finally {
    clearInterval(telling);
    clearInterval(keeping);
    removeEventListener('pagehide', keep);
  }
}

export function showPoints(points: ExploredPoints, change: Pick<ExploreRun, 'status' | 'rate'>): void {
  useExplore.setState(({ revision, run: { incidents } }) => ({
    points,
    revision: revision + 1,
    run: { incidents, made: madeCount(points), ...change },
  }));
}

export function failed(reason: unknown): void {
  const failure = `The explorer stopped: ${reason instanceof Error ? reason.message : String(reason)}`;
  useExplore.setState(({ run: now }) => ({ run: { ...now, status: 'failed', failure } }));
}
