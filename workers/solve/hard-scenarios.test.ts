/** Valid scenarios that once hung, ran out of memory or broke the solver (`npm run verify hostile` finds such): each ends with an answer or a refusal. */
import { describe, expect, it } from 'vitest';
import {
  type Link,
  SCENARIO_FORMAT,
  SCHEMA_VERSION,
  type Scenario,
  type ScenarioNode,
  type StageNode,
} from '../../core/scenario/scenario.ts';
import type { SolveAnswer } from './contract.ts';
import { sizeStage } from './size-stage.ts';
import { solveScenario } from './solve-scenario.ts';

const scenario = (nodes: readonly ScenarioNode[], links: readonly Link[]): Scenario => ({
  ...{ format: SCENARIO_FORMAT, schemaVersion: SCHEMA_VERSION, name: 'Hard', nodes, links },
});
const source = (rate: number): ScenarioNode => ({
  ...{ id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate } },
});
const sink: ScenarioNode = { id: 'out', kind: 'sink' };
const stage = (id: string, more: Partial<StageNode> = {}): StageNode => ({
  ...{ id, kind: 'stage', service: { distribution: 'exponential', mean: 1 }, ...more },
});
const line = (rate: number, ...stages: readonly StageNode[]): Scenario => {
  const nodes = [source(rate), ...stages, sink];
  return scenario(
    nodes,
    nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id })),
  );
};

/** Every node of a row leads to each of the next. */
const rows = (...all: readonly (readonly ScenarioNode[])[]): Scenario =>
  scenario(
    all.flat(),
    all
      .slice(1)
      .flatMap((to, i) => all[i]!.flatMap((from) => to.map(({ id }) => ({ from: from.id, to: id })))),
  );

function answerTo(drawn: Scenario): SolveAnswer {
  const outcome = solveScenario(drawn, 'auto', false);
  if (outcome.kind === 'noAnswer') throw new Error(outcome.code);
  return outcome;
}

describe('the solver ends', () => {
  it('behind thirty layers of routers, whose ways are exponentially many, with the flows of one layer', () => {
    const routers = Array.from({ length: 30 }, (_, layer) =>
      ['a', 'b', 'c'].map((id): ScenarioNode => ({ id: `${id}${layer}`, kind: 'router' })),
    );
    const stages = [stage('x', { capacity: 20 }), stage('y', { capacity: 30 })];
    const { stages: deep } = answerTo(
      rows([source(1)], ...routers, stages, [stage('z', { capacity: 9 })], [sink]),
    );
    const { stages: flat } = answerTo(
      rows([source(1)], [{ id: 'r', kind: 'router' }], stages, [stage('z', { capacity: 9 })], [sink]),
    );
    for (const id of ['x', 'y', 'z'])
      expect(deep[id]!.meanOccupancy).toBeCloseTo(flat[id]!.meanOccupancy!, 9);
  });

  it('with forks inside forks, five deep', () => {
    const nodes: ScenarioNode[] = [source(0.5), sink];
    const links: Link[] = [];
    const put = (from: string, to: string, depth: number, name: string): void => {
      if (depth === 0) {
        nodes.push(stage(name));
        links.push({ from, to: name }, { from: name, to });
        return;
      }
      nodes.push({ id: `f${name}`, kind: 'fork' }, { id: `j${name}`, kind: 'join' });
      links.push({ from, to: `f${name}` }, { from: `j${name}`, to });
      for (const branch of ['0', '1', '2']) put(`f${name}`, `j${name}`, depth - 1, name + branch);
    };
    put('in', 'out', 5, 'x');
    expect(answerTo(scenario(nodes, links)).network.throughput).toBeCloseTo(0.5, 9);
  });

  it('with more places than an array has, and leaves the distribution out', () => {
    const { stages } = answerTo(
      line(2, stage('a', { capacity: 2 ** 40, serverCount: 3 }), stage('b', { capacity: 2 ** 40 })),
    );
    expect(stages.a!.blockedFraction).toBeGreaterThan(0.3);
    expect(stages.b!.occupancyDistribution).toBeUndefined();
  });

  it('with a billion servers', () => {
    const outcome = solveScenario(
      line(1, stage('a', { capacity: 3 }), stage('b', { serverCount: 1e9, capacity: 2e9 })),
      'blocking',
    );
    expect(outcome).toMatchObject({
      code: 'blockingDoesNotApply',
      facts: { because: { code: 'servers', most: 100_000 } },
    });
  });

  it('with stages of a billion servers alone, as with few', () => {
    const many = answerTo(
      line(
        1,
        stage('a', { serverCount: 1e9, capacity: 1e9 }),
        stage('b', { serverCount: 1e9, capacity: 1e9 }),
      ),
    );
    for (const id of ['a', 'b']) expect(many.stages[id]!.meanOccupancy).toBeCloseTo(1, 9);
    const [busy, load] = [1e9, 0.999];
    const { stages } = answerTo(line(busy * load, stage('a', { serverCount: busy })));
    expect(stages.a!.meanOccupancy! / (busy * load)).toBeCloseTo(1, 9);
  });

  it('with a coefficient of variation of a million, where levels can no longer be left in doubles', () => {
    const service = { distribution: 'hyperexponential', mean: 7e8, scv: 1e12 + 1 } as const;
    const feedback = scenario(
      [source(0.005), stage('a', { capacity: 178, service }), sink],
      [
        { from: 'in', to: 'a' },
        { from: 'a', to: 'out', probability: 0.01 },
        { from: 'a', to: 'a', probability: 0.99 },
      ],
    );
    expect(sizeStage(feedback, { stage: 'a', below: 1e-6 })).toMatchObject({ code: 'noCapacityIsEnough' });
    expect(solveScenario(feedback, 'auto').kind).not.toBe('noAnswer');
  });

  it('sizing what is offered more than it serves, without trying twenty capacities', () => {
    const trace = Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1009);
    const overloaded = line(
      1,
      stage('a', { whenFull: 'drop', service: { distribution: 'trace', values: trace } }),
    );
    expect(sizeStage(overloaded, { stage: 'a', below: 1e-6 })).toMatchObject({
      code: 'noCapacityIsEnough',
      facts: { load: expect.closeTo(504, -1) },
    });
  });
});
