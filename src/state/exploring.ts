/** Explores the open scenario: follows it, plans the study, makes the points that are missing and keeps them. */
import type { PointBatch, StudyTable } from '../../workers/contract/exploring.ts';
import { ExplorerClient } from '../engine/explorer-client.ts';
import { isAbort } from '../engine/worker-bridge.ts';
import { modelKey } from '../model/model-key.ts';
import { missingRanges } from '../model/point-ranges.ts';
import type { Scenario } from '../model/scenario.ts';
import type { Study } from '../model/study.ts';
import { useDocument } from './document-store.ts';
import { defaultStudy } from './explore-default.ts';
import { ExploreLibrary } from './explore-library.ts';
import { addBatch, type ExploredPoints, emptyPoints, madeCount } from './explore-points.ts';
import { type ExploreRun, NOTHING_EXPLORED, useExplore } from './explore-store.ts';
import { useRuns } from './runs-store.ts';

export const explorer = new ExplorerClient();
const library = new ExploreLibrary();

/** Solved studies of at most so many points begin by themselves. */
const MOST_UNASKED = 20_000;
/** More do not fit into a page. */
export const MOST_ON_PAGE = 1_000_000;
/** The page is told so often, ms. */
const TELL_EVERY = 100;
/** Points are written so often, ms. What is superseded before was quick to make, and is not kept. */
const KEEP_EVERY = 500;

let abort = new AbortController();
/** The document that the store's study is of, and the scenarios that are points of it. */
let owner: string | undefined;
let loaded: readonly string[] = [];

/** Called with the open scenario whenever the tab is shown, and whenever it changes then. */
export async function followScenario(id: string, scenario: Scenario): Promise<void> {
  const key = modelKey(scenario);
  if (owner === id) {
    const { study } = useExplore.getState();
    if (!study || study.scenario === scenario || isOf(study, key)) return;
    await setStudy({ ...study, scenario });
    return;
  }
  leave(id);
  // A browser that refuses storage shows nothing from before.
  const stored = await library.study(id, key).catch(() => undefined);
  if (owner !== id) return;
  loaded = stored?.loaded ?? [];
  useExplore.setState({ pins: stored?.pins ?? [] });
  if (stored && (modelKey(stored.study.scenario) === key || loaded.includes(key)))
    await setStudy(stored.study);
  else if (stored) await setStudy({ ...stored.study, scenario });
  else await setStudy(defaultStudy(scenario, bottleneckOf()));
}

/** Opens a study that came as a file or a link, whose scenario is open already. */
export async function openStudy(id: string, study: Study): Promise<void> {
  leave(id);
  await setStudy(study);
}

function leave(id: string): void {
  abort.abort();
  owner = id;
  loaded = [];
  useExplore.setState(NOTHING_EXPLORED, true);
}

const isOf = ({ scenario }: Study, key: string): boolean =>
  modelKey(scenario) === key || loaded.includes(key);

/** The scenario is a point of the study: putting it into the editor leaves the study as it is. */
export function markLoaded(scenario: Scenario): void {
  loaded = [...loaded.filter((key) => key !== modelKey(scenario)), modelKey(scenario)].slice(-50);
  keepStudy();
}

const bottleneckOf = (): string | undefined => useRuns.getState().solve.answer?.network.ladder?.[0]?.stage;

/** Any change of the study. The points of the last one stay until the new ones come. */
export async function setStudy(study: Study): Promise<void> {
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  useExplore.setState({ study });
  keepStudy();
  try {
    const table = await explorer.plan(study, signal);
    if (signal.aborted) return;
    const faults = table.kind === 'faults' ? table.faults : tooMany(table);
    if (table.kind === 'faults' || faults.length > 0) {
      useExplore.setState(({ run }) => ({ faults, count: undefined, run: { ...run, status: 'ready' } }));
      return;
    }
    const points = emptyPoints(table);
    for (const batch of await library.points(table.key).catch(() => [])) addBatch(points, batch);
    if (signal.aborted) return;
    useExplore.setState({ faults: [], count: table.points });
    const mayBegin = study.answer?.by !== 'simulate' && table.points <= MOST_UNASKED;
    const made = madeCount(points);
    if (made === table.points || !mayBegin || made > 0)
      show(points, { status: made === table.points ? 'done' : 'ready' });
    if (made < table.points && mayBegin) await run(study, points, signal);
  } catch (reason) {
    if (!isAbort(reason)) fail(reason);
  }
}

const tooMany = ({ points }: StudyTable): readonly string[] =>
  points <= MOST_ON_PAGE
    ? []
    : [
        `The study has ${points.toLocaleString('en')} points; the page takes ${MOST_ON_PAGE.toLocaleString('en')}. Save it as a file and run: npx stagegraph explore`,
      ];

/** Makes the points that are missing, or goes on after a pause. */
export async function startExploring(): Promise<void> {
  const { study, points, faults, run: now } = useExplore.getState();
  if (now.status === 'paused') {
    explorer.resume();
    useExplore.setState({ run: { ...now, status: 'running' } });
    return;
  }
  if (!study || !points || faults.length > 0 || now.status === 'running') return;
  abort = new AbortController();
  await run(study, points, abort.signal);
}

export function pauseExploring(): void {
  const { run: now } = useExplore.getState();
  if (now.status !== 'running') return;
  explorer.pause();
  useExplore.setState({ run: { ...now, status: 'paused' } });
}

/** What is made stays. */
export function cancelExploring(): void {
  abort.abort();
  useExplore.setState(({ run: now }) => ({ run: { ...now, status: 'ready' } }));
}

async function run(study: Study, points: ExploredPoints, signal: AbortSignal): Promise<void> {
  const { key, points: total } = points.table;
  const [started, before] = [performance.now(), madeCount(points)];
  let unkept: PointBatch[] = [];
  const keep = (): void => {
    const batches = unkept;
    unkept = [];
    // A browser that refuses storage makes them again next time.
    if (batches.length > 0) void library.addPoints(key, batches).catch(() => undefined);
  };
  const tell = (status: ExploreRun['status']): void => {
    const rate = ((madeCount(points) - before) * 1000) / (performance.now() - started + 1);
    if (!signal.aborted) show(points, { status, rate });
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
    } else if (!signal.aborted) fail(reason);
  } finally {
    clearInterval(telling);
    clearInterval(keeping);
    removeEventListener('pagehide', keep);
  }
}

function show(points: ExploredPoints, change: Pick<ExploreRun, 'status' | 'rate'>): void {
  useExplore.setState(({ revision, run: { incidents } }) => ({
    points,
    revision: revision + 1,
    run: { incidents, made: madeCount(points), ...change },
  }));
}

function fail(reason: unknown): void {
  const failure = `The explorer stopped: ${reason instanceof Error ? reason.message : String(reason)}`;
  useExplore.setState(({ run: now }) => ({ run: { ...now, status: 'failed', failure } }));
}

let keepTimer: ReturnType<typeof setTimeout> | undefined;

/** Soon, and once for many changes in a row. */
export function keepStudy(): void {
  clearTimeout(keepTimer);
  keepTimer = setTimeout(() => {
    const { study, pins } = useExplore.getState();
    if (!study || owner === undefined || owner !== useDocument.getState().id) return;
    const model = modelKey(study.scenario);
    void library.saveStudy({ id: owner, model, study, loaded, pins }).catch(() => undefined);
  }, 250);
}
