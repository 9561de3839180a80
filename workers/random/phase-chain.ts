/**
 * Continuous-time Markov chains of a few phases: phase-type service times and Markovian arrival processes.
 * Source of the processes: Neuts, Matrix-geometric solutions in stochastic models (1981), ch. 2; Lucantoni, Stochastic
 * Models 7 (1991).
 */
import type { MapDistribution, PhaseTypeDistribution } from '../../core/distributions/distribution.ts';
import { stationaryPhases } from '../../core/distributions/markov-moments.ts';
import { cumulativeShares, indexAt } from './cumulative.ts';
import { drawExponential } from './exponential.ts';
import type { RandomStream } from './random-stream.ts';

/** What can happen in one phase: it ends at `rate`, then case k by its share; cases are numbered by the caller. */
interface PhaseExit {
  readonly rate: number;
  readonly cumulative: Float64Array;
}

function phaseExit(weights: readonly number[]): PhaseExit {
  const rate = weights.reduce((sum, weight) => sum + weight, 0);
  return { rate, cumulative: rate > 0 ? cumulativeShares(weights) : new Float64Array(0) };
}

/** Time to absorption from `alpha` by the sub-generator `T`; a missing mass of alpha is an atom at 0. */
export class PhaseTypeDraws {
  private readonly stream: RandomStream;
  private readonly start: Float64Array;
  private readonly exits: readonly PhaseExit[];

  constructor(distribution: PhaseTypeDistribution, stream: RandomStream) {
    const mass = distribution.alpha.reduce((sum, p) => sum + p, 0);
    this.stream = stream;
    // Case number `phases` means absorbed, here and below.
    this.start = cumulativeShares([...distribution.alpha, Math.max(0, 1 - mass)]);
    this.exits = distribution.T.map((row, phase) => {
      const absorb = Math.max(0, -row.reduce((sum, x) => sum + x, 0));
      return phaseExit([...row.map((x, other) => (other === phase ? 0 : x)), absorb]);
    });
  }

  next(): number {
    let time = 0;
    let phase = indexAt(this.start, this.stream.uniform());
    while (phase < this.exits.length) {
      const exit = this.exits[phase]!;
      time += drawExponential(this.stream) / exit.rate;
      phase = indexAt(exit.cumulative, this.stream.uniform());
    }
    return time;
  }
}

/** Times between the arrivals of a MAP that starts in its stationary phase. */
export class MarkovianArrivalDraws {
  private readonly stream: RandomStream;
  private readonly exits: readonly PhaseExit[];
  private phase: number;

  constructor(distribution: MapDistribution, stream: RandomStream) {
    this.stream = stream;
    // Cases 0 .. m-1: move without an arrival; m .. 2m-1: move with one.
    this.exits = distribution.D0.map((row, phase) =>
      phaseExit([...row.map((x, other) => (other === phase ? 0 : x)), ...distribution.D1[phase]!]),
    );
    // Without a stationary phase (a set of phases that is never reached again) it starts in the first.
    const start = stationaryPhases(distribution)?.map((share) => Math.max(0, share)) ?? [1];
    this.phase = indexAt(cumulativeShares(start), stream.uniform());
  }

  next(): number {
    const phases = this.exits.length;
    let time = 0;
    for (;;) {
      const exit = this.exits[this.phase]!;
      time += drawExponential(this.stream) / exit.rate;
      const move = indexAt(exit.cumulative, this.stream.uniform());
      this.phase = move % phases;
      if (move >= phases) return time;
    }
  }
}
