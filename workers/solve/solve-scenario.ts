/**
 * The analytic answer to a scenario by the method asked for. Plain data in and out.
 *
 * `auto` takes the first of these that applies: self-timed execution where all times are constant; formulas where they are exact; the Markov chain of the whole scenario
 * where it is small, since it leaves nothing out; product form for closed populations; a decomposition that fits what
 * is drawn (blocking, variability); else every stage alone. It says why, and gives the next best answer beside it.
 * Other methods are answered as asked, or refused by name.
 */

import { refuseKinds } from '../../core/engines/capabilities.ts';
import { followsBlocking, isAutomatic, type MethodName } from '../../core/measures/methods.ts';
import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { closedClassesOf } from '../../core/scenario/classes.ts';
import { nameOf } from '../../core/scenario/defaults.ts';
import type { Fault } from '../../core/scenario/fault.ts';
import type { Graph } from '../../core/scenario/graph.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { clocks } from './chain/one-clock.ts';
import { solveChain } from './chain/solve-chain.ts';
import { checkedAnswer } from './checked-answer.ts';
import type { SolveAnswer, SolveOutcome } from './contract.ts';
import { measurementVerdicts } from './measurement-verdicts.ts';
import { percentilesAt } from './networks/blocking-percentiles.ts';
import { solveAuto } from './networks/choose-method.ts';
import { type OpenNetwork, openNetwork } from './networks/open-network.ts';
import { solveBlocking } from './networks/solve-blocking.ts';
import { solveClosed, solvePopulations } from './networks/solve-closed.ts';
import { solveSelfTimed } from './self-timed/solve-self-timed.ts';
import { solveOpen } from './solve-by-formulas.ts';
import { answerFilled, answerLocked, answerTrapped } from './solve-trapped.ts';
import { answerApart } from './unconnected-parts.ts';

export interface SolveOptions {
  /** Phases of the Erlang distribution that stands in for constant times in the chain, integer >= 1; by default the only one is followed as it is, several have 16. */
  readonly erlang?: number;
  /** Whether something else of a drawing has an answer, so that this part may have one without numbers; default false. */
  readonly isPart?: boolean;
  /** Whether `auto` says what the precision of the inputs leaves open of a chain, which takes further solutions; default true. */
  readonly spans?: boolean;
}

function withTimes(open: OpenNetwork, alone?: SolveAnswer): SolveAnswer | NoAnswer {
  return solveBlocking(open, alone, percentilesAt);
}

const ENGINES = {
  chain: solveChain,
  selfTimed: solveSelfTimed,
  closed: { solveClosed, solvePopulations },
  blocking: withTimes,
};

/** `timed`: with percentiles of times where the method knows them. `options`: of single methods. */
export function solveScenario(
  scenario: Scenario,
  method: MethodName,
  timed = true,
  options: SolveOptions = {},
): SolveOutcome {
  const solveRest = (rest: Scenario): SolveOutcome =>
    solveScenario(rest, method, timed, { ...options, isPart: true });
  const { isPart = false } = options;
  const solve = (graph: Graph): SolveOutcome => {
    if (!isAutomatic(method)) return solveAsAsked(scenario, { ...options, method, timed });
    const filled = answerFilled({ scenario, graph, solveRest });
    if (filled) return filled;
    const best = solveAuto(scenario, { timed, spans: options.spans ?? true, graph, engines: ENGINES });
    return answerLocked({ scenario, graph, isPart, solveRest }, best) ?? best;
  };
  const trapped = (faults: readonly Fault[], graph: Graph): SolveOutcome | undefined =>
    answerTrapped({ scenario, graph, faults, isPart, solve: () => solve(graph), solveRest });
  const apart = isAutomatic(method) ? answerApart(scenario, solveRest) : undefined;
  const answered = apart ?? checkedAnswer(scenario, method, solve, trapped);
  if (answered.kind === 'noAnswer') return answered;
  const verdicts = [...answered.verdicts, ...measurementVerdicts(scenario, answered)];
  const outcome = { ...answered, verdicts };
  if (isAutomatic(method)) return outcome;
  return { ...outcome, method, solvedBy: outcome.method, choice: { code: 'asked' } };
}

interface Asked extends SolveOptions {
  readonly method: Exclude<MethodName, 'auto'>;
  readonly timed: boolean;
}

function solveAsAsked(scenario: Scenario, { method, timed, erlang }: Asked): SolveAnswer | NoAnswer {
  const isClosed = closedClassesOf(scenario).length > 0;
  const open = (): OpenNetwork => openNetwork(scenario, timed);
  switch (method) {
    case 'chain':
      return solveChain(scenario, { clocks, ...(erlang !== undefined && { erlangStandIn: erlang }) });
    case 'selfTimed':
      return solveSelfTimed(scenario);
    case 'blocking':
      return blockingNetwork(open(), isClosed);
    case 'productForm':
      return isClosed ? solveClosed(open(), method) : openProductForm(open());
    case 'mva':
    case 'convolution':
    case 'linearizer':
    case 'schweitzer':
      return isClosed ? solveClosed(open(), method) : noAnswer('noClosedClasses', { method });
    case 'mm1':
    case 'mm1k':
    case 'mmc':
    case 'mmck':
    case 'qna':
      return isClosed ? noAnswer('closedClasses', { method }) : solveOpen(open(), method);
  }
}

function blockingNetwork(open: OpenNetwork, isClosed: boolean): SolveAnswer | NoAnswer {
  const ring = isClosed ? solveClosed(open) : undefined;
  return ring?.kind === 'answer' && followsBlocking(ring.method) ? ring : withTimes(open);
}

/** The formulas where all of them are exact. */
function openProductForm(open: OpenNetwork): SolveAnswer | NoAnswer {
  const refusal = refuseKinds('formulas', open.scenario);
  if (refusal) return refusal;
  const answer = solveOpen(open, 'auto');
  if (answer.kind === 'noAnswer' || answer.exact || answer.kind === 'unstable') return answer;
  const [stage] = Object.entries(answer.stages).find(([, measures]) => !measures.exact) ?? [];
  const node = open.scenario.nodes.find(({ id }) => id === stage);
  return noAnswer('onlyApproximate', node ? { name: nameOf(node) } : {}, stage);
}
