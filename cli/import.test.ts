/** `stagegraph import`, and other verbs on the same files. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
    await expect(runVerbs([addImport], ['import', target])).rejects.toThrow('expected an XML file of SDF3');
  });

  it('other verbs take the file as it is', async () => {
    const { out, errors } = await runVerbs([addSolve], ['solve', file, '--json']);
    expect(JSON.parse(out).stages.a.throughput).toBeCloseTo(0.25, 12);
    expect(errors).toContain('One unit of time is taken as 1 s.');
  });
});
