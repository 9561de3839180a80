/**
 * Why there is no answer: every reason has a code, its facts, and here its words. A kernel gives code and facts
 * (`noAnswer`), programs look at these alone, and page, command line and report print `refusalText`.
 *
 * To add one: a row in `REFUSALS`. `says` is a clause without its full stop, `advice` what to do instead.
 */

import { type Coded, type FactsOf, say } from '../base/coded.ts';
import { counted } from '../base/plural.ts';
import { type DistributionForm, FORMS, labelOf, wordOf } from '../distributions/index.ts';
import { formatNumber } from '../quantities/quantity.ts';
import { BULK } from '../rules/bulk.ts';
import { ROUTING, type RoutingRule } from '../rules/routing.ts';
import { arrows } from '../scenario/cycles.ts';
import type { Fault } from '../scenario/fault.ts';
import { FIELDS, type FieldRow, fieldWords, inSentence } from '../scenario/fields.ts';
import { errorAt } from '../scenario/finding.ts';
import type { NodeId } from '../scenario/scenario.ts';
import { type Engine, type MethodName, methodLabel, wordsOf } from './methods.ts';

/** invalid: the scenario or the request has errors. unstable: no steady state. deadlock, stuck: the run cannot go on. unsupported: this method does not apply. */
export type RefusalReason = 'invalid' | 'unstable' | 'deadlock' | 'stuck' | 'unsupported' | 'failed';

interface Refusal<Facts> {
  readonly reason: RefusalReason;
  readonly says: (facts: Facts) => string;
  readonly advice?: string | ((facts: Facts) => string | undefined);
}

const refusal = <Facts>(
  reason: RefusalReason,
  says: (facts: Facts) => string,
  advice?: Refusal<Facts>['advice'],
): Refusal<Facts> => ({ reason, says, ...(advice !== undefined && { advice }) });

const unsupported = <Facts>(says: (facts: Facts) => string, advice?: Refusal<Facts>['advice']) =>
  refusal('unsupported', says, advice);

/** Names are as drawn. */
interface Named {
  readonly name: string;
}

/** What follows a chain that is too large, for a steady state. */
const NO_CHAIN = 'simulate instead, or use an analytic method (method auto)';

const REFUSALS = {
  invalidScenario: refusal('invalid', ({ fault }: { readonly fault: Fault }) => fault.message),
  /** A program broke off; `message` is its own. */
  stopped: refusal(
    'stuck',
    ({ program, message }: { readonly program: string; readonly message: string }) =>
      `The ${program} stopped: ${message}`,
  ),

  kindNotSupported: unsupported(
    ({ name, field, kind, engine }: KindNotSupported) =>
      `"${name}"${field === 'kind' ? ` is a ${kind}, which` : `: ${choiceText(field, kind)}`} is not supported by ${wordsOf(engine).name}`,
    ({ instead }) =>
      instead.length === 0
        ? undefined
        : `${instead.map((other) => wordsOf(other).advice).join(' or ')} instead`,
  ),

  // Analytic methods.
  loopWithoutLimit: refusal(
    'unstable',
    () => 'A loop returns at least as much as it takes, so no finite flow balances',
    'lower the share that returns',
  ),
  tooManyVectors: unsupported(
    ({ vectors }: { readonly vectors: number }) =>
      `${vectors.toLocaleString('en')} population vectors are too many for this method`,
    'use linearizer',
  ),
  mvaLosesDigits: unsupported(
    () => 'Mean value analysis loses its digits with this many jobs and servers',
    'use convolution',
  ),
  outOfNumbers: unsupported(
    () => 'The numbers of this method become too large or too small',
    'use linearizer',
  ),
  crowdedOut: refusal(
    'unstable',
    ({ name }: Named) =>
      `${name} has no time left for its closed classes: open ones bring more than it can serve`,
  ),
  classStartsNowhere: unsupported(({ name }: Named) => `Class ${name} starts at no stage or delay`),
  closedClassAt: unsupported(
    ({ name, node, because }: Named & { readonly node: string; readonly because: keyof typeof CLOSED_AT }) =>
      `Class ${name} is closed and reaches ${node}, ${CLOSED_AT[because]}`,
    'simulate instead',
  ),
  closedClassLost: unsupported(
    ({ name, home, returns }: Named & { readonly home: string; readonly returns?: number }) =>
      `Jobs of class ${name} do not all come back to ${home}: ${returns === undefined ? 'they go round elsewhere for ever' : `of each, ${formatNumber(returns)} return`}`,
  ),
  blockingClosedClasses: unsupported(() => 'The decomposition by blocking does not support closed classes'),
  blockingDoesNotApply: unsupported(
    ({ because }: { readonly because: BlockingObjection }) =>
      `The decomposition by blocking does not apply: ${say(BLOCKING_OBJECTIONS, because.code, because)}`,
  ),
  selfTimedDoesNotApply: unsupported(
    ({ name, because }: Named & { readonly because: SelfTimedObjection }) =>
      `Self-timed execution needs constant times and determined ways, and at "${name}" ${SELF_TIMED_OBJECTIONS[because]}`,
    'use method auto, or simulate',
  ),
  dataflowNotConstant: unsupported(
    ({ name }: Named) =>
      `Dataflow stages are solved where all times are constant and all ways determined, which "${name}" is not`,
    'simulate instead',
  ),
  timesTooFine: unsupported(
    ({ ticks }: { readonly ticks: number }) =>
      `The constant times have no common tick that is coarse enough: the longest has ${Number.isFinite(ticks) ? countText(ticks) : 'more than can be counted'} of them`,
    'round the times, or simulate',
  ),
  periodTooLong: unsupported(
    ({
      instants,
      filling,
    }: {
      readonly instants: number;
      /** A queue so deep that it was not full by then, and what it held. */
      readonly filling?: { readonly name: string; readonly capacity: number; readonly held: number };
    }) =>
      `The schedule of these constant times has not repeated after ${counted(instants, 'instant')}${filling ? `: a queue of "${filling.name}" was still filling, ${countText(filling.held)} of ${countText(filling.capacity)} slots taken` : ''}`,
    'give queues that take long to fill less depth, round the times to a common tick, or simulate',
  ),
  queueTooFull: unsupported(
    ({ name, held, instants }: Named & { readonly held: number; readonly instants: number }) =>
      `A queue of "${name}" held ${countText(held)} elements after ${counted(instants, 'instant')}, more than are followed until the schedule of these constant times repeats`,
    'count in larger units, such as lines or blocks in place of bytes',
  ),

  // Asked for by name.
  noProductForm: unsupported(
    ({ because }: { readonly because: ProductFormObjection }) =>
      `There is no product form: ${objectionText(because)}`,
    'use linearizer, or simulate',
  ),
  noClosedClasses: unsupported(
    ({ method }: { readonly method: MethodName }) =>
      `There are no closed classes, and the method "${methodLabel(method)}" needs some`,
    'use method auto',
  ),
  closedClasses: unsupported(
    ({ method }: { readonly method: MethodName }) =>
      `The scenario has closed classes, and the method "${methodLabel(method)}" does not support them`,
    'use mva or linearizer',
  ),
  onlyApproximate: unsupported(
    ({ name }: Partial<Named>) => `There is no product form: ${name ?? 'the network'} is only approximated`,
    'use method auto',
  ),

  // Sizing a stage.
  locksAtAnyDepths: refusal(
    'deadlock',
    ({ waits }: { readonly waits: readonly Wait[] }) =>
      `No depths let this run, even without a bound there is a deadlock: ${waits.map(waitText).join(', ')}`,
    'give the links of that cycle more initial tokens',
  ),
  noFifos: unsupported(
    () => 'No link leads to a dataflow stage, so there is no FIFO whose depth could be sized',
    'use --stage for the capacity of a stage',
  ),
  noSuchStage: unsupported(({ id }: { readonly id: string }) => `There is no stage ${id}`),
  noCapacityIsEnough: refusal(
    'unstable',
    ({
      name,
      most,
      below,
      load,
    }: Named & { readonly most: number; readonly below: number; readonly load: number }) =>
      `No capacity of ${name} up to ${most.toLocaleString('en')} brings P_BP to ${below} or less: ${
        load >= 1
          ? `its offered utilization is ${formatNumber(load, 4)}`
          : 'it stays full more often than that'
      }`,
  ),
  methodChanges: unsupported(
    ({ name, capacity, below, from }: MethodChange) =>
      `At K = ${capacity.toLocaleString('en')} of ${name} the best method changes from ${methodLabel(below)} to ${methodLabel(from)}, so that the probabilities are not comparable`,
    'choose a method by name',
  ),

  // Markov chain: rules and distributions.
  chainRouting: unsupported(
    ({ name, rule }: Named & { readonly rule: RoutingRule }) =>
      `The chain supports probabilistic routing only, and "${name}" has ${ROUTING[rule].words}`,
  ),
  chainSchedule: unsupported(
    ({ name }: Named) => `"${name}" changes over time, so the chain has no steady state`,
    'simulate instead',
  ),
  tooManyPhases: unsupported(
    ({
      name,
      of,
      distribution,
      phases,
      most,
    }: DistributionOf & { readonly phases: number; readonly most: number }) =>
      `${labelOf(distribution)} ${timesWords(of, name)} ${phases} phases, and a chain supports at most ${most}`,
  ),
  noFiniteChain: unsupported(
    ({ name, of, distribution }: DistributionOf) =>
      `${labelOf(distribution)} ${timesWords(of, name)} no finite chain`,
    'use Erlang phases or a phase type',
  ),
  chainTimeout: unsupported(({ name }: Named) => `The flush timeout of "${name}" has no finite chain`),
  chainConversion: unsupported(
    ({ name, factor }: Named & { readonly factor: number }) =>
      `The expansion factor ${factor} of "${name}" is not a whole number`,
  ),
  promiseBeyondCapacity: unsupported(
    ({ name }: Named) =>
      `"${name}" reserves slots before service, but one element becomes more than its capacity`,
  ),
  batchRoutes: unsupported(
    ({ name }: Named) =>
      `The elements of a batch of "${name}" choose among routes before service, and the chain supports batches on one route there`,
  ),
  batchServers: unsupported(
    ({ name }: Named) =>
      `Batches of several servers of "${name}" can wait for several stages at once, and the chain supports one server there`,
  ),
  batchReturns: unsupported(
    ({ name }: Named) =>
      `Batches of "${name}" split up and return to it, and the chain does not support such cycles`,
  ),
  contestedSlots: unsupported(
    ({ name, contested }: Named & { readonly contested: string }) =>
      `Batches of "${name}" spread over several stages, and several stages ask "${contested}" for slots before service; the chain supports only one of the two`,
  ),
  forksWithClasses: unsupported(() => 'The chain supports forks with one class of jobs only'),
  forkBranches: unsupported(
    ({ name }: Named) =>
      `The chain supports forks whose branches are lines of stages with one FCFS server each, without filters, batches, conversion or loss, that end at one join; those of "${name}" are not`,
  ),
  joinBeforeFinite: unsupported(
    ({ name }: Named) =>
      `Behind join "${name}" comes a stage that can be full, and the chain does not support that`,
  ),
  bulkClasses: unsupported(
    ({ name }: Named) =>
      `Several classes are served in bulk at "${name}", and the chain supports one class there`,
  ),
  promiseWithOthers: unsupported(
    ({ name }: Named) =>
      `"${name}" asks for slots before service, which the chain supports with one class, and at stages without processor sharing, interruptions and shared resources`,
  ),
  oldestOfSeveralClasses: unsupported(
    ({ name }: Named) =>
      `"${name}" loses the oldest of several classes that are served at random, and the chain does not know their order`,
  ),
  interruptedResource: unsupported(
    ({ name }: Named) =>
      `Services at "${name}" can be interrupted and hold a shared resource, and the chain supports only one of the two`,
  ),
  interruptedMemory: unsupported(
    ({ name }: Named) => `Services at "${name}" that can be interrupted must be exponential for the chain`,
    'simulate instead',
  ),
  interruptedServers: unsupported(
    ({ name }: Named) =>
      `Classes of equal priority share the interrupted servers of "${name}", and the chain supports one server there`,
  ),
  forkedServers: unsupported(
    ({ name }: Named) =>
      `Behind "${name}" elements are forked, and the chain supports one server without batches there`,
  ),
  closedJobsChange: unsupported(
    ({ name, jobs }: Named & { readonly jobs: string }) =>
      `Jobs of the closed class "${jobs}" can be filtered, multiplied or lost at "${name}"`,
  ),
  closedJobsLeave: unsupported(
    ({ name, jobs }: Named & { readonly jobs: string }) =>
      `Jobs of the closed class "${jobs}" leave the network behind "${name}"`,
  ),

  // Markov chain: its size and its balance.
  statesTooWide: unsupported(
    () => 'Servers, batches, classes and phases make the states of the chain too large',
    NO_CHAIN,
  ),
  tooManyOutcomes: unsupported(
    ({ name }: Named) => `A batch of "${name}" can continue in too many ways for a chain`,
    NO_CHAIN,
  ),
  cutTooLarge: unsupported(
    ({ name, estimate }: Named & { readonly estimate: number }) =>
      `The chain has about ${estimateText(estimate)} states where unbounded queues are cut off as early as possible, and more in the end; it needs a capacity at "${name}"`,
    NO_CHAIN,
  ),
  tooManyStates: unsupported(
    ({ most, estimate, isGuess, phases }: TooManyStates) =>
      `The chain${phases ? ` with ${phases} phases of each constant time` : ''} ${isGuess ? 'may have' : 'has'} more than ${countText(most)} states${estimate === undefined ? '' : ` (about ${estimateText(Math.max(most, estimate))})`}`,
    NO_CHAIN,
  ),
  chainTooSlow: unsupported(
    ({ states, seconds, most }: TooSlow) =>
      `The chain of ${countText(states)} states would take about ${formatNumber(seconds, 2)} s, more than the ${formatNumber(most, 2)} s allowed`,
    NO_CHAIN,
  ),
  chainFallsApart: unsupported(
    ({ sets }: { readonly sets: number }) =>
      `The chain falls apart into ${sets} sets of states, and chance decides in which it ends`,
  ),
  outOfBalance: unsupported(
    ({ states, residual }: { readonly states: number; readonly residual: number }) =>
      `The balance of the chain's ${countText(states)} states ${
        Number.isFinite(residual)
          ? `was reached to ${residual.toExponential(0)} only`
          : 'was not reached: its rates are too far apart for double precision'
      }`,
    NO_CHAIN,
  ),
  queueGrows: refusal(
    'unstable',
    ({ name }: Named) => `The queue of "${name}" grows without end: more arrives than it passes on`,
  ),

  // Over time.
  neverSettles: unsupported(
    () => 'There is no steady state, or it is too far away',
    'give the time to follow the network for',
  ),
  tooMuchToFollow: unsupported(
    ({ until, steps, states }: Readonly<Record<'until' | 'steps' | 'states', number>>) =>
      `Until ${until} s something happens up to ${countText(steps)} times in ${countText(states)} states, too much to follow`,
    'take a shorter time',
  ),
  cannotStartFull: unsupported(
    ({ name }: Named) => `"${name}" has no capacity, so it cannot be full at the start`,
    'give numbers',
  ),
  startsAtUnknown: unsupported(
    ({ id }: { readonly id: string }) => `There is no stage "${id}" to start with elements in it`,
  ),
  startIsUnreachable: unsupported(
    ({ held }: { readonly held: readonly Held[] }) => `The network never holds ${heldText(held)} at once`,
  ),

  startTooLarge: unsupported(
    ({ held, most, estimate }: StartTooLarge) =>
      `With ${heldText(held)} at the start the chain has about ${estimateText(estimate)} states, and ${countText(most)} can be followed`,
    'start with fewer elements',
  ),

  // Worst-case bounds.
  boundsClosedClass: unsupported(
    ({ name }: Named) => `Class "${name}" is closed, and bounds support jobs from sources only`,
  ),
  boundsCycle: unsupported(
    ({ nodes }: { readonly nodes: readonly string[] }) =>
      `There is a cycle (${arrows(nodes)}), and bounds do not support cycles`,
  ),
  boundsSchedule: unsupported(
    ({ name }: Named) => `"${name}" changes over time, and bounds support constant distributions only`,
  ),
  boundsOverdrive: unsupported(
    ({ name }: Named) => `The overdrive of "${name}" is Poisson, so any number may arrive at once`,
  ),
  boundsResource: unsupported(
    ({ name }: Named) => `"${name}" waits for a shared resource, and bounds do not support shared resources`,
  ),
  arrivalsUnbounded: unsupported(
    ({ name, distribution }: Named & { readonly distribution: DistributionForm }) =>
      `Arrivals from "${name}" are ${wordOf(distribution)}: any number may arrive at once, so there is no deterministic bound`,
    'set a minimum inter-arrival time, or a trace',
  ),
  serviceUnbounded: unsupported(
    ({ name, distribution }: Named & { readonly distribution: DistributionForm }) =>
      `Services at "${name}" are ${wordOf(distribution)}: one may take any time, so there is no deterministic bound`,
    'set a longest service time (deterministic, uniform, a histogram), or a trace',
  ),
  overloadedInWorstCase: refusal(
    'unstable',
    ({ name }: Named) =>
      `"${name}" can receive more than it serves in the worst case, so its queue has no bound`,
  ),

  // Runs.
  deadlock: refusal(
    'deadlock',
    ({ circle, at }: { readonly circle: readonly string[]; readonly at?: number }) =>
      `Deadlock ${when(at)}: ${circle
        .map((name, i) => `"${name}" waits for "${circle[(i + 1) % circle.length]}"`)
        .join(', ')}; each is full and can let nothing leave`,
  ),
  waitsForGood: refusal(
    'deadlock',
    ({ waits }: { readonly waits: readonly Wait[] }) => `Deadlock: ${waits.map(waitText).join(', ')}`,
  ),
  nothingMoves: refusal('stuck', () => 'Nothing ever moves: there is nothing to serve'),
  groupNeverFits: refusal(
    'stuck',
    ({ name, at }: Named & { readonly at?: number }) =>
      `Stuck ${when(at)}: stage "${name}" never has enough free slots for the group that waits for it`,
  ),
  // Simulations.
  invalidRequest: refusal(
    'invalid',
    ({ field, got, among = [] }: InvalidRequest) =>
      `${field}: expected ${EXPECTED[field]}${among.join(', ')}, got ${got}`,
  ),
  tooManyFrames: refusal(
    'invalid',
    ({
      frameLength,
      count,
      most,
      until,
    }: Readonly<Record<'frameLength' | 'count' | 'most' | 'until', number>>) =>
      `frameLength: expected at most ${most} frames in ${until} s, that is ${formatNumber(until / most, 6)} s or more, got ${frameLength}, which makes ${count}`,
  ),
  tiedTogether: unsupported(() => 'Forks or closed classes tie these stages to all others'),
  standstill: refusal(
    'stuck',
    ({ at, held }: { readonly at: number; readonly held: readonly Held[] }) =>
      `Stuck ${when(at)}: nothing happens any more, and elements wait for ever: ${heldText(held)}`,
  ),
  timeStandsStill: refusal(
    'stuck',
    ({ at }: { readonly at: number }) =>
      `Stuck at ${at} s: events follow each other for ever without time passing`,
  ),
  routersGoRound: refusal(
    'stuck',
    ({ name }: Named) => `An element from "${name}" runs through routers for ever without time passing`,
  ),
  nothingCompleted: refusal(
    'stuck',
    ({ warmup, horizon }: Readonly<Record<'warmup' | 'horizon', number>>) =>
      `Nothing was completed between ${warmup} s and the horizon of ${horizon} s`,
    'make the run longer',
  ),
  tooManyElements: refusal(
    'unstable',
    ({ name, most }: Named & { readonly most: number }) =>
      `More than ${most.toLocaleString('en')} elements wait, most of them in "${name}": it receives more than it can serve`,
  ),
  stageHoldsTooMany: refusal(
    'unstable',
    ({ name, most }: Named & { readonly most: number }) =>
      `More than ${most.toLocaleString('en')} elements are in "${name}": it receives more than it can serve`,
  ),
  memoryFull: refusal(
    'unstable',
    ({ at }: { readonly at: number }) =>
      `At ${at} s more elements wait than the memory holds: some queue grows without end`,
  ),
  tooLargeToSimulate: refusal(
    'unsupported',
    ({ what, count, most }: { readonly what: string; readonly count: number; readonly most: number }) =>
      `The simulator has memory for ${most.toLocaleString('en')} ${what}; here are ${count.toLocaleString('en')}`,
  ),
  simulatorFault: refusal(
    'failed',
    ({ seed, replication, at }: Readonly<Record<'seed' | 'replication' | 'at', number>>) =>
      `The simulator failed at ${at} s of replication ${replication + 1} with seed ${seed}. This is an error in Stagegraph`,
    'please report it with the scenario and the seed',
  ),
} as const satisfies Readonly<Record<string, Refusal<never>>>;

export type RefusalCode = keyof typeof REFUSALS;
type RefusalFacts<C extends RefusalCode> = FactsOf<(typeof REFUSALS)[C]['says']>;

type RefusalOf<C extends RefusalCode> = {
  readonly [P in C]: {
    readonly kind: 'noAnswer';
    readonly reason: RefusalReason;
    readonly code: P;
    readonly facts: RefusalFacts<P>;
    readonly stage?: NodeId;
    /** Asked for the course of time, where no analytic method remains. */
    readonly overTime?: true;
  };
}[C];

/** Something in a drawn scenario, or in what is asked of it, that keeps it from being solved or simulated. */
export type NoAnswer = RefusalOf<RefusalCode>;

/** `stage`: where it is shown; absent when it concerns the whole drawing. */
export const noAnswer = <C extends RefusalCode>(
  code: C,
  facts: RefusalFacts<C>,
  stage?: NodeId,
): RefusalOf<C> =>
  ({
    kind: 'noAnswer',
    reason: REFUSALS[code].reason,
    code,
    facts,
    ...(stage !== undefined && { stage }),
  }) as RefusalOf<C>;

/** The refusal of a scenario with an error. */
export const invalidScenario = (fault: Fault): NoAnswer => noAnswer('invalidScenario', { fault }, fault.node);

/** One sentence or two: what is wrong and where, then what to do. */
export function refusalText(of: NoAnswer): string {
  const { advice } = rowOf(of);
  const usual = typeof advice === 'function' ? advice(of.facts) : advice;
  const instead = of.overTime && usual === NO_CHAIN ? 'simulate over time instead' : usual;
  const words = `${clause(of)}${instead === undefined ? '' : `; ${instead}`}`;
  // Faults are lines of a list, and what other programs say comes as they say it.
  return of.reason === 'invalid' || of.code === 'stopped' ? words : `${words}.`;
}

/** As a part of a sentence, without advice. */
export const refusalClause = (of: NoAnswer): string => inSentence(clause(of));

const clause = (of: NoAnswer): string => rowOf(of).says(of.facts);

const rowOf = ({ code }: NoAnswer) => REFUSALS[code] as Refusal<NoAnswer['facts']>;

type RequestField = keyof typeof EXPECTED;

interface StartTooLarge {
  readonly held: readonly Held[];
  readonly most: number;
  readonly estimate: number;
}

interface InvalidRequest {
  readonly field: RequestField;
  readonly got: string;
  /** What there is to choose from. */
  readonly among?: readonly string[];
}

const EXPECTED = {
  seed: 'an integer from 0 to 4294967295',
  replications: 'an integer >= 2',
  horizon: 'a time > 0 in seconds',
  warmup: 'a time >= 0 and below the horizon',
  precision: 'a number above 0 and below 1',
  frameLength: 'a time > 0 in seconds',
  precisionMeasures: 'some of ',
} as const;

interface KindNotSupported extends Named {
  /** Path inside the node, such as `service.distribution`; `kind` for the node itself. */
  readonly field: string;
  /** As written, for it may be one that nothing knows. */
  readonly kind: string;
  readonly engine: Engine;
  /** Engines that support it. */
  readonly instead: readonly Engine[];
}

/** Rows of the fields that name a kind, by their path in the node. */
const KIND_ROWS: Readonly<Record<string, FieldRow>> = {
  ...FIELDS.stage,
  arbitration: FIELDS.resource.arbitration,
  depth: FIELDS.link.depth,
  classSwitch: FIELDS.router.classSwitch,
  'routing.rule': FIELDS.routing.rule,
  'bulk.timePerElement': FIELDS.fullBatch.timePerElement,
  'bulk.rule': { ...FIELDS.stage.bulk, value: { kind: 'choice', choices: BULK } },
};

/** `when full "drop oldest"`: the field and its option as people read them; an unknown kind as it is written. */
function choiceText(field: string, kind: string): string {
  const row = KIND_ROWS[field];
  if (row?.value.kind === 'choice')
    return `${fieldWords(row)} "${inSentence(row.value.choices[kind]?.label ?? kind)}"`;
  if (row) return fieldWords(row);
  return `distribution "${FORMS.find((form) => form.kind === kind)?.knowledge.name ?? kind}"`;
}

interface MethodChange extends Named {
  readonly capacity: number;
  readonly below: MethodName;
  readonly from: MethodName;
}

interface DistributionOf extends Named {
  readonly of: 'arrivals' | 'service';
  readonly distribution: DistributionForm;
}

const timesWords = (of: DistributionOf['of'], name: string): string =>
  of === 'arrivals' ? `arrivals from "${name}" have` : `service at "${name}" has`;

interface Held extends Named {
  readonly count: number;
}

const heldText = (held: readonly Held[]): string =>
  held.map(({ count, name }) => `${countText(count)} in "${name}"`).join(', ');

const CLOSED_AT = {
  fork: 'which forks its jobs',
  join: 'which joins its jobs',
  broadcast: 'which copies its jobs',
  bulk: 'which serves in bulk',
  conversion: 'which changes their number',
} as const;

/** What keeps a network from having a product form. */
export type ProductFormObjection = Coded<typeof PRODUCT_FORM_OBJECTIONS>;
/** What keeps the decomposition by blocking from being applied. */
/** What is random or not supported at a node. */
const SELF_TIMED_OBJECTIONS = {
  classes: 'there are several classes of jobs',
  schedule: 'rates change over time',
  resource: 'services wait for a shared resource',
  overdrive: 'there is a Poisson overdrive',
  timeout: 'batches have a flush timeout',
  filter: 'a random share is filtered out',
  routing: 'elements are routed at random',
  fork: 'forks and joins do not pair up over branches that keep all tasks in order',
} as const;

export type SelfTimedObjection = keyof typeof SELF_TIMED_OBJECTIONS;

/** One wait of a standstill: who, for what, and of whom. */
export interface Wait extends Named {
  readonly node: NodeId;
  /** Where the room or the tokens are missing; absent where more than one link leads there. */
  readonly link?: NonNullable<Fault['link']>;
  readonly for: 'room' | 'tokens';
  /** Who would have to take or to give; empty where nobody does. */
  readonly of: string;
  /** The room is that of the link, not of the whole stage. */
  readonly own: boolean;
  readonly there: number;
  readonly needed: number;
  readonly capacity: number;
}

function waitText({ name, for: what, of, own, there, needed, capacity }: Wait): string {
  if (what === 'room')
    return `"${name}" waits for free slots ${own ? 'on its link to' : 'in'} "${of}" (${there} of ${capacity} taken, ${needed} more needed)`;
  return `"${name}" waits for ${of === '' ? 'what nobody sends' : `"${of}"`} (has ${there} of ${needed} needed)`;
}

/** Each wait of a deadlock where it is drawn; none of other refusals. */
export const waitFaults = (refusal: NoAnswer): readonly Fault[] =>
  refusal.code === 'waitsForGood'
    ? refusal.facts.waits.map((wait) => ({
        ...errorAt('deadlock', wait.node, `Deadlock: ${waitText(wait)}.`),
        ...(wait.link && { link: wait.link }),
      }))
    : [];

export type BlockingObjection = Coded<typeof BLOCKING_OBJECTIONS>;

const PRODUCT_FORM_OBJECTIONS = {
  changesOverTime: ({ name }: Named) => `arrivals or services of ${name} change over time`,
  ordered: ({ name }: Named) => `${name} does not route at random`,
  finite: ({ name }: Named) => `${name} can be full`,
  resource: ({ name, resource }: Named & { readonly resource: string }) => `${name} waits for ${resource}`,
  priority: ({ name }: Named) => `${name} serves some classes before others`,
  notExponential: ({ name }: Named) =>
    `${name} serves first come, first served with times that are not exponential`,
  differentRates: ({ name }: Named) => `${name} serves classes first come, first served at different rates`,
} as const;

export const objectionText = (because: ProductFormObjection): string =>
  say(PRODUCT_FORM_OBJECTIONS, because.code, because);

const BLOCKING_OBJECTIONS = {
  nothingInteracts: () => 'no stage blocks another or loses, and nowhere is the shortest queue chosen',
  unsettled: ({ ring = [] }: { readonly ring?: readonly string[] }) => {
    if (ring.length === 0) return 'its rounds do not settle here';
    const waits = ring.length === 1 ? 'waiting for itself' : 'each waiting for another';
    return `its rounds do not settle here, where ${ring.join(', ')} can lock, ${waits}`;
  },
  fork: ({ name }: Named) => `${name} is a fork, and tasks may be lost behind it`,
  delay: ({ name }: Named) => `${name} is a delay before a stage that may be full`,
  discipline: ({ name }: Named) => `${name} serves some classes before others`,
  resource: ({ name, resource }: Named & { readonly resource: string }) => `${name} waits for ${resource}`,
  servers: ({ name, most }: Named & { readonly most: number }) =>
    `${name} has more than ${most.toLocaleString('en')} servers`,
} as const;

const when = (at: number | undefined): string =>
  at === undefined ? 'sooner or later' : `at ${formatNumber(at, 4)} s`;

/** An estimate by its first two digits: it has no more. */
export const estimateText = (n: number): string => countText(Number(n.toPrecision(2)));

/** Such as `4,200` or `3e+14`. */
export const countText = (n: number): string =>
  n < 1e9 ? Math.round(n).toLocaleString('en-US') : n.toExponential(0);

interface TooSlow {
  readonly states: number;
  /** As expected from states, moves and the structure of the chain. */
  readonly seconds: number;
  readonly most: number;
}

interface TooManyStates {
  readonly most: number;
  readonly estimate?: number;
  /** Phases of the Erlang distributions that stand in for constant times; absent where there are none. */
  readonly phases?: number;
  /** The occupancies were multiplied; what blocking and closed populations leave of them was not counted. */
  readonly isGuess?: true;
}
