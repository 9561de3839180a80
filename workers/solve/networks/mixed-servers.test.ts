/** Open and closed classes together at stations of several servers. */

import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { solveSmall } from '../../../core/numeric/small-linear.ts';
import { drawing, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario, ScenarioNode, StageNode } from '../../../core/scenario/scenario.ts';
import type { ClosedMethod, SolveAnswer } from '../contract.ts';

import { solveScenario } from '../solve-scenario.ts';

const EXACT = ['mva', 'convolution'] as const;

const near = (a: number | undefined, b: number, tolerance = 1e-11) =>
  expect(Math.abs(a! - b), `${a} for ${b}`).toBeLessThanOrEqual(tolerance * Math.max(Math.abs(b), 1e-300));

const meanOf = (p: readonly number[]) => p.reduce((sum, x, n) => sum + n * x, 0);
const jobsIn = (state: string, name: string) => [...state].filter((each) => each === name).length;
const sumOf = (p: readonly number[]) => p.reduce((sum, x) => sum + x, 0);

function answerTo(drawn: Scenario, method: ClosedMethod | 'chain' | 'auto'): SolveAnswer {
  const outcome = solveScenario(drawn, method, false);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

/** Jobs that think and come to one station, an open class beside them. */
const beside = (population: number, openRate: number, station: StageNode): Scenario => {
  const think: ScenarioNode = { id: 'z', kind: 'delay', service: { distribution: 'exponential', mean: 2 } };
  return {
    ...drawing([think, source('in', openRate, { class: 'x' }), station, sink()], []),
    classes: [{ id: 'k', closed: { population, start: 'z' } }, { id: 'x' }],
    links: [
      { from: 'z', to: 'a' },
      { from: 'in', to: 'a' },
      { from: 'a', to: 'z', byClass: { k: 1 } },
      { from: 'a', to: 'out', byClass: { x: 1 } },
    ],
  };
};

const exponential = (rate: number) => ({ service: { distribution: 'exponential', rate } as const });

describe('LINE', () => {
  const shared = (c: number): StageNode =>
    stage(`q${c}`, 1, {
      discipline: 'PS',
      serverCount: c,
      byClass: { closed: exponential(c), open: exponential(Math.sqrt(c)) },
    });
  const drawn: Scenario = {
    ...drawing([source('in', 0.3, { class: 'open' }), ...[1, 2, 3, 4, 5].map(shared), sink()], []),
    classes: [{ id: 'closed', closed: { population: 3, start: 'q1' } }, { id: 'open' }],
    links: [
      { from: 'in', to: 'q1' },
      { from: 'q1', to: 'q2' },
      { from: 'q2', to: 'q3' },
      { from: 'q3', to: 'q4', byClass: { closed: 1 } },
      { from: 'q3', to: 'q5', byClass: { open: 1 } },
      { from: 'q4', to: 'q1' },
      { from: 'q5', to: 'out' },
    ],
  };

  it.each(EXACT)(
    'three jobs and an open class, one to five servers: LINE 3.0.4, examples/basic, mqn_multiserver_ps, MVA exact, by %s',
    (method) => {
      const { stages, exact } = answerTo(drawn, method);
      expect(exact).toBe(true);
      const printed = {
        closed: [2.25048903518999, 0.356560560281523, 0.224724791576389, 0.168225612952097],
        open: [1.39306672936714, 0.228241706216307, 0.173681604114619],
      };
      for (const [name, jobs] of Object.entries(printed))
        for (const [i, L] of jobs.entries())
          near(stages[`q${i + 1}`]!.byClass![name]!.meanOccupancy, L, 1e-13);
      near(stages.q1!.byClass!.closed!.throughput, 0.672902451808386, 1e-13);
      near(stages.q2!.byClass!.open!.meanSojournTime, 0.76080568738769, 1e-13);
    },
  );
});

describe('the Markov chain', () => {
  it.each(EXACT)('of n closed and m open jobs that share three servers, written out, by %s', (method) => {
    const [N, c, lambda, mu, nu, cut] = [4, 3, 0.9, 0.7, 0.6, 90];
    const size = (N + 1) * (cut + 1);
    const at = (n: number, m: number) => n * (cut + 1) + m;
    const generator = Array.from({ length: size }, () => new Float64Array(size));
    const flow = (from: number, to: number, rate: number) => {
      generator[to]![from]! += rate;
      generator[from]![from]! -= rate;
    };
    for (let n = 0; n <= N; n++)
      for (let m = 0; m <= cut; m++) {
        const speed = Math.min(1, c / (n + m));
        if (n < N) flow(at(n, m), at(n + 1, m), (N - n) / 2);
        if (m < cut) flow(at(n, m), at(n, m + 1), lambda);
        if (n > 0) flow(at(n, m), at(n - 1, m), n * speed * mu);
        if (m > 0) flow(at(n, m), at(n, m - 1), m * speed * nu);
      }
    generator[size - 1]!.fill(1);
    const pi = solveSmall(
      generator.map((row) => [...row]),
      Array.from({ length: size }, (_, k) => (k === size - 1 ? 1 : 0)),
    )!;
    const whole = new Array<number>(N + cut + 1).fill(0);
    let [jobs, others] = [0, 0];
    for (let n = 0; n <= N; n++)
      for (let m = 0; m <= cut; m++) {
        jobs += n * pi[at(n, m)]!;
        others += m * pi[at(n, m)]!;
        whole[n + m]! += pi[at(n, m)]!;
      }
    const { stages, network, exact } = answerTo(
      beside(
        N,
        lambda,
        stage('a', 1, {
          discipline: 'PS',
          serverCount: c,
          byClass: { k: exponential(mu), x: exponential(nu) },
        }),
      ),
      method,
    );
    const { byClass, occupancyDistribution, meanOccupancy, utilization, meanSojournTime } = stages.a!;
    expect(exact).toBe(true);
    near(byClass!.k!.meanOccupancy, jobs);
    near(byClass!.x!.meanOccupancy, others);
    near(meanOccupancy, jobs + others);
    near(byClass!.k!.throughput, (N - jobs) / 2);
    near(utilization, ((N - jobs) / 2 / mu + lambda / nu) / c);
    near(meanSojournTime, (jobs + others) / ((N - jobs) / 2 + lambda));
    near(network.meanSojournTime, others / lambda);
    if (method === 'mva') return;
    for (const [n, p] of occupancyDistribution!.entries())
      expect(Math.abs(p - whole[n]!), `P[${n}]`).toBeLessThan(1e-12);
    near(sumOf(occupancyDistribution!), 1, 1e-12);
    near(meanOf(occupancyDistribution!), jobs + others, 1e-9);
  });

  it.each([
    ['first come, first served', {}],
    ['priorities that are all the same', { discipline: 'priority' }],
  ] as const)('of the order in which jobs came to two servers, written out: %s', (_, more) => {
    const [N, c, lambda, mu, most] = [2, 2, 0.3, 1, 15];
    // A state is the classes of the jobs at the station, in order; the first c are served.
    const states: string[] = [''];
    for (const state of states)
      if (state.length < most)
        states.push(...(jobsIn(state, 'k') < N ? [`${state}k`, `${state}x`] : [`${state}x`]));
    const index = new Map(states.map((state, k) => [state, k]));
    const balance = states.map(() => new Array<number>(states.length).fill(0));
    const flow = (from: string, to: string, rate: number) => {
      const target = index.get(to);
      if (target === undefined) return;
      balance[target]![index.get(from)!]! += rate;
      balance[index.get(from)!]![index.get(from)!]! -= rate;
    };
    for (const state of states) {
      flow(state, `${state}x`, lambda);
      if (jobsIn(state, 'k') < N) flow(state, `${state}k`, (N - jobsIn(state, 'k')) / 2);
      for (let i = 0; i < Math.min(c, state.length); i++)
        flow(state, state.slice(0, i) + state.slice(i + 1), mu);
    }
    balance[0]!.fill(1);
    const pi = solveSmall(
      balance,
      states.map((__, k) => (k === 0 ? 1 : 0)),
    )!;
    const { stages, exact } = answerTo(
      beside(N, lambda, stage('a', mu, { serverCount: c, ...more })),
      'convolution',
    );
    expect(exact).toBe(true);
    const { k, x } = stages.a!.byClass!;
    near(k!.meanOccupancy, sumOf(states.map((state, i) => pi[i]! * jobsIn(state, 'k'))), 1e-8);
    near(x!.meanOccupancy, sumOf(states.map((state, i) => pi[i]! * jobsIn(state, 'x'))), 1e-8);
  });

  it.each([
    ['regular', 2, { distribution: 'erlang', rate: 0.8, shape: 2 }],
    ['varied', 3, { distribution: 'hyperexponential', probabilities: [0.3, 0.7], rates: [0.4, 3] }],
  ] as const)('of the whole scenario, for shared servers and %s services', (_, serverCount, service) => {
    const drawn = beside(3, 0.5, stage('a', 1, { discipline: 'PS', serverCount, service }));
    const [product, chain] = [answerTo(drawn, 'convolution'), answerTo(drawn, 'chain')];
    expect(product.exact).toBe(true);
    for (const name of ['k', 'x']) {
      const [ours, truth] = [product.stages.a!.byClass![name]!, chain.stages.a!.byClass![name]!];
      near(ours.meanOccupancy, truth.meanOccupancy!, 1e-7);
      near(ours.throughput, truth.throughput!, 1e-7);
    }
    for (const [n, p] of chain.stages.a!.occupancyDistribution!.entries())
      expect(Math.abs((product.stages.a!.occupancyDistribution![n] ?? 0) - p), `P[${n}]`).toBeLessThan(1e-7);
  });

  it('of the whole scenario, for two open classes and two closed ones, each with a rate of its own', () => {
    const rates = { k: 0.7, l: 1.5, x: 0.9, y: 2 };
    const byClass = Object.fromEntries(Object.entries(rates).map(([id, rate]) => [id, exponential(rate)]));
    const drawn = beside(2, 0.4, stage('a', 1, { discipline: 'PS', serverCount: 2, byClass }));
    const several: Scenario = {
      ...drawn,
      nodes: [...drawn.nodes, source('in2', 0.3, { class: 'y' })],
      classes: [...drawn.classes!, { id: 'l', closed: { population: 1, start: 'z' } }, { id: 'y' }],
      links: [
        { from: 'z', to: 'a' },
        { from: 'in', to: 'a' },
        { from: 'in2', to: 'a' },
        { from: 'a', to: 'z', byClass: { k: 1, l: 1 } },
        { from: 'a', to: 'out', byClass: { x: 1, y: 1 } },
      ],
    };
    const [product, chain] = [answerTo(several, 'mva'), answerTo(several, 'chain')];
    expect(product.exact).toBe(true);
    for (const id of Object.keys(rates)) {
      const [ours, truth] = [product.stages.a!.byClass![id]!, chain.stages.a!.byClass![id]!];
      near(ours.meanOccupancy, truth.meanOccupancy!, 1e-6);
      near(ours.utilization, truth.utilization!, 1e-6);
    }
  });
});

describe('Linearizer', () => {
  it('lets open jobs find the closed ones', () => {
    const drawn = beside(12, 0.5, stage('a', 0.7, { serverCount: 2 }));
    const [truth, guess] = [answerTo(drawn, 'convolution'), answerTo(drawn, 'linearizer')];
    near(guess.stages.a!.byClass!.x!.meanOccupancy, truth.stages.a!.byClass!.x!.meanOccupancy!, 0.1);
  });
});

describe('mean value analysis', () => {
  it('gives nothing where its digits are lost', () => {
    // 60 jobs at 40 servers: rounding grows to a multiple of the answer; convolution has the closed form's.
    const drawn = (population: number): Scenario => ({
      ...drawing(
        [
          { id: 'z', kind: 'delay', service: { distribution: 'exponential', mean: 1 } },
          stage('a', 1, { serverCount: 40 }),
        ],
        ['z>a', 'a>z'],
      ),
      classes: [{ id: 'k', closed: { population, start: 'z' } }],
    });
    expect(solveScenario(drawn(60), 'mva')).toMatchObject({ kind: 'noAnswer', code: 'mvaLosesDigits' });
    expect(answerTo(drawn(8), 'mva').exact).toBe(true);
    const weights = [1];
    for (let n = 1; n <= 60; n++) weights.push((weights[n - 1]! * (61 - n)) / Math.min(n, 40));
    near(answerTo(drawn(60), 'convolution').stages.a!.meanOccupancy, meanOf(weights) / sumOf(weights));
    near(answerTo(drawn(60), 'auto').stages.a!.meanOccupancy, meanOf(weights) / sumOf(weights));
  });
});
