import { describe, expect, it } from 'vitest';
import { drawing, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, SharedResource, StageNode } from '../../core/scenario/scenario.ts';
import { expectRecords, type RecordClaim, recordOf } from './records.test-support.ts';

const constant = (mean: number): Partial<StageNode> => ({ service: { distribution: 'deterministic', mean } });

/** Two flows, each through a stage that uses the bus. */
function twoFlows(
  [a, b]: readonly [Partial<StageNode>, Partial<StageNode>],
  more: Partial<SharedResource> = {},
  rates: readonly [number, number] = [0.4, 0.3],
): Scenario {
  const nodes = [
    source('in a', rates[0]),
    source('in b', rates[1]),
    stage('a', 1, { resource: 'bus', ...a }),
    stage('b', 1, { resource: 'bus', ...b }),
    sink(),
  ];
  const links = [
    { from: 'in a', to: 'a' },
    { from: 'in b', to: 'b' },
    { from: 'a', to: 'out' },
    { from: 'b', to: 'out' },
  ];
  return { ...drawing(nodes, []), links, resources: [{ id: 'bus', ...more }] };
}

const both = (value: number): RecordClaim => ({
  what: 'mean in both stages',
  value,
  of: ({ stages, duration }) => (stages.a!.occupancyTime + stages.b!.occupancyTime) / duration,
});

const wait = (id: string, value: number): RecordClaim => ({
  what: `wait at ${id}`,
  value,
  of: ({ stages }) => stages[id]!.waitTotal / stages[id]!.waitCount,
});

const traced = (id: string, values: readonly number[]) =>
  source(id, 1, { interarrival: { distribution: 'trace', values: [...values, 1000] } });

describe('shared resources', () => {
  it('RES1: two stages on one bus hold together what M/M/1 holds', () => {
    for (const arbitration of ['FCFS', 'roundRobin'] as const)
      expectRecords(twoFlows([{}, {}], { arbitration }), 3000, [both(0.7 / 0.3)]);
  });

  it('RES1: with a server for everybody FCFS is M/G/1 with two classes', () => {
    const many = { serverCount: 200 };
    const scenario = twoFlows([many, { ...many, ...constant(1.5) }]);
    const value = (0.4 * 2 + 0.3 * 2.25) / 2 / (1 - 0.85);
    expectRecords(scenario, 8000, [wait('a', value), wait('b', value)]);
  });

  it('RES1: two units are M/M/2', () => {
    const scenario = twoFlows([{ serverCount: 200 }, { serverCount: 200 }], { units: 2 }, [0.8, 0.6]);
    expectRecords(scenario, 3000, [both(1.4 / (1 - 0.49))]);
  });

  it('RES1, RES2: first come first served goes by the time of request, round robin by stages in turn', () => {
    // a gets 3 at 1, b gets 1 at 2, 2 s each, many servers. FCFS: a 1-3-5-7, b 7-9. In turn: a 1-3, b 3-5, a 5-7-9.
    const scenario = (arbitration: 'FCFS' | 'roundRobin'): Scenario => {
      const many = { serverCount: 9, ...constant(2) };
      const drawn = twoFlows([many, many], { arbitration });
      const nodes = [traced('in a', [1, 0, 0]), traced('in b', [2]), ...drawn.nodes.slice(2)];
      return { ...drawn, nodes };
    };
    const [first, turns] = (['FCFS', 'roundRobin'] as const).map((each) => recordOf(scenario(each), 50));
    expect(first!.stages.b!.waitTotal).toBeCloseTo(5, 12);
    expect(turns!.stages.b!.waitTotal).toBeCloseTo(1, 12);
    expect(turns!.stages.a!.waitTotal).toBeCloseTo(0 + 4 + 6, 12);
    expect(first!.resources).toEqual({ bus: 8 });
  });

  it('RES3: the unit is free when the service ends, also when its element is held', () => {
    // a: 1-2, held by t (full until 11); b asks at 1.5 and has the bus at 2.
    const drawn = twoFlows([constant(1), constant(1)]);
    const nodes = [
      traced('in a', [0.5, 0.5]),
      traced('in b', [2.1]),
      ...drawn.nodes.slice(2, 4),
      stage('t', 1, { capacity: 1, ...constant(10) }),
      sink(),
    ];
    const links = [
      { from: 'in a', to: 'a' },
      { from: 'in b', to: 'b' },
      { from: 'a', to: 't' },
      { from: 'b', to: 'out' },
      { from: 't', to: 'out' },
    ];
    // a: 0.5-1.5 to t (until 11.5), 1.5-2.5 held until 11.5; b waits 2.1-2.5.
    const { stages } = recordOf({ ...drawn, nodes, links }, 20);
    expect(stages.b!.waitTotal).toBeCloseTo(0.4, 12);
    expect(stages.a!.blockedTime).toBeCloseTo(9, 12);
  });

  it('RES4: with blocking before service the places come first, then the unit', () => {
    // t holds one for 3 s. a's second element has its place at 4.5 and the bus at once; b has it meanwhile.
    const drawn = twoFlows([constant(1), constant(1)]);
    const nodes = [
      traced('in a', [0.5, 0.5]),
      traced('in b', [2.1, 2]),
      ...drawn.nodes.slice(2, 4),
      stage('t', 1, { capacity: 1, whenFull: 'blockBefore', ...constant(3) }),
      sink(),
    ];
    const links = [
      { from: 'in a', to: 'a' },
      { from: 'in b', to: 'b' },
      { from: 'a', to: 't' },
      { from: 'b', to: 'out' },
      { from: 't', to: 'out' },
    ];
    // a: 0.5-1.5, t 1.5-4.5; b 2.1-3.1 and, asked at 4.1, 4.1-5.1; a's second has its place at 4.5, the bus at 5.1-6.1.
    const { stages } = recordOf({ ...drawn, nodes, links }, 8);
    expect(stages.b!.waitTotal).toBeCloseTo(0, 12);
    expect(stages.a!.waitTotal).toBeCloseTo(5.1 - 1, 12);
    expect(stages.a!.blockedTime).toBeCloseTo(5.1 - 1.5, 12);
    expect(stages.t!.entered).toBe(2);
  });

  it('B1: a batch needs one unit', () => {
    const batches = { bulk: { rule: 'full', size: 3 }, ...constant(1) } as const;
    const drawn = twoFlows([batches, constant(1)]);
    const nodes = [traced('in a', [1, 0, 0]), traced('in b', [1.5]), ...drawn.nodes.slice(2)];
    const { stages, resources } = recordOf({ ...drawn, nodes }, 10);
    expect(stages.a!.served).toBe(3);
    expect(stages.b!.waitTotal).toBeCloseTo(0.5, 12);
    expect(resources).toEqual({ bus: 2 });
  });

  it('B3: a batch that is old enough asks for its unit, and takes what is there when it has it', () => {
    // a: two of three wait from 1; at 2 it asks, the bus is b's until 4; a third came at 3.
    const batches = { bulk: { rule: 'full', size: 4, timeout: 1 }, ...constant(1) } as const;
    const drawn = twoFlows([batches, constant(2.5)]);
    const nodes = [traced('in a', [1, 0, 2]), traced('in b', [1.5]), ...drawn.nodes.slice(2)];
    const { stages } = recordOf({ ...drawn, nodes }, 20);
    expect(stages.a!.served).toBe(3);
    expect(stages.a!.waitTotal).toBeCloseTo(3 + 3 + 1, 12);
  });
});
