import { describe, expect, it } from 'vitest';
import { drawing, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, ScenarioNode, SourceNode, StageNode } from '../../core/scenario/scenario.ts';
import { expectRecords, meanIn, type RecordClaim, recordOf } from './records.test-support.ts';

const fork = (id: string): ScenarioNode => ({ id, kind: 'fork' });
const join = (id: string): ScenarioNode => ({ id, kind: 'join' });
const constant = (mean: number, more: Partial<StageNode> = {}): Partial<StageNode> => ({
  service: { distribution: 'deterministic', mean },
  ...more,
});
const once = (more: Partial<SourceNode> = {}): SourceNode =>
  source('in', 1, { interarrival: { distribution: 'trace', values: [1, 1000] }, ...more });

/** in, fork f, stages a and b, join j, and what follows. */
const pair = (
  from: SourceNode,
  a: Partial<StageNode>,
  b: Partial<StageNode>,
  behind: readonly ScenarioNode[] = [],
): Scenario =>
  drawing(
    [from, fork('f'), stage('a', 1, a), stage('b', 1, b), join('j'), ...behind, sink()],
    ['in>f', 'f>a', 'f>b', 'a>j', 'b>j', ...chain('j', behind)],
  );

const chain = (from: string, nodes: readonly ScenarioNode[]): string[] =>
  [...nodes.map(({ id }) => id), 'out'].map((to, i) => `${i === 0 ? from : nodes[i - 1]!.id}>${to}`);

const tripTime = (value: number): RecordClaim => ({
  what: 'time through the network',
  value,
  of: ({ sinkSojournTotal, sinkArrivals }) => sinkSojournTotal / sinkArrivals,
});

describe('fork and join', () => {
  it('J1: two symmetric M/M/1 take (12 - rho)/8 times M/M/1 (Nelson & Tantawi 1988, eq. 6)', () => {
    const rho = 0.5;
    const time = ((12 - rho) / 8) * (1 / (1 - rho));
    expectRecords(pair(source('in', rho), {}, {}), 5000, [
      tripTime(time),
      meanIn('a', rho / (1 - rho)),
      // Little: two tasks for the whole time, less what is in the queues.
      meanIn('j', 2 * rho * time - (2 * rho) / (1 - rho)),
    ]);
  });

  it('J1: with servers for all, the longest of three exponential times: 1 + 1/2 + 1/3', () => {
    const delays = ['a', 'b', 'c'].map(
      (id): ScenarioNode => ({ id, kind: 'delay', service: { distribution: 'exponential', mean: 1 } }),
    );
    const scenario = drawing(
      [source('in', 2), fork('f'), ...delays, join('j'), sink()],
      ['in>f', 'f>a', 'f>b', 'f>c', 'a>j', 'b>j', 'c>j', 'j>out'],
    );
    expectRecords(scenario, 2000, [tripTime(11 / 6), meanIn('j', 2 * (3 * (11 / 6) - 3))]);
  });

  it('J1: one element goes on when the last task has come, and the first waits in the join', () => {
    const { stages, sinkArrivals, sinkSojournTotal } = recordOf(pair(once(), constant(1), constant(4)), 50);
    expect([sinkArrivals, sinkSojournTotal]).toEqual([1, 4]);
    expect(stages.j).toMatchObject({ offered: 2, output: 1, occupancyTime: 3 });
  });

  it('J1: forks nest, each join for the last fork', () => {
    // f to a (9 s) and to g, which goes to b (1 s) and c (3 s), joined at k, then d (2 s), then j: max(9, 3 + 2).
    const scenario = drawing(
      [
        once(),
        fork('f'),
        fork('g'),
        stage('a', 1, constant(9)),
        stage('b', 1, constant(1)),
        stage('c', 1, constant(3)),
        stage('d', 1, constant(2)),
        join('k'),
        join('j'),
        sink(),
      ],
      ['in>f', 'f>a', 'f>g', 'g>b', 'g>c', 'b>k', 'c>k', 'k>d', 'd>j', 'a>j', 'j>out'],
    );
    const record = recordOf(scenario, 50);
    expect([record.sinkArrivals, record.sinkSojournTotal]).toEqual([1, 9]);
    expect(record.stages.k!.occupancyTime).toBeCloseTo(2, 12);
    expect(record.stages.j!.occupancyTime).toBeCloseTo(4, 12);
    expect(record.stages.d!.served).toBe(1);
  });

  it('J3: a task that is filtered, lost or has left is not waited for', () => {
    const filtered = recordOf(pair(once(), constant(1), constant(4, { passProbability: 0 })), 50);
    // b ends last, at 5, and is filtered: the element goes on then.
    expect([filtered.sinkArrivals, filtered.sinkSojournTotal]).toEqual([1, 4]);
    const soon = recordOf(pair(once(), constant(4), constant(1, { passProbability: 0 })), 50);
    expect([soon.sinkArrivals, soon.sinkSojournTotal]).toEqual([1, 4]);
    const neither = recordOf(
      pair(once(), constant(4, { passProbability: 0 }), constant(1, { passProbability: 0 })),
      50,
    );
    expect(neither.sinkArrivals).toBe(0);
    // Batch of 2 at a stage that holds one and drops: the second element is its other task.
    const small = constant(1, { capacity: 1, whenFull: 'drop' });
    const lost = recordOf(pair(once({ batchSize: 2 }), constant(3), small), 50);
    expect([lost.sinkArrivals, lost.sinkSojournTotal, lost.lost]).toEqual([2, 3 + 6, 1]);
  });

  it('J3: a task that went to a sink counts there, and its element goes on without it', () => {
    const scenario = drawing(
      [once(), fork('f'), stage('a', 1, constant(1)), stage('b', 1, constant(4)), join('j'), sink()],
      ['in>f', 'f>a', 'f>b', 'a>j', 'b>out', 'j>out'],
    );
    const { sinkArrivals, sinkSojournTotal } = recordOf(scenario, 50);
    // The task at 4 s, and at the same moment the element that the join had waited with.
    expect([sinkArrivals, sinkSojournTotal]).toEqual([2, 8]);
  });

  it('J3: a nested fork all of whose tasks leave is one task that leaves', () => {
    const none = constant(1, { passProbability: 0 });
    const scenario = drawing(
      [
        once(),
        fork('f'),
        fork('g'),
        stage('a', 1, constant(0.5)),
        stage('b', 1, none),
        stage('c', 1, none),
        join('k'),
        join('j'),
        sink(),
      ],
      ['in>f', 'f>a', 'f>g', 'g>b', 'g>c', 'b>k', 'c>k', 'k>j', 'a>j', 'j>out'],
    );
    const { sinkArrivals, sinkSojournTotal } = recordOf(scenario, 50);
    expect([sinkArrivals, sinkSojournTotal]).toEqual([1, 1]);
  });

  it('J5: the last task keeps its server while the stage behind the join is full', () => {
    // Elements at 1 and 2; a takes 1 s, b 2 s, t holds one for 10 s: t has the first from 3 to 13, the second is done at b at 5.
    const scenario = pair(
      once({ interarrival: { distribution: 'trace', values: [1, 1, 1000] } }),
      constant(1),
      constant(2),
      [stage('t', 1, constant(10, { capacity: 1 }))],
    );
    const { stages } = recordOf(scenario, 50);
    expect(stages.b!.blockedTime).toBeCloseTo(8, 12);
    expect(stages.a!.blockedTime).toBe(0);
    expect(stages.j!.occupancyTime).toBeCloseTo(1 + 2, 12);
  });

  it('J5: so does a last task that is filtered', () => {
    const scenario = pair(
      once({ interarrival: { distribution: 'trace', values: [1, 1, 1000] } }),
      constant(1),
      constant(2, { passProbability: 0 }),
      [stage('t', 1, constant(10, { capacity: 1 }))],
    );
    const { stages, sinkArrivals } = recordOf(scenario, 50);
    expect(stages.b).toMatchObject({ blockedTime: 8, output: 0, served: 2, sojournTotal: 2 + 11 });
    expect(sinkArrivals).toBe(2);
  });

  it('J2: admission goes as for copies: a source is blocked until its last task has entered', () => {
    // b holds one for 3 s: the second of the batch has entered a but not b until 4.
    const scenario = pair(
      once({ interarrival: { distribution: 'trace', values: [1, 2, 1000] }, batchSize: 2 }),
      constant(1),
      constant(3, { capacity: 1 }),
    );
    const { stages } = recordOf(scenario, 30);
    // The next batch: drawn at 4, comes at 6; then b 7-10 and 10-13, blocked from 6 to 10.
    expect(stages.a!.entered).toBe(4);
    expect(stages.a!.sojournTotal).toBeCloseTo(1 + 2 + 1 + 2, 12);
  });

  it('S3: tasks are born together, when the first of them is admitted', () => {
    const scenario = pair(once({ batchSize: 2 }), constant(1, { capacity: 1 }), constant(3, { capacity: 1 }));
    // The second element: its task enters a at 2, b at 4, done at 7.
    expect(recordOf(scenario, 30).sinkSojournTotal).toBeCloseTo(3 + 5, 12);
  });

  it('S3: so are the tasks of an inner fork, which are admitted later', () => {
    const [b, c] = ['b', 'c'].map((id) => stage(id, 1, constant(3, { capacity: 1 })));
    const scenario = drawing(
      [once({ batchSize: 2 }), fork('f'), fork('g'), stage('a', 1), b!, c!, join('k'), join('j'), sink()],
      ['in>f', 'f>a', 'f>g', 'g>b', 'g>c', 'b>k', 'c>k', 'k>j', 'a>out', 'j>out'],
    );
    // Both are born at 1; the second element's inner tasks enter b and c at 4 and are done at 7.
    const { paths } = recordOf(scenario, 30);
    const inner = paths.filter(({ stages }) => !stages.includes('a'));
    expect(inner.reduce((sum, { total }) => sum + total, 0)).toBeCloseTo(3 + 6, 12);
  });

  it('BBS1: before service places are asked for behind a fork, and not behind a join', () => {
    const scenario = drawing(
      [
        once({ interarrival: { distribution: 'trace', values: [1, 1, 1000] } }),
        stage('s', 1, constant(1)),
        fork('f'),
        stage('a', 1, constant(4, { capacity: 1, whenFull: 'blockBefore' })),
        stage('b', 1, constant(1)),
        join('j'),
        stage('t', 1, constant(20, { capacity: 1, whenFull: 'blockBefore' })),
        sink(),
      ],
      ['in>s', 's>f', 'f>a', 'f>b', 'a>j', 'b>j', 'j>t', 't>out'],
    );
    // s: 1-2, then waits for a's place until 6, 6-7; a 2-6, 7-11 and held by t until 26.
    const { stages, sinkArrivals } = recordOf(scenario, 60);
    expect(stages.s!.blockedTime).toBeCloseTo(4, 12);
    expect(stages.a!.blockedTime).toBeCloseTo(15, 12);
    expect(sinkArrivals).toBe(2);
  });
});
