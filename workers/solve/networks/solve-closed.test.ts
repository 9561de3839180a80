import { describe, expect, it } from 'vitest';
import type { MethodName } from '../../../core/measures/methods.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { JobClass, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';

import { solveScenario } from '../solve-scenario.ts';

const think: ScenarioNode = {
  id: 'think',
  kind: 'delay',
  service: { distribution: 'deterministic', mean: 10 },
};
const closed = (id: string, population: number, more: Partial<JobClass> = {}): JobClass => ({
  id,
  closed: { population, start: 'think' },
  ...more,
});

const router = (id: string): ScenarioNode => ({ id, kind: 'router' });

/** Terminals that think and a server, with c repairers. */
const terminals = (population: number, extra = {}): Scenario => ({
  ...drawing([think, stage('cpu', 0.5, extra)], ['think>cpu', 'cpu>think']),
  classes: [closed('users', population)],
});

/** An open stream and terminals on one server. */
const mixed = (extra = {}): Scenario => ({
  ...drawing(
    [think, source('s', 0.2), stage('cpu', 1, extra), stage('out', 2), sink('end')],
    ['think>cpu', 's>cpu', 'out>end'],
  ),
  classes: [{ id: 'jobs' }, closed('users', 4)],
  links: [
    { from: 'think', to: 'cpu' },
    { from: 's', to: 'cpu' },
    { from: 'cpu', to: 'think', byClass: { users: 1 } },
    { from: 'cpu', to: 'out', byClass: { jobs: 1 } },
    { from: 'out', to: 'end' },
  ],
});

function answerTo(drawn: Scenario, method: MethodName = 'auto'): SolveAnswer {
  const outcome = solveScenario(drawn, method);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

describe('closed populations', () => {
  it('has no more jobs at a stage than it has slots, and no fewer in all', () => {
    for (const capacity of [1, 7, 12]) {
      const drawn: Scenario = {
        ...drawing(
          [
            think,
            router('r'),
            stage('a', 0.6, { capacity, serverCount: 1 }),
            stage('b', 0.2, { capacity: 5 }),
            stage('c', 3),
          ],
          ['think>r', 'r>a:0.7', 'r>b:0.3', 'a>c', 'b>c', 'c>think'],
        ),
        classes: [closed('users', 18), closed('others', 6)],
      };
      for (const method of ['auto', 'linearizer', 'schweitzer'] as const) {
        const { stages } = answerTo(drawn, method);
        const jobs = Object.values(stages).reduce((sum, { meanOccupancy }) => sum + meanOccupancy!, 0);
        expect(stages.a!.meanOccupancy, method).toBeLessThanOrEqual(capacity * (1 + 1e-12));
        expect(stages.b!.meanOccupancy, method).toBeLessThanOrEqual(5 * (1 + 1e-12));
        expect(jobs, method).toBeCloseTo(24, 9);
      }
    }
  });

  it('tells no queue where servers are shared: nobody waits apart from service', () => {
    for (const drawn of [terminals(4, { discipline: 'PS' }), mixed({ discipline: 'PS' })]) {
      const { cpu } = answerTo(drawn, 'productForm').stages;
      expect(cpu!.meanOccupancy).toBeGreaterThan(0);
      expect(cpu!.meanSojournTime).toBeGreaterThan(0);
      for (const part of [cpu!, ...Object.values(cpu!.byClass!)])
        expect([part.meanQueueLength, part.meanWaitingTime]).toEqual([undefined, undefined]);
    }
  });

  it('is exact for any distribution of service where there are as many servers as jobs, and nobody else', () => {
    const service = { distribution: 'deterministic', mean: 2 } as const;
    const { stages, exact, network } = answerTo(terminals(3, { serverCount: 3, service }));
    expect(exact).toBe(true);
    expect(network.byClass!.users!.throughput).toBeCloseTo(3 / 12, 12);
    expect(stages.cpu!.meanQueueLength).toBeCloseTo(0, 12);
    expect(answerTo(terminals(4, { serverCount: 3, service })).exact).toBe(false);
  });

  it('doubts the stages that stand against a product form', () => {
    const { stages } = answerTo(terminals(4, { service: { distribution: 'lognormal', mean: 2, scv: 5 } }));
    expect([stages.cpu!.doubtful, stages.think!.doubtful]).toEqual([true, undefined]);
  });

  it('solves terminals exactly, whatever the distribution of thinking', () => {
    // P[n at the server] ~ N! / (N - n)! (S / Z)^n.
    const weights = [1, 1.2, 1.2, 0.96, 0.576, 0.2304, 0.04608];
    const total = weights.reduce((sum, w) => sum + w, 0);
    for (const method of ['auto', 'productForm', 'mva', 'convolution'] as const) {
      const { stages, network, exact, solvedBy } = answerTo(terminals(6), method);
      expect(exact).toBe(true);
      expect(solvedBy).toBeDefined();
      expect(stages.cpu!.throughput).toBeCloseTo((1 - weights[0]! / total) / 2, 11);
      expect(network.byClass!.users!.meanSojournTime! * stages.cpu!.throughput!).toBeCloseTo(6, 10);
      expect(network.bottleneck).toBe('cpu');
      expect(stages.cpu!.byClass!.users!.meanOccupancy).toBeCloseTo(stages.cpu!.meanOccupancy!, 12);
      stages.cpu!.occupancyDistribution?.forEach((p, n) => {
        expect(p).toBeCloseTo(weights[n]! / total, 11);
      });
    }
  });

  it('lets an open class in between: the closed jobs see a server that is slower by what it takes', () => {
    const { stages, exact, network } = answerTo(mixed());
    // Closed jobs: as terminals with service 1 / (1 - 0.2).
    const weights = [1];
    for (let n = 1; n <= 4; n++) weights.push((weights[n - 1]! * (4 - n + 1) * 1.25) / 10);
    const total = weights.reduce((sum, w) => sum + w, 0);
    const jobs = weights.reduce((sum, w, n) => sum + n * w, 0) / total;
    expect(exact).toBe(true);
    expect(stages.cpu!.byClass!.users!.meanOccupancy).toBeCloseTo(jobs, 10);
    expect(stages.cpu!.byClass!.jobs!.meanOccupancy).toBeCloseTo((0.2 * (1 + jobs)) / 0.8, 10);
    expect(stages.cpu!.meanOccupancy).toBeCloseTo(jobs + (0.2 * (1 + jobs)) / 0.8, 10);
    expect(stages.cpu!.utilization).toBeCloseTo(0.2 + (4 - jobs) / 10, 10);
    expect(stages.out!.meanOccupancy).toBeCloseTo(1 / 9, 10);
    expect(network.meanSojournTime).toBeCloseTo((0.2 * (1 + jobs)) / 0.8 / 0.2 + 1 / 1.8, 10);
  });

  it('tells the flow on every link, closed jobs beside open ones, as the chain does', () => {
    const stay: ScenarioNode = {
      id: 'think',
      kind: 'delay',
      service: { distribution: 'exponential', mean: 4 },
    };
    const drawn: Scenario = {
      ...drawing(
        [
          stay,
          source('s', 0.2),
          stage('cpu', 1, { discipline: 'PS' }),
          stage('disk', 2),
          router('r'),
          sink('end'),
        ],
        [],
      ),
      classes: [{ id: 'jobs' }, closed('users', 3)],
      links: [
        { from: 'think', to: 'cpu' },
        { from: 's', to: 'cpu' },
        { from: 'cpu', to: 'r' },
        { from: 'r', to: 'disk', byClass: { users: 0.4 } },
        { from: 'r', to: 'think', byClass: { users: 0.6 } },
        { from: 'r', to: 'end', byClass: { jobs: 1 } },
        { from: 'disk', to: 'cpu' },
      ],
    };
    const exact = answerTo(drawn, 'chain');
    const found = answerTo(drawn, 'mva');
    expect(found.exact).toBe(true);
    const flows = ({ links }: SolveAnswer) =>
      new Map(links.map(({ from, to, rate }) => [`${from}>${to}`, rate]));
    const [truth, told] = [flows(exact), flows(found)];
    expect([...told.keys()].sort()).toEqual([...truth.keys()].sort());
    for (const [link, rate] of truth) expect(told.get(link), link).toBeCloseTo(rate, 8);
    expect(told.get('think>cpu')).toBeCloseTo(found.network.byClass!.users!.throughput!, 10);
    expect(told.get('cpu>r')).toBeCloseTo(found.stages.cpu!.throughput!, 10);
  });

  it('is the Markov chain of the scenario: two classes, two servers, a delay', () => {
    const stay: ScenarioNode = {
      id: 'think',
      kind: 'delay',
      service: { distribution: 'exponential', mean: 4 },
    };
    const drawn: Scenario = {
      ...drawing(
        [stay, stage('cpu', 1), stage('disk', 0.8, { serverCount: 2 })],
        ['think>cpu', 'cpu>disk:0.6', 'cpu>think:0.4', 'disk>think'],
      ),
      classes: [closed('u', 3), { id: 'v', closed: { population: 2, start: 'cpu' } }],
    };
    const [product, chain] = [answerTo(drawn), answerTo(drawn, 'chain')];
    expect(product.solvedBy).toBe('convolution');
    for (const [id, { throughput, byClass }] of Object.entries(chain.stages)) {
      expect(product.stages[id]!.throughput).toBeCloseTo(throughput!, 11);
      for (const name of ['u', 'v'])
        expect(product.stages[id]!.byClass![name]!.meanOccupancy).toBeCloseTo(
          byClass![name]!.meanOccupancy!,
          11,
        );
    }
  });

  it('estimates what has no product form, and says what stands against it', () => {
    const drawn = { ...terminals(60, { service: { distribution: 'lognormal', rate: 0.5, scv: 4 } }) };
    const answer = answerTo(drawn);
    expect(answer.exact).toBe(false);
    expect(answer.solvedBy).toBe('linearizer');
    expect(answer.stages.cpu!.throughput).toBeLessThanOrEqual(0.5 + 1e-9);
    expect(answer.verdicts[0]).toMatchObject({ code: 'no-product-form', stage: 'cpu' });
    expect(solveScenario(drawn, 'mva')).toMatchObject({
      kind: 'noAnswer',
      reason: 'unsupported',
      stage: 'cpu',
    });
  });

  it('gives a cheaper estimate beside the exact answer', () => {
    const { nextBest, stages } = answerTo(terminals(6));
    expect(nextBest).toMatchObject({ method: 'schweitzer', exact: false });
    expect(nextBest!.stages.cpu!.throughput! / stages.cpu!.throughput!).toBeCloseTo(1, 1);
  });

  it('estimates populations that are too large to count', () => {
    const drawn: Scenario = {
      ...drawing(
        [think, stage('cpu', 50), stage('disk', 40)],
        ['think>cpu', 'cpu>disk:0.5', 'cpu>think:0.5', 'disk>think'],
      ),
      classes: ['a', 'b', 'c', 'd'].map((id) => closed(id, 300)),
    };
    const answer = answerTo(drawn);
    expect(answer.exact).toBe(false);
    const rounds = Object.values(answer.network.byClass!).reduce(
      (sum, { throughput }) => sum + throughput!,
      0,
    );
    expect(rounds).toBeCloseTo(50, 1);
    expect(solveScenario(drawn, 'convolution')).toMatchObject({ kind: 'noAnswer' });
  });

  it('refuses formulas of single stages, and closed methods without closed classes', () => {
    expect(solveScenario(terminals(3), 'mm1')).toMatchObject({ kind: 'noAnswer', reason: 'unsupported' });
    const open = drawing([source('s', 1), stage('a', 2), sink()], ['s>a', 'a>out']);
    expect(solveScenario(open, 'mva')).toMatchObject({ kind: 'noAnswer', reason: 'unsupported' });
    expect(answerTo(open, 'productForm').exact).toBe(true);
  });

  it('has no answer where open classes leave no time', () => {
    const drawn = mixed({ service: { distribution: 'exponential', rate: 0.15 } });
    expect(solveScenario(drawn, 'auto')).toMatchObject({
      kind: 'noAnswer',
      reason: 'unstable',
      stage: 'cpu',
    });
  });

  it('is exact nowhere where open arrivals at a shared server are not Poisson', () => {
    const drawn = mixed();
    const nodes = drawn.nodes.map((node) =>
      node.kind === 'source'
        ? { ...node, interarrival: { distribution: 'deterministic', mean: 5 } as const }
        : node,
    );
    const { stages, exact } = answerTo({ ...drawn, nodes }, 'mva');
    expect([exact, stages.cpu!.exact, stages.think!.exact]).toEqual([false, false, false]);
  });
});
