/** The Markov chain of a scenario where it is solved unasked, and what the precision of the inputs leaves open of it. */

import type { NoAnswer } from '../../../core/measures/measures.ts';
import type { Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { solveChain } from '../chain/solve-chain.ts';
import type { SolveAnswer } from '../contract.ts';
import { closedClasses } from './closed-network.ts';
import type { OpenNetwork } from './open-network.ts';
import { spansLeftOut, withLoadSpans, withScenarioSpans } from './scenario-spans.ts';

/** Solved within some 100 ms, so that the page follows a slider. */
const MOST_STATES_UNASKED = 3000;

/** `spans`: with what the precision of the inputs leaves open. */
export function quickChain(scenario: Scenario, open: OpenNetwork, spans: boolean): SolveAnswer | NoAnswer {
  if (fewestStates(scenario) > MOST_STATES_UNASKED)
    return { kind: 'noAnswer', reason: 'unsupported', message: TOO_MANY_STATES };
  const chain = solveChain(scenario, { maxStates: MOST_STATES_UNASKED, isQuick: true });
  return chain.kind === 'noAnswer' || !spans ? chain : chainSpans(scenario, open, chain);
}

const TOO_MANY_STATES = `The Markov chain has more than ${MOST_STATES_UNASKED.toLocaleString('en')} states.`;

/** Solved again for each input where that is soon done, else for all of them together. */
function chainSpans(scenario: Scenario, { network }: OpenNetwork, answer: SolveAnswer): SolveAnswer {
  const isLarge = fewestStates(scenario) > MOST_STATES_AGAIN || scenario.nodes.some(isUnbounded);
  const again = (moved: Scenario, maxStates: number) => solveChain(moved, { maxStates, isQuick: true });
  if (isLarge && closedClasses(scenario).length === 0) {
    const solve = (moved: Scenario) => {
      const there = again(moved, 4 * MOST_STATES_UNASKED);
      if (there.kind !== 'noAnswer') return there.stages;
      return there.reason === 'unstable' ? undefined : 'unknown';
    };
    return withLoadSpans({ scenario, network, answer, solve });
  }
  const solve = (moved: Scenario) => {
    const there = again(moved, 4 * MOST_STATES_AGAIN);
    return there.kind === 'noAnswer' ? undefined : there.stages;
  };
  return isLarge ? spansLeftOut(answer) : withScenarioSpans({ scenario, network, answer, solve });
}

const MOST_STATES_AGAIN = 100;

/** Cut off, or by levels, which is more work than its states tell. */
const isUnbounded = (node: ScenarioNode): boolean => node.kind === 'stage' && node.capacity === undefined;

/** All combinations of occupancies; of an unbounded stage two levels at least. */
const fewestStates = ({ nodes }: Scenario): number =>
  nodes.reduce(
    (product, node) => (node.kind === 'stage' ? product * ((node.capacity ?? 1) + 1) : product),
    1,
  );
