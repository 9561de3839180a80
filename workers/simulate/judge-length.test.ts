import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Verdict, verdictText } from '../../core/measures/verdicts.ts';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { parseScenario } from '../../core/scenario/read-scenario.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { SimulationRequest } from './contract.ts';
import { answerOf } from './theory.test-support.ts';

function example(slug: string): Scenario {
  const url = new URL(`../../public/examples/${slug}.json`, import.meta.url);
  const scenario = parseScenario(JSON.parse(readFileSync(url, 'utf8')));
  if (!scenario.ok) throw new Error(scenario.error[0]?.message);
  return scenario.value;
}

const warnings = (scenario: Scenario, request: SimulationRequest): Verdict[] =>
  answerOf(scenario, request).verdicts.filter(({ severity }) => severity === 'warning');

const queue = (rho: number): Scenario => line(source('in', rho), stage('a', 1));

describe('short-run', () => {
  it('names the hash lookup of Mercury run 2, which fills in milliseconds, in 180 µs', () => {
    const found = warnings(example('mercury-run-2'), { horizon: 180e-6, warmup: 18e-6, replications: 5 });
    expect(found.map(({ code, stage }) => `${code} ${stage}`)).toEqual(['short-run 1b']);
    expect(verdictText(found[0]!)).toMatch(
      /^The relaxation time of stage "1b Hash lookup" is about \d+ µs; this run observes 160 µs after 18 µs of warm-up: its confidence interval may be too narrow\. Ask for a length of \d+ ms\.$/,
    );
  });

  it('is silent about default runs of easy queues', () => {
    for (const rho of [0.5, 0.8]) expect(warnings(queue(rho), {})).toEqual([]);
  });

  it('asks for a length that is enough', () => {
    const [verdict] = warnings(queue(0.95), { horizon: 5000 });
    expect(verdict).toMatchObject({ code: 'short-run', stage: 'a' });
    const horizon = Number(/length of (\d+) s\.$/.exec(verdictText(verdict!))![1]);
    // 25 times 1 / (1 - sqrt 0.95)^2 is 38 987 s; the rates of a short run are rough.
    expect(horizon).toBeGreaterThan(39_000 / 2.5);
    expect(horizon).toBeLessThan(39_000 * 2.5);
    expect(warnings(queue(0.95), { horizon: 39_000 })).toEqual([]);
  });

  it('accepts a run without warm-up when it is so long that the start does not matter', () => {
    expect(warnings(queue(0.7), { horizon: 20_000, warmup: 0 })).toEqual([]);
    const [verdict] = warnings(queue(0.7), { horizon: 1600, warmup: 0 });
    // 1600 s are 43 relaxation times, enough but for the start.
    expect(verdict).toMatchObject({ code: 'short-run', stage: 'a' });
    expect(verdictText(verdict!)).toMatch(/Ask for a warm-up of \d+ s\.$/);
  });

  it('says nothing of a run in which nothing is known', () => {
    const scarce = warnings(queue(0.7), { horizon: 5, warmup: 0, replications: 5 });
    expect(scarce.map(({ code }) => code)).toEqual(['few-services']);
  });

  it('sees a source that is held back: a stage that is offered twice what it serves is full at once', () => {
    const flooded = line(source('in', 2), stage('a', 1, { capacity: 500 }));
    // Were its 500 places filled by chance alone, it would take 25 000 s.
    expect(warnings(flooded, { horizon: 20_000 })).toEqual([]);
  });

  it('counts the places that fill upstream of a full stage', () => {
    const tandem = line(source('in', 1), stage('a', 1.5, { capacity: 60 }), stage('b', 1, { capacity: 60 }));
    const [verdict] = warnings(tandem, { horizon: 6000, warmup: 1500 });
    const time = Number(/is about (.+?) s;/.exec(verdictText(verdict!))![1]);
    // 120 places: 2 K^2 / (pi^2 2 mu) = 1459 s; the 60 of b alone would be 365 s.
    expect(verdict!.stage).toBe('b');
    expect(time).toBeGreaterThan(900);
    expect(time).toBeLessThan(1900);
  });
});

describe('warmup-too-short', () => {
  it('sees from the data what no relaxation time tells: a long way before the stage', () => {
    const belt = stage('belt', 1, { serverCount: 2000, service: { distribution: 'deterministic', mean: 1 } });
    const found = warnings(line(source('in', 500), belt, stage('b', 1000)), { horizon: 20, warmup: 0.1 });
    expect(found.map(({ code, stage }) => `${code} ${stage}`)).toContain('warmup-too-short b');
    const message = verdictText(found.find(({ code }) => code === 'warmup-too-short')!);
    const asked = Number(/warm-up of ([\d.]+) s\.$/.exec(message)![1]);
    // The first element comes out after 1 s; an interval of the run is 0.1 s.
    expect(asked).toBeGreaterThanOrEqual(0.9);
    expect(asked).toBeLessThanOrEqual(1.3);
  });

  it('is silent where all times are constant and the schedule repeats from the first nanoseconds on', () => {
    // The exact schedule repeats every 10 ns after 285 ns; the default warm-up is more than a hundred times as long.
    expect(warnings(example('hls-branches'), {})).toEqual([]);
  });

  it('is not a matter of chance: none of 40 seeds at rho = 0.8', { tags: ['long'] }, () => {
    const codes = Array.from({ length: 40 }, (_, seed) => warnings(queue(0.8), { horizon: 4000, seed }));
    expect(codes.flat()).toEqual([]);
  });
});
