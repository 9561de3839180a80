import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawing, exponential, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Study } from '../../../core/study/study.ts';
import { closeDocument, openDocument } from '../../state/document-store.ts';
import { exploreLibrary } from './explore-run.ts';
import { useExplore } from './explore-store.ts';
import { explorer } from './explorer-client.ts';
import { followScenario, openStudy } from './exploring.ts';

const STUDY: Study = {
  format: 'stagegraph-study',
  schemaVersion: 1,
  name: 'came with a link',
  notes: 'Is *forty* enough?',
  scenario: drawing(
    [source('in', 1, { interarrival: exponential(0.9) }), stage('a', 2, { service: exponential(1) }), sink()],
    'in>a a>out',
  ),
  vary: [{ path: 'inputs', from: 0.5, to: 1.5, count: 3 }],
  measures: ['a.meanOccupancy'],
};

beforeEach(() => {
  vi.spyOn(explorer, 'plan').mockResolvedValue({ kind: 'faults', faults: [] });
  vi.spyOn(exploreLibrary, 'saveStudy').mockResolvedValue();
  openDocument('1', STUDY.scenario);
});

afterEach(() => {
  closeDocument();
  vi.restoreAllMocks();
});

test('a study that comes while the tab looks for one of before stays', async () => {
  let found = (): void => undefined;
  vi.spyOn(exploreLibrary, 'study').mockReturnValue(
    new Promise((resolve) => {
      found = () => resolve(undefined);
    }),
  );
  const following = followScenario('1', STUDY.scenario);
  await openStudy('1', STUDY);
  found();
  await following;
  expect(useExplore.getState().study?.notes).toBe(STUDY.notes);
});

test('without one of before there is one to begin with', async () => {
  vi.spyOn(exploreLibrary, 'study').mockResolvedValue(undefined);
  await followScenario('2', STUDY.scenario);
  expect(useExplore.getState().study?.vary.map(({ path }) => path)).toEqual(['inputs', 'a.service.rate']);
});
