/** Thrown inside the engine when a replication cannot go on; `replicate` hands out the answer it carries. */
import { type NoAnswer, refusalText } from '../../core/measures/refusals.ts';

export class SimulationHalt extends Error {
  readonly answer: NoAnswer;

  constructor(answer: NoAnswer) {
    super(refusalText(answer));
    this.answer = answer;
  }
}
