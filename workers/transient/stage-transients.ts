/** What each stage holds over time. */
import type { NodeId } from '../../core/scenario/scenario.ts';
import { withoutTail } from '../solve/chain/chain-answer.ts';
import type { ExploredChain } from '../solve/chain/explore-chain.ts';
import type { OnWalked, StageTransient } from './contract.ts';
import type { Occupancies } from './occupancies.ts';
import { transientSums } from './transient-sums.ts';

export interface StagesQuestion {
  readonly chain: ExploredChain;
  readonly held: Occupancies;
  readonly start: number;
  readonly times: readonly number[];
  readonly distributionTimes: readonly number[];
  /** Probabilities of the steady state, if there is one. */
  readonly steady: Float64Array | undefined;
  /** Callbacks of the first and the second pass. */
  readonly onWalked: readonly [OnWalked, OnWalked];
}

export interface StagesFound {
  readonly stages: Readonly<Record<NodeId, StageTransient>>;
  /** By stage, elements lost per second: never more at any time. */
  readonly lossRates: Float64Array;
  readonly error: number;
}

/** Measures of all stages, one after the other: mean occupancy, P[full], losses, and P[n] for n = 0 .. capacity. */
export function stageTransients(question: StagesQuestion): StagesFound {
  const { chain, start, times, distributionTimes, steady } = question;
  const { stages } = chain.model;
  const meter = new Meter(question);
  const few = transientSums({
    rates: chain.rates,
    start,
    times,
    measures: 3 * stages.length,
    measure: (p, sums) => meter.means(p, sums),
    onWalked: question.onWalked[0],
  });
  const distributions = transientSums({
    rates: chain.rates,
    start,
    times: distributionTimes,
    measures: meter.levelCount,
    measure: (p, sums) => meter.levels(p, sums),
    onWalked: question.onWalked[1],
  });
  const end = new Float64Array(3 * stages.length);
  if (steady) meter.means(steady, end);
  const found: Record<NodeId, StageTransient> = {};
  stages.forEach(({ id, isCut, isDelay, capacity }, i) => {
    const isBounded = !isCut && !isDelay;
    found[id] = {
      meanOccupancy: few.sums.map((sums) => sums[3 * i]!),
      ...(isBounded && { fullProbability: few.sums.map((sums) => sums[3 * i + 1]!) }),
      ...(steady && { steadyOccupancy: end[3 * i]! }),
      ...(steady && isBounded && { steadyFullProbability: end[3 * i + 1]! }),
      distributions: distributionTimes.map((time, t) => {
        const from = meter.levelsFrom[i]!;
        return {
          time,
          probabilities: withoutTail(distributions.sums[t]!.subarray(from, from + capacity + 1)),
        };
      }),
    };
  });
  const lossRates = Float64Array.from(stages, (_, i) => few.largest[3 * i + 2]!);
  return { stages: found, lossRates, error: few.error };
}

class Meter {
  readonly levelsFrom: Int32Array;
  readonly levelCount: number;
  private readonly held: Occupancies;
  private readonly chain: ExploredChain;

  constructor({ chain, held }: StagesQuestion) {
    this.chain = chain;
    this.held = held;
    let levels = 0;
    this.levelsFrom = Int32Array.from(chain.model.stages, ({ capacity }) => {
      levels += capacity + 1;
      return levels - capacity - 1;
    });
    this.levelCount = levels;
  }

  means(probabilities: Float64Array, sums: Float64Array): void {
    const { elements, stageCount } = this.held;
    const { lossRates, model, working } = this.chain;
    const { classCount } = working.layout;
    sums.fill(0);
    for (let state = 0; state < probabilities.length; state++) {
      const p = probabilities[state]!;
      if (p === 0) continue;
      for (let stage = 0; stage < stageCount; stage++) {
        const n = elements[state * stageCount + stage]!;
        sums[3 * stage]! += p * n;
        if (n === model.stages[stage]!.capacity) sums[3 * stage + 1]! += p;
        for (let k = 0; k < classCount; k++)
          sums[3 * stage + 2]! += p * lossRates[(state * stageCount + stage) * classCount + k]!;
      }
    }
  }

  levels(probabilities: Float64Array, sums: Float64Array): void {
    const { elements, stageCount } = this.held;
    sums.fill(0);
    for (let state = 0; state < probabilities.length; state++) {
      for (let stage = 0; stage < stageCount; stage++)
        sums[this.levelsFrom[stage]! + elements[state * stageCount + stage]!]! += probabilities[state]!;
    }
  }
}
