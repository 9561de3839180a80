/** From spans to what is printed, and to a scenario. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import { asOtlp, knownService } from '../workers/traces/service.test-support.ts';
import { runVerbs } from './run-verbs.test-support.ts';
import { addTrace } from './trace.ts';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-trace-'));
afterAll(() => rmSync(folder, { recursive: true }));
const trace = (...words: string[]) => runVerbs([addTrace], ['trace', ...words]);

const spans = join(folder, 'spans.json');
const { spans: known } = knownService({ requests: 1500, rate: 45, servers: 1 });
writeFileSync(spans, JSON.stringify(asOtlp(known)));

describe('stagegraph trace', () => {
  it('prints services, sentences and questions, and writes the drawing', async () => {
    const drawing = join(folder, 'drawn.json');
    const { out, errors } = await trace(spans, '--draw', drawing);
    expect(out).toMatch(/\ndb .* ms .* 1 {2}by departures\n/);
    expect(out).toMatch(/\n1,500 requests of 2 types in .* waiting at db/);
    expect(out).toMatch(
      /Spans cannot tell:\n {2}--servers front=\d+: .*\n {2}--sampled 1: was every request traced\?\n$/,
    );
    expect(errors).toMatch(/drawn.json: the scenario drawn from .*spans.json/);
    const drawn = readScenarioText(readFileSync(drawing, 'utf8'));
    expect(drawn.ok && drawn.value.name).toBe('spans');
  });

  it('takes what spans cannot tell, and a window', async () => {
    const words = ['--servers', 'front=9', '--servers', 'db=1', '--sampled', '0.5', '--window', '10-20'];
    const { report } = JSON.parse((await trace(spans, '--json', ...words)).out);
    expect(
      report.services.map(({ servers, known: how }: { servers: number; known: string }) => [servers, how]),
    ).toEqual([
      [9, 'given'],
      [1, 'given'],
    ]);
    expect(report.rate / report.seenRate).toBe(2);
    expect(report.window.inside.requests).toBeGreaterThan(100);
    const day = JSON.parse((await trace(spans, '--json', '--window', '22:13:30-22:13:40')).out);
    expect(day.report.window.inside.requests).toBeGreaterThan(100);
  });

  it('writes the drawing with what is asked', async () => {
    const drawing = join(folder, 'changed.json');
    const { errors } = await trace(spans, '--draw', drawing, '--what-if', 'db.servers=+1');
    expect(errors).toMatch(/changed.json: the scenario drawn from .*spans.json, with 2 servers at db/);
    const drawn = readScenarioText(readFileSync(drawing, 'utf8'));
    if (!drawn.ok) throw new Error(drawn.error[0]!.message);
    expect(drawn.value.name).toBe('spans, with 2 servers at db');
    expect(drawn.value.nodes.find(({ id }) => id === 'db')).toMatchObject({ serverCount: 2 });
  });

  it.each([
    [
      ['--draw', join(folder, 'two.json'), '--what-if', 'load=2x', 'load=3x'],
      'expected one --what-if, which is drawn, got 2',
    ],
    [['--sampled', '2'], 'Expected a share above 0 and at most 1'],
    [['--servers', 'db'], 'Expected SERVICE=N'],
    [['--window', '20-10'], 'Expected seconds such as 120-180'],
    [['--servers', 'nobody=1'], 'there is no service "nobody"; expected one of front, db'],
  ])('refuses %j', async (words, why) => {
    await expect(trace(spans, ...words)).rejects.toThrow(why);
  });
});
