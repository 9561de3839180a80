/** Small runs with constant times, worked out by hand. */

import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, line, router, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, StageNode } from '../../core/scenario/scenario.ts';
import type { ReplicationRecord } from './records.ts';
import { replicateNow } from './replicate.ts';

function recordOf(scenario: Scenario, horizon: number, warmup = 0): ReplicationRecord {
  const outcome = replicateNow(scenario, { seed: 1, replications: 2, horizon, warmup }, 0);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

const every = (mean: number) => ({ interarrival: { distribution: 'deterministic', mean } }) as const;
const constant = (mean: number, more: Partial<StageNode> = {}): Partial<StageNode> => ({
  service: { distribution: 'deterministic', mean },
  ...more,
});

describe('protocol, by hand', () => {
  it('E2: at the same instant a stage downstream finishes first, and a departure comes before an arrival', () => {
    // Arrivals at 1, 2, 3, ...; each stage takes 1 s and holds one: nothing is ever lost or blocked.
    const tight = constant(1, { capacity: 1, whenFull: 'drop' });
    const record = recordOf(
      line(source('in', 1, every(1)), stage('a', 1, tight), stage('b', 1, tight)),
      10.5,
    );
    expect(record.lost).toBe(0);
    expect(record.sinkArrivals).toBe(8);
  });

  it('BAS1: a finished element holds its server until there is room, and is counted where it is', () => {
    // a takes 1 s, b takes 3 s and holds 1. Arrivals at 1, 2, 3, 4 (a is finite: the source blocks).
    // b: 2-5, 5-8; a: 1-2, 2-3 (held 3-5), 5-6 (held 6-8).
    const record = recordOf(
      line(
        source('in', 1, every(1)),
        stage('a', 1, constant(1, { capacity: 1 })),
        stage('b', 1, constant(3, { capacity: 1 })),
      ),
      8,
    );
    const { a, b } = record.stages;
    expect(a!.servingTime).toBeCloseTo(3, 12);
    expect(a!.blockedTime).toBeCloseTo(4, 12);
    expect(a!.occupancyTime).toBeCloseTo(7, 12);
    expect(b!.servingTime).toBeCloseTo(6, 12);
    expect(record.sinkArrivals).toBe(2);
  });

  it('BBS1: before service the server waits for a place instead', () => {
    // b: 2-5, 5+1-...: a may start its next service only when b is empty at 5, so b serves 2-5, 6-9.
    const record = recordOf(
      line(
        source('in', 1, every(1)),
        stage('a', 1, constant(1, { capacity: 1 })),
        stage('b', 1, constant(3, { capacity: 1, whenFull: 'blockBefore' })),
      ),
      9,
    );
    const { a, b } = record.stages;
    expect(a!.servingTime).toBeCloseTo(2, 12);
    // Held 2-5 and 6-9; the place in b is promised during 5-6.
    expect(a!.blockedTime).toBeCloseTo(6, 12);
    expect(b!.servingTime).toBeCloseTo(6, 12);
  });

  it('S2: a blocked source stops its clock and sends the held element first', () => {
    // Holds 1, serves 2.5 s; arrivals every 1 s while not blocked: in at 1; the next at 2 waits to 3.5, then 4.5 waits to 6.
    const record = recordOf(
      line(source('in', 1, every(1)), stage('a', 1, constant(2.5, { capacity: 1 }))),
      6.2,
    );
    expect(record.stages.a!.entered).toBe(3);
    expect(record.stages.a!.sojournTotal).toBeCloseTo(5, 12);
    // The element enters the network when it is admitted.
    expect(record.sinkSojournTotal).toBeCloseTo(5, 12);
  });

  it('B3: a batch older than the timeout starts with what is there', () => {
    // Arrivals at 1, 2, 3, ...; full(3) with a timeout of 1.5 s: the pairs (1, 2), (3, 4), ... start at 2.5, 4.5, ...
    const bulk = { rule: 'full', size: 3, timeout: 1.5 } as const;
    for (const discipline of ['FCFS', 'RSS', 'LCFS'] as const) {
      const record = recordOf(
        line(source('in', 1, every(1)), stage('a', 1, constant(0.25, { bulk, discipline }))),
        20.8,
      );
      const { waitTotal, waitCount, served } = record.stages.a!;
      expect(served).toBe(20);
      expect(waitTotal / waitCount).toBeCloseTo(1, 12);
    }
  });

  it('B3: a server that becomes free takes an old batch at once', () => {
    // Served for 4 s each: (1, 2) at 2.5-6.5; then 3..5 of 3, 4, 5, 6 wait and three start at once.
    const bulk = { rule: 'full', size: 5, timeout: 1.5 } as const;
    const record = recordOf(line(source('in', 1, every(1)), stage('a', 1, constant(4, { bulk }))), 10.6);
    expect(record.stages.a!.served).toBe(2 + 4);
  });

  it('C1, BAS2: an element whose group is only partly admitted stays upstream until the rest fits', () => {
    // a: 1-2, becomes 3 in b, which holds 2 and takes 1 s each: two enter at 2, the third at 3, then a is free.
    const record = recordOf(
      line(
        source('in', 1, every(100)),
        stage('a', 1, constant(1)),
        stage('b', 1, constant(1, { capacity: 2, conversionFactor: 3 })),
      ),
      150,
    );
    const { a, b } = record.stages;
    expect(a!.blockedTime).toBeCloseTo(1, 12);
    expect(a!.occupancyTime).toBeCloseTo(2, 12);
    expect(b!.entered).toBe(3);
    // Levels: 2-4 two in b (one leaves and one enters at 3), 4-5 one.
    expect(b!.occupancyTime).toBeCloseTo(5, 12);
  });

  it('C2: credit adds up over arrivals, whole at a whole sum', () => {
    const scenario = line(source('in', 1, every(1)), stage('a', 1, constant(0.1, { conversionFactor: 0.1 })));
    expect(recordOf(scenario, 1000.5).stages.a!.entered).toBe(100);
    const more = line(source('in', 1, every(1)), stage('a', 1, constant(0.1, { conversionFactor: 2.5 })));
    expect(recordOf(more, 100.5).stages.a!.offered).toBe(250);
  });

  it('R2, R3: round robin takes the links in turn, through routers', () => {
    const nodes = [
      source('in', 1, every(1)),
      router('r', 'roundRobin'),
      stage('a', 1, constant(0.5)),
      stage('b', 1, constant(0.5)),
      stage('c', 1, constant(0.5)),
      sink(),
    ];
    const record = recordOf(drawing(nodes, ['in>r', 'r>a', 'r>b', 'r>c', 'a>out', 'b>out', 'c>out']), 10.2);
    expect(['a', 'b', 'c'].map((id) => record.stages[id]!.entered)).toEqual([4, 3, 3]);
  });

  it('R4: join the shortest queue goes where fewest elements are, in turn among equals', () => {
    // a never finishes; b takes no time to speak of: once a holds one, all go to b.
    const nodes = [
      source('in', 1, { ...every(1), routing: { rule: 'joinShortestQueue' } }),
      stage('a', 1, constant(1e6)),
      stage('b', 1, constant(0.5)),
      sink(),
    ];
    const record = recordOf(drawing(nodes, ['in>a', 'in>b', 'a>out', 'b>out']), 20.2);
    expect([record.stages.a!.entered, record.stages.b!.entered]).toEqual([1, 19]);
  });

  it('LCFS serves the latest first', () => {
    // One is served 1-4; 2, 3, 4 arrive meanwhile, 4 goes first: it waited 0.
    const order = (discipline: 'FCFS' | 'LCFS'): number =>
      recordOf(line(source('in', 1, every(1)), stage('a', 1, constant(3.5, { discipline }))), 4.75).stages.a!
        .waitTotal;
    expect(order('FCFS')).toBeCloseTo(2.5, 12);
    expect(order('LCFS')).toBeCloseTo(0.5, 12);
  });

  it('PS1: two elements that share one server each go half as fast', () => {
    // Arrivals at 1 and 2, 1.5 s of work each: alone 1-2, shared 2-3 (0.5 s each), alone 3-4.
    const record = recordOf(
      line(
        source('in', 1, { interarrival: { distribution: 'trace', values: [1, 1, 100] } }),
        stage('a', 1, constant(1.5, { discipline: 'PS' })),
      ),
      50,
    );
    expect(record.stages.a!.sojournTotal).toBeCloseTo(2 + 2, 12);
    expect(record.stages.a!.servingTime).toBeCloseTo(3, 12);
  });

  it('PS2: a finished element that cannot move keeps a server', () => {
    // b holds 1 and takes 5 s. a shares one server: the element done at 2 goes on; the next is done at 4 and holds the server to 7.
    const record = recordOf(
      line(
        source('in', 1, { interarrival: { distribution: 'trace', values: [1, 2, 100] } }),
        stage('a', 1, constant(1, { discipline: 'PS', capacity: 5 })),
        stage('b', 1, constant(5, { capacity: 1 })),
      ),
      50,
    );
    expect(record.stages.a!.blockedTime).toBeCloseTo(3, 12);
    expect(record.stages.a!.servingTime).toBeCloseTo(2, 12);
  });

  it('W1: what happens before the end of the warm-up is not counted', () => {
    const scenario = line(source('in', 1, every(1)), stage('a', 1, constant(0.5)));
    const record = recordOf(scenario, 20.75, 10.75);
    expect(record.duration).toBe(10);
    expect(record.stages.a).toMatchObject({ entered: 10, served: 10, sojournCount: 10 });
    expect(record.stages.a!.servingTime).toBeCloseTo(5, 12);
    expect(record.stages.a!.firstHalfOccupancyTime).toBeCloseTo(2.5, 12);
    expect(record.sinkArrivals).toBe(10);
  });

  it('W1: elements from before the warm-up keep their time of entry', () => {
    const record = recordOf(line(source('in', 1, every(10)), stage('a', 1, constant(5))), 18, 12);
    expect(record.stages.a!.sojournTotal).toBeCloseTo(5, 12);
    expect(record.stages.a!.servingTime).toBeCloseTo(3, 12);
  });
});
