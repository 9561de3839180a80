import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, ScenarioNode } from '../../core/scenario/scenario.ts';
import { bolchNetwork } from './fixtures/drawing.ts';
import { type FlowRule, solveFlows } from './flow-balance.ts';
import { flowNetwork } from './flow-network.ts';

function flows(drawn: Scenario, rule: FlowRule) {
  const network = flowNetwork(drawn);
  const found = solveFlows(network, rule);
  if (!found) throw new Error('no balance');
  const at = (id: string) => network.indexOf.get(id)!;
  return {
    offered: (id: string) => found.offered[at(id)]!,
    accepted: (id: string) => found.accepted[at(id)]!,
    output: (id: string) => found.output[at(id)]!,
  };
}

const LINEAR: FlowRule = { regime: 'linear', losses: 'ignored' };
const LIMITED: FlowRule = { regime: 'limited', losses: 'counted' };

describe('flow balance', () => {
  it('converts, overdrives and filters as in Dor 2010, section 4.3.3: (90 + 10) x 16 = 1600', () => {
    const drawn = line(
      source('pci', 90),
      stage('1a', 2128, { conversionFactor: 16, overdriveRate: 10, passProbability: 0.25 }),
    );
    const found = flows(drawn, LINEAR);
    expect(found.offered('1a')).toBe(1600);
    expect(found.output('1a')).toBe(400);
    expect(found.offered('out')).toBe(400);
  });

  it('counts the elements of a batch', () => {
    expect(flows(line(source('s', 5, { batchSize: 3 }), stage('a', 100)), LINEAR).offered('a')).toBe(15);
  });

  it('splits by probability, in turn, and copies', () => {
    const fork = (rule: 'roundRobin' | 'broadcast' | 'probabilistic') =>
      drawing(
        [
          source('s', 12),
          { id: 'r', kind: 'router', routing: { rule } },
          stage('a', 99),
          stage('b', 99),
          sink(),
        ],
        [
          's>r',
          rule === 'probabilistic' ? 'r>a:0.25' : 'r>a',
          rule === 'probabilistic' ? 'r>b:0.75' : 'r>b',
          'a>out',
          'b>out',
        ],
      );
    expect(flows(fork('probabilistic'), LINEAR).offered('b')).toBe(9);
    expect(flows(fork('roundRobin'), LINEAR).offered('b')).toBe(6);
    expect(flows(fork('broadcast'), LINEAR).offered('out')).toBe(24);
  });

  it('solves feedback: a stage that returns 3 of 4 is visited 4 times', () => {
    const drawn = drawing([source('s', 2), stage('a', 10), sink()], ['s>a', 'a>a:0.75', 'a>out:0.25']);
    const found = flows(drawn, LINEAR);
    expect(found.offered('a')).toBeCloseTo(8, 12);
    expect(found.offered('out')).toBeCloseTo(2, 12);
  });

  it('solves two loops through each other, with a filter and a conversion', () => {
    // Half of what a passes goes to b and doubles there: b = 2 * 0.5 * 0.8 a.
    const drawn = drawing(
      [
        source('s', 1),
        stage('a', 99, { passProbability: 0.8 }),
        stage('b', 99, { conversionFactor: 2 }),
        sink(),
      ],
      ['s>a', 'a>b:0.5', 'a>out:0.5', 'b>a:0.5', 'b>out:0.5'],
    );
    const found = flows(drawn, LINEAR);
    // a = 1 + 0.5 b and b = 0.8 a: a = 1 / 0.6
    expect(found.offered('a')).toBeCloseTo(1 / 0.6, 12);
    expect(found.offered('b')).toBeCloseTo(0.8 / 0.6, 12);
  });

  it('has the throughputs of the Jackson network of Bolch, Greiner, de Meer & Trivedi 1998, example 7.4, p. 287: 20, 10, 10, 4', () => {
    const found = flows(bolchNetwork, LINEAR);
    expect(['1', '2', '3', '4'].map((id) => Math.round(found.offered(id) * 1e9) / 1e9)).toEqual([
      20, 10, 10, 4,
    ]);
  });

  it('passes at most what the servers can do', () => {
    const found = flows(line(source('s', 10), stage('a', 3, { serverCount: 2 }), stage('b', 99)), LIMITED);
    expect(found.offered('a')).toBe(10);
    expect(found.accepted('a')).toBe(6);
    expect(found.offered('b')).toBe(6);
  });

  it('serves bulk faster: 4 at a time at 3 per second is 12', () => {
    const bulk = { rule: 'full', size: 4 } as const;
    expect(flows(line(source('s', 20), stage('a', 3, { bulk })), LIMITED).accepted('a')).toBe(12);
  });

  it('lets a dropping stage pass what M/M/1/1 accepts: lambda mu / (lambda + mu)', () => {
    const drawn = line(source('s', 6), stage('a', 3, { capacity: 1, whenFull: 'drop' }), stage('b', 99));
    expect(flows(drawn, LIMITED).offered('b')).toBeCloseTo(2, 12);
    expect(flows(drawn, { ...LIMITED, losses: 'ignored' }).offered('b')).toBe(3);
  });

  it('limits a loop by its server: 5 + 0.9 min(a, 10)', () => {
    const drawn = drawing([source('s', 5), stage('a', 10), sink()], ['s>a', 'a>a:0.9', 'a>out:0.1']);
    const found = flows(drawn, LIMITED);
    expect(found.offered('a')).toBeCloseTo(14, 10);
    expect(found.offered('out')).toBeCloseTo(1, 10);
  });

  it('balances a loop that loses: lambda = 1 + x / 2, x = lambda / (1 + lambda) at M/M/1/1', () => {
    const drawn = drawing(
      [source('s', 1), stage('a', 1, { capacity: 1, whenFull: 'drop' }), sink()],
      ['s>a', 'a>a:0.5', 'a>out:0.5'],
    );
    // lambda^2 - lambda / 2 - 1 = 0
    expect(flows(drawn, LIMITED).offered('a')).toBeCloseTo((0.5 + Math.sqrt(4.25)) / 2, 10);
  });

  it('balances a loop that multiplies but is limited by what it loses', () => {
    // lambda = 1 + 2 x, x = lambda / (1 + lambda): lambda^2 - 2 lambda - 1 = 0
    const drawn = drawing(
      [
        source('s', 1),
        stage('a', 1, { capacity: 1, whenFull: 'drop' }),
        stage('b', 99, { conversionFactor: 4 }),
        sink(),
      ],
      ['s>a', 'a>b', 'b>a:0.5', 'b>out:0.5'],
    );
    expect(flows(drawn, LIMITED).offered('a')).toBeCloseTo(1 + Math.SQRT2, 9);
  });

  it('refuses a linear loop that returns all it takes', () => {
    const drawn = drawing(
      [source('s', 1), stage('a', 9, { conversionFactor: 2 }), sink()],
      ['s>a', 'a>a:0.5', 'a>out:0.5'],
    );
    expect(solveFlows(flowNetwork(drawn), LINEAR)).toBeUndefined();
  });

  it('scales with all external input, overdrive included', () => {
    const drawn = line(source('s', 2), stage('a', 9, { overdriveRate: 1 }));
    expect(flows(drawn, { ...LINEAR, scale: 3 }).offered('a')).toBe(9);
  });
});

describe('flow balance on random graphs', () => {
  const network = fc.record({
    size: fc.integer({ min: 1, max: 8 }),
    rate: fc.double({ min: 0.1, max: 10, noNaN: true }),
    rows: fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 }), {
      minLength: 8,
      maxLength: 8,
    }),
    servers: fc.array(fc.double({ min: 0.05, max: 20, noNaN: true }), { minLength: 8, maxLength: 8 }),
  });

  /** Random routing, loops included; the last column leads out. */
  function drawn({ size, rate, rows, servers }: typeof network extends fc.Arbitrary<infer T> ? T : never) {
    const ids = Array.from({ length: size }, (_, i) => `n${i}`);
    const nodes: ScenarioNode[] = [source('s', rate), ...ids.map((id, i) => stage(id, servers[i]!)), sink()];
    const links = [`s>n0`];
    ids.forEach((id, i) => {
      const weights = [...rows[i]!.slice(0, size), rows[i]![8]! + 0.05];
      const sum = weights.reduce((total, weight) => total + weight, 0);
      for (const [j, weight] of weights.entries()) links.push(`${id}>${ids[j] ?? 'out'}:${weight / sum}`);
    });
    return drawing(nodes, links);
  }

  it('conserves: what enters leaves, and every stage is offered what its senders send', () => {
    fc.assert(
      fc.property(network, (input) => {
        const made = drawn(input);
        const found = flows(made, LINEAR);
        expect(found.offered('out')).toBeCloseTo(input.rate, 8);
        for (const { id, kind } of made.nodes) {
          if (kind !== 'stage') continue;
          const sent = made.links
            .filter(({ to }) => to === id)
            .reduce((sum, { from, probability = 1 }) => sum + found.output(from) * probability, 0);
          expect(Math.abs(found.offered(id) - sent)).toBeLessThan(1e-9 * (1 + sent));
        }
      }),
    );
  });

  it('balances with limits too, passing nothing beyond them', () => {
    fc.assert(
      fc.property(network, (input) => {
        const made = drawn(input);
        const found = flows(made, LIMITED);
        const free = flows(made, LINEAR);
        for (const node of made.nodes) {
          if (node.kind !== 'stage') continue;
          const { id } = node;
          const sent = made.links
            .filter(({ to }) => to === id)
            .reduce((sum, { from, probability = 1 }) => sum + found.output(from) * probability, 0);
          expect(Math.abs(found.offered(id) - sent)).toBeLessThan(1e-9 * (1 + sent));
          // Below 1e-300 numbers are denormal and keep only a digit or two.
          expect(found.offered(id)).toBeLessThanOrEqual(free.offered(id) * (1 + 1e-9) + 1e-300);
        }
      }),
    );
  });
});
