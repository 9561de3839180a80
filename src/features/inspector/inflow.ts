/** What flows into a node that has no measures of its own. */

import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';

/** 1/s, as sent; undefined without an answer. */
export const inflowOf = (answer: SolveAnswer | undefined, id: NodeId): number | undefined =>
  answer?.links.filter((link) => link.to === id).reduce((sum, { rate }) => sum + rate, 0);
