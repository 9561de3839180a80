import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type { MeasuredStudy } from '../../../workers/measure/queries/contract.ts';
import { WorkerDied } from '../../run/worker-bridge.ts';
import { closeDocument, openDocument, useDocument } from '../../state/document-store.ts';
import {
  followMeasured,
  keepMeasured,
  measuredClient,
  measuredLibrary,
  studyRun,
} from './measured-keeping.ts';
import { useMeasured } from './measured-store.ts';

const SCENARIO: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'S',
  nodes: [],
  links: [],
};
const STUDY = { stageOf: { q: 'a' } } as unknown as MeasuredStudy;
const reduced = (name: string) => ({ name, rows: 1, queues: [] as const }) as unknown as ReducedMeasurement;
const names = () => useMeasured.getState().kept.map(({ name }) => name);

// Files of tests share the stores: what follows them here lets go of them again.
const follows = [vi.spyOn(useDocument, 'subscribe'), vi.spyOn(useMeasured, 'subscribe')];
followMeasured();
const unfollow = follows.flatMap(({ mock }) => mock.results.map(({ value }) => value as () => void));
afterAll(() => {
  for (const each of unfollow) each();
});

beforeEach(() => {
  closeDocument();
  vi.spyOn(measuredLibrary, 'read').mockResolvedValue(undefined);
  vi.spyOn(measuredLibrary, 'save').mockResolvedValue();
  vi.spyOn(measuredClient, 'study').mockResolvedValue(STUDY);
});
afterEach(() => {
  vi.restoreAllMocks();
  closeDocument();
});

describe('measurements of a scenario', () => {
  it('stay when a file comes before those of earlier visits are read', async () => {
    let give: (stored: Awaited<ReturnType<typeof measuredLibrary.read>>) => void = () => undefined;
    vi.mocked(measuredLibrary.read).mockReturnValue(new Promise((resolve) => (give = resolve)));
    openDocument('one', SCENARIO);
    const done = keepMeasured(reduced('new.csv'));
    give({ id: 'one', savedAt: 0, kept: [reduced('old.csv')] });
    await done;
    expect(names()).toEqual(['new.csv', 'old.csv']);
    expect(vi.mocked(measuredLibrary.save).mock.lastCall?.[0].kept).toHaveLength(2);
  });

  it('are not kept with another scenario that was opened meanwhile', async () => {
    openDocument('one', SCENARIO);
    const done = keepMeasured(reduced('new.csv'));
    openDocument('two', SCENARIO);
    await done;
    expect(names()).toEqual([]);
    expect(measuredLibrary.save).not.toHaveBeenCalled();
  });

  it('go on with a scenario that goes on as a copy', async () => {
    openDocument('one', SCENARIO);
    await keepMeasured(reduced('new.csv'));
    useDocument.setState({ id: 'copy' });
    await vi.waitFor(() => expect(vi.mocked(measuredLibrary.save).mock.lastCall?.[0].id).toBe('copy'), {
      timeout: 900_000,
    });
    expect(names()).toEqual(['new.csv']);
  });

  it('are studied by the next worker where one died', async () => {
    vi.mocked(measuredClient.study).mockRejectedValueOnce(new WorkerDied('The worker failed'));
    openDocument('one', SCENARIO);
    await keepMeasured(reduced('new.csv'));
    await vi.waitFor(() => expect(studyRun.get().answer).toBe(STUDY), { timeout: 900_000 });
    expect(measuredClient.study).toHaveBeenCalledTimes(2);
  });

  it('are studied for what they are read with, and the newest question wins', async () => {
    openDocument('one', SCENARIO);
    const answers: ((study: MeasuredStudy) => void)[] = [];
    vi.mocked(measuredClient.study).mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    await keepMeasured(reduced('a.csv'));
    await keepMeasured(reduced('b.csv'));
    const late = { stageOf: {} } as unknown as MeasuredStudy;
    answers[1]!(STUDY);
    answers[0]!(late);
    await vi.waitFor(() => expect(studyRun.get().answer).toBe(STUDY), { timeout: 900_000 });
  });
});
