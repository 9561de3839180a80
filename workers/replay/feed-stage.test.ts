import { describe, expect, it } from 'vitest';
import { exponential } from '../../core/scenario/drawing.test-support.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import type { Scenario, ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import { type FedStage, feedStage, type MeasuredArrivals } from './feed-stage.ts';
import { eventsFile, knownQueue, lineOf, predicted, replayed } from './replay.test-support.ts';

const ARRIVALS: MeasuredArrivals = {
  ...{
    distribution: { distribution: 'trace', values: [1, 2, 3] },
    groupSize: 1,
    meanGap: 2,
    groupsDiffer: false,
  },
};
const service = exponential(1);
const stageOf = ({ scenario }: FedStage, id: string): StageNode =>
  scenario.nodes.find((node): node is StageNode => node.kind === 'stage' && node.id === id)!;

function fed(scenario: Scenario, stage: string, alone = false): FedStage {
  const found = feedStage(scenario, stage, ARRIVALS, alone);
  if (!found.ok) throw new Error(found.error);
  expect(findFaults(found.value.scenario).filter(({ severity }) => severity === 'error')).toEqual([]);
  return found.value;
}

/** Stage a behind the source, c behind a and b. */
const joined: Scenario = {
  ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'joined' },
  nodes: [
    { kind: 'source', id: 'x', interarrival: exponential(1), schedule: { frames: [{ from: 5 }] } },
    { kind: 'source', id: 'y', interarrival: exponential(1) },
    { kind: 'stage', id: 'a', service, conversionFactor: 3, overdriveRate: 0.1, unit: 'word' },
    { kind: 'stage', id: 'b', service, resource: 'memory' },
    { kind: 'stage', id: 'c', service, capacity: 4, resource: 'memory' },
    { kind: 'sink', id: 'out' },
  ],
  links: [
    { from: 'x', to: 'a' },
    { from: 'y', to: 'b' },
    { from: 'a', to: 'c' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'out' },
  ],
  resources: [{ id: 'memory' }],
};

describe('a stage that a source feeds', () => {
  it('stays in its network, with the measured arrivals in the place of the source', () => {
    const { scenario, within, notes, gate } = fed(joined, 'a');
    expect([within, notes, gate]).toEqual(['network', [], undefined]);
    expect(scenario.nodes.find(({ id }) => id === 'x')).toEqual({
      ...{ kind: 'source', id: 'x', interarrival: ARRIVALS.distribution, unit: 'word' },
    });
    expect(scenario.links).toHaveLength(joined.links.length);
    expect(scenario.nodes.find(({ id }) => id === 'y')).toBe(joined.nodes[1]);
  });

  it('is measured in its own elements, all of them: no conversion, no overdrive', () => {
    const { conversionFactor, overdriveRate } = stageOf(fed(joined, 'a'), 'a');
    expect([conversionFactor, overdriveRate]).toEqual([undefined, undefined]);
  });

  it('is cut out on demand, and then says what does not hold it up', () => {
    const { scenario, within, notes } = fed(joined, 'a', true);
    expect([within, scenario.nodes.map(({ kind }) => kind)]).toEqual(['alone', ['source', 'stage', 'sink']]);
    expect(notes).toEqual([
      'Stage a is cut out: nothing downstream blocks it, as full stages do in the drawing',
    ]);
  });
});

describe('a stage with several inputs', () => {
  it('is cut out, with a gate for arrivals that find it full, and says why', () => {
    const { scenario, within, notes, gate } = fed(joined, 'c');
    expect([within, gate]).toEqual(['alone', 'gate']);
    expect(scenario.links).toEqual([
      { from: 'measured arrivals', to: 'gate' },
      { from: 'gate', to: 'c' },
      { from: 'c', to: 'sink' },
    ]);
    expect(notes).toEqual([
      'Stage c is replayed alone, since the measured insertions are all that came from 2 inputs (a, b), which is no source of its own',
      'Stage c is cut out: it does not wait for memory, which it shares',
    ]);
  });

  it('needs no gate where what finds it full is lost', () => {
    const nodes = joined.nodes.map(
      (node): ScenarioNode =>
        node.kind === 'stage' && node.id === 'c' ? { ...node, whenFull: 'drop' } : node,
    );
    expect(fed({ ...joined, nodes }, 'c').gate).toBeUndefined();
  });
});

describe('several classes', () => {
  const classed = (own: Partial<StageNode>): Scenario => ({
    ...joined,
    classes: [
      { id: 'fast', priority: 0 },
      { id: 'slow', priority: 1 },
    ],
    nodes: joined.nodes.map(
      (node): ScenarioNode => (node.kind === 'stage' && node.id === 'c' ? { ...node, ...own } : node),
    ),
  });
  const refused = (scenario: Scenario): string => {
    const found = feedStage(scenario, 'c', ARRIVALS);
    return found.ok ? '' : found.error;
  };

  it('are refused where the stage tells them apart', () => {
    expect(refused(classed({ byClass: { slow: { service: exponential(0.5) } } }))).toBe(
      'stage c has service times by class, and the trace does not say of which class each element is: it can only be replayed where one source feeds it',
    );
    expect(refused(classed({ discipline: 'priority' }))).toContain('serves classes by priority');
  });

  it('do not matter where it serves all alike', () => {
    expect(fed(classed({ byClass: { slow: { passProbability: 0.5 } } }), 'c').within).toBe('alone');
  });

  it('are known behind a source', () => {
    const nodes = joined.nodes.map(
      (node): ScenarioNode =>
        node.kind === 'stage' && node.id === 'a'
          ? { ...node, byClass: { slow: { service: exponential(0.5), conversionFactor: 2 } } }
          : node,
    );
    const found = fed({ ...classed({}), nodes }, 'a');
    expect(stageOf(found, 'a').byClass).toEqual({ slow: { service: exponential(0.5) } });
  });
});

describe('within its network', () => {
  it('a full stage behind holds it up, and alone nothing does', async () => {
    // Two constant servers, the second twice as slow and with room for one: the first works at the pace of the second.
    const { arrivals } = knownQueue(
      { distribution: 'deterministic', mean: 1 },
      { distribution: 'deterministic', mean: 0.5 },
      {
        ...{ count: 400, seed: 1 },
      },
    );
    const departures = arrivals.map((arrival) => arrival + 500_000_000);
    const slow: StageNode = {
      ...{ kind: 'stage', id: 'slow', service: { distribution: 'deterministic', mean: 2 }, capacity: 1 },
    };
    const scenario = lineOf(exponential(1), { service: { distribution: 'deterministic', mean: 0.5 } }, [
      slow,
    ]);
    const file = eventsFile({ arrivals, departures });
    const whole = predicted(await replayed(file, scenario, { replications: 19 }), 'measuredArrivals');
    const alone = predicted(
      await replayed(file, scenario, { replications: 19, alone: true }),
      'measuredArrivals',
    );
    expect(whole.quantities.throughput!.mean).toBeCloseTo(0.5, 1);
    expect(alone.quantities.throughput!.mean).toBeCloseTo(1, 1);
    expect(alone.quantities.meanOccupancy!.mean).toBeCloseTo(0.5, 2);
    expect(alone.verdict!.outcome).toBe('consistent');
    expect(whole.verdict!.outcome).toBe('inconsistent');
  });
});

it('refuses a stage that pushes out who waits: a trace does not say which element left', () => {
  const stage: StageNode = { kind: 'stage', id: 'a', service, capacity: 4, whenFull: 'dropOldest' };
  const found = feedStage(
    { ...joined, nodes: [joined.nodes[0]!, stage], links: [{ from: 'x', to: 'a' }] },
    'a',
    ARRIVALS,
  );
  expect(found).toEqual({
    ok: false,
    error: 'stage "a" drops its oldest waiting element when full, and a trace does not say which one left',
  });
});
