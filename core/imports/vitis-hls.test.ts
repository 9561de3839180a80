/** Dataflow regions of Vitis HLS: what is read, what is told, what is asked for. */
import { describe, expect, it } from 'vitest';
import { findFaults } from '../scenario/faults.ts';
import { parseScenario } from '../scenario/read-scenario.ts';
import type { StageNode } from '../scenario/scenario.ts';
import {
  GESTURE_PROCESSES,
  GESTURE_REGION,
  GESTURE_ROWS,
  moduleText,
  type Row,
  region,
  reportXml,
  STREAM_ROWS,
  STREAMS,
  summary,
} from './vitis-hls.test-support.ts';
import { readVitisHls } from './vitis-hls.ts';

const file = (name: string, text: string) => ({ name, text });
const read = (texts: readonly string[], cycle?: number) => {
  const found = readVitisHls(
    texts.map((text, i) => file(`file${i}`, text)),
    cycle,
  );
  if (!found.ok) throw new Error(found.error);
  expect(parseScenario(found.value.scenario).ok).toBe(true);
  expect(findFaults(found.value.scenario).filter(({ severity }) => severity === 'error')).toEqual([]);
  return found.value;
};
const report = reportXml(STREAM_ROWS, 4);

/** A chain of modules, each with the next so many times in it, in place of the one that the loop of `load` calls. */
function manifold(text: string, levels: number, times: number): string {
  const numbers = Array.from({ length: levels }, (_, level) => level);
  const instance = (level: number, inside = ''): string =>
    `<Instance><InstName>m${level}_i</InstName><ModuleName>m${level}</ModuleName><InstancesList>${inside}</InstancesList></Instance>`;
  const hierarchy = numbers.map((level) =>
    instance(level, level < levels - 1 ? instance(level + 1).repeat(times) : ''),
  );
  const modules = numbers.map((level) => `<Module><Name>m${level}</Name><PerformanceEstimates/></Module>`);
  return text
    .replace('<Instance>grp_load_Pipeline_columns_fu_1</Instance>', '<Instance>m0_i</Instance>')
    .replace('</InstancesList></TopModule>', `${hierarchy.join('')}</InstancesList></TopModule>`)
    .replace('<ModuleInformation>', `<ModuleInformation>${modules.join('')}`);
}

const refusal = (...texts: readonly string[]) => {
  const found = readVitisHls(texts.map((text, i) => file(`file${i}`, text)));
  return found.ok ? undefined : found.error;
};
const stage = (scenario: { nodes: readonly unknown[] }, id: string) =>
  (scenario.nodes as StageNode[]).find((node) => node.id === id)!;

describe('a dataflow region of Vitis HLS', () => {
  it('with arrays between its processes fires once a run, with two buffers each', () => {
    const { scenario, remarks } = read([GESTURE_REGION, summary(GESTURE_ROWS)]);
    expect(scenario.nodes.map(({ id }) => id)).toEqual([...GESTURE_PROCESSES, 'output']);
    expect(stage(scenario, 'dense_0')).toMatchObject({
      service: { distribution: 'deterministic', mean: 15_109e-8 },
      whenFull: 'blockBefore',
    });
    expect(scenario.links[1]).toEqual({ from: 'conv1d_0', to: 'batch_normalization_0', depth: 2 });
    expect(remarks).toContain('One clock is taken as 10 ns.');
    expect(remarks.join()).toContain('Arrays are handed over whole, one buffer a run: array_0');
  });

  it('with streams fires once an iteration, whose elements are spread over the longer loop', () => {
    const { scenario, remarks } = read([STREAMS, summary(STREAM_ROWS, 5)]);
    expect(scenario.nodes.map(({ id }) => id)).toEqual(['load', 'smooth', 'store', 'output']);
    expect(stage(scenario, 'smooth')).toMatchObject({
      service: { mean: 10e-9 },
      pipelineLatency: 30e-9,
      unitBytes: 3,
    });
    expect(stage(scenario, 'load').service).toMatchObject({ mean: 5e-9 });
    expect(scenario.links).toEqual([
      { from: 'load', to: 'smooth', depth: 4 },
      { from: 'smooth', to: 'store', depth: 2, produced: [0, 0, 0, 1] },
      { from: 'load', to: 'load', initialTokens: 3 },
      { from: 'store', to: 'output' },
    ]);
    for (const remark of [
      'Left out: channels that pass a number once a run: size_c.',
      'Left out: processes without a stream or array: entry_proc.',
      '2 channels lead from load to smooth, here one link as deep as the least: raw (16 deep), line (4 deep). Other depths hold if they do not carry as many elements.',
      'Left out: clocks of a run besides its iterations: load 3 of 67, smooth 4 of 132, store 4 of 20.',
    ]) {
      expect(remarks).toContain(remark);
      expect(scenario.notes).toContain(remark);
    }
    expect(remarks.join()).toContain('The reports do not tell how many elements pass a channel.');
  });

  it('is the same from csynth.xml as from csynth.rpt', () => {
    for (const [adb, rows] of [
      [GESTURE_REGION, GESTURE_ROWS],
      [STREAMS, STREAM_ROWS],
    ] as const)
      expect(read([reportXml(rows, 5), adb])).toEqual(read([adb, summary(rows, 5)]));
  });

  it('takes the clock that is given, and says where none is told', () => {
    expect(stage(read([STREAMS, summary(STREAM_ROWS)], 2e-9).scenario, 'smooth').service).toMatchObject({
      mean: 4e-9,
    });
    const untimed = summary(STREAM_ROWS.map(({ latency: _, ...row }) => row));
    expect(read([STREAMS, untimed]).remarks[0]).toBe(
      'One clock is taken as 1 s: the reports do not tell it.',
    );
  });

  it('names on the drawing and in words whose cycles and trip counts are not known', () => {
    const rows = STREAM_ROWS.filter(({ name }) => name !== 'out').map((row) =>
      row.name === 'store' ? { name: 'store' } : row.name === 'pixels' ? { ...row, trips: undefined } : row,
    );
    const { scenario, remarks } = read([STREAMS, summary(rows as readonly Row[])]);
    expect(stage(scenario, 'store').name).toBe('store (cycles unknown)');
    expect(remarks).toContain('Cycles are not known, one stands for them until you set the service: store.');
    expect(remarks).toContain('Trip counts are not known, each firing moves one element: smooth.');
    expect(scenario.links[1]).toEqual({ from: 'smooth', to: 'store', depth: 2 });
  });

  it('is refused where its loops turn more often than can be counted', () => {
    const many = reportXml(STREAM_ROWS, 5).replace(/<TripCount>8</, `<TripCount>${'8'.repeat(40)}<`);
    expect(refusal(STREAMS, many)).toMatch(
      /channel "\w+" would have more elements or firings than can be counted/,
    );
  });

  it('is asked for what is missing', () => {
    expect(refusal(STREAMS)).toBe(
      'it tells no cycles: give csynth.xml, or the _csynth.rpt of each process, in syn/report of the solution with it',
    );
    expect(refusal(summary(STREAM_ROWS))).toContain('give the .adb file of the region in .autopilot/db');
    expect(refusal(STREAMS, GESTURE_REGION, summary(STREAM_ROWS))).toContain(
      'two dataflow regions, top and gesture_model',
    );
    expect(refusal("\n\n== Vitis HLS Report for 'top'\n", STREAMS)).toContain(
      'file0: expected the latencies of one module in it',
    );
    expect(refusal(STREAMS.replace(/<process_list[\s\S]*<\/channel_list>/, ''))).toContain(
      '"top" is no dataflow region',
    );
    expect(refusal(STREAMS.replace(/<sink_list>.*?<\/sink_list>/s, ''))).toMatch(
      /line \d+: nobody reads from channel "size_c"/,
    );
    expect(refusal(summary(STREAM_ROWS).replace('Modules', 'Module '))).toContain(
      'expected the table of modules',
    );
    expect(
      refusal(STREAMS.replace('<name>store_U0</name><pins>', '<name>save_U0</name><pins>'), report),
    ).toMatch(/line \d+: channel "size_c" ends at "store_U0", which is no process of the region/);
    const inItself = '<ModuleName>load</ModuleName>';
    expect(
      refusal(STREAMS, report.replace('<ModuleName>load_Pipeline_columns</ModuleName>', inItself)),
    ).toContain('module "load" holds itself');
    expect(refusal(STREAMS, manifold(report, 20, 10))).toMatch(
      /more than 100000 modules and loops inside each other, at "m\d+"/,
    );
    expect(refusal('<syndb><cdfg>')).toContain('has no end');
  });
});

/** Reports of the processes of STREAMS, each as text. */
const ROW = (name: string) => STREAM_ROWS.find((row) => row.name === name)!;
const TEXTS = [
  moduleText(ROW('load'), [{ ...ROW('columns'), at: 1, trips: 64 }], [], 5),
  moduleText(
    ROW('smooth'),
    [ROW('pixels')].map((row) => ({ ...row, at: 1 })),
    [],
    5,
  ),
  moduleText(
    ROW('store'),
    [ROW('out')].map((row) => ({ ...row, at: 1 })),
    [],
    5,
  ),
];

describe('reports of modules as text', () => {
  it('give what csynth.rpt gives', () => {
    const { scenario, remarks } = read([STREAMS, ...TEXTS]);
    const whole = read([STREAMS, summary(STREAM_ROWS, 5)]);
    expect(scenario.links).toEqual(whole.scenario.links);
    expect(scenario.nodes).toEqual(whole.scenario.nodes);
    expect(remarks).toContain('One clock is taken as 5 ns.');
  });

  it('tell nested loops, and of modules beside loops not how often they run', () => {
    const nested = moduleText(ROW('load'), [
      { name: 'rows', trips: 8 },
      { name: 'columns', at: 2, iteration: 3, interval: 1, trips: 8 },
    ]);
    expect(read([STREAMS, nested, ...TEXTS.slice(1)]).scenario.links[0]).toEqual({
      ...{ from: 'load', to: 'smooth', depth: 4 },
    });
    const columns = [{ ...ROW('columns'), at: 1 }];
    const inside = moduleText({ name: 'load_Pipeline_columns', latency: 9, interval: 9 }, columns);
    const around = (loops: readonly Row[]) =>
      moduleText(ROW('load'), loops, [{ name: 'load_Pipeline_columns', latency: 9, interval: 9 }]);
    const beside = read([STREAMS, around([{ name: 'rows', trips: 8 }]), inside, ...TEXTS.slice(1)]);
    expect(beside.remarks).toContain('Trip counts are not known, each firing moves one element: load.');
    // Alone it runs once: 8 elements for the 64 of the filter.
    const alone = read([STREAMS, around([]), inside, ...TEXTS.slice(1)]);
    expect(alone.scenario.links[0]).toMatchObject({ consumed: [1, 0, 0, 0, 0, 0, 0, 0] });
    expect(
      refusal(STREAMS, around([]), moduleText({ name: 'load_Pipeline_columns' }, [], [ROW('load')])),
    ).toContain('modules inside each other');
  });
});

const CHANNELS =
  ',raw_U,depth1.csv,chan_status1.csv\n,fine_U,,chan_status2.csv\ngrp_other_fu_3,raw_U,,chan_status3.csv\n';
const PROCESSES = ',smooth_U0,stalling1.csv,status1.csv\n,AESL_inst_top,,module_status1.csv\n';
const withSeen = (seen: Readonly<Record<string, string>>, rows: readonly Row[] = STREAM_ROWS) => {
  const files = { 'top.adb': STREAMS, 'csynth.rpt': summary(rows, 5), ...seen };
  return readVitisHls(Object.entries(files).map(([name, text]) => file(name, text)));
};

describe('what a co-simulation saw', () => {
  const seen = {
    'db/channel_info.csv': CHANNELS,
    'sim/chan_status1.csv': '3\n40\n7\n6220\n16\n',
    'sim/chan_status2.csv': '2\n0\n551\n6220\n1\n',
    'sim/chan_status3.csv': '0\n0\n0\n6220\n9\n',
  };

  it('is told of the channels of the region, with their depths', () => {
    const found = withSeen(seen);
    if (!found.ok) throw new Error(found.error);
    for (const remark of [
      'Most elements at once in co-simulation: raw 16 of 16, fine 1 of 2.',
      'Writers that a full channel blocked in co-simulation: of raw 40 clocks of 6,220.',
      'Readers that waited for elements in co-simulation: of raw 7 clocks of 6,220, of fine 551 clocks of 6,220.',
    ])
      expect(found.value.remarks).toContain(remark);
    const { 'sim/chan_status2.csv': _, ...fewer } = seen;
    const part = withSeen(fewer);
    expect(part.ok && part.value.remarks).toContain(
      'The tables of co-simulation name files that are not there, of: fine_U.',
    );
  });

  it('stands in for cycles that no report tells, of a process with arrays that ran once', () => {
    const rows = GESTURE_ROWS.map((row) => (row.name === 'dense_0' ? { name: 'dense_0' } : row));
    const table = ',dense_0_U0,stalling1.csv,status1.csv\n';
    const status = (interval: number) =>
      `${[552, 6220, interval, interval, interval, 5166, 5166, 5166, 0, 0, 552, 0].join('\n')}\n`;
    const files = (interval: number) =>
      readVitisHls([
        file('a.adb', GESTURE_REGION),
        file('csynth.rpt', summary(rows)),
        file('process_info.csv', table),
        file('status1.csv', status(interval)),
      ]);
    const once = files(2 ** 32 - 1);
    if (!once.ok) throw new Error(once.error);
    expect(stage(once.value.scenario, 'dense_0').service).toMatchObject({ mean: 4614e-8 });
    expect(once.value.remarks).toContain(
      'Cycles from the one run that co-simulation saw, without its waiting: dense_0 4614.',
    );
    // The report does not tell in how many of several runs the waiting lies.
    const twice = files(6000);
    expect(twice.ok && stage(twice.value.scenario, 'dense_0').name).toBe('dense_0 (cycles unknown)');
  });

  it('is refused by file and line where it is damaged', () => {
    const refused = (more: Readonly<Record<string, string>>) => {
      const found = withSeen({ ...seen, ...more });
      return found.ok ? undefined : found.error;
    };
    expect(refused({ 'sim/chan_status1.csv': '3\n40\n7\n' })).toBe(
      'chan_status1.csv: expected 5 numbers in 5 lines, got 3',
    );
    expect(refused({ 'sim/chan_status1.csv': '3\nx\n7\n1\n2\n' })).toBe(
      'chan_status1.csv: line 2: expected a whole number, got x',
    );
    expect(refused({ 'db/channel_info.csv': `${CHANNELS}raw_U;1\n` })).toContain(
      'db/channel_info.csv: line 4: expected path, instance,',
    );
    expect(refused({ 'process_info.csv': PROCESSES, 'other.csv': '1\n2\n' })).toContain(
      'other.csv: it is no file of Vitis HLS',
    );
  });
});

describe('a process with streams and arrays', () => {
  it('holds its arrays for an iteration here and for a run in Vitis, which is told', () => {
    const mixed = region(
      'top',
      ['load', 'smooth', 'store'],
      [
        { name: 'raw', from: 'load', to: 'smooth', depth: 16, bits: 24 },
        { name: 'table', from: 'smooth', to: 'store', depth: 2, array: true },
        { name: 'fine', from: 'load', to: 'store', depth: 2, bits: 40 },
      ],
    );
    const { remarks } = read([mixed, summary(STREAM_ROWS, 5)]);
    expect(remarks.join()).toContain(
      'Arrays of processes that also have streams: table. Here their buffers are',
    );
    expect(read([GESTURE_REGION, summary(GESTURE_ROWS)]).remarks.join()).not.toContain('also have streams');
  });
});
