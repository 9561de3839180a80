import { describe, expect, it } from 'vitest';
import { drawing, sink, source } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, StageNode } from '../../core/scenario/scenario.ts';
import { type ChainNetwork, type ChainStage, solveChain } from './brute-force-chain.test-support.ts';
import { at, type Claim, delivered } from './claims.test-support.ts';
import { expectTheory } from './theory.test-support.ts';

/** The network as a scenario for the simulator; stages are called s0, s1, ... */
function scenarioFrom(network: ChainNetwork): Scenario {
  const nodes = network.stages.map(stageFrom);
  const links = network.stages.flatMap((stage, s) =>
    stage.to.map(([to, probability]) => `s${s}>${to === -1 ? 'out' : `s${to}`}:${probability}`),
  );
  const entry = source('in', network.lambda, { batchSize: network.batch ?? 1 });
  return drawing([entry, ...nodes, sink()], [`in>s${network.entry}`, ...links]);
}

const stageFrom = (stage: ChainStage, s: number): StageNode => ({
  id: `s${s}`,
  kind: 'stage',
  service: { distribution: 'exponential', rate: stage.mu },
  capacity: stage.K,
  whenFull: stage.whenFull,
  serverCount: stage.c ?? 1,
  passProbability: stage.pass ?? 1,
  conversionFactor: stage.factor ?? 1,
  ...(stage.whole && { admission: 'whole' }),
  ...(stage.max !== undefined && { bulk: { rule: 'upTo', min: stage.min ?? 1, max: stage.max } }),
});

function expectChain(network: ChainNetwork, horizon: number): void {
  const chain = solveChain(network);
  expect(chain.states).toBeLessThan(1500);
  const claims = network.stages.flatMap((_, s): Claim[] => [
    at(`s${s}`, 'meanOccupancy', chain.meanOccupancy[s]!),
    at(`s${s}`, 'utilization', chain.utilization[s]!),
    at(`s${s}`, 'blockedFraction', chain.blockedFraction[s]!),
    at(`s${s}`, 'fullProbability', chain.fullProbability[s]!),
    { what: `loss at s${s}`, value: chain.lossRate[s]!, of: (result) => result.stages[`s${s}`]?.lossRate },
  ]);
  expectTheory(scenarioFrom(network), { horizon }, [delivered(chain.throughput), ...claims]);
}

describe('the chain itself', () => {
  it('gives M/M/1/5 with loss', () => {
    const chain = solveChain({
      lambda: 0.8,
      entry: 0,
      stages: [{ mu: 1, K: 5, whenFull: 'drop', to: [[-1, 1]] }],
    });
    const weights = [0, 1, 2, 3, 4, 5].map((n) => 0.8 ** n);
    const total = weights.reduce((sum, x) => sum + x, 0);
    expect(chain.fullProbability[0]).toBeCloseTo(weights[5]! / total, 12);
    expect(chain.throughput).toBeCloseTo(1 - weights[0]! / total, 12);
  });

  it('gives the open tandem with blocking and loss as GNU Octave recomputed it', () => {
    const chain = solveChain(openTandem);
    expect(chain.throughput).toBeCloseTo(0.729670597, 8);
    expect(chain.meanOccupancy[0]).toBeCloseTo(2.728559, 5);
    expect(chain.meanOccupancy[1]).toBeCloseTo(1.532664, 5);
    expect(chain.blockedFraction[0]).toBeCloseTo(0.139893, 5);
    expect(chain.lossRate[0]! / 0.9).toBeCloseTo(0.189255, 5);
  });

  it('gives batches of 3 into K = 5 as GNU Octave recomputed them', () => {
    const stages: ChainStage[] = [{ mu: 1, K: 5, whenFull: 'drop', to: [[-1, 1]] }];
    const chain = solveChain({ lambda: 0.2, batch: 3, entry: 0, stages });
    expect(chain.throughput).toBeCloseTo(0.502071383, 8);
    expect(chain.lossRate[0]! / 0.6).toBeCloseTo(0.163214362, 8);
  });
});

const openTandem: ChainNetwork = {
  lambda: 0.9,
  entry: 0,
  stages: [
    { mu: 1, K: 5, whenFull: 'drop', to: [[1, 1]] },
    { mu: 1, K: 3, whenFull: 'block', to: [[-1, 1]] },
  ],
};

describe('the engine, against the chain of all states', () => {
  it('BAS1: open tandem with blocking after service and loss at the entry', () => {
    expectChain(openTandem, 2000);
  });

  it('BBS1, BBS2: the same tandem with blocking before service', () => {
    const [first, second] = openTandem.stages;
    expectChain({ ...openTandem, stages: [first!, { ...second!, whenFull: 'blockBefore' }] }, 2000);
  });

  it('BBS3: a filtered element gives its promised place back', () => {
    const stages: ChainStage[] = [
      { mu: 1, c: 2, K: 4, whenFull: 'drop', pass: 0.6, to: [[1, 1]] },
      { mu: 0.8, K: 2, whenFull: 'blockBefore', to: [[-1, 1]] },
    ];
    expectChain({ lambda: 1.5, entry: 0, stages }, 1500);
  });

  it('BAS3: three branches that block on one stage, several servers, a blocked source', () => {
    const stages: ChainStage[] = [
      {
        mu: 2,
        c: 2,
        K: 3,
        whenFull: 'block',
        to: [
          [1, 0.5],
          [2, 0.3],
          [3, 0.2],
        ],
      },
      { mu: 1, K: 2, whenFull: 'block', to: [[3, 1]] },
      { mu: 0.7, K: 2, whenFull: 'drop', to: [[3, 1]] },
      { mu: 1, K: 2, whenFull: 'block', to: [[-1, 1]] },
    ];
    expectChain({ lambda: 1.2, entry: 0, stages }, 1500);
  });

  it('BBS1: the route is chosen before service where a target asks for it', () => {
    const stages: ChainStage[] = [
      {
        mu: 1.5,
        K: 3,
        whenFull: 'drop',
        to: [
          [1, 0.6],
          [2, 0.4],
        ],
      },
      { mu: 0.6, K: 2, whenFull: 'blockBefore', to: [[-1, 1]] },
      { mu: 0.4, K: 2, whenFull: 'drop', to: [[-1, 1]] },
    ];
    expectChain({ lambda: 1.2, entry: 0, stages }, 1500);
  });

  it('feedback through a stage that drops', () => {
    const stages: ChainStage[] = [
      { mu: 2, K: 4, whenFull: 'drop', to: [[1, 1]] },
      {
        mu: 1.5,
        K: 3,
        whenFull: 'block',
        to: [
          [0, 0.3],
          [-1, 0.7],
        ],
      },
    ];
    expectChain({ lambda: 1, entry: 0, stages }, 1500);
  });

  it('B1, B2: full batches of 2 that block in parts on a small stage', () => {
    const stages: ChainStage[] = [
      { mu: 1, K: 5, whenFull: 'drop', min: 2, max: 2, to: [[1, 1]] },
      { mu: 1.5, K: 2, whenFull: 'block', to: [[-1, 1]] },
    ];
    expectChain({ lambda: 1.5, entry: 0, stages }, 1500);
  });

  it('B2: batches of 1 to 3 after a stage that blocks on them; two servers', () => {
    const stages: ChainStage[] = [
      { mu: 2, K: 3, whenFull: 'drop', to: [[1, 1]] },
      { mu: 0.4, c: 2, K: 6, whenFull: 'block', min: 1, max: 3, to: [[-1, 1]] },
    ];
    expectChain({ lambda: 1.8, entry: 0, stages }, 3000);
  });

  it('BAS4: groups of 3 enter a stage of 4 whole or wait', () => {
    const stages: ChainStage[] = [
      { mu: 0.5, K: 3, whenFull: 'drop', to: [[1, 1]] },
      { mu: 1, K: 4, whenFull: 'block', whole: true, factor: 3, to: [[-1, 1]] },
    ];
    expectChain({ lambda: 0.5, entry: 0, stages }, 2000);
  });

  it('whole batches that do not fit are lost', () => {
    const stages: ChainStage[] = [{ mu: 1, K: 5, whenFull: 'drop', whole: true, to: [[-1, 1]] }];
    expectChain({ lambda: 0.3, batch: 3, entry: 0, stages }, 2500);
  });

  it('C1, BAS2: an element that becomes 5 keeps its server until the last has entered', () => {
    const stages: ChainStage[] = [
      { mu: 0.5, c: 2, K: 4, whenFull: 'drop', to: [[1, 1]] },
      { mu: 2, K: 3, whenFull: 'block', factor: 5, to: [[-1, 1]] },
    ];
    expectChain({ lambda: 0.5, entry: 0, stages }, 2000);
  });

  it('C1, BAS2: full batches of 2, each element 3 native ones, into a stage of 4', () => {
    const stages: ChainStage[] = [
      { mu: 0.5, K: 4, whenFull: 'drop', min: 2, max: 2, to: [[1, 1]] },
      { mu: 2, K: 4, whenFull: 'block', factor: 3, to: [[-1, 1]] },
    ];
    expectChain({ lambda: 0.8, entry: 0, stages }, 2000);
  });
});
