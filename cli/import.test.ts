/** `stagegraph import`, and other verbs on the same files. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CENTRAL_SERVER, MM1K } from '../core/imports/jmt/jmt.test-support.ts';
import {
  GESTURE,
  GESTURE_REGION,
  GESTURE_ROWS,
  STREAM_ROWS,
  STREAMS,
  summary,
} from '../core/imports/vitis-hls.test-support.ts';
import { parseScenario } from '../core/scenario/read-scenario.ts';
import { addCheck } from './check.ts';
import { addExport } from './export.ts';
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
      'expected a simulation model of JMT (.jsimg), or an analytic model of JMT (.jmva), or a queueing network of LINE (JSON), or an XML file of SDF3, or a Petri net in PNML, or files of Vitis HLS',
    );
  });

  it('other verbs take the file as it is', async () => {
    const { out, errors } = await runVerbs([addSolve], ['solve', file, '--json']);
    expect(JSON.parse(out).stages.a.throughput).toBeCloseTo(0.25, 12);
    expect(errors).toContain('One unit of time is taken as 1 s.');
  });

  it('takes what a co-simulation of Vitis HLS saw, in the files that its tables name', async () => {
    const files = Object.entries({
      'seen.adb': STREAMS,
      'csynth.rpt': summary(STREAM_ROWS, 5),
      'channel_info.csv': ',raw_U,depth1.csv,chan_status1.csv\n',
      'chan_status1.csv': '3\n40\n7\n6220\n16\n',
    }).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    const { errors, out } = await runVerbs([addImport], ['import', ...files]);
    expect(errors).toContain(
      'Writers that a full channel blocked in co-simulation: of raw 40 clocks of 6,220.',
    );
    expect(JSON.parse(out).notes).toContain('raw 16 of 16');
    const stray = join(folder, 'chan_status9.csv');
    writeFileSync(stray, '0\n0\n0\n1\n1\n');
    await expect(runVerbs([addImport], ['import', ...files, stray])).rejects.toThrow(
      /chan_status9\.csv: expected a simulation model of JMT/,
    );
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

describe('models of JMT', () => {
  const solved = async (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    const { out } = await runVerbs([addSolve], ['solve', path, '--json']);
    return JSON.parse(out);
  };

  it('a queue with room for 11 has the mean of its birth and death process', async () => {
    const shares = Array.from({ length: 12 }, (_, n) => 0.9 ** n);
    const all = shares.reduce((sum, share) => sum + share, 0);
    const mean = shares.reduce((sum, share, n) => sum + (n * share) / all, 0);
    const { stages } = await solved('mm1k.jsimg', MM1K);
    expect(stages.q.meanOccupancy).toBeCloseTo(mean, 9);
  });

  it('visits and service times give the throughput of mean value analysis', async () => {
    // Reiser and Lavenberg 1980: two queues and a delay.
    const demands = [20 * 0.02, 10 * 0.2];
    let queues = [0, 0];
    let rate = 0;
    for (let jobs = 1; jobs <= 4; jobs++) {
      const stays = demands.map((demand, i) => demand * (1 + queues[i]!));
      rate = jobs / (4 + stays[0]! + stays[1]!);
      queues = stays.map((stay) => rate * stay);
    }
    const { stages } = await solved('central.jmva', CENTRAL_SERVER);
    expect(stages.think.throughput).toBeCloseTo(rate, 9);
    expect(stages.disk1.meanOccupancy).toBeCloseTo(queues[1]!, 8);
  });

  it('are written by export, in the format of the name, and read again with the same answer', async () => {
    const before = await solved('mm1k.jsimg', MM1K);
    for (const target of ['again.jsimg', 'again.jmva']) {
      const out = join(folder, target);
      const { errors, status } = await runVerbs(
        [addExport],
        ['export', join(folder, 'mm1k.jsimg'), '--unit', '1ms', '--out', out],
      );
      expect(status).toBe(0);
      expect(errors).toContain('One unit of time is 0.001 s.');
      const written = readFileSync(out, 'utf8');
      expect(written).toContain(target.endsWith('jmva') ? 'rate="0.009' : '<value>0.009');
    }
    const { out } = await runVerbs([addImport], ['import', join(folder, 'again.jsimg'), '--unit', '1ms']);
    const after = await solved('again.json', out);
    expect(after.stages.q.meanOccupancy).toBeCloseTo(before.stages.q.meanOccupancy, 9);
  });

  it('are checked', async () => {
    for (const [name, text] of [
      ['checked.jsimg', MM1K],
      ['checked.jmva', CENTRAL_SERVER],
    ] as const) {
      writeFileSync(join(folder, name), text);
      const { out, status } = await runVerbs([addCheck], ['check', join(folder, name)]);
      expect(out).toContain('valid scenario');
      expect(status).toBe(0);
    }
  });

  it('export asks for a format that it has', async () => {
    await expect(runVerbs([addExport], ['export', join(folder, 'mm1k.jsimg')])).rejects.toThrow(
      'expected --to jsimg or --to jmva',
    );
  });
});
