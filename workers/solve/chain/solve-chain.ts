/**
 * The continuous-time Markov chain of a scenario, built from the drawing itself by the simulator's rules
 * (workers/simulate/SPEC.md) and solved exactly: classes, priorities, blocking, loss, bulk service, closed populations,
 * forks, shared resources, routes and phases all count.
 *
 * Unbounded queues are cut off where next to nothing is beyond (`EDGE_MASS`). Refuses what has no finite chain
 * (`unsupported`, by name), chains of more than `maxStates` states, networks that stand still sooner or later
 * (`deadlock`, `stuck`) or grow without end (`unstable`).
 */

import { refuseKinds } from '../../../core/engines/capabilities.ts';
import { countText, type NoAnswer, noAnswer } from '../../../core/measures/refusals.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { NodeId, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { closedClasses } from '../../numeric/closed-classes.ts';
import { submatrix, together } from '../../numeric/sparse-matrix.ts';
import { type StationaryAnswer, stationaryWithin } from '../../numeric/stationary.ts';
import type { SolveAnswer } from '../contract.ts';
import { solveFlows } from '../flow-balance.ts';
import type { FlowNetwork, Flows } from '../flow-network.ts';
import { mixedFlows } from '../networks/class-mix.ts';
import { chainModel } from './build-chain-model.ts';
import { chainAnswer } from './chain-answer.ts';
import { type ChainAverages, chainAverages, edgeMass } from './chain-averages.ts';
import type { ChainModel } from './chain-model.ts';
import type { PhasedAnswer } from './chain-remarks.ts';
import {
  estimateStates,
  isHopeless,
  refuseCut,
  refuseSize,
  SECONDS_OF_WORK,
  secondsBefore,
  tooManyStates,
} from './check-size.ts';
import { EDGE_MASS, firstCuts, nextCut } from './cut-levels.ts';
import { asStandIn, deterministicNodes, STAND_IN_PHASES, withErlangs } from './erlang-stand-in.ts';
import { type ExploredChain, exploreChain } from './explore-chain.ts';
import { refuseChain } from './refuse-chain.ts';
import { refuseModel } from './refuse-model.ts';
import { solveLevels } from './solve-levels.ts';

export interface ChainLimits {
  /** Default 1,000,000. */
  readonly maxStates?: number;
  /** Refuse what is expected to take longer; default no limit. */
  readonly maxSeconds?: number;
  /** Refuse without exploring where the occupancies alone combine to more states than allowed, and take no stand-ins. */
  readonly isQuick?: boolean;
  /** Phases of the Erlang distribution that a deterministic service is replaced by, default 16. */
  readonly erlangStandIn?: number;
  /** Follows a constant time as it is, where it is the only one and no phases are asked for; handed in, since embedded models do without. */
  readonly clocks?: Clocks;
}

type Clocks = typeof import('./one-clock.ts').clocks;

export const MOST_STATES = 1_000_000;

export function solveChain(scenario: Scenario, limits: ChainLimits = {}): SolveAnswer | NoAnswer {
  const unknown = refuseKinds('chain', scenario);
  if (unknown) return unknown;
  const { isQuick = false, erlangStandIn: phases = STAND_IN_PHASES } = limits;
  const fixed = isQuick ? [] : deterministicNodes(scenario);
  if (fixed.length === 0) return solvePhases(scenario, limits);
  const clock = limits.erlangStandIn === undefined ? limits.clocks?.clockOf(scenario) : undefined;
  if (clock) {
    const exact = solvePhases(withErlangs(scenario, 1), limits, clock);
    if (exact) return exact;
  }
  const answer = solvePhases(withErlangs(scenario, phases), limits);
  if (answer.kind === 'noAnswer')
    return answer.code === 'tooManyStates' ? noAnswer(answer.code, { ...answer.facts, phases }) : answer;
  return asStandIn({ answer, phases }, otherPhases(scenario, phases, limits), scenario);
}

/** With twice as many phases where that chain is not much work, else with half as many. */
function otherPhases(scenario: Scenario, phases: number, limits: ChainLimits): PhasedAnswer | undefined {
  const { maxStates = MOST_STATES } = limits;
  const at = (k: number, most: number): PhasedAnswer | undefined => {
    const answer = solvePhases(withErlangs(scenario, k), { ...limits, maxStates: most });
    return answer.kind === 'noAnswer' ? undefined : { answer, phases: k };
  };
  const half = Math.floor(phases / 2);
  return at(2 * phases, Math.min(maxStates, MOST_DOUBLED)) ?? (half > 0 ? at(half, maxStates) : undefined);
}

/** Solved within a second or two. */
const MOST_DOUBLED = 100_000;

/** Where every distribution has phases; `clock`: but for this node, whose one phase stands for a constant time. */
function solvePhases(scenario: Scenario, limits: ChainLimits): SolveAnswer | NoAnswer;
function solvePhases(
  scenario: Scenario,
  limits: ChainLimits,
  clock: ScenarioNode | undefined,
): SolveAnswer | NoAnswer | undefined;
function solvePhases(
  scenario: Scenario,
  limits: ChainLimits,
  clock?: ScenarioNode,
): SolveAnswer | NoAnswer | undefined {
  const { maxStates = MOST_STATES, isQuick = false } = limits;
  const refusal = refuseChain(scenario);
  if (refusal) return refusal;
  const network = mixedFlows(scenario);
  const flows = solveFlows(network, { regime: 'limited', losses: 'counted' });
  const overloaded = flows && overloadedStage(network, flows);
  if (overloaded !== undefined) return growsWithoutEnd(scenario, overloaded);
  const cuts = firstCuts(network, flows);
  const levels = clock ? undefined : levelsOf(scenario, [...cuts.keys()], isQuick);
  if (levels === 'unstable') return growsWithoutEnd(scenario, [...cuts.keys()][0]!);
  if (levels) {
    const name = `Markov chain, unbounded levels of ${countText(levels.phases)} ${levels.phases === 1 ? 'state' : 'states'}`;
    return chainAnswer({ ...levels, scenario, network, name });
  }
  for (let last: EdgeMass | undefined; ; ) {
    const model = chainModel(scenario, cuts);
    if (clock && !limits.clocks?.isWorthwhile(model, clock)) return undefined;
    const reason = refuseModel(model) ?? (last ? undefined : refuseCut(model, maxStates));
    if (reason) return reason;
    const estimate = isQuick ? estimateStates(model) : 0;
    if (estimate > maxStates) return noAnswer('tooManyStates', { most: maxStates, estimate, isGuess: true });
    const solved = solveCutChain(model, { ...limits, maxStates }, groupsOf(scenario, model), clock);
    if (!solved || solved.kind === 'noAnswer') return solved;
    const edge = heaviestEdge(solved);
    const name = `Markov chain, ${countText(solved.stateCount)} states`;
    if (!edge) return chainAnswer({ ...solved, scenario, network, name });
    if (last && staysAtEdge(last, edge)) return growsWithoutEnd(scenario, edge.stage);
    last = edge;
    for (const { stage, cut, mass } of edges(solved))
      if (mass > EDGE_MASS) cuts.set(stage, nextCut(cut, mass));
  }
}

/** A single unbounded stage needs no cut. Virtual queues need all levels written out. */
function levelsOf(scenario: Scenario, unbounded: readonly NodeId[], isQuick: boolean) {
  const [only, ...others] = unbounded;
  if (only === undefined || others.length > 0 || scenario.groups?.length) return undefined;
  const modelAt = (cut: number): ChainModel => chainModel(scenario, new Map([[only, cut]]));
  const model = modelAt(1);
  const stage = model.stages.findIndex(({ id }) => id === only);
  const { isCut, isDelay } = model.stages[stage]!;
  if (!isCut || isDelay || model.classes.length > 1 || model.joins.length > 0) return undefined;
  if (model.stages[stage]!.shares || refuseModel(model) || refuseSize(model)) return undefined;
  // Levels look alike only where the speed has come to its last.
  if (model.stages[stage]!.speeds.length > model.stages[stage]!.serverCount + 1) return undefined;
  return solveLevels(modelAt, stage, isQuick ? FEW_PHASES : MANY_PHASES);
}

/** States of a level: the work grows with their third power. */
const FEW_PHASES = 40;
const MANY_PHASES = 160;

/** Stages of each virtual queue. */
function groupsOf({ groups = [] }: Scenario, { stages }: ChainModel): readonly (readonly number[])[] {
  const indexOf = new Map(stages.map(({ id }, i) => [id, i]));
  return groups.map((group) => group.stages.map((id) => indexOf.get(id)!));
}

interface EdgeMass {
  readonly stage: NodeId;
  readonly cut: number;
  readonly mass: number;
}

/** Where nothing is bounded, the balance of flows tells who receives more than it can serve. */
function overloadedStage({ nodes }: FlowNetwork, { offered }: Flows): NodeId | undefined {
  if (nodes.some(({ node }) => node.kind === 'stage' && node.capacity !== undefined)) return undefined;
  const found = nodes.find(({ node, serverLimit }, i) => node.kind === 'stage' && offered[i]! >= serverLimit);
  return found?.node.id;
}

function* edges({ model, averages }: CutChain): Generator<EdgeMass> {
  for (const [i, stage] of model.stages.entries()) {
    const cut = stage.capacity - stage.closedPlaces;
    if (stage.isCut) yield { stage: stage.id, cut, mass: edgeMass(stage, averages.stages[i]!) };
  }
}

/** The cut queue with most at its edge, if that is too much. */
function heaviestEdge(solved: CutChain): EdgeMass | undefined {
  const [heaviest] = [...edges(solved)].sort((a, b) => b.mass - a.mass);
  if (!heaviest || heaviest.mass <= EDGE_MASS) return undefined;
  return heaviest;
}

/** More room leaves a queue that grows without end as often at its edge; any other leaves it at most 1/2 as often for twice the room. */
const staysAtEdge = (before: EdgeMass, now: EdgeMass): boolean =>
  before.stage === now.stage &&
  now.mass > 1e-3 &&
  now.mass > 0.8 * before.mass &&
  now.cut >= 1.8 * before.cut;

const growsWithoutEnd = ({ nodes }: Scenario, stage: NodeId): NoAnswer =>
  noAnswer('queueGrows', { name: nameOf(nodes.find(({ id }) => id === stage)!) }, stage);

/** One chain with its queues cut at given levels: built, searched for standstills, and solved. */

interface CutChain {
  readonly kind: 'solved';
  readonly model: ChainModel;
  readonly stateCount: number;
  /** Largest imbalance of a state over the largest rate of leaving one. */
  readonly residual: number;
  readonly averages: ChainAverages;
}

/** A residual of the balance above this is no answer. */
const LARGEST_RESIDUAL = 1e-12;

function solveCutChain(
  model: ChainModel,
  { maxStates, clocks, maxSeconds = Number.POSITIVE_INFINITY }: ChainLimits & { readonly maxStates: number },
  groups: readonly (readonly number[])[],
  clock: ScenarioNode | undefined,
): CutChain | NoAnswer | undefined {
  const refusal = refuseSize(model);
  if (refusal) return refusal;
  const estimate = estimateStates(model);
  if (isHopeless(estimate, maxStates)) return tooManyStates(maxStates, estimate);
  const chain = exploreChain(
    model,
    maxStates,
    clock && clocks ? { clock: clocks.clockIn(model, clock) } : {},
  );
  if (chain.kind === 'tooLarge') return tooManyStates(Math.min(maxStates, chain.found), estimate);
  const { ends } = chain;
  const classes = closedClasses(ends ? together(chain.rates, ends.rates) : chain.rates);
  const standstill = findStandstill(chain, classes);
  if (standstill) return standstill;
  if (classes.length > 1) return noAnswer('chainFallsApart', { sets: classes.length });
  const members = classes[0]!;
  if (ends && clocks) {
    const clocked = clocks.solveClock({ ...chain, ends }, members);
    // Its iteration may come to no end where phases have a direct solution.
    if (!clocked || !(clocked.residual <= LARGEST_RESIDUAL)) return undefined;
    return balanced({ ...chain, lossRates: clocked.lossRates }, members, clocked, groups);
  }
  const rates = members.length === chain.stateCount ? chain.rates : submatrix(chain.rates, members);
  const before = secondsBefore(chain.stateCount, chain.rates.columns.length);
  const stationary = stationaryWithin(rates, (maxSeconds - before) / SECONDS_OF_WORK);
  if (typeof stationary === 'number') {
    const seconds = before + SECONDS_OF_WORK * stationary;
    return noAnswer('chainTooSlow', { states: chain.stateCount, seconds, most: maxSeconds });
  }
  return balanced(chain, members, stationary, groups);
}

function balanced(
  chain: ExploredChain,
  members: Int32Array,
  { pi, residual }: StationaryAnswer,
  groups: readonly (readonly number[])[],
): CutChain | NoAnswer {
  // Rates too far apart for doubles leave numbers that are none.
  if (!(residual <= LARGEST_RESIDUAL)) return noAnswer('outOfBalance', { states: members.length, residual });
  return {
    kind: 'solved',
    model: chain.model,
    stateCount: chain.stateCount,
    residual,
    averages: chainAverages(chain, members, pi, groups),
  };
}

/**
 * Stages that come to a stop for good: in a set of states that is never left, somebody always waits for room in them and
 * none of their servers ever serves. Elements that wait for each other in a circle are a deadlock (SPEC.md, D1, D2).
 */

/** The first set that stands still, if any; `classes`: the closed classes of the chain. */
function findStandstill(chain: ExploredChain, classes: readonly Int32Array[]): NoAnswer | undefined {
  for (const members of classes) {
    const still = stoppedStages(chain, members);
    if (still.size > 0) return describe(chain, members[0]!, still);
  }
  return undefined;
}

function stoppedStages({ working, rows }: ExploredChain, members: Int32Array): ReadonlySet<number> {
  const still = new Set(working.places.map(({ index }) => index));
  for (const state of members) {
    if (still.size === 0) break;
    working.load(rows, state * working.layout.width);
    for (const index of still) {
      const place = working.places[index]!;
      if (working.cell[place.queuedAt] === 0 || working.cell[place.busyAt]! > 0) still.delete(index);
    }
  }
  return still;
}

function describe({ working, rows }: ExploredChain, state: number, still: ReadonlySet<number>): NoAnswer {
  working.load(rows, state * working.layout.width);
  const path: number[] = [];
  let at: number | undefined = [...still][0]!;
  while (at !== undefined && !path.includes(at)) {
    path.push(at);
    const from: number = at;
    at = [...still].find((target) => waitsFor(working, from, target));
  }
  const stageAt = (index: number) => working.places[index]!.stage;
  if (at === undefined) {
    const last = stageAt(path.at(-1)!);
    return noAnswer('groupNeverFits', { name: nameOf(last) }, last.id);
  }
  const circle = path.slice(path.indexOf(at)).map((index) => nameOf(stageAt(index)));
  return noAnswer('deadlock', { circle }, stageAt(at).id);
}

/** Does some server of stage `from` wait for room in `target`? */
function waitsFor(working: ExploredChain['working'], from: number, target: number): boolean {
  const place = working.places[target]!;
  for (let i = 0; i < working.cell[place.queuedAt]!; i++)
    if (working.entry(place, working.cell[place.lineAt + i]!).sender === from) return true;
  return false;
}
