import { describe, expect, it } from 'vitest';
import { examples } from '../../tests/examples.ts';
import type { ServiceDistribution } from '../distributions/index.ts';
import type { Fault } from './fault.ts';
import { findFaults } from './faults.ts';
import type { Link, RouterNode, Scenario, ScenarioNode, StageNode } from './scenario.ts';

const source = { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } } as const;
const sink = { id: 'out', kind: 'sink' } as const;
const stage = (id: string, more: Partial<StageNode> = {}): StageNode => ({
  id,
  kind: 'stage',
  service: { distribution: 'exponential', rate: 2 },
  ...more,
});
const router = (id: string, more: Partial<RouterNode> = {}): RouterNode => ({ id, kind: 'router', ...more });

/** Links written as `in>a a>out:0.5`. */
function linksOf(text: string): readonly Link[] {
  return text.split(' ').map((link) => {
    const [, from, to, probability] = /^(.+)>([^:]+)(?::(.+))?$/.exec(link)!;
    return {
      from: from!,
      to: to!,
      ...(probability === undefined ? {} : { probability: Number(probability) }),
    };
  });
}
function scenario(nodes: readonly ScenarioNode[], links: string): Scenario {
  return {
    format: 'stagegraph-scenario',
    schemaVersion: 3,
    name: 'test',
    nodes,
    links: links ? linksOf(links) : [],
  };
}
const brief = ({ severity, code, node, message }: Fault) => [severity, code, node, message];
/** Faults of source, one stage "a", sink in a row. */
const ofStage = (more: Partial<StageNode>) =>
  findFaults(scenario([source, stage('a', more), sink], 'in>a a>out')).map(brief);

describe('findFaults', () => {
  it('has nothing to say about a sound scenario with feedback, a router and every kind of rule', () => {
    const nodes = [
      source,
      stage('a', { capacity: 12, serverCount: 3, bulk: { rule: 'upTo', min: 1, max: 4 } }),
      router('r'),
      stage('b', { conversionFactor: 16, passProbability: 0.1 }),
      sink,
    ];
    expect(findFaults(scenario(nodes, 'in>a a>r r>b:0.75 r>out:0.25 b>a:0.25 b>out:0.75'))).toEqual([]);
  });

  it('misses source, stage and sink', () => {
    expect(findFaults(scenario([], '')).map(brief)).toEqual([
      ['error', 'no-source', undefined, 'There is no source: nothing ever arrives.'],
      ['error', 'no-stage', undefined, 'There is no stage yet, so there is nothing to solve.'],
      ['error', 'no-sink', undefined, 'There is no sink: elements cannot leave.'],
    ]);
  });

  it('finds dead ends, and does not blame what leads to them', () => {
    const faults = findFaults(
      scenario([source, stage('a'), stage('b'), router('r'), sink], 'in>a a>b a>r a>out'),
    );
    expect(faults.map(brief)).toEqual([
      ['error', 'no-way-out', 'b', 'Stage "b" has no outgoing link.'],
      ['error', 'no-way-out', 'r', 'Router "r" has no outgoing link.'],
    ]);
    const alone = findFaults(scenario([source, stage('a'), sink], 'a>out')).map(brief);
    expect(alone).toEqual([
      ['error', 'no-way-out', 'in', 'Source "in" has no outgoing link.'],
      ['warning', 'unreached', 'a', 'Stage "a" is unreachable: no path leads to it from a source.'],
      ['warning', 'unreached', 'out', 'Sink "out" is unreachable: no path leads to it from a source.'],
    ]);
  });

  it('calls nodes by their names', () => {
    const named = stage('b', { name: 'Hash lookup' });
    expect(findFaults(scenario([source, stage('a'), named, sink], 'in>a a>b a>out')).map(brief)).toEqual([
      ['error', 'no-way-out', 'b', 'Stage "Hash lookup" has no outgoing link.'],
    ]);
  });

  it('names depths and tokens of links that mean nothing where they lead', () => {
    const plain = scenario([source, stage('a', { name: 'Parser' }), sink], 'in>a a>out');
    const [into, out] = plain.links;
    const links = [
      { ...into!, depth: 4, initialTokens: 1 },
      { ...out!, produced: [2] },
    ];
    expect(findFaults({ ...plain, links }).map(({ severity, code }) => [severity, code])).toEqual([
      ['warning', 'link-not-dataflow'],
      ['warning', 'link-not-dataflow'],
      ['warning', 'link-not-dataflow'],
    ]);
    expect(findFaults({ ...plain, links })[0]!.message).toBe(
      'The link from "in" to "Parser" has FIFO depth, but its receiver is no dataflow stage or join.',
    );
  });

  it('finds cycles without exit', () => {
    const faults = findFaults(
      scenario([source, stage('a'), stage('b'), stage('c'), sink], 'in>a a>out a>b b>c c>b'),
    );
    expect(faults.map(brief)).toEqual([
      ['warning', 'no-sink-reached', 'b', 'From stage "b" no sink can be reached: its cycle has no exit.'],
      ['warning', 'no-sink-reached', 'c', 'From stage "c" no sink can be reached: its cycle has no exit.'],
    ]);
  });

  it('blames the cycle, not what leads into it', () => {
    const faults = findFaults(
      scenario([source, stage('a'), stage('b'), stage('c'), sink], 'in>a a>b b>c c>b'),
    );
    expect(faults.filter(({ code }) => code === 'no-sink-reached').map(({ node }) => node)).toEqual([
      'b',
      'c',
    ]);
  });

  it('finds links against the flow', () => {
    const faults = findFaults(scenario([source, stage('a'), sink], 'in>a a>out:0.5 a>in:0.5 out>a'));
    expect(faults.map(brief)).toEqual(
      expect.arrayContaining([
        ['error', 'into-source', 'in', 'A link from "a" leads into source "in".'],
        ['error', 'out-of-sink', 'out', 'A link to "a" leads out of sink "out".'],
      ]),
    );
  });

  it('finds routers that pass elements around in no time', () => {
    const self = findFaults(scenario([source, stage('a'), router('r'), sink], 'in>a a>r r>r:0.5 r>out:0.5'));
    expect(self.map(brief)).toEqual([
      ['error', 'router-self-loop', 'r', 'Router "r" sends elements to itself.'],
    ]);
    const ring = findFaults(
      scenario([source, stage('a'), router('r'), router('q'), sink], 'in>a a>r r>q q>r q>out'),
    );
    expect(ring.map(brief)).toEqual([
      [
        'error',
        'zero-time-cycle',
        'r',
        'Routers pass elements around without any stage between them ("r" → "q" → "r"); this takes no time and has no order.',
      ],
    ]);
  });

  it('adds up probabilities', () => {
    const nodes = [source, stage('a'), stage('b'), sink];
    expect(findFaults(scenario(nodes, 'in>a a>b:0.5 a>out:0.4 b>out')).map(brief)).toEqual([
      ['error', 'probability-sum', 'a', 'Stage "a": the probabilities on its links sum to 0.9 instead of 1.'],
    ]);
    expect(findFaults(scenario(nodes, 'in>a a>b:0.3333333 a>out:0.6666663 b>out'))).toEqual([]);
    expect(findFaults(scenario(nodes, 'in>a a>b:0.333333 a>out:0.666665 b>out'))).toHaveLength(1);
    expect(findFaults(scenario(nodes, 'in>a a>b:0.5 a>out b>out')).map(brief)).toEqual([
      [
        'error',
        'probability-missing',
        'a',
        'Stage "a": some of its links have a probability, the one to "out" has none.',
      ],
    ]);
    const robin = [source, stage('a', { routing: { rule: 'roundRobin' } }), stage('b'), sink];
    expect(findFaults(scenario(robin, 'in>a a>b:0.5 a>out:0.5 b>out')).map(brief)).toEqual([
      [
        'warning',
        'probability-ignored',
        'a',
        'Stage "a": its routing is round robin; the probabilities on its links are not used.',
      ],
    ]);
  });

  it('compares capacity with servers and bulk', () => {
    expect(ofStage({ capacity: 2, serverCount: 3 })).toEqual([
      ['error', 'capacity-too-small', 'a', 'Stage "a": capacity 2 is less than 3 servers × bulk 1.'],
    ]);
    expect(ofStage({ capacity: 7, bulk: { rule: 'full', size: 8 } })).toEqual([
      ['error', 'capacity-too-small', 'a', 'Stage "a": capacity 7 is less than 1 server × bulk 8.'],
    ]);
    expect(ofStage({ capacity: 8, serverCount: 2, bulk: { rule: 'upTo', min: 1, max: 4 } })).toEqual([]);
  });

  it('refuses bulk rules that cannot be followed', () => {
    expect(ofStage({ bulk: { rule: 'upTo', min: 5, max: 4 } })).toEqual([
      ['error', 'bulk-bounds', 'a', 'Stage "a": its bulk takes at least 5 but at most 4.'],
    ]);
    expect(ofStage({ discipline: 'PS', bulk: { rule: 'full', size: 2 } })).toEqual([
      [
        'error',
        'bulk-processor-sharing',
        'a',
        'Stage "a": processor sharing serves one by one; it cannot serve in bulk.',
      ],
    ]);
  });

  it('finds groups that never fit', () => {
    expect(ofStage({ conversionFactor: 15.5, admission: 'whole', capacity: 15 })).toEqual([
      [
        'error',
        'group-never-fits',
        'a',
        'Stage "a": each arrival becomes 16 elements that enter only together, and capacity 15 never has room for them.',
      ],
    ]);
    expect(ofStage({ conversionFactor: 16, admission: 'whole', capacity: 16 })).toEqual([]);
    expect(ofStage({ conversionFactor: 16, capacity: 15 })).toEqual([]);
    const batches = { ...source, batchSize: 4 };
    const nodes = [batches, stage('a', { admission: 'whole', capacity: 7, conversionFactor: 2 }), sink];
    expect(findFaults(scenario(nodes, 'in>a a>out')).map(brief)).toEqual([
      [
        'warning',
        'batch-never-fits',
        'in',
        'Source "in": its batch arrives at "a" as 8 elements, which takes groups only whole and has capacity 7.',
      ],
    ]);
  });

  it('finds distributions that mean nothing where they stand', () => {
    expect(ofStage({ service: { distribution: 'pareto', scale: 1, shape: 1 } })).toEqual([
      [
        'error',
        'distribution-without-mean',
        'a',
        'Stage "a": its service times have no finite mean (Pareto), so there is no rate.',
      ],
    ]);
    expect(ofStage({ service: { distribution: 'pareto', scale: 1, shape: 2 } })).toEqual([
      [
        'warning',
        'distribution-without-variance',
        'a',
        'Stage "a": its service times have no finite variance (Pareto): mean waits may not exist, and simulations settle slowly.',
      ],
    ]);
    expect(ofStage({ service: { distribution: 'trace', values: [0, 0] } })).toEqual([
      ['error', 'distribution-zero', 'a', 'Stage "a": its service times are always 0 (trace).'],
    ]);
    const map = { distribution: 'map', D0: [[-1]], D1: [[1]] } as unknown as ServiceDistribution;
    expect(ofStage({ service: map })).toEqual([
      [
        'error',
        'distribution-out-of-place',
        'a',
        'Stage "a": MAP is a distribution of arrivals; it cannot state service times.',
      ],
    ]);
    const silent = { ...source, interarrival: { distribution: 'map', D0: [[0]], D1: [[0]] } } as const;
    expect(findFaults(scenario([silent, stage('a'), sink], 'in>a a>out')).map(brief)).toEqual([
      [
        'error',
        'distribution-without-mean',
        'in',
        'Source "in": its times between arrivals have no finite mean (MAP), so there is no rate.',
      ],
    ]);
  });
});

describe('rates that cannot balance', () => {
  const nodes = (more: Partial<StageNode>) => [source, stage('a'), stage('b', more), sink];
  const codes = (more: Partial<StageNode>, links: string) =>
    findFaults(scenario(nodes(more), links)).map((f) => f.code);

  it('names the cycle and what comes back', () => {
    const faults = findFaults(scenario(nodes({ conversionFactor: 3 }), 'in>a a>b b>a:0.5 b>out:0.5'));
    expect(faults.map(brief)).toEqual([
      [
        'error',
        'rates-cannot-balance',
        'b',
        'The rates cannot balance: for each element that leaves "b", 1.5 come back ("b" → "a" → "b"), and the flow grows without end.',
      ],
    ]);
  });

  it('is exact at a gain of 1: 16 elements of which 1/16 return', () => {
    const back = (share: number) => `in>a a>b b>a:${share} b>out:${1 - share}`;
    expect(codes({ conversionFactor: 16 }, back(1 / 16))).toEqual(['rates-cannot-balance']);
    expect(codes({ conversionFactor: 16 }, back(0.0624))).toEqual([]);
    expect(codes({ conversionFactor: 16, passProbability: 0.9 }, back(1 / 16))).toEqual([]);
  });

  it('adds up cycles that share nodes, each of which alone would balance', () => {
    const shared = [source, stage('a', { routing: { rule: 'broadcast' } }), stage('b'), stage('c'), sink];
    const links = (share: number) =>
      `in>a a>b a>c b>a:${share} b>out:${1 - share} c>a:${share} c>out:${1 - share}`;
    expect(findFaults(scenario(shared, links(0.5))).map((f) => f.code)).toEqual(['rates-cannot-balance']);
    expect(findFaults(scenario(shared, links(0.49)))).toEqual([]);
  });

  it('accepts a growing cycle through a finite stage that drops what it cannot hold', () => {
    expect(
      codes({ conversionFactor: 3, capacity: 9, whenFull: 'drop' }, 'in>a a>b b>a:0.5 b>out:0.5'),
    ).toEqual([]);
  });

  it('only warns where shares follow the queues', () => {
    const jsq = { conversionFactor: 3, routing: { rule: 'joinShortestQueue' } } as const;
    const faults = findFaults(scenario(nodes(jsq), 'in>a a>b b>a b>out'));
    expect(faults.map((fault) => [fault.severity, fault.code])).toEqual([
      ['warning', 'rates-cannot-balance'],
    ]);
  });

  it('is quick and right in large tangles', () => {
    const n = 2000;
    const tangle = (passProbability: number) => {
      const stages = Array.from({ length: n }, (_, i) =>
        stage(`s${i}`, { passProbability, conversionFactor: 2 }),
      );
      // Multipliers scatter the targets; all four links of a stage lead to different stages.
      const links = stages.flatMap((_, i) => [1, 31, 173, 977].map((k) => `s${i}>s${(i * k + k) % n}`));
      return scenario([source, ...stages, sink], ['in>s0', 's1>out', ...new Set(links)].join(' '));
    };
    // Every stage but s1 passes on everything: what one element becomes is 2 x passProbability.
    const unbalanced = (drawn: Scenario) =>
      findFaults(drawn).filter(({ code }) => code === 'rates-cannot-balance');
    expect(unbalanced(tangle(0.49))).toEqual([]);
    expect(unbalanced(tangle(0.6)).map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^The rates cannot balance: no less comes back to "s\d+" than leaves it \(.*\), and the flow grows/,
      ),
    ]);
  });

  it('agrees with the growth of the flow when it is followed step by step', () => {
    // Random rings with chords; truth: total flow after many passes, started with one element everywhere.
    let seed = 7;
    const random = () => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647;
    };
    const trials = Math.max(80, examples(200));
    let unbalanced = 0;
    for (let trial = 0; trial < trials; trial++) {
      const n = 2 + Math.floor(random() * 6);
      const pass = Array.from({ length: n }, () => random());
      const factor = Array.from({ length: n }, () => 1 + random() * 1.8);
      const chord = Array.from({ length: n }, () => Math.floor(random() * n));
      const ring = pass.map((passProbability, i) =>
        stage(`s${i}`, { passProbability, conversionFactor: factor[i]! }),
      );
      const links = new Set(ring.flatMap((_, i) => [`s${i}>s${(i + 1) % n}`, `s${i}>s${chord[i]}`]));
      const drawn = scenario([source, ...ring, sink], ['in>s0', 's0>out', ...links].join(' '));
      const targets = ring.map(({ id }) => drawn.links.filter(({ from }) => from === id).map(({ to }) => to));
      let flow = new Map(ring.map(({ id }) => [id, 1]));
      let logGrowth = 0;
      for (let step = 0; step < 4000; step++) {
        const next = new Map(ring.map(({ id }) => [id, flow.get(id)! * 0.5]));
        ring.forEach(({ id }, i) => {
          for (const to of targets[i]!) {
            if (to === 'out') continue;
            const share = (flow.get(id)! * pass[i]!) / targets[i]!.length;
            next.set(to, next.get(to)! + 0.5 * share * factor[Number(to.slice(1))]!);
          }
        });
        const total = [...next.values()].reduce((sum, x) => sum + x, 0);
        flow = new Map([...next].map(([id, x]) => [id, x / total]));
        logGrowth = Math.log(total);
      }
      if (Math.abs(logGrowth) < 1e-6) continue;
      const grows = logGrowth > 0;
      if (grows) unbalanced++;
      expect(findFaults(drawn).some(({ code }) => code === 'rates-cannot-balance')).toBe(grows);
    }
    expect(unbalanced).toBeGreaterThan(0.1 * trials);
    expect(unbalanced).toBeLessThan(0.9 * trials);
  });
});

describe('rings that can lock', () => {
  const links = 'in>a a>r r>b b>a:0.5 b>out:0.5';
  const ring = (more: Partial<StageNode>) => [
    source,
    stage('a', { capacity: 4 }),
    router('r'),
    stage('b', more),
    sink,
  ];

  it('warns when every stage of the ring is finite and makes its senders wait', () => {
    for (const whenFull of ['block', 'blockBefore'] as const) {
      expect(findFaults(scenario(ring({ capacity: 4, whenFull }), links)).map(brief)).toEqual([
        [
          'warning',
          'deadlock-possible',
          'a',
          'These stages can deadlock, each waiting for a free slot in the next: "a" → "r" → "b" → "a".',
        ],
      ]);
    }
  });

  it('does not warn when one of them always takes what comes', () => {
    expect(findFaults(scenario(ring({}), links))).toEqual([]);
    expect(findFaults(scenario(ring({ capacity: 4, whenFull: 'drop' }), links))).toEqual([]);
  });

  it('cuts long rings in the middle', () => {
    const stages = Array.from({ length: 3000 }, (_, i) => stage(`s${i}`, { capacity: 4 }));
    const chain = stages.map((_, i) => (i < 2999 ? `s${i}>s${i + 1}` : 's2999>s0:0.5 s2999>out:0.5'));
    const faults = findFaults(scenario([source, ...stages, sink], `in>s0 ${chain.join(' ')}`));
    expect(faults.map(({ message }) => message)).toEqual([
      'These stages can deadlock, each waiting for a free slot in the next: "s0" → "s1" → "s2" → "s3" → … → "s2998" → "s2999" → "s0".',
    ]);
  });
});
