import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { JobClass, Link, Scenario, ScenarioNode, StageNode } from '../../../core/scenario/scenario.ts';

import { solveScenario } from '../solve-scenario.ts';
import { cpu, type More, refusal, think } from './refused.test-support.ts';

const cache = (more: More = {}): StageNode => stage('b', 2, { name: 'Cache', ...more });
const split: ScenarioNode = { id: 'f', kind: 'fork', name: 'Split' };
const merge: ScenarioNode = { id: 'j', kind: 'join', name: 'Merge' };
const batch: JobClass = { id: 'k', name: 'Batch jobs', closed: { population: 3, start: 'z' } };

describe('closed classes: where their jobs go', () => {
  const forked = ['z>f', 'f>a', 'f>b', 'a>j', 'b>j', 'j>z'];
  const around = (nodes: readonly ScenarioNode[], links: readonly string[]): Scenario => ({
    ...drawing(nodes, links),
    classes: [batch],
  });
  /** Beside jobs that go round, elements of another class that pass on what both come to. */
  const beside = (
    at: string,
    nodes: readonly ScenarioNode[],
    links: readonly string[],
    priority = 0,
  ): Scenario => {
    const drawn = around([think, ...nodes, source('in', 0.5, { class: 'x' }), sink()], ['z>a', ...links]);
    const own: readonly Link[] = [
      { from: at, to: 'z', byClass: { k: 1 } },
      { from: at, to: 'out', byClass: { x: 1 } },
    ];
    return { ...drawn, links: [...drawn.links, ...own], classes: [batch, { id: 'x', priority }] };
  };
  const mixed = (more: More, priority = 0): Scenario => beside('a', [cpu(more)], ['in>a'], priority);
  /** Only the others come to the join through its fork. */
  const joinedOnly = beside('j', [split, cpu(), cache(), merge], ['in>f', 'f>a', 'f>b', 'a>j', 'b>j']);
  const comes = 'unsupported: Class Batch jobs is closed and reaches';

  it.each<[string, Scenario]>([
    [
      `${comes} Split, which forks its jobs; simulate instead.`,
      around([think, split, cpu(), cache(), merge], forked),
    ],
    [`${comes} Merge, which joins its jobs; simulate instead.`, joinedOnly],
    [
      `${comes} Split, which forks its jobs; simulate instead.`,
      around([think, split, cpu(), cache(), merge], [...forked.slice(0, -1), 'j>f:0.6', 'j>z:0.4']),
    ],
    [
      'unsupported: There is no product form: Processor does not route at random; use linearizer, or simulate.',
      around([think, cpu({ routing: { rule: 'roundRobin' } }), cache()], ['z>a', 'a>z', 'a>b', 'b>z']),
    ],
    [
      'unsupported: There is no product form: Processor serves classes first come, first served at different rates; use linearizer, or simulate.',
      mixed({ serverCount: 2, byClass: { x: { service: { distribution: 'exponential', rate: 3 } } } }),
    ],
    [
      'unsupported: There is no product form: Processor serves some classes before others; use linearizer, or simulate.',
      mixed({ discipline: 'priority', serverCount: 2 }, 1),
    ],
    [
      'unstable: Processor has no time left for its closed classes: open ones bring more than it can serve.',
      mixed({ service: { distribution: 'exponential', rate: 0.4 } }),
    ],
  ])('%s', (message, drawn) => expect(refusal(drawn, 'mva')).toBe(message));

  it.each(['roundRobin', 'broadcast'] as const)('one link needs no routing rule, not even %s', (rule) => {
    expect(refusal(around([think, cpu({ routing: { rule } })], ['z>a', 'a>z']), 'mva')).toBe('answered');
  });
});

describe('the decomposition by blocking', () => {
  const narrow = { capacity: 3 };
  const not = 'unsupported: The decomposition by blocking does not apply:';

  it('Split is a fork, and tasks may be lost behind it', () => {
    const drawn = drawing(
      [
        source('in', 0.5),
        cpu({ ...narrow, whenFull: 'drop' }),
        stage('c', 2, narrow),
        split,
        cache(),
        merge,
        sink(),
      ],
      ['in>f', 'f>a', 'f>b', 'a>c', 'c>j', 'b>j', 'j>out'],
    );
    expect(refusal(drawn, 'blocking')).toBe(`${not} Split is a fork, and tasks may be lost behind it.`);
  });

  it('one link copies nothing', () => {
    const drawn = line(source('in', 0.5, { routing: { rule: 'broadcast' } }), cpu(), cache(narrow));
    expect(refusal(drawn, 'blocking')).toBe('answered');
  });
});

describe('the product form', () => {
  // 3 jobs, all rates 1: the chain gives a throughput of 0.884 in turn, and 0.846 at random.
  const turning = (rule: 'roundRobin' | 'probabilistic'): Scenario => {
    const router: ScenarioNode = { id: 'r', kind: 'router', name: 'Turns', routing: { rule } };
    return {
      ...drawing([stage('z', 1), router, stage('a', 1), stage('b', 1)], ['z>r', 'r>a', 'r>b', 'a>z', 'b>z']),
      classes: [{ id: 'k', closed: { population: 3, start: 'z' } }],
    };
  };

  it('is not exact behind a router that does not split at random', () => {
    const exact = (rule: 'roundRobin' | 'probabilistic') => {
      const outcome = solveScenario(turning(rule), 'mva');
      return outcome.kind === 'noAnswer' ? refusalText(outcome) : outcome.exact;
    };
    expect(exact('probabilistic')).toBe(true);
    expect(exact('roundRobin')).toMatch(/^There is no product form: Turns does not route at random;/);
  });
});
