/** The methods that a scenario may be solved by, as a menu shows them. */

import type { MethodName } from '../../../core/measures/methods.ts';
import { classesOf, isClosed } from '../../../core/scenario/classes.ts';
import { queuesInteract } from '../../../core/scenario/graph.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';

export const METHOD_TITLES: Readonly<Record<MethodName, string>> = {
  auto: 'Auto',
  chain: 'Exact Markov chain',
  selfTimed: 'Constant times (self-timed)',
  productForm: 'Product form',
  blocking: 'Decomposition with blocking',
  qna: 'QNA (two-moment decomposition)',
  mva: 'Exact MVA',
  convolution: 'Convolution',
  linearizer: 'Linearizer',
  schweitzer: 'Bard–Schweitzer',
  mm1: 'Force M/M/1',
  mm1k: 'Force M/M/1/K',
  mmc: 'Force M/M/c',
  mmck: 'Force M/M/c/K',
};

export interface MethodGroup {
  readonly heading?: string;
  readonly methods: readonly MethodName[];
}

export const METHOD_GROUPS: readonly MethodGroup[] = [
  { methods: ['auto'] },
  { heading: 'The whole network', methods: ['chain', 'selfTimed', 'productForm', 'blocking', 'qna'] },
  { heading: 'Isolated queues', methods: ['mm1', 'mm1k', 'mmc', 'mmck'] },
  { heading: 'Closed populations', methods: ['mva', 'convolution', 'linearizer', 'schweitzer'] },
];

/** Why a method has nothing to say about a scenario, in few words; what costs more to find out the solver says. */
export function notForThis(scenario: Scenario, method: MethodName): string | undefined {
  const hasClosed = classesOf(scenario).some(isClosed);
  switch (method) {
    case 'auto':
    case 'chain':
    case 'selfTimed':
    case 'productForm':
      return undefined;
    case 'mva':
    case 'convolution':
    case 'linearizer':
    case 'schweitzer':
      return hasClosed ? undefined : 'no closed class';
    case 'blocking':
      if (hasClosed) return 'not for closed classes';
      return queuesInteract(scenario) ? undefined : 'no stage blocks another or loses elements';
    default:
      return hasClosed ? 'not for closed classes' : undefined;
  }
}
