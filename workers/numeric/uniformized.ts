import { rowSums, type SparseMatrix, transposed } from './sparse-matrix.ts';

/**
 * A continuous-time chain seen at the ticks of a Poisson clock of rate `clock`, at least that of leaving any state:
 * from tick to tick it moves by a matrix of probabilities, and after time t it has seen a Poisson number of ticks.
 * `rates`: off-diagonal, 1/s; a state without any stays for ever.
 * Source: A. Jensen, Markoff chains as an aid in the study of Markoff processes, Skand. Aktuarietidskr. 36 (1953);
 * W. Grassmann, Transient solutions in Markovian queueing systems, Comput. Oper. Res. 4 (1977).
 */
export class Uniformized {
  /** Ticks per second. */
  readonly clock: number;
  /** Shares of the ticks that lead into each state. */
  private readonly into: SparseMatrix;
  private readonly stay: Float64Array;

  constructor(rates: SparseMatrix) {
    const leaving = rowSums(rates);
    // Where nothing ever happens any clock will do.
    this.clock = leaving.reduce((most, rate) => Math.max(most, rate), 0) || 1;
    const into = transposed(rates);
    this.into = { ...into, values: into.values.map((rate) => rate / this.clock) };
    this.stay = leaving.map((rate) => 1 - rate / this.clock);
  }

  /** Probabilities at the next tick, from those `now`. Nothing is subtracted, so small ones keep their digits. */
  step(now: Float64Array, next: Float64Array): void {
    const { stay } = this;
    const { size, starts, columns, values } = this.into;
    for (let i = 0; i < size; i++) {
      let comes = stay[i]! * now[i]!;
      for (let k = starts[i]!; k < starts[i + 1]!; k++) comes += values[k]! * now[columns[k]!]!;
      next[i] = comes;
    }
  }
}
