/** Assertions as a build server asks for them: of models and measurements, with reports. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SCENARIO_FORMAT, SCHEMA_VERSION } from '../core/scenario/scenario.ts';
import { ensureCommandLine } from '../scripts/setup.mjs';
import { addAssert } from './assert.ts';
import { runVerbs } from './run-verbs.test-support.ts';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'assert-'));
function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** M/M/1 at 80 %: 4 elements, 50 ms in the mean, and 230 ms for 99 %. */
const shop = {
  format: SCENARIO_FORMAT,
  schemaVersion: SCHEMA_VERSION,
  name: 'Shop & "more"',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 80 } },
    { id: 'a', name: 'checkout', kind: 'stage', service: { distribution: 'exponential', rate: 100 } },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out' },
  ],
};
const drawn = file('shop: 1,2.json', JSON.stringify(shop));
const means = file(
  'means.csv',
  '#qtm 1 scalars time=ns\nqueueId,metric,stat,value,unit\na,occupancy,mean,9,items\n',
);

const asserted = (...words: readonly string[]) => runVerbs([addAssert], ['assert', ...words]);

describe('stagegraph assert', () => {
  it('asks the model, by id or name, in the closed forms of M/M/1', async () => {
    const { out, status } = await asserted(
      ...[drawn, 'p99 of checkout < 231 ms', 'p99 of checkout > 230 ms', 'mean occupancy of a <= 4.001'],
      ...['mean latency of a = 50 ms', 'p99 occupancy of a <= 20', 'mean utilization of a < 81 %'],
      'mean inter-event time of a < 12.6 ms',
    );
    expect(out.match(/^ok/gm)).toHaveLength(7);
    expect(status).toBe(0);
  });

  it('fails with 1 what does not hold, and with 2 what cannot be told', async () => {
    const wrong = await asserted(drawn, 'mean occupancy of a < 3', 'max latency of a < 1 s');
    expect(wrong.out).toContain('FAIL  mean occupancy of a < 3: 4');
    expect(wrong.out).toContain('?     max latency of a < 1 s: cannot be told: this method does not tell');
    expect(wrong.status).toBe(1);
    const stranger = await asserted(drawn, 'p99 of nobody < 1 s');
    expect(stranger.out).toContain('there is no stage "nobody"');
    expect(stranger.status).toBe(2);
  });

  it('asks a measurement where one is given', async () => {
    const { out, status } = await asserted(drawn, means, 'mean occupancy of a < 5', '--json');
    expect(JSON.parse(out)).toMatchObject({
      of: 'measurement',
      assertions: [{ outcome: 'fails', value: 9 }],
    });
    expect(status).toBe(1);
    await expect(asserted(drawn, 'missing.csv', 'mean occupancy of a < 5')).rejects.toThrow('no such file');
  });

  it('cannot tell what the digits of the inputs leave open', async () => {
    const mercury = join(root, 'public', 'examples', 'mercury-run-2.json');
    const { out, status } = await asserted(mercury, 'mean occupancy of 1b < 400');
    expect(out).toMatch(/cannot be told: it is .* …? ?.*which does not decide it/);
    expect(status).toBe(2);
  });

  it('writes reports that hold against quotes and colons', async () => {
    const [junit, sarif] = [join(folder, 'report.xml'), join(folder, 'report.sarif')];
    const words = ['mean occupancy of a < 3', 'mean latency of a < 1 s', 'max latency of a < 1 s'];
    const { out } = await asserted(drawn, ...words, '--junit', junit, '--sarif', sarif, '--github');
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('<testsuite name="Shop &amp; &quot;more&quot;" tests="3" failures="1" errors="1">');
    expect(xml).toContain('name="mean occupancy of a &lt; 3"><failure message="4"/>');
    const { runs } = JSON.parse(readFileSync(sarif, 'utf8'));
    expect(runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['fails', 'unknown']);
    expect(out).toMatch(/^::error file=.*shop%3A 1%2C2\.json,title=Stagegraph::mean occupancy of a < 3: 4$/m);
  });
});

describe('action.yml', () => {
  beforeAll(() => ensureCommandLine());

  /** The step as a runner starts it, its inputs in the environment. */
  function step(inputs: Readonly<Record<string, string>>) {
    const text = readFileSync(join(root, 'action.yml'), 'utf8');
    const script = text.slice(text.indexOf('run: |') + 6).replace(/^ {8}/gm, '');
    const none = { MEASUREMENTS: '', ASSERTIONS: '', METHOD: 'auto', JUNIT: '', SARIF: '' };
    const env = { ...process.env, ...none, STAGEGRAPH: join(root, 'cli/stagegraph.mjs'), ...inputs };
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], {
      env,
      encoding: 'utf8',
      cwd: folder,
    });
    return { status, out: stdout + stderr };
  }

  it('passes its inputs on, one assertion a line, none of them as a command', { tags: ['long'] }, () => {
    const report = join(folder, 'step.xml');
    const hostile = 'mean latency of "$(touch evil)" < 1 s';
    const held = step({
      SCENARIO: drawn,
      ASSERTIONS: 'p99 of a < 1 s\n\n  mean occupancy of a < 5\n',
      JUNIT: report,
    });
    expect(held).toMatchObject({ status: 0, out: expect.stringMatching(/ok .*\nok /) });
    expect(readFileSync(report, 'utf8')).toContain('tests="2"');
    expect(step({ SCENARIO: drawn, ASSERTIONS: 'mean occupancy of a < 3' })).toMatchObject({
      status: 1,
      out: expect.stringContaining('::error file='),
    });
    expect(step({ SCENARIO: drawn, ASSERTIONS: hostile }).out).toContain('there is no stage "$(touch evil)"');
  });
});
