import { describe, expect, it } from 'vitest';
import { someOf } from '../../../tests/examples.ts';
import { solveChain as solveByBruteForce } from '../../simulate/brute-force-chain.test-support.ts';
import { randomNetwork, randomTimedNetwork, scenarioFrom } from './random-chain.test-support.ts';
import { solveChain } from './solve-chain.ts';

/** Random networks in one test. */
const EACH = 10;

const FIRST_SEEDS = [1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 101, 111];

describe.each([
  ['', randomNetwork],
  [' and services that depend on their batch or the number in the stage', randomTimedNetwork],
])('random networks with blocking, loss, groups, bulk, filters, feedback%s', (_, networkOf) => {
  it.each(someOf(FIRST_SEEDS, 6))(
    'agree to 1e-9 with a chain that writes every state out, from seed %i',
    (first) => {
      let compared = 0;
      for (let seed = first; seed < first + EACH; seed++) {
        const network = networkOf(seed);
        const answer = solveChain(scenarioFrom(network), { maxStates: 400 });
        if (answer.kind === 'noAnswer') continue;
        const truth = solveByBruteForce(network);
        compared++;
        expect(answer.network.throughput, `seed ${seed}`).toBeCloseTo(truth.throughput, 9);
        network.stages.forEach((_, s) => {
          const stage = answer.stages[`s${s}`]!;
          const of = (name: string) => `${name} of s${s}, seed ${seed}`;
          expect(stage.meanOccupancy, of('occupancy')).toBeCloseTo(truth.meanOccupancy[s]!, 9);
          expect(stage.utilization, of('utilization')).toBeCloseTo(truth.utilization[s]!, 9);
          expect(stage.blockedFraction, of('blocked')).toBeCloseTo(truth.blockedFraction[s]!, 9);
          expect(stage.lossRate, of('loss')).toBeCloseTo(truth.lossRate[s]!, 9);
          expect(stage.fullProbability, of('full')).toBeCloseTo(truth.fullProbability[s]!, 9);
        });
      }
      expect(compared).toBeGreaterThan(EACH / 3);
    },
  );
});
