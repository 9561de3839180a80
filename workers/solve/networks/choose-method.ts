/**
 * The best method that applies to a scenario, its answer, why it was taken, and the next best answer that costs little.
 * The scenario has no faults.
 */

import { refuseKinds } from '../../../core/engines/capabilities.ts';
import { followsBlocking } from '../../../core/measures/methods.ts';
import { type NoAnswer, noAnswer } from '../../../core/measures/refusals.ts';
import { type MethodChoice, type Verdict, warning } from '../../../core/measures/verdicts.ts';
import { blocksSenders } from '../../../core/rules/when-full.ts';
import { closedClassesOf } from '../../../core/scenario/classes.ts';
import { hasDataflow } from '../../../core/scenario/dataflow-faults.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { type Graph, queuesInteract } from '../../../core/scenario/graph.ts';
import type { NodeId, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { MOST_STATES_UNASKED, SECONDS_UNASKED } from '../chain/check-size.ts';
import type { solveChain as Chain } from '../chain/solve-chain.ts';
import type {
  NextBest,
  NextBestMeasures,
  SolveAnswer,
  SolveOutcome,
  StageAnswer,
  StagewiseMethod,
} from '../contract.ts';
import { NOT_DETERMINED } from '../determined.ts';
import { measuresOfNodes } from '../network-measures.ts';
import type { solveSelfTimed as SelfTimed } from '../self-timed/solve-self-timed.ts';
import { solveMeans, solveOpen } from '../solve-by-formulas.ts';
import { stagesAlone } from '../stages-alone.ts';
import { withLock } from './closed-locks.ts';
import { lockingRing } from './locking-ring.ts';
import { type OpenNetwork, openNetwork } from './open-network.ts';
import { PRECISION_LEFT_OUT, spansLeftOut, withLoadSpans, withScenarioSpans } from './scenario-spans.ts';
import type { solveBlocking as Blocking } from './solve-blocking.ts';
import type * as Closed from './solve-closed.ts';

export interface AutoOptions {
  readonly timed: boolean;
  /** Whether it is said what the precision of the inputs leaves open of a chain. */
  readonly spans: boolean;
  /** Graph of the drawing. */
  readonly graph: Graph;
  readonly engines: Engines;
}

/** What not every scenario needs. It is handed in: a model inside another page loads it only for those that do. */
export interface Engines {
  /** For small networks. */
  readonly chain: typeof Chain;
  /** For constant times. */
  readonly selfTimed: typeof SelfTimed;
  /** For closed populations. */
  readonly closed: Pick<typeof Closed, 'solveClosed' | 'solvePopulations'>;
  /** For open networks with stages that hold up others or lose, and where the shortest queue is chosen. */
  readonly blocking: typeof Blocking;
}

export function solveAuto(scenario: Scenario, { timed, spans, graph, engines }: AutoOptions): SolveOutcome {
  const fixed = engines.selfTimed(scenario, INSTANTS_UNASKED);
  if (fixed.kind !== 'noAnswer') return told(fixed, { code: 'constantTimes' });
  if (fixed.reason === 'deadlock') return fixed;
  if (hasDataflow(scenario)) return notConstant(scenario, fixed);
  const open = openNetwork(scenario, timed, graph);
  const question: Question = { open, spans, engines, graph };
  const isClosed = closedClassesOf(scenario).length > 0;
  const refusal = refuseKinds(isClosed ? 'closed' : 'formulas', scenario);
  if (refusal) {
    const chain = quickChain(scenario, question);
    if (chain.kind === 'noAnswer') return chain.reason === 'unsupported' ? refusal : chain;
    return told(chain, SMALL_CHAIN);
  }
  const outcome = isClosed ? chooseClosed(scenario, question) : chooseOpen(scenario, question);
  return holdsUp(scenario) ? withLock(scenario, graph, outcome) : outcome;
}

interface Question {
  readonly open: OpenNetwork;
  readonly spans: boolean;
  readonly engines: Engines;
  readonly graph: Graph;
}

/** No other method takes dataflow stages. */
export function notConstant({ nodes }: Scenario, refusal: NoAnswer): NoAnswer {
  const { code, stage } = refusal;
  const node = nodes.find(({ id }) => id === stage);
  if (!node || (code !== 'kindNotSupported' && code !== 'selfTimedDoesNotApply')) return refusal;
  return noAnswer('dataflowNotConstant', { name: nameOf(node) }, stage);
}

/** Two or three tenths of a second in a network of ten stages. */
const INSTANTS_UNASKED = 20_000;

function chooseOpen(scenario: Scenario, question: Question): SolveOutcome {
  const { open, engines } = question;
  const holds = holdsUp(scenario);
  // Stages that hold up others are never exact alone, and seldom the answer: their means will do until then.
  const alone = holds ? solveMeans(open, 'auto') : solveOpen(open, 'auto');
  if (alone.kind === 'noAnswer') return alone;
  if (alone.exact) return told(alone, { code: 'exactAlone' });
  const chain = quickChain(scenario, question);
  if (chain.kind !== 'noAnswer') {
    const known = holds ? solveOpen(open, 'auto') : alone;
    return told(
      known.kind === 'noAnswer' ? chain : besideFormulas(chain, known),
      SMALL_CHAIN,
      besides(alone),
    );
  }
  if (areExact(alone) && open.network.forkJoins.length > 0)
    return told(warned(alone, chain), { code: 'joins' });
  const blocking = queuesInteract(scenario) ? engines.blocking(open, alone) : undefined;
  if (blocking && blocking.kind !== 'noAnswer')
    return told(
      warned(blocking, chain),
      { code: holds ? 'blocking' : 'finiteQueues', chain },
      besides(alone),
    );
  // A ring whose rounds do not settle locks soon; stages alone know nothing of it.
  if (
    blocking?.code === 'blockingDoesNotApply' &&
    blocking.facts.because.code === 'unsettled' &&
    lockingRing(scenario, question.graph)
  )
    return blocking;
  const moments = isVariable(scenario) ? solveOpen(open, 'qna') : undefined;
  if (moments?.kind === alone.kind)
    return told(warned(moments, chain), { code: 'twoMoments', chain }, besides(alone));
  const formulas = holds ? solveOpen(open, 'auto') : alone;
  if (formulas.kind === 'noAnswer') return formulas;
  const refused = blocking?.reason === 'unstable' && chain.reason !== 'unstable' ? blocking : chain;
  const other = quickMeans(open, moments ? 'qna' : 'mmc');
  return told(warned(withinRoom(formulas, scenario), refused), { code: 'alone', chain }, other);
}

/** Where every stage is finite no queue grows: overloaded ones are full, and senders wait, however many this method cannot tell. */
function withinRoom(answer: SolveAnswer, { nodes }: Scenario): SolveAnswer {
  if (answer.kind !== 'unstable' || nodes.some(isUnbounded)) return answer;
  const { unstable: _, ...rest } = answer;
  const stages = { ...answer.stages };
  for (const [id, stage] of Object.entries(stages))
    if (stage.meanOccupancy === undefined) stages[id] = { ...stage, doubtful: true };
  return { ...rest, kind: 'answer', stages, verdicts: answer.verdicts.map(waiting) };
}

const waiting = (verdict: Verdict): Verdict =>
  verdict.code === 'saturated' ? { ...verdict, facts: { ...verdict.facts, waits: true } } : verdict;

const areExact = ({ stages }: SolveAnswer): boolean => Object.values(stages).every(({ exact }) => exact);

/** What saturates next is asked of the formulas, and what the typed digits leave open where the chain is too large to be solved again. */
function besideFormulas(chain: SolveAnswer, { verdicts, network: { ladder } }: SolveAnswer): SolveAnswer {
  const isLeftOut = chain.verdicts.some(({ code }) => code === PRECISION_LEFT_OUT);
  const doubts = isLeftOut ? verdicts.filter(({ code }) => code === NOT_DETERMINED) : [];
  return {
    ...chain,
    network: { ...chain.network, ...(ladder && { ladder }) },
    verdicts: [...doubts, ...chain.verdicts],
  };
}

/** Takes no time worth speaking of, whatever the populations. */
const BESIDE_CLOSED = 'schweitzer';

const SMALL_CHAIN: MethodChoice = { code: 'smallChain' };

function chooseClosed(scenario: Scenario, question: Question): SolveOutcome {
  const { open } = question;
  const engine = question.engines.closed;
  const closed = engine.solveClosed(open);
  const approximately = ({ method }: SolveAnswer): NextBest | undefined =>
    method === BESIDE_CLOSED ? undefined : besides(engine.solvePopulations(open, BESIDE_CLOSED, true));
  if (closed.kind !== 'noAnswer' && closed.exact)
    return told(closed, { code: 'productForm' }, approximately(closed));
  const chain = quickChain(scenario, question);
  if (chain.kind !== 'noAnswer') return told(chain, SMALL_CHAIN, besides(closed));
  if (closed.kind === 'noAnswer') return chain.reason === 'unsupported' ? closed : chain;
  return told(
    warned(closed, chain),
    { code: followsBlocking(closed.method) ? 'blocking' : 'meanValues', chain },
    approximately(closed),
  );
}

/** Finite stages that make their senders wait. */
export const holdsUp = ({ nodes }: Scenario): boolean =>
  nodes.some((node) => node.kind === 'stage' && blocksSenders(node));

/** Streams or services that are not exponential, and nothing that holds up others. */
const isVariable = ({ nodes }: Scenario): boolean =>
  nodes.every((node) => node.kind !== 'stage' || !blocksSenders(node));

const told = (answer: SolveAnswer, choice: MethodChoice, nextBest?: NextBest): SolveAnswer => ({
  ...answer,
  method: 'auto',
  solvedBy: answer.method,
  choice,
  ...(nextBest && { nextBest }),
});

/** Every stage alone by another method, means only. */
function quickMeans(open: OpenNetwork, method: StagewiseMethod): NextBest | undefined {
  const alone = stagesAlone(open, method, true);
  if (!alone) return undefined;
  const { network, solution } = alone;
  const stages: Record<NodeId, NextBestMeasures> = {};
  network.nodes.forEach(({ node }, i) => {
    const stage = solution.stages[i];
    if (stage) stages[node.id] = pick(stage);
  });
  const whole = measuresOfNodes(network, solution.flows, solution.stages);
  return nextBest({ method, exact: false, stages, network: whole });
}

function besides(answer: SolveAnswer | NoAnswer): NextBest | undefined {
  if (answer.kind !== 'answer') return undefined;
  const stages: Record<NodeId, NextBestMeasures> = {};
  for (const id in answer.stages) stages[id] = pick(answer.stages[id]!);
  const { method, exact, network } = answer;
  return nextBest({ method, exact, stages, network });
}

type Numbers = Pick<NextBest, 'method' | 'exact' | 'stages' | 'network'>;

function nextBest({ method, exact, stages, network: { throughput, meanSojournTime } }: Numbers): NextBest {
  return {
    method,
    exact,
    stages,
    network: {
      ...(throughput !== undefined && { throughput }),
      ...(meanSojournTime !== undefined && { meanSojournTime }),
    },
  };
}

/** Named one by one: it is done for every stage of every answer. */
function pick(stage: NextBestMeasures): NextBestMeasures {
  const { throughput, utilization, backPressureProbability, meanOccupancy } = stage;
  const { meanQueueLength, meanSojournTime, meanWaitingTime } = stage;
  const shown: { -readonly [Name in keyof NextBestMeasures]: NextBestMeasures[Name] } = {};
  if (throughput !== undefined) shown.throughput = throughput;
  if (utilization !== undefined) shown.utilization = utilization;
  if (backPressureProbability !== undefined) shown.backPressureProbability = backPressureProbability;
  if (meanOccupancy !== undefined) shown.meanOccupancy = meanOccupancy;
  if (meanQueueLength !== undefined) shown.meanQueueLength = meanQueueLength;
  if (meanSojournTime !== undefined) shown.meanSojournTime = meanSojournTime;
  if (meanWaitingTime !== undefined) shown.meanWaitingTime = meanWaitingTime;
  return shown;
}

/** The answer stands, but the chain may know that there is no steady state. */
function warned(answer: SolveAnswer, refusal: NoAnswer): SolveAnswer {
  const { reason, stage } = refusal;
  if (reason === 'unsupported' || reason === 'invalid' || reason === 'failed') return answer;
  if (answer.kind === 'unstable') return answer;
  const told = reason === 'unstable' && stage !== undefined ? withoutSteadyState(answer, stage) : answer;
  return { ...told, verdicts: [warning(`chain-${reason}`, { refusal }, stage), ...told.verdicts] };
}

/** The numbers of a method that finds a steady state where there is none: those of the queue that grows are left out, and none is to be relied on. */
function withoutSteadyState(answer: SolveAnswer, growing: NodeId): SolveAnswer {
  const stages: Record<NodeId, StageAnswer> = {};
  for (const [id, stage] of Object.entries(answer.stages))
    stages[id] = { ...(id === growing ? withoutQueue(stage) : stage), doubtful: true };
  const { meanSojournTime: _, ...network } = answer.network;
  const verdicts = answer.verdicts.filter(({ code }) => code !== 'blocking-approximated');
  return { ...answer, stages, network, verdicts };
}

const withoutQueue = (stage: StageAnswer): StageAnswer => {
  const { model, exact, loadPerServer, offeredRate, arrivalRate, throughput, outputRate, utilization } =
    stage;
  return {
    ...{ model, exact, saturated: true, loadPerServer, offeredRate, arrivalRate, throughput, outputRate },
    ...(utilization !== undefined && { utilization }),
    ...(stage.assumptions && { assumptions: stage.assumptions }),
  };
};

/** The Markov chain of a scenario where it is solved unasked, and what the precision of the inputs leaves open of it. */

/** `spans`: with what the precision of the inputs leaves open. */
function quickChain(scenario: Scenario, question: Question): SolveAnswer | NoAnswer {
  const { spans, engines } = question;
  if (fewestStates(scenario) > MOST_STATES_UNASKED)
    return noAnswer('tooManyStates', { most: MOST_STATES_UNASKED, isGuess: true });
  const chain = engines.chain(scenario, {
    maxStates: MOST_STATES_UNASKED,
    maxSeconds: SECONDS_UNASKED,
    isQuick: true,
  });
  return chain.kind === 'noAnswer' || !spans ? chain : chainSpans(scenario, question, chain);
}

/** Solved again for each input where that is soon done, else for all of them together. */
function chainSpans(scenario: Scenario, { open, engines }: Question, answer: SolveAnswer): SolveAnswer {
  const { network } = open;
  const isLarge = fewestStates(scenario) > MOST_STATES_AGAIN || scenario.nodes.some(isUnbounded);
  const again = (moved: Scenario, maxStates: number) => engines.chain(moved, { maxStates, isQuick: true });
  if (isLarge && closedClassesOf(scenario).length === 0) {
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

/** Where the jobs of a closed class are of at least two places; else all combinations of occupancies, two levels of an unbounded stage. */
function fewestStates(scenario: Scenario): number {
  const jobs = closedClassesOf(scenario);
  if (jobs.length > 0) return jobs.reduce((product, { closed }) => product * (closed.population + 1), 1);
  return scenario.nodes.reduce(
    (product, node) => (node.kind === 'stage' ? product * ((node.capacity ?? 1) + 1) : product),
    1,
  );
}
