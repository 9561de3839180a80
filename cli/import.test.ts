/** `stagegraph import`, and other verbs on the same files. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  GESTURE,
  GESTURE_REGION,
  GESTURE_ROWS,
  STREAM_ROWS,
  STREAMS,
  summary,
} from '../core/imports/vitis-hls.test-support.ts';
import { parseScenario } from '../core/scenario/read-scenario.ts';
import { addImport } from './import.ts';
import { runVerbs } from './run-verbs.test-support.ts';
import { addSolve } from './solve.ts';

const folder = mkdtempSync(join(tmpdir(), 'import-'));
const file = join(folder, 'graph.xml');
writeFileSync(
  file,
  `<sdf3 type="sdf"><applicationGraph name="two"><sdf>
    <actor name="a"><port name="o" type="out" rate="2"/></actor>
    <actor name="b"><port name="i" type="in" rate="3"/></actor>
    <channel name="c" srcActor="a" srcPort="o" dstActor="b" dstPort="i"/></sdf>
  <sdfProperties><actorProperties actor="a"><processor><executionTime time="4"/></processor></actorProperties>
    <actorProperties actor="b"><processor><executionTime time="5"/></processor></actorProperties>
    <channelProperties channel="c"><bufferSize sz="12"/></channelProperties></sdfProperties></applicationGraph></sdf3>`,
);

describe('stagegraph import', () => {
  it('writes a scenario, and says what is read in another way', async () => {
    const { out, errors, status } = await runVerbs([addImport], ['import', file, '--unit', '10ns']);
    expect(status).toBe(0);
    const scenario = parseScenario(JSON.parse(out));
    expect(scenario.ok && scenario.value.nodes[0]).toMatchObject({ id: 'a', service: { mean: 4e-8 } });
    expect(errors).toContain('One unit of time is taken as 1e-8 s.');
    expect(errors).toContain('Nothing limits a in the file; here one firing at a time.');
  });

  it('writes into a file, and refuses what it does not know', async () => {
    const target = join(folder, 'graph.json');
    expect((await runVerbs([addImport], ['import', file, '--out', target])).out).toBe('');
    expect(JSON.parse(readFileSync(target, 'utf8')).name).toBe('two');
    await expect(runVerbs([addImport], ['import', target])).rejects.toThrow(
      'expected an XML file of SDF3 or a file of Vitis HLS',
    );
  });

  it('other verbs take the file as it is', async () => {
    const { out, errors } = await runVerbs([addSolve], ['solve', file, '--json']);
    expect(JSON.parse(out).stages.a.throughput).toBeCloseTo(0.25, 12);
    expect(errors).toContain('One unit of time is taken as 1 s.');
  });

  it('joins the files of a region of Vitis HLS, which runs as often as Vitis says', async () => {
    const cyclesOfRun = async (
      name: string,
      files: readonly [string, string],
      last: string,
      cycle: number,
    ) => {
      const paths = files.map((text, i) => {
        const path = join(folder, `${name}${['.adb', '_csynth.rpt'][i]}`);
        writeFileSync(path, text);
        return path;
      });
      const target = join(folder, `${name}.json`);
      const { errors } = await runVerbs([addImport], ['import', ...paths, '--out', target]);
      expect(errors).toContain(`One clock is taken as ${cycle} ns.`);
      const { out } = await runVerbs([addSolve], ['solve', target, '--json']);
      return 1 / (JSON.parse(out).stages[last].throughput * cycle * 1e-9);
    };
    // Vitis counts one clock more for a region to start again.
    const { interval } = GESTURE;
    expect(await cyclesOfRun('gesture', [GESTURE_REGION, summary(GESTURE_ROWS)], 'dense_1', 10)).toBeCloseTo(
      interval - 1,
      6,
    );
    // An element leaves for every four that the slow stage takes 2 clocks for.
    expect(await cyclesOfRun('streams', [STREAMS, summary(STREAM_ROWS, 5)], 'store', 5)).toBeCloseTo(8, 9);
  });

  it('asks for the files of a region that are missing, and takes one model alone', async () => {
    const alone = join(folder, 'alone.adb');
    writeFileSync(alone, STREAMS);
    await expect(runVerbs([addImport], ['import', alone])).rejects.toThrow(
      /alone\.adb: it tells no cycles: give csynth\.xml/,
    );
    await expect(runVerbs([addImport], ['import', alone, file])).rejects.toThrow(
      'expected the files of one model, got those of 2',
    );
  });
});
