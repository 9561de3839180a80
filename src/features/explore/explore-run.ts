/** The explorer at work: a study is planned, its missing points are made, shown as they come, and kept. */

import { ok } from '../../../core/base/result.ts';
import { missingRanges } from '../../../core/study/point-ranges.ts';
import type { Study } from '../../../core/study/study.ts';
import type { PointBatch, StudyTable } from '../../../workers/explore/contract.ts';
import { createRun, type Telling } from '../../run/create-run.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';
import { keyOf } from './explore-asking.ts';
import { ExploreLibrary } from './explore-library.ts';
import { addBatch, type ExploredPoints, emptyPoints, madeCount } from './explore-points.ts';
import { useExplore } from './explore-store.ts';
import { explorer } from './explorer-client.ts';

export const exploreLibrary = new ExploreLibrary();

/** The page is told so often, ms: pictures of what is half made take time from what makes it. */
const TELL_EVERY = 200;
/** Points are written so often, ms. What is superseded before was quick to make, and is not kept. */
const KEEP_EVERY = 500;
/** Solved studies of at most so many points begin by themselves. */
const MOST_UNASKED = 20_000;
/** More do not fit into a page. */
export const MOST_ON_PAGE = 1_000_000;

interface PointsQuestion {
  readonly study: Study;
  /** Points to go on from; without them the study is planned, and what is kept of it is shown. */
  readonly points?: ExploredPoints;
}

/** Points made in a second by the last run; nothing where all were kept from before. */
type Rate = number | undefined;

export const pointsRun = createRun<PointsQuestion, { readonly rate: Rate }>({
  name: 'points',
  key: ({ study }) => keyOf(study),
  ask: async ({ study, points }, tell) => {
    useExplore.setState({ paused: false });
    const planned = points ?? (await plan(study, tell.signal));
    return ok({ rate: planned && (await makePoints(study, planned, tell)) });
  },
  lost: (message) => `The explorer stopped: ${message}`,
  startsEmpty: true,
});
askWhenSilent(pointsRun, { what: 'The exploration', isMeant: () => useExplore.getState().paused });

/** The points to be made now, with those that are kept; nothing where there are none, or they must be asked for. */
async function plan(study: Study, signal: AbortSignal): Promise<ExploredPoints | undefined> {
  const table = await explorer.plan(study, signal);
  signal.throwIfAborted();
  const faults = table.kind === 'faults' ? table.faults : tooMany(table);
  if (table.kind === 'faults' || faults.length > 0) {
    useExplore.setState({ faults, count: undefined });
    return undefined;
  }
  const points = emptyPoints(table);
  for (const batch of await exploreLibrary.points(table.key).catch(() => [])) addBatch(points, batch);
  signal.throwIfAborted();
  useExplore.setState({ faults: [], count: table.points });
  const made = madeCount(points);
  const mayBegin = study.answer?.by !== 'simulate' && table.points <= MOST_UNASKED;
  if (made === table.points || !mayBegin || made > 0) showPoints(points);
  return made < table.points && mayBegin ? points : undefined;
}

const tooMany = ({ points }: StudyTable): readonly string[] =>
  points <= MOST_ON_PAGE
    ? []
    : [
        `The study has ${points.toLocaleString('en')} designs; the page takes ${MOST_ON_PAGE.toLocaleString('en')}. Save it as a file and run: npx stagegraph explore`,
      ];

/** Makes the points that are missing, tells the page, and keeps them. */
async function makePoints(
  study: Study,
  points: ExploredPoints,
  { signal, partial, workerLost }: Telling<{ readonly rate: Rate }, never>,
): Promise<Rate> {
  const { key, points: total } = points.table;
  const [started, before] = [performance.now(), madeCount(points)];
  let unkept: PointBatch[] = [];
  let isNew = true;
  const keep = (): void => {
    const batches = unkept;
    unkept = [];
    // A browser that refuses storage makes them again next time.
    if (batches.length > 0) void exploreLibrary.addPoints(key, batches).catch(() => undefined);
  };
  const tell = (): Rate => {
    const rate = ((madeCount(points) - before) * 1000) / (performance.now() - started + 1);
    if (!signal.aborted) showPoints(points);
    partial({ rate });
    isNew = false;
    return rate;
  };
  const endTelling = atEase(TELL_EVERY, () => isNew && !useExplore.getState().paused && tell());
  const keeping = setInterval(keep, KEEP_EVERY);
  addEventListener('pagehide', keep);
  try {
    await explorer.explore({
      study,
      ranges: missingRanges(total, points.done),
      signal,
      onBatch: (batch) => {
        addBatch(points, batch);
        unkept.push(batch);
        isNew = true;
      },
      onRestart: (reason) => workerLost(`${reason}; its designs are made again.`),
    });
    return tell();
  } finally {
    // What is superseded at once was quick to make.
    if (!signal.aborted || performance.now() - started > KEEP_EVERY) keep();
    endTelling();
    clearInterval(keeping);
    removeEventListener('pagehide', keep);
  }
}

const showPoints = (points: ExploredPoints): void =>
  useExplore.setState(({ revision }) => ({ points, revision: revision + 1 }));

/**
 * Does it now and then until what it returns is called. Where the page is busy for longer than a turn with what was done, it is left alone as
 * long: whoever presses Pause on a slow machine is heard between two pictures.
 */
function atEase(every: number, act: () => unknown): () => void {
  let begun = performance.now();
  let timer: ReturnType<typeof setTimeout>;
  const look = (): void => {
    const late = performance.now() - begun - every;
    timer = setTimeout(turn, Math.max(0, late));
  };
  const turn = (): void => {
    begun = performance.now();
    act();
    timer = setTimeout(look, every);
  };
  timer = setTimeout(turn, every);
  return () => clearTimeout(timer);
}
