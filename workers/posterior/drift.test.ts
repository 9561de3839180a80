/**
 * Moves that leave the posterior as it is: from the truth, with the true distributions, no mean of anything may drift away (Geweke 2004,
 * J. Am. Stat. Assoc. 99, 799: the joint distribution of data and hidden times is drawn in two ways, which must agree).
 */

import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { examples, someOf } from '../../tests/examples.ts';
import { openStream, type RandomStream } from '../random/random-stream.ts';
import { ABSENT, type ChainState } from './chain-state.ts';
import type { DistributionFamily, PosteriorProblem } from './contract.ts';
import { chainAtTruth, type KnownChain, type KnownNetwork } from './known-chain.test-support.ts';
import { PathLaw } from './path-law.ts';
import { redrawable, TaskRedraws } from './redraw-task.ts';
import type { KnownPath } from './task-network.test-support.ts';

const stream = openStream({ seed: 3, replication: 0, node: 'test', purpose: 'service' });

const REPLICATES = examples(300);
const SWEEPS = 8;
/** With some hundred figures in all. */
const FAR = 4;

interface Kind {
  readonly servers: number;
  readonly discipline: 'FCFS' | 'RSS';
}
const ONE: Kind = { servers: 1, discipline: 'FCFS' };
const THREE: Kind = { servers: 3, discipline: 'FCFS' };
const TWO: Kind = { servers: 2, discipline: 'FCFS' };
const RSS: Kind = { servers: 1, discipline: 'RSS' };

const DISTRIBUTIONS: Readonly<Record<DistributionFamily, (mean: number) => ServiceDistribution>> = {
  exponential: (mean) => ({ distribution: 'exponential', mean }),
  gamma: (mean) => ({ distribution: 'gamma', mean, scv: 0.4 }),
  lognormal: (mean) => ({ distribution: 'lognormal', mean, scv: 0.6 }),
  mixture: (mean) => ({
    ...{ distribution: 'hyperexponential', probabilities: [0.3, 0.7] },
    rates: [0.5 / mean, 1.75 / mean],
  }),
  pareto: (mean) => ({ distribution: 'pareto', scale: (3 / 4) * mean, shape: 4 }),
  // Three of four services take half of the mean, the others 2.5 times as long.
  discrete: (mean) => ({
    distribution: 'empirical',
    edges: [0.5, 2.5].flatMap((value) => [0.95 * value * mean, 1.05 * value * mean]),
    weights: [0.75, 0, 0.25],
  }),
};

/** Two queues at each tier, or so many. */
function networkOf(kinds: readonly Kind[], family: DistributionFamily, queues = 2): KnownNetwork {
  const tiers = kinds.map((kind, tier) => ({
    state: `S${tier}`,
    queues: Array.from({ length: queues }, (_, i) => ({
      ...{ id: `${String.fromCharCode(97 + i)}${tier}`, ...kind },
      service: DISTRIBUTIONS[family]((i === 0 ? 0.7 : 0.85) * queues * kind.servers),
    })),
  }));
  return { tiers, tasks: 7 * queues, rate: 1, share: 0.4, family };
}

/** By queue: Σ s, Σ w, visits, Σ s². */
function figuresOf(state: ChainState): Float64Array {
  const figures = new Float64Array(4 * state.kind.length);
  for (let e = 0; e < state.d.length; e += 1) {
    if (state.queue[e] === ABSENT) continue;
    const at = 4 * state.queue[e]!;
    const u = state.commencement(e);
    const s = state.d[e]! - u;
    figures[at]! += s;
    if (state.queue[e] !== 0) figures[at + 1]! += u - state.a[e]!;
    figures[at + 2]! += 1;
    figures[at + 3]! += s * s;
  }
  return figures;
}

/** Whole tasks and nothing else, every queue of a state alike. */
function redrawAll({
  state,
  problem,
  stream,
}: {
  state: ChainState;
  problem: PosteriorProblem;
  stream: RandomStream;
}) {
  const routing = {
    queues: problem.choices,
    probability: problem.choices.map(({ length }) => new Float64Array(length).fill(1 / length)),
  };
  const redraws = new TaskRedraws(
    state,
    routing,
    new PathLaw(problem, new Int32Array(problem.pathOf.length)),
    stream,
  );
  const entries = redrawable(state, routing);
  return (): number => entries.filter((entry) => redraws.redraw(entry)).length / entries.length;
}

function largestDrift(network: KnownNetwork, movesOf: (chain: KnownChain) => () => void): number {
  const sums: number[] = [];
  const squares: number[] = [];
  let runs = 0;
  for (let seed = 1; seed <= REPLICATES; seed += 1) {
    const chain = chainAtTruth(network, seed);
    if (!chain) continue;
    const before = figuresOf(chain.run.state);
    const move = movesOf(chain);
    for (let sweep = 0; sweep < SWEEPS; sweep += 1) move();
    const after = figuresOf(chain.run.state);
    runs += 1;
    for (const [i, value] of after.entries()) {
      const change = value - before[i]!;
      sums[i] = (sums[i] ?? 0) + change;
      squares[i] = (squares[i] ?? 0) + change * change;
    }
  }
  const drifts = sums.map((sum, i) =>
    squares[i]! < 1e-18 ? 0 : sum / Math.sqrt(squares[i]! - (sum * sum) / runs),
  );
  if (process.env.SHOW_DRIFTS) console.log(runs, drifts.map((z) => z.toFixed(1)).join(' '));
  return Math.max(...drifts.map(Math.abs));
}

describe('the moves', () => {
  it.each(
    someOf<[string, readonly Kind[], DistributionFamily]>(
      [
        ['one server', [ONE, ONE, ONE], 'exponential'],
        ['one server', [ONE, ONE], 'gamma'],
        ['one server', [ONE, ONE], 'lognormal'],
        ['one server', [ONE, ONE], 'mixture'],
        ['one server', [ONE, ONE], 'pareto'],
        ['one server', [ONE, ONE], 'discrete'],
        ['one server', [ONE, ONE, ONE], 'discrete'],
        ['two servers', [TWO, TWO], 'exponential'],
        ['two servers', [TWO, TWO], 'gamma'],
        ['two servers', [TWO, TWO], 'lognormal'],
        ['two servers', [TWO, TWO], 'mixture'],
        ['two servers', [TWO, TWO], 'pareto'],
        ['two servers', [TWO, TWO], 'discrete'],
        ['one and three servers', [THREE, ONE, THREE], 'discrete'],
        ['random selection', [RSS, RSS], 'exponential'],
        ['random selection', [RSS, RSS], 'gamma'],
        ['random selection', [RSS, RSS], 'lognormal'],
        ['random selection', [RSS, RSS], 'mixture'],
        ['all kinds', [RSS, ONE, TWO], 'exponential'],
        ['all kinds', [TWO, ONE, RSS], 'exponential'],
      ],
      9,
    ),
  )('leave the truth of %s in its place: %j, %s', (_, kinds, family) => {
    expect(
      largestDrift(
        networkOf(kinds, family),
        ({ run }) =>
          () =>
            run.moveAll(),
      ),
    ).toBeLessThan(FAR);
  });
});

describe('drawing whole tasks anew', () => {
  it.each(
    someOf<[string, readonly Kind[], DistributionFamily]>(
      [
        ['one server', [ONE, ONE], 'gamma'],
        ['three servers', [THREE, THREE], 'exponential'],
        ['three servers', [THREE, THREE], 'lognormal'],
        ['random selection', [RSS, RSS], 'exponential'],
        ['random selection', [RSS, RSS], 'gamma'],
        ['all kinds', [RSS, TWO, ONE], 'mixture'],
        ['all kinds', [TWO, RSS, RSS], 'exponential'],
      ],
      4,
    ),
  )('leaves the truth of %s in its place: %j, %s', (_, kinds, family) => {
    let accepted = 0;
    const movesOf = ({ run, problem }: KnownChain): (() => void) => {
      const redraw = redrawAll({ state: run.state, problem, stream });
      return () => {
        accepted += redraw();
      };
    };
    expect(largestDrift(networkOf(kinds, family), movesOf)).toBeLessThan(FAR);
    expect(accepted / (REPLICATES * SWEEPS)).toBeGreaterThan(0.1);
  });

  it.each<[readonly Kind[], DistributionFamily]>([
    [[RSS, RSS], 'exponential'],
    [[RSS, RSS], 'mixture'],
    [[TWO, RSS], 'gamma'],
  ])('leaves it there where few of four queues are weighed: %j, %s', (kinds, family) => {
    let moved = 0;
    const movesOf = ({ run, problem }: KnownChain): (() => void) => {
      const redraw = redrawAll({ state: run.state, problem, stream });
      const before = run.state.queue.slice();
      return () => {
        redraw();
        moved += run.state.queue.some((q, e) => q !== before[e]) ? 1 : 0;
      };
    };
    expect(largestDrift(networkOf(kinds, family, 4), movesOf)).toBeLessThan(FAR);
    expect(moved).toBeGreaterThan(REPLICATES);
  });
});

describe('paths that are not known', () => {
  const TYPES = [
    { tiers: [0, 1], share: 0.6 },
    { tiers: [0, 1, 2], share: 0.4 },
  ];
  const RETRIES = [
    { tiers: [0, 1], share: 0.6 },
    { tiers: [0, 1, 1], share: 0.2 },
    { tiers: [0, 1, 0, 1], share: 0.2 },
  ];
  it.each<[string, readonly KnownPath[], readonly Kind[], DistributionFamily]>([
    ['two types', TYPES, [ONE, ONE, ONE], 'exponential'],
    ['two types', TYPES, [TWO, ONE, THREE], 'gamma'],
    ['two types', TYPES, [ONE, RSS, TWO], 'exponential'],
    ['retries', RETRIES, [ONE, ONE], 'exponential'],
    ['retries', RETRIES, [TWO, TWO], 'lognormal'],
    ['retries', RETRIES, [RSS, RSS], 'exponential'],
    ['retries', RETRIES, [RSS, TWO], 'mixture'],
  ])('stay as the truth has them: %s %j through %j, %s', (_, paths, kinds, family) => {
    let changed = 0;
    const movesOf = ({ run }: KnownChain): (() => void) => {
      const before = run.record().end.pathOf;
      return () => {
        run.moveAll();
        changed += run.record().end.pathOf.some((path, task) => path !== before[task]) ? 1 : 0;
      };
    };
    const network = { ...networkOf(kinds, family), paths };
    expect(largestDrift(network, movesOf)).toBeLessThan(FAR);
    expect(changed).toBeGreaterThan(REPLICATES);
  });

  it('stay where few of three queues of a step are weighed as long as the path is the same', () => {
    const network = { ...networkOf([RSS, TWO, RSS], 'exponential', 3), paths: TYPES };
    expect(
      largestDrift(
        network,
        ({ run }) =>
          () =>
            run.moveAll(),
      ),
    ).toBeLessThan(FAR);
  });
});
