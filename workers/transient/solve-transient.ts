/**
 * How the Markov chain of a scenario goes on from a given start: occupancies over time, the time until a stage is full,
 * and the time until the network is empty once its sources stop. The chain is that of the steady state
 * (../chain/solve-chain.ts), under the same refusals except that nothing needs to be stable: an unbounded queue is cut
 * where elements are lost with a probability below 1e-10 in all the time looked at.
 *
 * Refuses also what would take more than `MOST_WORK` multiplications, and a missing `until` where there is no steady state.
 */
import { refuseKinds } from '../../core/engines/capabilities.ts';
import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { nameOf } from '../../core/scenario/defaults.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import { closedClasses } from '../numeric/closed-classes.ts';
import { meanPassageTime, stopAt } from '../numeric/first-passage.ts';
import { type SparseMatrix, submatrix } from '../numeric/sparse-matrix.ts';
import { solveStationary } from '../numeric/stationary.ts';
import { Uniformized } from '../numeric/uniformized.ts';
import { chainModel } from '../solve/chain/build-chain-model.ts';
import { withoutTail } from '../solve/chain/chain-answer.ts';
import {
  estimateStates,
  isHopeless,
  MOST_FOLLOWED,
  refuseSize,
  tooManyStates,
} from '../solve/chain/check-size.ts';
import { firstCuts } from '../solve/chain/cut-levels.ts';
import { deterministicNodes, STAND_IN_PHASES, withErlangs } from '../solve/chain/erlang-stand-in.ts';
import { type ExploredChain, exploreChain } from '../solve/chain/explore-chain.ts';
import { refuseChain } from '../solve/chain/refuse-chain.ts';
import { refuseModel } from '../solve/chain/refuse-model.ts';
import { solveFlows } from '../solve/flow-balance.ts';
import { mixedFlows } from '../solve/networks/class-mix.ts';
import type { OnWalked, PassageTime, StageTransient, TransientAnswer, TransientRequest } from './contract.ts';
import { distance, ticksUntil, transientSums } from './transient-sums.ts';

/** When a chain has come close to its steady state. */

/** Half the sum of all differences of probabilities that counts as close. */
const CLOSE = 1e-3;
/** Ticks between two looks. */
const LOOK_EVERY = 16;

/** s, to a few ticks; undefined where it takes more than `mostTicks` ticks of the chain's clock. */
function settlingTime(
  rates: SparseMatrix,
  start: number,
  steady: Float64Array,
  mostTicks: number,
): number | undefined {
  const chain = new Uniformized(rates);
  let now = new Float64Array(rates.size);
  let next = new Float64Array(rates.size);
  now[start] = 1;
  for (let tick = 0; tick < mostTicks; tick++) {
    if (tick % LOOK_EVERY === 0 && distance(now, steady) / 2 < CLOSE)
      return Math.max(tick, LOOK_EVERY) / chain.clock;
    chain.step(now, next);
    [now, next] = [next, now];
  }
  return undefined;
}

/** The time from a state until a chain first comes to one of a set of states. */

function passageTime(
  rates: SparseMatrix,
  start: number,
  times: readonly number[],
  isTarget: (state: number) => boolean,
  onWalked: OnWalked,
): PassageTime {
  const stopped = stopAt(rates, start, isTarget);
  const target = stopped.members.length;
  const { sums } = transientSums({
    rates: stopped.rates,
    start: 0,
    times,
    measures: 1,
    onWalked,
    measure: (probabilities, at) => {
      at[0] = probabilities[target]!;
    },
  });
  return { mean: meanPassageTime(stopped), distribution: sums.map(([p]) => p!) };
}

/** Multiplications of one walk through time; a second takes about 3e8. */
const MOST_WORK = 1e10;
/** Multiplications until the chain is near its steady state: nobody has asked for that time by name. */
const MOST_SETTLING = 2e9;
/** Probability of a loss at a cut. */
const MOST_LOST = 5e-11;

export function solveTransient(
  drawn: Scenario,
  request: TransientRequest = {},
  onWalked: OnWalked = () => undefined,
): TransientAnswer | NoAnswer {
  const unknown = refuseKinds('transient', drawn);
  if (unknown) return unknown;
  const fixed = deterministicNodes(drawn);
  const scenario = fixed.length > 0 ? withErlangs(drawn, STAND_IN_PHASES) : drawn;
  const refusal = refuseChain(scenario, 'transient');
  if (refusal) return refusal;
  const network = mixedFlows(scenario);
  const flows = solveFlows(network, { regime: 'limited', losses: 'counted' });
  const cuts = firstCuts(network, flows);
  // However far its cut is moved, such a stage fills it.
  const grows = network.nodes.some(
    ({ node, serverLimit }, i) => cuts.has(node.id) && flows!.offered[i]! >= serverLimit,
  );
  if (grows && request.until === undefined) return noAnswer('neverSettles', {});
  const { from = 'empty' } = request;
  if (typeof from === 'object')
    for (const [id, n] of Object.entries(from)) if (cuts.has(id)) cuts.set(id, cuts.get(id)! + n);
  for (;;) {
    const chain = explored(scenario, cuts);
    if (chain.kind === 'noAnswer')
      return { ...(startTooLarge(chain, scenario, cuts, from) ?? chain), overTime: true };
    const outcome = answerOf(chain, request, onWalked);
    if (outcome.kind === 'noAnswer' || (outcome.kind === 'transient' && fixed.length === 0)) return outcome;
    if (outcome.kind === 'transient')
      return { ...outcome, standIn: { stages: fixed.map(({ id }) => id), phases: STAND_IN_PHASES } };
    for (const id of outcome.stages) cuts.set(id, Math.ceil(1.5 * cuts.get(id)!));
  }
}

function explored(scenario: Scenario, cuts: ReadonlyMap<NodeId, number>): ExploredChain | NoAnswer {
  const model = chainModel(scenario, cuts);
  const reason = refuseModel(model) ?? refuseSize(model);
  if (reason) return reason;
  const estimate = estimateStates(model);
  if (isHopeless(estimate, MOST_FOLLOWED)) return tooManyStates(MOST_FOLLOWED, estimate);
  const chain = exploreChain(model, MOST_FOLLOWED);
  return chain.kind === 'explored' ? chain : tooManyStates(MOST_FOLLOWED, estimate);
}

/** Where the chain has room for elements at the start that nothing else needs, and is too large by it. */
function startTooLarge(
  refusal: NoAnswer,
  scenario: Scenario,
  cuts: ReadonlyMap<NodeId, number>,
  from: NonNullable<TransientRequest['from']>,
): NoAnswer | undefined {
  if (refusal.code !== 'tooManyStates' || typeof from !== 'object') return undefined;
  const without = new Map([...cuts].map(([id, cut]) => [id, cut - (from[id] ?? 0)]));
  if (explored(scenario, without).kind === 'noAnswer') return undefined;
  const { most, estimate = most } = refusal.facts;
  const held = scenario.nodes.flatMap((node) =>
    cuts.has(node.id) && from[node.id] ? [{ name: nameOf(node), count: from[node.id]! }] : [],
  );
  return noAnswer('startTooLarge', { held, most, estimate });
}

interface CutTooLow {
  readonly kind: 'cutTooLow';
  readonly stages: readonly NodeId[];
}

function answerOf(
  chain: ExploredChain,
  request: TransientRequest,
  onWalked: OnWalked,
): TransientAnswer | NoAnswer | CutTooLow {
  const held = occupancies(chain);
  const start = startState(chain, held, request.from ?? 'empty');
  if (typeof start !== 'number') return start;
  const steady = steadyState(chain);
  const entries = chain.rates.columns.length + chain.stateCount;
  const until =
    request.until ?? (steady && settlingTime(chain.rates, start, steady, MOST_SETTLING / entries));
  if (until === undefined) return noAnswer('neverSettles', {});
  const work = ticksUntil(chain.rates, until) * entries;
  if (work > MOST_WORK)
    return noAnswer('tooMuchToFollow', { until, steps: work / entries, states: chain.stateCount });
  const times = equalSteps(until, request.steps ?? 100);
  const distributionTimes = distributionTimesOf(request, until);
  const walks = walksOf(chain, held, start, onWalked);
  const found = stageTransients({
    chain,
    held,
    start,
    times,
    distributionTimes,
    steady,
    onWalked: [walks.next().value, walks.next().value],
  });
  const lost = chain.model.stages.filter(({ isCut }, i) => isCut && found.lossRates[i]! * until > MOST_LOST);
  if (lost.length > 0) return { kind: 'cutTooLow', stages: lost.map(({ id }) => id) };
  const fill = fillTimes(chain, held, start, times, walks);
  const drain = drainTime(chain, held, start, times, walks);
  return {
    kind: 'transient',
    states: chain.stateCount,
    times,
    stages: found.stages,
    fill,
    ...(drain && { drain }),
    errorBound: found.error + MOST_LOST,
  };
}

const equalSteps = (until: number, steps: number): readonly number[] =>
  Array.from({ length: steps + 1 }, (_, i) => (until * i) / steps);

function distributionTimesOf(request: TransientRequest, until: number): readonly number[] {
  if (request.distributionSteps !== undefined) return equalSteps(until, request.distributionSteps);
  const { distributionTimes = [until / 4, until / 2, until] } = request;
  return [...distributionTimes].sort((a, b) => a - b);
}

/** What each walk through time tells of the whole: two of the stages, one for each that can fill, one to drain. */
function* walksOf(
  chain: ExploredChain,
  held: Occupancies,
  start: number,
  onWalked: OnWalked,
): Generator<OnWalked, never> {
  const walks = 3 + fillingStages(chain, held, start).length;
  for (let done = 0; ; done++) {
    const before = done;
    yield (fraction) => onWalked((before + fraction) / walks);
  }
}

/** Stationary distribution of the only closed set of states; undefined where there are several. */
function steadyState({ rates, stateCount }: ExploredChain): Float64Array | undefined {
  const classes = closedClasses(rates);
  if (classes.length > 1) return undefined;
  const members = classes[0]!;
  const { pi } = solveStationary(members.length === stateCount ? rates : submatrix(rates, members));
  const steady = new Float64Array(stateCount);
  members.forEach((state, i) => {
    steady[state] = pi[i]!;
  });
  return steady;
}

/** Those with a capacity that are not full at the start. */
function fillingStages(
  { model }: ExploredChain,
  { elements, stageCount }: Occupancies,
  start: number,
): readonly number[] {
  return [...model.stages.keys()].filter((stage) => {
    const { isCut, isDelay, capacity } = model.stages[stage]!;
    return !isCut && !isDelay && elements[start * stageCount + stage]! < capacity;
  });
}

function fillTimes(
  chain: ExploredChain,
  held: Occupancies,
  start: number,
  times: readonly number[],
  walks: Iterator<OnWalked, never>,
): Readonly<Record<NodeId, PassageTime>> {
  const { elements, stageCount } = held;
  return Object.fromEntries(
    fillingStages(chain, held, start).map((stage) => {
      const { id, capacity } = chain.model.stages[stage]!;
      const isFull = (state: number): boolean => elements[state * stageCount + stage]! >= capacity;
      return [id, passageTime(chain.rates, start, times, isFull, walks.next().value)];
    }),
  );
}

/** With all sources off from the start on; a source that was blocked then still hands over what it holds. */
function drainTime(
  { model, rows, working }: ExploredChain,
  { elements, stageCount }: Occupancies,
  start: number,
  times: readonly number[],
  walks: Iterator<OnWalked, never>,
): PassageTime | undefined {
  const isEmpty = (held: Int32Array, state: number): boolean =>
    held.subarray(state * stageCount, (state + 1) * stageCount).every((n) => n === 0);
  if (isEmpty(elements, start) || model.classes.some(({ population }) => population > 0)) return undefined;
  const { width } = working.layout;
  const row = rows.slice(start * width, (start + 1) * width);
  const chain = exploreChain(model, MOST_FOLLOWED, { start: row, areSourcesOff: true });
  if (chain.kind === 'tooLarge') return undefined;
  const held = occupancies(chain).elements;
  return passageTime(chain.rates, 0, times, (state) => isEmpty(held, state), walks.next().value);
}

/**
 * Its number. Full: as many elements as there can be at once; given: exactly so many in each stage. Among several such
 * states the one with fewest blocked senders, and of these the one that the empty network reaches in the fewest events.
 */
function startState(
  chain: ExploredChain,
  occupancies: Occupancies,
  from: NonNullable<TransientRequest['from']>,
): number | NoAnswer {
  if (from === 'empty') return 0;
  const { stages } = chain.model;
  if (from === 'full') {
    const open = stages.find(({ isCut }) => isCut);
    if (open) return noAnswer('cannotStartFull', { name: nameOf(open) }, open.id);
    return best(chain, occupancies, () => true);
  }
  const unknown = Object.keys(from).find((id) => !stages.some((stage) => stage.id === id));
  if (unknown !== undefined) return noAnswer('startsAtUnknown', { id: unknown });
  const wanted = stages.map(({ id }) => from[id] ?? 0);
  const { elements, stageCount } = occupancies;
  const found = best(chain, occupancies, (state) =>
    wanted.every((n, stage) => elements[state * stageCount + stage] === n),
  );
  const held = stages.map((stage, i) => ({ name: nameOf(stage), count: wanted[i]! }));
  return found >= 0 ? found : noAnswer('startIsUnreachable', { held });
}

/** Most elements, then fewest blocked senders; -1 where no state fits. */
function best(
  { stateCount }: ExploredChain,
  { elements, stageCount, blocked }: Occupancies,
  fits: (state: number) => boolean,
): number {
  let found = -1;
  let most = -1;
  for (let state = 0; state < stateCount; state++) {
    if (!fits(state)) continue;
    let inside = 0;
    for (let stage = 0; stage < stageCount; stage++) inside += elements[state * stageCount + stage]!;
    if (inside < most || (inside === most && blocked[state]! >= blocked[found]!)) continue;
    found = state;
    most = inside;
  }
  return found;
}

/** What each stage holds over time. */

interface StagesQuestion {
  readonly chain: ExploredChain;
  readonly held: Occupancies;
  readonly start: number;
  readonly times: readonly number[];
  readonly distributionTimes: readonly number[];
  /** Probabilities of the steady state, if there is one. */
  readonly steady: Float64Array | undefined;
  /** Callbacks of the first and the second pass. */
  readonly onWalked: readonly [OnWalked, OnWalked];
}

interface StagesFound {
  readonly stages: Readonly<Record<NodeId, StageTransient>>;
  /** By stage, elements lost per second: never more at any time. */
  readonly lossRates: Float64Array;
  readonly error: number;
}

/** Measures of all stages, one after the other: mean occupancy, P[full], losses, and P[n] for n = 0 .. capacity. */
function stageTransients(question: StagesQuestion): StagesFound {
  const { chain, start, times, distributionTimes, steady } = question;
  const { stages } = chain.model;
  const meter = new Meter(question);
  const few = transientSums({
    rates: chain.rates,
    start,
    times,
    measures: 3 * stages.length,
    measure: (p, sums) => meter.means(p, sums),
    onWalked: question.onWalked[0],
  });
  const distributions = transientSums({
    rates: chain.rates,
    start,
    times: distributionTimes,
    measures: meter.levelCount,
    measure: (p, sums) => meter.levels(p, sums),
    onWalked: question.onWalked[1],
  });
  const end = new Float64Array(3 * stages.length);
  if (steady) meter.means(steady, end);
  const found: Record<NodeId, StageTransient> = {};
  stages.forEach(({ id, isCut, isDelay, capacity }, i) => {
    const isBounded = !isCut && !isDelay;
    found[id] = {
      meanOccupancy: few.sums.map((sums) => sums[3 * i]!),
      ...(isBounded && { fullProbability: few.sums.map((sums) => sums[3 * i + 1]!) }),
      ...(steady && { steadyOccupancy: end[3 * i]! }),
      ...(steady && isBounded && { steadyFullProbability: end[3 * i + 1]! }),
      distributions: distributionTimes.map((time, t) => {
        const from = meter.levelsFrom[i]!;
        return {
          time,
          probabilities: withoutTail(distributions.sums[t]!.subarray(from, from + capacity + 1)),
        };
      }),
    };
  });
  const lossRates = Float64Array.from(stages, (_, i) => few.largest[3 * i + 2]!);
  return { stages: found, lossRates, error: few.error };
}

class Meter {
  readonly levelsFrom: Int32Array;
  readonly levelCount: number;
  private readonly held: Occupancies;
  private readonly chain: ExploredChain;

  constructor({ chain, held }: StagesQuestion) {
    this.chain = chain;
    this.held = held;
    let levels = 0;
    this.levelsFrom = Int32Array.from(chain.model.stages, ({ capacity }) => {
      levels += capacity + 1;
      return levels - capacity - 1;
    });
    this.levelCount = levels;
  }

  means(probabilities: Float64Array, sums: Float64Array): void {
    const { elements, stageCount } = this.held;
    const { lossRates, model, working } = this.chain;
    const { classCount } = working.layout;
    sums.fill(0);
    for (let state = 0; state < probabilities.length; state++) {
      const p = probabilities[state]!;
      if (p === 0) continue;
      for (let stage = 0; stage < stageCount; stage++) {
        const n = elements[state * stageCount + stage]!;
        sums[3 * stage]! += p * n;
        if (n === model.stages[stage]!.capacity) sums[3 * stage + 1]! += p;
        for (let k = 0; k < classCount; k++)
          sums[3 * stage + 2]! += p * lossRates[(state * stageCount + stage) * classCount + k]!;
      }
    }
  }

  levels(probabilities: Float64Array, sums: Float64Array): void {
    const { elements, stageCount } = this.held;
    sums.fill(0);
    for (let state = 0; state < probabilities.length; state++) {
      for (let stage = 0; stage < stageCount; stage++)
        sums[this.levelsFrom[stage]! + elements[state * stageCount + stage]!]! += probabilities[state]!;
    }
  }
}

interface Occupancies {
  readonly stageCount: number;
  /** [state * stageCount + stage]. */
  readonly elements: Int32Array;
  /** Senders that are blocked, by state. */
  readonly blocked: Int32Array;
}

/** How many elements each stage holds in each state of a chain. */
function occupancies({ working, rows, stateCount }: ExploredChain): Occupancies {
  const { places, layout, cell } = working;
  const stageCount = places.length;
  const elements = new Int32Array(stateCount * stageCount);
  const blocked = new Int32Array(stateCount);
  for (let state = 0; state < stateCount; state++) {
    working.load(rows, state * layout.width);
    for (const { index, occupancyAt, queuedAt } of places) {
      elements[state * stageCount + index] = cell[occupancyAt]!;
      blocked[state]! += cell[queuedAt]!;
    }
  }
  return { stageCount, elements, blocked };
}
