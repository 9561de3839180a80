import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { JobClass, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';

import { solveChain } from './solve-chain.ts';

const refusal = (drawn: Scenario): string => {
  const outcome = solveChain(drawn);
  return outcome.kind === 'noAnswer' ? `${outcome.reason}: ${refusalText(outcome)}` : 'answered';
};

type More = Parameters<typeof stage>[2];
const cpu = (more: More = {}) => stage('a', 2, { name: 'Processor', ...more });
const cache = (more: More = {}) => stage('b', 2, { name: 'Cache', ...more });
const store = (more: More = {}) => stage('c', 2, { name: 'Store', ...more });
const disk = (more: Parameters<typeof source>[2] = {}) => source('in', 0.3, { name: 'Disk', ...more });
const pair = { bulk: { rule: 'full', size: 2 } } as const;
const promising = { capacity: 4, whenFull: 'blockBefore' } as const;
const memoryBus = { resources: [{ id: 'r', name: 'Memory bus' }] };

/** Jobs of several classes, more urgent first, at a processor and what stands behind it. */
const ranked = (priorities: readonly number[], ...stages: readonly ScenarioNode[]): Scenario => {
  const drawn = line(source('s0', 0.1, { class: 'k0' }), ...stages);
  const more = priorities.slice(1).map((_, i) => `s${i + 1}`);
  return {
    ...drawn,
    nodes: [...drawn.nodes, ...more.map((id, i) => source(id, 0.1, { class: `k${i + 1}` }))],
    links: [...drawn.links, ...more.map((from) => ({ from, to: 'a' }))],
    classes: priorities.map((priority, i): JobClass => ({ id: `k${i}`, priority })),
  };
};
const interrupting = { discipline: 'priority', preemption: 'resume' } as const;

describe('where states do not tell how they go on', () => {
  const asks =
    'unsupported: "Processor" asks for slots before service, which the chain supports with one class, and at stages without processor sharing, interruptions and shared resources.';

  it.each<[string, Scenario]>([
    [asks, { ...line(disk(), cpu({ resource: 'r' }), cache(promising)), ...memoryBus }],
    [asks, ranked([0, 1], cpu(), cache(promising))],
    [
      asks.replace('Processor', 'Wire'),
      line(
        disk(),
        { id: 'd', kind: 'delay', name: 'Wire', service: { distribution: 'exponential', rate: 1 } },
        cache(promising),
      ),
    ],
    [
      'unsupported: Several classes are served in bulk at "Processor", and the chain supports one class there.',
      ranked([0, 1], cpu(pair)),
    ],
    [
      'unsupported: Services at "Processor" that can be interrupted must be exponential for the chain; simulate instead.',
      ranked([0, 1], cpu({ ...interrupting, service: { distribution: 'erlang', rate: 2, shape: 2 } })),
    ],
    [
      'unsupported: Classes of equal priority share the interrupted servers of "Processor", and the chain supports one server there.',
      ranked([0, 1, 1], cpu({ ...interrupting, serverCount: 2 })),
    ],
  ])('%s', (message, drawn) => expect(refusal(drawn)).toBe(message));
});

describe('batches whose elements part company', () => {
  const parting = (first: More, second: More = {}, third: More = {}): Scenario =>
    drawing(
      [disk(), cpu(first), cache(second), store(third), sink()],
      ['in>a', 'a>b:0.5', 'a>c:0.5', 'b>out', 'c>out'],
    );
  const contested = drawing(
    [disk({ batchSize: 2 }), cpu(), cache(), store(promising), sink()],
    ['in>a:0.5', 'in>b:0.5', 'a>c', 'b>c', 'c>out'],
  );
  const returning = drawing(
    [disk(), cpu(pair), cache(), sink()],
    ['in>a', 'a>b:0.5', 'a>out:0.5', 'b>a:0.5', 'b>out:0.5'],
  );
  const ways = Array.from({ length: 5 }, (_, i) => `b${i}`);
  const spread = drawing(
    [disk({ batchSize: 20 }), ...ways.map((id) => stage(id, 9, { capacity: 1, whenFull: 'drop' })), sink()],
    ways.flatMap((id) => [`in>${id}:0.2`, `${id}>out`]),
  );

  it.each<[string, Scenario]>([
    [
      'unsupported: The elements of a batch of "Processor" choose among routes before service, and the chain supports batches on one route there.',
      parting(pair, promising),
    ],
    [
      'unsupported: Batches of several servers of "Processor" can wait for several stages at once, and the chain supports one server there.',
      parting({ ...pair, serverCount: 2 }, { capacity: 4 }, { capacity: 4 }),
    ],
    [
      'unsupported: Batches of "Processor" split up and return to it, and the chain does not support such cycles.',
      returning,
    ],
    [
      'unsupported: Batches of "Disk" spread over several stages, and several stages ask "Store" for slots before service; the chain supports only one of the two.',
      contested,
    ],
    [
      'unsupported: A batch of "Disk" can continue in too many ways for a chain; simulate instead, or use an analytic method (method auto).',
      spread,
    ],
  ])('%s', (message, drawn) => expect(refusal(drawn)).toBe(message));
});

describe('forks and joins', () => {
  const split: ScenarioNode = { id: 'f', kind: 'fork', name: 'Split' };
  const merge: ScenarioNode = { id: 'j', kind: 'join', name: 'Merge' };
  const branches = ['f>b', 'f>c', 'b>j', 'c>j'];
  const forked = (first: More, second: More = {}): Scenario =>
    drawing(
      [disk(), cpu(first), split, cache(second), store(), merge, sink()],
      ['in>a', 'a>f', ...branches, 'j>out'],
    );
  const behind = drawing(
    [disk(), split, cache(), store(), merge, cpu({ capacity: 3 }), sink()],
    ['in>f', ...branches, 'j>a', 'a>out'],
  );
  const uncounted =
    'unsupported: The chain supports forks whose branches are lines of stages with one FCFS server each, without filters, batches, conversion or loss, that end at one join; those of "Split" are not.';
  const elements =
    'unsupported: Behind "Processor" elements are forked, and the chain supports one server without batches there.';

  it.each<[string, Scenario]>([
    [elements, forked({ serverCount: 2 })],
    [elements, forked(pair)],
    [uncounted, forked({}, { serverCount: 2 })],
    [
      'unsupported: The chain supports forks with one class of jobs only.',
      { ...forked({}), classes: [{ id: 'k' }, { id: 'l' }] },
    ],
    [
      'unsupported: Behind join "Merge" comes a stage that can be full, and the chain does not support that.',
      behind,
    ],
  ])('%s', (message, drawn) => expect(refusal(drawn)).toBe(message));
});

describe('no one steady state', () => {
  const ring = drawing(
    [disk(), cpu({ capacity: 3 }), cache({ capacity: 3 }), sink()],
    ['in>a', 'a>b', 'b>a:0.5', 'b>out:0.5'],
  );
  /** Two jobs, and three stages that start with two: once they part, they stay where they are. */
  const parted: Scenario = {
    ...drawing(
      [cpu(), ...['b', 'c', 'd'].map((id) => stage(id, 1, pair))],
      ['a>b:0.5', 'a>c:0.3', 'a>d:0.2', 'b>a', 'c>a', 'd>a'],
    ),
    classes: [{ id: 'k', name: 'Batch jobs', closed: { population: 2, start: 'a' } }],
  };

  it.each<[string, Scenario]>([
    [
      'deadlock: Deadlock sooner or later: "Processor" waits for "Cache", "Cache" waits for "Processor"; each is full and can let nothing leave.',
      ring,
    ],
    [
      'stuck: Stuck sooner or later: stage "Processor" never has enough free slots for the group that waits for it.',
      line(disk({ batchSize: 5 }), cpu({ capacity: 4, admission: 'whole' })),
    ],
    [
      'unstable: The queue of "Processor" grows without end: more arrives than it passes on.',
      line(source('in', 3), cpu()),
    ],
    [
      'unsupported: The chain falls apart into 3 sets of states, and chance decides in which it ends.',
      parted,
    ],
  ])('%s', (message, drawn) => expect(refusal(drawn)).toBe(message));
});
