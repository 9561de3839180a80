import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../core/base/result.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ReducedMeasurement, ReduceProgress } from '../../../workers/measure/contract.ts';
import { measurementOfReduced, reduceMeasurement } from '../../../workers/measure/reduce-measurement.ts';
import { closeDocument, openDocument, selectScenario, useDocument } from '../../state/document-store.ts';
import { showView, useSession } from '../../state/session-store.ts';
import * as toasts from '../../ui/widgets/toasts.ts';
import * as drawing from '../draw/draw-run.ts';
import { askForMapping, closeMapping } from './mapping-question.ts';
import * as keeping from './measured-keeping.ts';
import { fileOf } from './opened-files.ts';
import { measurementClient, openMeasurementFile, readingRun, reduceFile, tablesTogether } from './reading.ts';

const SCENARIO: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'S',
  nodes: [],
  links: [],
};
const PROGRESS: ReduceProgress = { bytes: 1, totalBytes: 2, rows: 1, rowsPerSecond: 1 };
const reduced = (name: string) =>
  ({
    name,
    bytes: 3,
    queues: [],
    faults: { shown: [], kept: [], counts: [] },
  }) as unknown as ReducedMeasurement;
const readOf = (name: string) =>
  ok({
    measurement: { name, stages: [{ stage: 'a', throughput: 1 }] },
    warnings: [],
    reduced: reduced(name),
  });

const file = (name: string): File => new File(['abc'], name);
const told = () => vi.mocked(toasts.showToast).mock.calls.map(([{ title }]) => title);
const reading = () => readingRun.get().progress?.name;

/** Reductions that end when the test says so. */
function heldReductions() {
  const held: {
    readonly name: string;
    readonly end: (answer: Awaited<ReturnType<typeof measurementClient.reduce>>) => void;
    readonly die: (reason: Error) => void;
    readonly tell: (progress: ReduceProgress) => void;
  }[] = [];
  vi.spyOn(measurementClient, 'reduce').mockImplementation(
    (signal, _, name, __, onProgress) =>
      new Promise((end, die) => {
        signal?.addEventListener('abort', () => die(new DOMException('Cancelled', 'AbortError')));
        held.push({ name, end, die, tell: onProgress });
      }),
  );
  return held;
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

beforeEach(() => {
  openDocument('one', SCENARIO);
  vi.spyOn(toasts, 'showToast').mockReturnValue('');
  vi.spyOn(keeping.measuredLibrary, 'save').mockResolvedValue();
  vi.spyOn(keeping.measuredClient, 'inspect').mockResolvedValue({ reduces: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  closeDocument();
  useSession.setState({ refusals: [], ready: false });
});

describe('a measurement file', () => {
  it('is kept, and forgets its progress even where some comes after the answer', async () => {
    const held = heldReductions();
    const done = reduceFile(file('a.csv'));
    await settle();
    held[0]!.tell(PROGRESS);
    expect(reading()).toBe('a.csv');
    held[0]!.end(readOf('a.csv'));
    await done;
    held[0]!.tell(PROGRESS);
    expect(reading()).toBeUndefined();
    expect(told()).toEqual(['Measurements of one stage']);
    expect(fileOf(reduced('a.csv'))?.name).toBe('a.csv');
  });

  it('lands on the predictions, and leaves alone who looked elsewhere meanwhile', async () => {
    for (const [meanwhile, landing] of [
      [undefined, 'compare'],
      ['occupancy', 'occupancy'],
    ] as const) {
      const held = heldReductions();
      const done = reduceFile(file('a.csv'));
      await settle();
      expect(useSession.getState().view).toBe('measured');
      if (meanwhile) showView(meanwhile);
      held[0]!.end(readOf('a.csv'));
      await done;
      expect(useSession.getState().view).toBe(landing);
    }
  });

  it('leaves the question about the columns of another file where it is seen', async () => {
    const held = heldReductions();
    const done = reduceFile(file('a.csv'));
    await settle();
    askForMapping({
      file: file('b.csv'),
      columns: { separator: ',', header: true, names: [], rows: [], words: {} },
    });
    held[0]!.end(readOf('a.csv'));
    await done;
    expect(useSession.getState().view).toBe('measured');
    closeMapping();
  });

  it('waits for the one before it; stopping that one leaves it alone', async () => {
    const held = heldReductions();
    const all = [reduceFile(file('a.csv')), reduceFile(file('b.csv'))];
    await settle();
    expect(held.map(({ name }) => name)).toEqual(['a.csv']);
    readingRun.stop();
    await settle();
    expect(held.map(({ name }) => name)).toEqual(['a.csv', 'b.csv']);
    held[1]!.end(readOf('b.csv'));
    await Promise.all(all);
    expect(told()).toEqual(['a.csv was not read', 'Measurements of one stage']);
  });

  it('is not laid over another scenario that was opened meanwhile', async () => {
    const held = heldReductions();
    const done = reduceFile(file('a.csv'));
    const next = reduceFile(file('b.csv'));
    await settle();
    openDocument('other', { ...SCENARIO, name: 'other' });
    held[0]!.end(readOf('a.csv'));
    await Promise.all([done, next]);
    expect(told()).toEqual(['a.csv was not read', 'b.csv was not read']);
    expect(selectScenario(useDocument.getState())?.measurement).toBeUndefined();
  });

  it('goes on where the scenario goes on as a copy', async () => {
    const held = heldReductions();
    const done = reduceFile(file('a.csv'));
    await settle();
    useDocument.setState({ id: 'copy' });
    held[0]!.end(readOf('a.csv'));
    await done;
    expect(selectScenario(useDocument.getState())?.measurement?.name).toBe('a.csv');
  });

  it('says why where the worker died, and lets the next one in', async () => {
    const held = heldReductions();
    const first = openMeasurementFile(file('a.csv'));
    await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 900_000 });
    held[0]!.die(new Error('out of memory'));
    await first;
    expect(useSession.getState().refusals).toEqual([
      {
        title: 'a.csv was not opened',
        description: 'Reading it stopped: out of memory. Drop it again to try once more.',
      },
    ]);
    const second = openMeasurementFile(file('b.csv'));
    await vi.waitFor(() => expect(held).toHaveLength(2), { timeout: 900_000 });
    held[1]!.end(err([{ code: 'E20', message: 'It is empty', severity: 'error', file: 'b.csv' }]));
    await second;
    expect(reading()).toBeUndefined();
  });

  it('waits for the scenario of a link that is still being opened', async () => {
    closeDocument();
    const held = heldReductions();
    const done = openMeasurementFile(file('a.csv'));
    await settle();
    expect(told()).toEqual([]);
    openDocument('linked', SCENARIO);
    await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 900_000 });
    held[0]!.end(readOf('a.csv'));
    await done;
    expect(told()).toEqual(['Measurements of one stage']);
  });

  it('is drawn in the gallery, once it is known that nothing else opens', async () => {
    closeDocument();
    const done = openMeasurementFile(file('a.csv'));
    await settle();
    useSession.setState({ ready: true });
    expect(drawing.drawnFile()).toBeUndefined();
    await done;
    expect(useSession.getState().dialog).toBe('draw');
    expect(drawing.drawnFile()?.name).toBe('a.csv');
    expect(told()).toEqual([]);
  });
});

describe('tables of levels that are opened together', () => {
  const read = async (name: string, text: string): Promise<ReducedMeasurement> => {
    const reduced = await reduceMeasurement(new Blob([text]), { fileName: name });
    if (!reduced.ok) throw new Error(reduced.error[0]!.message);
    return reduced.value;
  };
  const meansOf = (one: ReducedMeasurement) =>
    measurementOfReduced(one).measurement.stages.map(({ stage, occupancyDistribution = [] }) => [
      stage,
      occupancyDistribution.reduce((sum, share, level) => sum + level * share, 0),
    ]);

  it('are one measurement, with the rows that were left out of each', async () => {
    const first = await read('parse.csv', 'occupancy,count\n0,3\n1,1\nx,2\n');
    const second = await read('match.v2.csv', 'occupancy,count\n0,1\n2,1\ny,2\nz,3\n');
    const together = tablesTogether([first, second]);
    expect(together).toHaveLength(1);
    expect(together[0]).toMatchObject({ name: 'parse.csv, match.v2.csv', rows: 4 });
    expect(meansOf(together[0]!)).toEqual([
      ['parse', 0.25],
      ['match.v2', 1],
    ]);
    expect(together[0]!.faults.counts).toEqual([{ code: 'E01', severity: 'error', count: 3 }]);
    expect(together[0]!.faults.shown.map(({ file }) => file)).toEqual([
      'parse.csv',
      'match.v2.csv',
      'match.v2.csv',
    ]);
  });

  it('are different runs where a queue comes twice', async () => {
    const runs = [
      await read('run1.csv', 'queue,occupancy,count\na,0,3\na,1,1\n'),
      await read('run2.csv', 'queue,occupancy,count\na,0,1\na,1,1\n'),
    ];
    expect(tablesTogether(runs)).toEqual(runs);
  });
});
