/** Explores the open scenario: follows it, plans the study, makes the points that are missing and keeps them. */

import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { Goal, Study, StudyResults } from '../../../core/study/study.ts';
import { onOtherDocument, useDocument } from '../../state/document-store.ts';
import { solveRun } from '../solve/solving.ts';
import { placesOf } from './explore-asking.ts';
import { defaultStudy } from './explore-default.ts';
import { exploreLibrary, pointsRun } from './explore-run.ts';
import { NOTHING_EXPLORED, useExplore } from './explore-store.ts';
import { explorer } from './explorer-client.ts';
import { batchesOf } from './saved-points.ts';

/** The document that the store's study is of, and the scenarios that are points of it. */
let owner: string | undefined;
let loaded: readonly string[] = [];
let arriving: Promise<unknown> = Promise.resolve();

onOtherDocument(
  () => leave(undefined),
  () => {
    if (owner === undefined) return;
    owner = useDocument.getState().id;
    keepStudy();
  },
);

/** Called with the open scenario whenever the tab is shown, and whenever it changes then. */
export async function followScenario(id: string, scenario: Scenario): Promise<void> {
  const key = modelKey(scenario);
  if (owner === id) {
    const { study } = useExplore.getState();
    if (!study || study.scenario === scenario || loaded.includes(key) || isSame(study.scenario, scenario))
      return;
    await setStudy({ ...study, scenario });
    return;
  }
  leave(id);
  // A browser that refuses storage shows nothing from before.
  const reading = exploreLibrary.study(id, key).catch(() => undefined);
  arriving = reading;
  const stored = await reading;
  // Another document was opened meanwhile, or a study that came with this one.
  if (arriving !== reading) return;
  loaded = stored?.loaded ?? [];
  useExplore.setState({ pins: stored?.pins ?? [] });
  if (stored && (isSame(stored.study.scenario, scenario) || loaded.includes(key)))
    await setStudy(stored.study);
  else if (stored) await setStudy({ ...stored.study, scenario });
  else await setStudy(defaultStudy(scenario, bottleneckOf()));
}

/** What is kept of the tab for the open scenario is there, also before the tab was opened. */
export async function whenFollowing(id: string, scenario: Scenario): Promise<void> {
  if (owner !== id) void followScenario(id, scenario);
  await arriving;
}

/** Opens a study that came as a file or a link, whose scenario is open already. */
export async function openStudy(id: string, { results, ...study }: Study): Promise<void> {
  leave(id);
  if (results) await keepResults(study, results);
  if (owner === id) await setStudy(study);
}

/** Points that came with a study are kept as if they were made here, where they are points of it. */
async function keepResults(study: Study, results: StudyResults): Promise<void> {
  try {
    const table = await explorer.plan(study, undefined);
    if (table.kind === 'table') await exploreLibrary.addPoints(table.key, batchesOf(table, results));
  } catch {
    // They are made again.
  }
}

function leave(id: string | undefined): void {
  pointsRun.reset();
  owner = id;
  loaded = [];
  arriving = Promise.resolve();
  useExplore.setState(NOTHING_EXPLORED, true);
}

/** For a study, which depends on where stages may be put as well. */
const isSame = (a: Scenario, b: Scenario): boolean =>
  modelKey(a) === modelKey(b) && JSON.stringify(placesOf(a)) === JSON.stringify(placesOf(b));

/** The scenario is a point of the study: putting it into the editor leaves the study as it is. */
export function markLoaded(scenario: Scenario): void {
  loaded = [...loaded.filter((key) => key !== modelKey(scenario)), modelKey(scenario)].slice(-50);
  keepStudy();
}

const bottleneckOf = (): string | undefined => solveRun.get().answer?.network.ladder?.[0]?.stage;

/** Any change of the study. The points of the last one stay until the new ones come. */
export async function setStudy(study: Study): Promise<void> {
  useExplore.setState({ study });
  keepStudy();
  await pointsRun.ask({ study });
}

/** Notes change no point. */
export function noteStudy(notes: string): void {
  const { study } = useExplore.getState();
  if (!study) return;
  const { notes: _, ...rest } = study;
  useExplore.setState({ study: notes === '' ? rest : { ...rest, notes } });
  keepStudy();
}

/** The goal that is asked goes with the study; it changes no point. */
export function keepGoal(goal: Goal): void {
  const { study } = useExplore.getState();
  if (!study) return;
  useExplore.setState({ study: { ...study, goals: [goal] } });
  keepStudy();
}

/** Makes the points that are missing, or goes on after a pause. */
export async function startExploring(): Promise<void> {
  const { study, points, faults, paused } = useExplore.getState();
  const isRunning = pointsRun.isBusy();
  if (isRunning && paused) {
    explorer.resume();
    useExplore.setState({ paused: false });
  }
  if (study && points && faults.length === 0 && !isRunning) await pointsRun.ask({ study, points });
}

export function pauseExploring(): void {
  if (!pointsRun.isBusy()) return;
  explorer.pause();
  useExplore.setState({ paused: true });
}

let keepTimer: ReturnType<typeof setTimeout> | undefined;

/** Soon, and once for many changes in a row. */
export function keepStudy(): void {
  clearTimeout(keepTimer);
  keepTimer = setTimeout(() => {
    const { study, pins } = useExplore.getState();
    if (!study || owner === undefined || owner !== useDocument.getState().id) return;
    const model = modelKey(study.scenario);
    void exploreLibrary.saveStudy({ id: owner, model, study, loaded, pins }).catch(() => undefined);
  }, 250);
}
