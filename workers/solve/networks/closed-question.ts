/** What the answer to a network with closed classes is made of. */
import type { Verdict } from '../../../core/measures/verdicts.ts';
import type { ClosedMethod, SolveAnswer } from '../contract.ts';
import type { FlowNetwork, Flows } from '../flow-network.ts';
import type { ClosedSolution } from './closed-model.ts';
import type { ClosedNetwork } from './closed-network.ts';

export interface Chosen {
  readonly method: ClosedMethod;
  readonly solution: ClosedSolution;
  readonly exact: boolean;
}

export interface ClosedQuestion extends Chosen {
  readonly closed: ClosedNetwork;
  /** The open classes: network, flows, and their answer as if there were no closed jobs. */
  readonly network: FlowNetwork;
  readonly flows: Flows;
  readonly open: SolveAnswer;
  readonly verdicts: readonly Verdict[];
}
