/**
 * The analytic answer to a scenario by the method asked for. Plain data in and out.
 *
 * `auto` takes the first of these that applies: formulas where they are exact; the Markov chain of the whole scenario
 * where it is small, since it leaves nothing out; product form for closed populations; a decomposition that fits what
 * is drawn (blocking, variability); else every stage alone. It says why, and gives the next best answer beside it.
 * Other methods are answered as asked, or refused by name.
 */

import type { NoAnswer } from '../../core/measures/measures.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import { graphOf } from '../../core/scenario/graph.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { solveChain } from './chain/solve-chain.ts';
import type { MethodName, SolveAnswer, SolveOutcome } from './contract.ts';
import { withGroups } from './group-answers.ts';
import { measurementVerdicts } from './measurement-verdicts.ts';
import { solveAuto } from './networks/choose-method.ts';
import { closedClasses } from './networks/closed-network.ts';
import { methodLabel } from './networks/method-labels.ts';
import { type OpenNetwork, openNetwork } from './networks/open-network.ts';
import { solveBlocking } from './networks/solve-blocking.ts';
import { solveClosed } from './networks/solve-closed.ts';
import { solveOpen } from './solve-by-formulas.ts';
import { nameOf } from './verdict-words.ts';

export interface SolveOptions {
  /** Phases of the Erlang distribution that stands in for deterministic services in the chain, integer >= 1, default 16. */
  readonly erlang?: number;
  /** Whether `auto` says what the precision of the inputs leaves open of a chain, which takes further solutions; default true. */
  readonly spans?: boolean;
}

/** `timed`: with percentiles of times where the method knows them. `options`: of single methods. */
export function solveScenario(
  scenario: Scenario,
  method: MethodName,
  timed = true,
  options: SolveOptions = {},
): SolveOutcome {
  const graph = graphOf(scenario);
  const fault = findFaults(scenario, graph).find(({ severity }) => severity === 'error');
  if (fault) return { kind: 'noAnswer', reason: 'invalid', stage: fault.node, message: fault.message };
  const outcome =
    method === 'auto'
      ? solveAuto(scenario, { timed, spans: options.spans ?? true, graph })
      : solveAsAsked(scenario, { ...options, method, timed });
  if (outcome.kind === 'noAnswer') return outcome;
  const contradictions = measurementVerdicts(scenario, outcome);
  const judged =
    contradictions.length === 0
      ? outcome
      : { ...outcome, verdicts: [...outcome.verdicts, ...contradictions] };
  const answer = withGroups(judged, scenario);
  if (method === 'auto') return answer;
  return { ...answer, method, methodLabel: methodLabel(outcome.method), reason: 'It was asked for.' };
}

interface Asked extends SolveOptions {
  readonly method: Exclude<MethodName, 'auto'>;
  readonly timed: boolean;
}

function solveAsAsked(scenario: Scenario, { method, timed, erlang }: Asked): SolveAnswer | NoAnswer {
  if (method === 'chain') return solveChain(scenario, erlang === undefined ? {} : { erlangStandIn: erlang });
  const open = openNetwork(scenario, timed);
  if (method === 'blocking') return solveBlocking(open);
  const isClosed = closedClasses(scenario).length > 0;
  switch (method) {
    case 'productForm':
      return isClosed ? solveClosed(open, method) : openProductForm(open);
    case 'mva':
    case 'convolution':
    case 'linearizer':
    case 'schweitzer':
      return isClosed
        ? solveClosed(open, method)
        : refuse(`There are no closed classes; ${method} is for those.`);
    default:
      return isClosed
        ? refuse(`The scenario has closed classes, which ${method} has no words for; take mva or linearizer.`)
        : solveOpen(open, method);
  }
}

/** The formulas where all of them are exact. */
function openProductForm(open: OpenNetwork): SolveAnswer | NoAnswer {
  const answer = solveOpen(open, 'auto');
  if (answer.kind === 'noAnswer' || answer.exact || answer.kind === 'unstable') return answer;
  const [stage] = Object.entries(answer.stages).find(([, measures]) => !measures.exact) ?? [];
  const node = open.scenario.nodes.find(({ id }) => id === stage);
  const what = node ? nameOf(node) : 'the network';
  const refusal = refuse(`There is no product form: that of ${what} is only an approximation.`);
  return stage === undefined ? refusal : { ...refusal, stage };
}

const refuse = (message: string): NoAnswer => ({ kind: 'noAnswer', reason: 'unsupported', message });
