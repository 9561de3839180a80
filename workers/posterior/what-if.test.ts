/** What would be, against the same tasks in a changed network, closed forms of queues, and the drawing that gets the change. */

import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { readWhatIf, type WhatIfCase } from '../../core/study/what-if.ts';
import { openStream } from '../random/random-stream.ts';
import { applyWhatIf } from './apply-what-if.ts';
import { compileProblem } from './compile-problem.ts';
import { MOST_SERVERS, type PosteriorProblem, type WhatIfAnswer } from './contract.ts';
import { usualQuestions } from './posterior-words.ts';
import { runChain } from './run-chain.ts';
import { responsesOf } from './serve-tasks.ts';
import { type KnownTier, observeTasks, poissonEntries, simulateTasks } from './task-network.test-support.ts';
import { runWhatIf } from './what-if.ts';
import { summarizeWhatIf } from './what-if-words.ts';

const TIERS: readonly KnownTier[] = [
  {
    state: 'WEB',
    queues: [
      { id: 'w.1', service: { distribution: 'exponential', mean: 1.2 } },
      { id: 'w.2', service: { distribution: 'exponential', mean: 1.2 } },
    ],
  },
  { state: 'DB', queues: [{ id: 'db', service: { distribution: 'exponential', mean: 0.7 } }] },
];
const QUEUES = TIERS.flatMap((tier) => tier.queues.map((queue) => ({ ...queue, stage: queue.id })));

function problemOf(tasks: number, share: number): PosteriorProblem {
  const known = simulateTasks(TIERS, poissonEntries(tasks, 1, 3), 3);
  const read = compileProblem({ tasks: observeTasks(known, share, 3), queues: QUEUES, sweeps: 60 });
  if (!read.ok) throw new Error(read.error.join('\n'));
  return read.value;
}

function answerOf(problem: PosteriorProblem, cases: readonly WhatIfCase[]): WhatIfAnswer {
  const draws = Array.from({ length: problem.chains }, (_, chain) => {
    const record = runChain(problem, chain, 1);
    if ('refused' in record) throw new Error(record.refused);
    const drawn = runWhatIf(problem, chain, 1, record.end, cases);
    if ('refused' in drawn) throw new Error(drawn.refused);
    return drawn;
  });
  return summarizeWhatIf(problem, cases, draws);
}

const network = { ...problemOf(100, 1) };
const caseOf = (text: string): WhatIfCase => {
  const read = readWhatIf(text, { ...network, noun: 'queue', mostServers: MOST_SERVERS });
  if (!read.ok) throw new Error(read.error);
  return read.value;
};

describe('responsesOf', () => {
  const entry = Float64Array.of(0, 1, 2, 3);
  const first = Int32Array.of(0, 1, 2, 3, 4);
  const tasks = { entry, first, queue: new Int32Array(4).fill(1), service: Float64Array.of(4, 1, 4, 1) };
  const stream = openStream({ seed: 1, replication: 0, node: 'test', purpose: 'service' });

  it('serves in the order of arrival', () => {
    expect([...responsesOf(tasks, { servers: [1, 1], random: [0, 0] }, stream)]).toEqual([4, 4, 7, 7]);
    expect([...responsesOf(tasks, { servers: [1, 2], random: [0, 0] }, stream)]).toEqual([4, 1, 4, 2]);
  });

  it('sends tasks from step to step, and takes those without a step out at once', () => {
    const way = {
      entry: Float64Array.of(0, 0, 0.5),
      first: Int32Array.of(0, 2, 2, 4),
      queue: Int32Array.of(1, 2, 2, 1),
      service: Float64Array.of(1, 1, 2, 1),
    };
    expect([...responsesOf(way, { servers: [1, 1, 1], random: [0, 0, 0] }, stream)]).toEqual([3.5, 0, 3]);
  });

  it('is the known simulation where nothing is changed, also with retries', () => {
    const known = simulateTasks(TIERS, poissonEntries(400, 1, 8), 8, [{ tiers: [0, 1, 0], share: 1 }]);
    const steps = known.visits.flat();
    const numbers = new Map(QUEUES.map(({ id }, i) => [id, i + 1]));
    const responses = responsesOf(
      {
        entry: known.entries,
        first: Int32Array.from({ length: 401 }, (_, task) => 3 * task),
        queue: Int32Array.from(steps, ({ queue }) => numbers.get(queue)!),
        service: Float64Array.from(steps, ({ start, departure }) => departure - start),
      },
      { servers: [1, 1, 1, 1], random: [0, 0, 0, 0] },
      stream,
    );
    for (const [task, visits] of known.visits.entries())
      expect(responses[task]).toBeCloseTo(visits.at(-1)!.departure - known.entries[task]!, 9);
  });
});

describe('what if', () => {
  it('knows what these tasks would have met where all of them were seen', { tags: ['long'] }, () => {
    const problem = problemOf(400, 1);
    const known = simulateTasks(TIERS, poissonEntries(400, 1, 3), 3);
    const faster = known.visits.map((visits) =>
      visits.map(({ queue, start, departure }) => (departure - start) * (queue === 'db' ? 0.5 : 1)),
    );
    const numbers = new Map(problem.queues.map(({ id }, i) => [id, i + 1]));
    const truth = responsesOf(
      {
        entry: known.entries,
        first: Int32Array.from({ length: 401 }, (_, task) => 2 * task),
        queue: Int32Array.from(known.visits.flat(), ({ queue }) => numbers.get(queue)!),
        service: Float64Array.from(faster.flat()),
      },
      { servers: [1, 1, 1, 1], random: [0, 0, 0, 0] },
      openStream({ seed: 1, replication: 0, node: 'test', purpose: 'service' }),
    ).sort();
    const { rows } = answerOf(problem, [caseOf('db.service=0.5x')]);
    expect(rows[1]!.these.p95.middle).toBeCloseTo(truth[379]!, 9);
    expect(rows[1]!.these.p95.low).toBeCloseTo(truth[379]!, 9);
    expect(rows[1]!.saved.middle).toBeCloseTo(rows[0]!.these.p95.middle - truth[379]!, 9);
  });

  it('has the closed form of the long run inside its interval', { tags: ['long'] }, () => {
    const { rows } = answerOf(problemOf(600, 0.5), [
      caseOf('load=0.5x'),
      caseOf('WEB>w.1.share=1'),
      caseOf('db.servers=+1, load=2x'),
    ]);
    // Three M/M/1 in a row of two: 1 / (μ - λ) each.
    const mean = (rate: number): number => 1 / (1 / 1.2 - rate / 2) + 1 / (1 / 0.7 - rate);
    for (const [row, rate] of [
      [0, 1],
      [1, 0.5],
    ] as const) {
      const spread = rows[row]!.longRun.mean;
      expect(spread.low).toBeLessThan(mean(rate));
      expect(spread.high).toBeGreaterThan(mean(rate));
    }
    // One web server for all: 1.2 busy, and so are both with twice the load.
    expect(rows[2]!.unstable).toBeGreaterThan(0.9);
    expect(rows[2]!.longRun.p95.middle).toBe(Number.POSITIVE_INFINITY);
    expect(rows[3]!.unstable).toBeGreaterThan(0.9);
    // These tasks alone came to an end all the same.
    expect(rows[2]!.these.p95.middle).toBeGreaterThan(rows[0]!.these.p95.middle);
    expect(rows[2]!.these.p95.middle).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  it('withholds intervals where the model is not believed', { tags: ['long'] }, () => {
    const problem = problemOf(200, 1);
    const orders = [{ queue: 'db', overtakings: 9, expected: 0, deviation: 0, fits: false }];
    const check = { tasks: 20, chosen: false, states: [], services: [], orders };
    const { rows } = answerOf({ ...problem, check }, [caseOf('load=0.5x')]);
    expect(rows[1]!.these.p95.low).toBeNaN();
    expect(rows[1]!.these.p95.middle).toBeGreaterThan(0);
  });
});

describe('readWhatIf', () => {
  it('reads changes that are made together', () => {
    expect(caseOf('db.servers=+1, w.1.service=0.5x and load=2')).toEqual([
      { kind: 'servers', queue: 'db', servers: 2 },
      { kind: 'service', queue: 'w.1', times: 0.5 },
      { kind: 'load', times: 2 },
    ]);
  });

  it.each([
    ['dbb.servers=2', 'did you mean db?'],
    ['db.servers=0', 'expected 1 to'],
    ['db.servers=1.5', 'expected 1 to'],
    ['db.service=0.5', 'how many times as long'],
    ['load=-1', 'expected a factor > 0'],
    ['DB>db.share=0.5', 'has one queue only'],
    ['WEB>db.share=0.5', 'there is no queue of state WEB'],
    ['WEB>w.1.share=2', 'expected 0 to 1'],
    ['faster', 'expected db.servers=2'],
  ])('says what is wrong with %s', (text, words) => {
    const read = readWhatIf(text, { ...network, noun: 'queue', mostServers: MOST_SERVERS });
    expect(read.ok ? '' : read.error).toContain(words);
  });

  it('proposes to relieve the queue where tasks wait longest', () => {
    const queue = (id: string, mean: number) => ({ id, servers: 2, waitingTime: { mean, low: 0, high: 9 } });
    const queues = [queue('a', 1), queue('b', 3)] as unknown as Parameters<
      typeof usualQuestions
    >[0]['queues'];
    expect(usualQuestions({ queues })[0]).toEqual([{ kind: 'servers', queue: 'b', servers: 3 }]);
  });
});

describe('applyWhatIf', () => {
  const scenario = {
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
      { id: 'w.1', kind: 'stage', service: { distribution: 'exponential', mean: 1.2 } },
      { id: 'w.2', kind: 'stage', service: { distribution: 'exponential', mean: 1.2 } },
      { id: 'db', kind: 'stage', service: { distribution: 'gamma', mean: 0.7, scv: 2 } },
    ],
    links: [
      { from: 'in', to: 'w.1', probability: 0.5 },
      { from: 'in', to: 'w.2', probability: 0.5 },
      { from: 'w.1', to: 'db' },
      { from: 'w.2', to: 'db' },
    ],
  } as unknown as Scenario;
  const placed = { queues: QUEUES, states: [{ name: 'WEB', queues: ['w.1', 'w.2'] }] };

  it('puts each kind of change into the drawing', () => {
    const asked = caseOf('db.servers=3, db.service=0.5x, load=2x, WEB>w.1.share=0.8');
    const { scenario: changed, left } = applyWhatIf(scenario, placed, asked);
    expect(left).toEqual([]);
    expect(changed.nodes[0]).toMatchObject({ interarrival: { rate: 2 } });
    expect(changed.nodes[3]).toMatchObject({ serverCount: 3, service: { mean: 0.35, scv: 2 } });
    expect(changed.links.map(({ probability }) => probability)).toEqual([
      0.8,
      expect.closeTo(0.2),
      undefined,
      undefined,
    ]);
  });

  it('makes the services of every class and every frame faster', () => {
    const nodes = scenario.nodes.map((node) =>
      node.id === 'db' && node.kind === 'stage'
        ? {
            ...node,
            byClass: {
              write: { service: { distribution: 'exponential', mean: 4 }, passProbability: 0.5 },
              read: {},
            },
            schedule: { frames: [{ from: 10, service: { distribution: 'exponential', mean: 6 } }] },
          }
        : node,
    ) as Scenario['nodes'];
    const { scenario: changed } = applyWhatIf({ ...scenario, nodes }, placed, caseOf('db.service=0.5x'));
    expect(changed.nodes[3]).toMatchObject({
      service: { mean: 0.35 },
      byClass: { write: { service: { mean: 2 }, passProbability: 0.5 }, read: {} },
      schedule: { frames: [{ from: 10, service: { mean: 3 } }] },
    });
  });

  it('leaves a node alone that chooses among others of the state', () => {
    const links = [
      ...scenario.links,
      { from: 'again', to: 'w.2', probability: 0.4 },
      { from: 'again', to: 'db', probability: 0.6 },
    ];
    const nodes = [...scenario.nodes, { id: 'again', kind: 'router' } as Scenario['nodes'][number]];
    const three = { queues: QUEUES, states: [{ name: 'WEB', queues: ['w.1', 'w.2', 'db'] }] };
    const { scenario: changed } = applyWhatIf(
      { ...scenario, nodes, links },
      three,
      caseOf('WEB>w.1.share=0.8'),
    );
    expect(changed.links.slice(-2).map(({ probability }) => probability)).toEqual([0.4, 0.6]);
  });

  it('says what has no place in it', () => {
    const { left, scenario: same } = applyWhatIf({ ...scenario, nodes: [] }, placed, caseOf('db.servers=3'));
    expect(left[0]).toContain('no stage of the scenario');
    expect(same.nodes).toEqual([]);
  });
});
