import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { knownRuns, type Run, resetRuns } from '../../run/create-run.ts';
import { Autosave } from '../../state/autosave.ts';
import { closeDocument, editDocument, openDocument, useDocument } from '../../state/document-store.ts';
import { boundsRun } from '../bounds/bounding.ts';
import { drawRun } from '../draw/draw-run.ts';
import { estimateRun, samplesRun } from '../estimate/estimating.ts';
import { differenceRun } from '../explore/difference-store.ts';
import {
  comparisonRun,
  depthsRun,
  frontRun,
  goalRun,
  growthRun,
  mappingRun,
  tornadoRun,
} from '../explore/explore-asking.ts';
import { pointsRun } from '../explore/explore-run.ts';
import { useExplore } from '../explore/explore-store.ts';
import { openStudy } from '../explore/exploring.ts';
import { previewRun } from '../explore/previewing.ts';
import { calibrationRun, distributionRun, stationRun } from '../fit/fitting.ts';
import { capacityRun } from '../inspector/AnswerBlock.tsx';
import { percentilesRun } from '../inspector/MethodPercentiles.tsx';
import { studyRun } from '../measure/measured-keeping.ts';
import { readingRun } from '../measure/reading.ts';
import { predictionRun } from '../posterior/Predictions.tsx';
import { posteriorRun } from '../posterior/posterior-run.ts';
import { tasksRun } from '../posterior/posterior-run-sources.ts';
import { whatIfRun } from '../posterior/what-if-run.ts';
import { replayRun } from '../replay/replay-run.ts';
import { latencyRun, saturationRun } from '../results/asked-beside.ts';
import { liveRun } from '../simulate/live.ts';
import { simulationRun } from '../simulate/simulating.ts';
import { chainRun } from '../solve/chain-later.ts';
import { solveRun } from '../solve/solving.ts';
import { traceRun } from '../traces/trace-run.ts';
import { chainSizeRun, transientRun } from '../transient/transient-run.ts';
import { judgedQueriesRun } from '../virtual-queue/judged-queries.ts';
import { exampleRun, verdictRun } from '../virtual-queue/virtual-queue-run.ts';

vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'visible' });
});

const RUNS = [
  ...[
    solveRun,
    chainRun,
    percentilesRun,
    capacityRun,
    latencyRun,
    saturationRun,
    simulationRun,
    liveRun,
    transientRun,
    chainSizeRun,
    boundsRun,
  ],
  ...[readingRun, traceRun, drawRun, studyRun, verdictRun, exampleRun, replayRun],
  ...[samplesRun, estimateRun, tasksRun, posteriorRun, predictionRun, whatIfRun],
  ...[distributionRun, stationRun, calibrationRun],
  ...[
    judgedQueriesRun,
    pointsRun,
    goalRun,
    tornadoRun,
    growthRun,
    mappingRun,
    depthsRun,
    frontRun,
    comparisonRun,
    previewRun,
    differenceRun,
  ],
] as readonly Pick<Run<never, unknown, unknown, unknown>, 'name' | 'use' | 'get'>[];

const SCENARIO: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'S',
  nodes: [],
  links: [],
};
const DONE = { status: 'done', key: 'k', answer: {}, answerKey: 'k', incidents: [] } as const;

let autosave: Autosave;
/** It goes on listening to what is open, as in the page: the documents of other tests are none of its copies. */
let isOver = false;

beforeAll(() => {
  // Another tab saved the scenario too.
  const save = async (): Promise<never> => {
    if (isOver) throw new Error('the tests are over');
    return { kind: 'conflict' } as never;
  };
  const library = { read: async () => undefined, save };
  autosave = new Autosave(library, { onMessage: () => undefined, onIdentity: () => undefined });
});

beforeEach(() => {
  openDocument('one', SCENARIO);
  for (const run of RUNS) run.use.setState(DONE as never);
});

afterAll(() => {
  isOver = true;
  resetRuns();
  closeDocument();
  vi.unstubAllGlobals();
});

describe('a scenario that goes on as a copy', () => {
  it.each(RUNS)('keeps the answer of $name', async ({ get }) => {
    editDocument('Rename', (scenario) => ({ ...scenario, name: 'mine' }));
    await autosave.flush();
    expect(useDocument.getState().id).not.toBe('one');
    expect(get()).toMatchObject(DONE);
  });

  it('keeps its study', async () => {
    const study = {
      format: 'stagegraph-study',
      schemaVersion: 1,
      name: 'mine',
      vary: [],
      measures: [],
    } as const;
    await openStudy('one', { ...study, scenario: SCENARIO });
    editDocument('Rename', (scenario) => ({ ...scenario, name: 'mine' }));
    await autosave.flush();
    expect(useExplore.getState().study?.name).toBe('mine');
  });
});

describe('another scenario', () => {
  it.each(RUNS)('forgets the answer of $name', ({ get }) => {
    openDocument('two', SCENARIO);
    expect(get()).toEqual({ status: 'idle', incidents: [] });
  });
});

it('asks this of every run', () => {
  const names = knownRuns().flatMap(({ name }) => (name === 'test' ? [] : [name]));
  expect(names.sort()).toEqual(RUNS.map(({ name }) => name).sort());
});
