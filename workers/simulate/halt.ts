/** Thrown inside the engine when a replication cannot go on; `replicate` hands out the answer it carries. */
import type { NoAnswer } from '../../core/measures/measures.ts';

export class SimulationHalt extends Error {
  readonly answer: NoAnswer;

  constructor(answer: NoAnswer) {
    super(answer.message);
    this.answer = answer;
  }
}
