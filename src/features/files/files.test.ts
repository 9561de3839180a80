import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STREAM_ROWS, STREAMS, summary } from '../../../core/imports/vitis-hls.test-support.ts';
import { clearRefusals, useSession } from '../../state/session-store.ts';
import * as toasts from '../../ui/widgets/toasts.ts';
import * as reading from '../measure/reading.ts';
import * as traces from '../traces/trace-run.ts';
import { openFiles } from './files.ts';
import * as opening from './opening.ts';

// The library of scenarios saves when the page is left.
vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { addEventListener: () => undefined });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const SCENARIO = { format: 'stagegraph-scenario', schemaVersion: 3, name: 'S', nodes: [], links: [] };
const scenario = (name = 's.json') => new File([JSON.stringify(SCENARIO)], name);
const gone = (name: string, text: string): File => {
  const file = new File([text], name);
  const missing = () =>
    Promise.reject(new DOMException('A requested file could not be found', 'NotFoundError'));
  return Object.assign(file, { text: missing, slice: () => ({ text: missing }) });
};
const refused = () => useSession.getState().refusals;
const told = () =>
  vi.mocked(toasts.showToast).mock.calls.map(([{ title, description }]) => ({ title, description }));

describe('files that are chosen or dropped together', () => {
  beforeEach(() => {
    vi.spyOn(toasts, 'showToast').mockReturnValue('');
    vi.spyOn(reading, 'openMeasurementFiles').mockResolvedValue(undefined);
    // It writes the address of the page. Files of tests share their modules, so the module itself cannot be replaced.
    vi.spyOn(opening, 'openScenario').mockResolvedValue(undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    clearRefusals();
  });

  const measured = () =>
    vi.mocked(reading.openMeasurementFiles).mock.calls.flatMap(([files]) => files.map(({ name }) => name));

  it('are opened although one of them vanished, which is refused by name', async () => {
    await openFiles([gone('lost.csv', 'x'), scenario(), new File(['a,b'], 'kept.csv')]);
    expect(opening.openScenario).toHaveBeenCalledOnce();
    expect(measured()).toEqual(['kept.csv']);
    expect(refused()).toEqual([
      {
        title: 'lost.csv was not opened',
        description: expect.stringContaining('It cannot be read: it was moved'),
      },
    ]);
  });

  it('may be models of other programs, which are imported with what is left out of them', async () => {
    const graph = `<?xml version="1.0"?>
      <sdf3><applicationGraph name="g"><sdf><actor name="a"/></sdf><sdfProperties><actorProperties actor="a">
      <processor><executionTime time="2"/><memory/></processor></actorProperties></sdfProperties></applicationGraph></sdf3>`;
    await openFiles([new File([graph], 'g.xml'), new File(['<sdf3 type="sadf"></sdf3>'], 'bad.xml')]);
    expect(
      vi.mocked(opening.openScenario).mock.calls.map(([{ name, nodes }]) => [name, nodes.length]),
    ).toEqual([['g', 1]]);
    expect(told()).toEqual([
      { title: 'g.xml was imported', description: expect.stringContaining('Left out: memory of a.') },
    ]);
    expect(refused()).toEqual([
      { title: 'bad.xml was not opened', description: expect.stringContaining('got "sadf"') },
    ]);
    expect(measured()).toEqual([]);
  });

  it('may be parts of one model, which are read together', async () => {
    await openFiles([
      new File([STREAMS], 'top.adb'),
      new File(['a,b'], 'kept.csv'),
      new File([summary(STREAM_ROWS)], 'csynth.rpt'),
    ]);
    expect(
      vi.mocked(opening.openScenario).mock.calls.map(([{ name, nodes }]) => [name, nodes.length]),
    ).toEqual([['top', 4]]);
    expect(told()).toEqual([
      { title: 'top.adb, csynth.rpt was imported', description: expect.stringContaining('size_c') },
    ]);
    expect(measured()).toEqual(['kept.csv']);
    await openFiles([new File([STREAMS], 'top.adb')]);
    expect(refused()[0]).toEqual({
      title: 'top.adb was not opened',
      description: expect.stringContaining(
        'give csynth.xml, or the _csynth.rpt of each process, in syn/report',
      ),
    });
  });

  it('belong to a region of Vitis HLS where a table of it names them, and are measurements where not', async () => {
    await openFiles([
      new File([',raw_U,depth1.csv,chan_status1.csv\n'], 'channel_info.csv'),
      new File(['3\n40\n7\n6220\n16\n'], 'chan_status1.csv'),
      new File(['3\n40\n'], 'chan_status2.csv'),
      new File([STREAMS], 'top.adb'),
      new File([summary(STREAM_ROWS, 5)], 'csynth.rpt'),
    ]);
    expect(opening.openScenario).toHaveBeenCalledOnce();
    expect(told()[0]).toEqual({
      title: 'channel_info.csv, top.adb, csynth.rpt and 1 more was imported',
      description: expect.stringContaining('Most elements at once in co-simulation: raw 16 of 16.'),
    });
    expect(measured()).toEqual(['chan_status2.csv']);
  });

  it('are told of as traces where they hold spans, and as measurements where not', async () => {
    const opened = vi
      .spyOn(traces, 'openTraces')
      .mockImplementation(({ name }) => Promise.resolve(name !== 'not.json'));
    const spans = new File(['{"batches":[{"scopeSpans": []}]}'], 'spans.json');
    await openFiles([spans, new File(['a,b'], 'kept.csv'), new File(['[{"traceId":1}]'], 'not.json')]);
    expect(opened.mock.calls.map(([{ name }]) => name)).toEqual(['spans.json', 'not.json']);
    expect(measured()).toEqual(['kept.csv', 'not.json']);
  });

  it('are opened although a scenario vanished after a look at its head', async () => {
    const late = Object.assign(scenario('late.json'), {
      text: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
    });
    await openFiles([late, scenario(), new File(['a,b'], 'kept.csv')]);
    expect(opening.openScenario).toHaveBeenCalledOnce();
    expect(measured()).toEqual(['kept.csv']);
    expect(refused().map(({ title }) => title)).toEqual(['late.json was not opened']);
  });

  it('are no scenarios when they are measurements, also with sorted keys', async () => {
    const rows = Array.from({ length: 200 }, (_, time) => ({ kind: 'I', queueId: 'q', time }));
    await openFiles([
      new File([JSON.stringify({ events: rows, qtm: 1 })], 'sorted.json'),
      new File([JSON.stringify({ qtm: 1, events: rows })], 'plain.json'),
    ]);
    expect(measured()).toEqual(['sorted.json', 'plain.json']);
  });

  it('name the limit that is kept', async () => {
    const large = Object.defineProperty(scenario('large.json'), 'size', { value: 64 * 1024 ** 2 + 1 });
    await openFiles([large]);
    expect(refused()[0]!.description).toBe('It has 65 MB; a scenario has at most 64 MB.');
    const most = Object.defineProperty(scenario('most.json'), 'size', { value: 64 * 1024 ** 2 });
    await openFiles([most]);
    expect(opening.openScenario).toHaveBeenCalledOnce();
  });
});
