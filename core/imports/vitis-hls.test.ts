/** Dataflow regions of Vitis HLS: what is read, what is told, what is asked for. */
import { describe, expect, it } from 'vitest';
import { findFaults } from '../scenario/faults.ts';
import { parseScenario } from '../scenario/read-scenario.ts';
import type { StageNode } from '../scenario/scenario.ts';
import {
  GESTURE_PROCESSES,
  GESTURE_REGION,
  GESTURE_ROWS,
  type Row,
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

  it('is asked for what is missing', () => {
    expect(refusal(STREAMS)).toBe(
      'it tells no cycles: give csynth.xml in syn/report of the solution with it',
    );
    expect(refusal(summary(STREAM_ROWS))).toContain('give the .adb file of the region in .autopilot/db');
    expect(refusal(STREAMS, GESTURE_REGION, summary(STREAM_ROWS))).toContain(
      'two dataflow regions, top and gesture_model',
    );
    expect(refusal("\n\n== Vitis HLS Report for 'top'\n", STREAMS)).toContain(
      'file0: it is the report of one module as text',
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
