/**
 * What the reader must know before believing an answer. Every verdict has a code, its facts, and here its words; so has
 * everything that a model assumes. Kernels give codes and facts, programs look at these alone, and page, command line and
 * report print `verdictText` and `assumptionText`.
 *
 * To add one: a row in `VERDICTS`. Severity is a fact: a warning where numbers may be off by more than they look.
 */
import { type Coded, type FactsOf, say, type Words } from '../base/coded.ts';
import { counted } from '../base/plural.ts';
import { formatNumber, formatPercent, formatQuantity } from '../quantities/quantity.ts';
import type { NodeId } from '../scenario/scenario.ts';
import { measureWords } from './measure-rows.ts';
import { type MethodName, methodLabel } from './methods.ts';
import {
  countText,
  type NoAnswer,
  objectionText,
  type ProductFormObjection,
  refusalClause,
  refusalText,
} from './refusals.ts';

/** Names are as drawn. */
interface Named {
  readonly name: string;
}

/** Which way the real queue is off, where that can be told. */
interface Sided {
  readonly side?: Side;
}

export type Side = 'longer' | 'shorter';

/** How far the real queue is from the computed one: `factor` times it, where nothing else moves it. */
interface QueueOff extends Sided {
  readonly factor?: number;
  readonly meanQueueLength?: number | undefined;
}

/** `queue` is given where services have no finite variance. */
type NotExponential = Named &
  QueueOff & {
    readonly scv: number;
    readonly model: string;
    readonly queue?: 'bounded' | 'hasMean' | 'noMean';
  };

/** Stages in the order of time, and what each waits for last. */
interface CriticalCycle {
  readonly names: readonly string[];
  readonly waits: readonly {
    readonly name: string;
    readonly on: string;
    readonly for: 'tokens' | 'room' | 'server';
  }[];
}

/** Names of a cycle, of what waits for it, and of the first that grows. */
interface Standstill {
  readonly names: readonly string[];
  readonly behind: readonly string[];
  readonly growing?: string;
  readonly hasExit: boolean;
}

/** Cycles, of which something that the drawing does not tell decides what stands still. */
interface Undecided {
  readonly cycles: readonly (readonly string[])[];
  /** What depends on it besides. */
  readonly dependent: readonly string[];
  readonly hasExit: boolean;
}

/** More would hide the cycle. */
const MOST_WAITS = 6;
const CRITICAL = { tokens: 'what comes from', room: 'a free slot before', server: 'its server at' } as const;
const criticalText = (wait: CriticalCycle['waits'][number]): string =>
  `${wait.name} waits for ${CRITICAL[wait.for]} ${wait.on}`;

const VERDICTS = {
  // Arrivals.
  'correlated-arrivals': ({ name, source }: Named & { readonly source: string }) =>
    `Arrivals from ${source} come in correlated bursts, which can make a queue many times longer, but ${name} assumes Poisson arrivals.`,
  'arrivals-not-poisson': (facts: NotPoisson | (Named & Sided & { readonly every: number })) =>
    'every' in facts
      ? `${facts.name} makes one element of every ${formatNumber(facts.every)} that arrive, which is more regular than Poisson; ${offBy(facts)}.`
      : `Arrivals from ${facts.source} are ${facts.scv > 1 ? 'less' : 'more'} regular than Poisson (scv ${formatNumber(facts.scv)}), but ${facts.name} assumes Poisson arrivals; ${offBy(facts)}.`,
  'batch-arrivals-ignored': ({ name, ...batches }: Named & Batches) =>
    `Batch arrivals (about ${formatNumber(batches.size)}) at ${name} are modelled as single arrivals; ${batchesOff(batches)}. Simulate to see it.`,
  'departures-not-poisson': ({ name, from }: Named & { readonly from: readonly string[] }) =>
    `${name} assumes Poisson arrivals; the output of ${from.join(' and ')} is not a Poisson stream.`,
  'feedback-ignored': ({ name, knowsVariability }: Named & { readonly knowsVariability: boolean }) =>
    knowsVariability
      ? `${name} lies on a cycle: what returns comes when it has just been busy, but the model approximates it by an independent stream; a short queue may be several times shorter or longer.`
      : `${name} lies on a cycle: what returns is not a Poisson stream, but the model approximates it by one.`,
  'routing-approximated': ({ name, rule }: Named & { readonly rule: keyof typeof ROUTING }) =>
    `${name} ${ROUTING[rule]}`,

  // Services, servers, capacity.
  'taken-for-granted': ({ name, assumed }: Named & { readonly assumed: ModelAssumption }) =>
    assumed.doubtful
      ? `Unreliable: at ${name}, ${modelAssumptionText(assumed)}.`
      : `At ${name}, ${modelAssumptionText(assumed)}.`,
  'service-not-exponential': (facts: NotExponential) =>
    Number.isFinite(facts.scv)
      ? `Service at ${facts.name} is ${facts.scv > 1 ? 'more' : 'less'} variable than exponential (scv ${formatNumber(facts.scv)}), which ${facts.model} assumes; ${offBy(facts)}.`
      : `The service time of ${facts.name} has no finite variance; ${withoutVariance(facts)}.`,
  'bulk-ignored': ({ name, size }: Named & { readonly size: number }) =>
    `${name} serves up to ${size} at once; the model serves one by one, ${size} times as fast, and leaves out the wait for a batch to fill.`,
  'timeout-ignored': ({ name }: Named) =>
    `The flush timeout of ${name} is left out; a batch waits until it is full.`,
  'priority-ignored': ({ name }: Named) =>
    `${name} serves some classes before others, but the model serves in order of arrival; the mean over all classes moves little, that of each class a lot. Simulate to see it.`,
  'servers-pooled': ({ name, servers }: Named & { readonly servers: number }) =>
    `The ${servers} servers of ${name} are approximated by one that is ${servers} times as fast; at light load the real stage holds more.`,
  'loss-ignored': ({ name, method }: Named & { readonly method: MethodName }) =>
    `${name} loses arrivals when it is full, but this method (${methodLabel(method)}) accepts all arrivals.`,
  'back-pressure-out-of-range': ({
    name,
    capacity,
    share,
  }: Named & Readonly<Record<'capacity' | 'share', number>>) =>
    `The unbounded queue of ${name} would exceed its capacity (${capacity}) ${percent(share)} of the time; the model is beyond its range.`,
  'blocking-ignored': ({
    name,
    blocker,
    share,
  }: Named & { readonly blocker: string; readonly share: number }) =>
    `${name} is blocked while ${blocker} is full (${percent(share)} of the time), which the model leaves out.`,
  'source-held-up': ({ name, source, share }: Named & { readonly source: string; readonly share: number }) =>
    `Unreliable: ${name} is full ${percent(share)} of the time and blocks ${source}, but the model accepts all arrivals from ${source}.`,
  'resource-ignored': ({ name, resource }: Named & { readonly resource: string }) =>
    `Services at ${name} also wait for ${resource}, which other stages use; the model leaves that wait out. Simulate to see it.`,
  'schedule-averaged': ({ name, of, rate, repeats }: Scheduled) =>
    `${of === 'arrivals' ? `Arrivals from ${name}` : `Services at ${name}`} change over time; ${
      repeats
        ? `the model uses their mean rate (${formatNumber(rate)}/s) all the time, without the queues that build up in busy frames.`
        : `this is the steady state of the last frame (${formatNumber(rate)}/s).`
    }`,

  // The whole network.
  saturated: ({ name, shares, load, limit, waits }: Saturation) =>
    `${name} is overloaded${shares ? ' by the stages that share it' : ''}: offered utilization ${factorText(load)}, ${waits ? 'so that full stages make their senders wait; simulate to see how many elements they hold' : 'no steady state'}${limit === undefined ? '' : `; ${waits ? 'no overload' : 'the network is stable'} below ${factorText(limit)} times the present input`}.`,
  'near-capacity': ({ name, load, off }: Named & { readonly load: number; readonly off: number }) =>
    `${name} is offered ${factorText(load)} times what it can do, by a method that may be ${percent(off)} off: whether its queue has a steady state cannot be told from it. Simulate to see.`,
  'join-approximated': ({ name, side }: Named & Sided) =>
    `The wait at ${name} for the slowest task assumes independent branches; tasks that arrive at once wait alike${side ? `, so the real wait is ${side}` : ''}. Equal single-server branches with Poisson arrivals are right to 5 %.`,
  'two-moments': () =>
    'Streams between stages are known by rate and variability alone, as if their gaps were independent; exact for Poisson arrivals at the first stage, an approximation behind it.',
  'blocking-approximated': ({
    holds,
    isOutside,
    kinds,
    throughput,
    occupancy,
    blocked,
  }: DecompositionErrors) =>
    `${holds ? 'Full stages block their senders: each' : 'Each'} stage is solved between its neighbours, as if independent of the others. ${isOutside ? 'How far off that may be was not measured for networks with what the warnings name, or with times of infinite variance.' : `In 95 % of random networks of this kind (${kinds.join(', ')}) throughput was within ${percent(throughput)}${holds ? `, occupancy within ${percent(occupancy)} of the capacity, and the blocked time within ${percent(blocked)}` : ` and occupancy within ${percent(occupancy)} of the capacity`} of a long simulation.`}`,
  'ring-followed': ({ throughput, occupancy, blocked }: Omit<BlockingErrors, 'holds' | 'kinds'>) =>
    `This ring has too many states: it was followed over random services, always the same. In 95 % of random rings throughput was within ${percent(throughput)}, occupancy within ${percent(occupancy)} of the capacity, and the blocked time within ${percent(blocked)} of a long simulation.`,
  'no-product-form': ({ because }: { readonly because: ProductFormObjection }) =>
    `There is no exact solution: ${objectionText(because)}. The model takes it into account only in part; simulate to see it.`,
  'approximate-mean-values': () =>
    'What a job finds on arrival is estimated from the network with all jobs; in product form with one server each, throughputs by Linearizer are within 1 %, by Bard–Schweitzer within 15 %.',
  'measured-otherwise': (facts: MeasuredOtherwise) =>
    facts.isChanged
      ? `The ${measureWords(facts.measure)} of ${facts.name} was measured ${measuredText(facts, facts.found)}, and ${facts.model} now predicts ${measuredText(facts, facts.expected)}; the model was changed after the measurement, which may be why.`
      : facts.measure === 'utilization'
        ? `The servers of ${facts.name} were measured busy ${percent(facts.found)} of the time, but ${facts.model} predicts ${percent(facts.expected)}: rates or service times differ from those drawn.`
        : `The measured ${facts.measure === 'meanQueueLength' ? 'queue' : 'occupancy'} of ${facts.name} is ${formatNumber(facts.found)}, ${facts.expected > 0 ? `${times(facts.found / facts.expected)} ` : 'not '}the ${formatNumber(facts.expected)} of ${facts.model}: there the model is out of its range.`,

  // Input uncertainty.
  'not-determined': ({ name, low, high, fills, by }: NotDetermined) =>
    `The queue of ${name} is sensitive to ${by?.stated ? 'the stated input uncertainty' : 'input rounding'}: it lies ${
      Number.isFinite(high)
        ? `between ${formatNumber(low)} and ${fills ? slotsText(high) : formatNumber(high)}`
        : `anywhere above ${formatNumber(low)}`
    }${by ? `, mostly due to ${inputText(by)}` : ''}.`,
  'precision-left-out': () =>
    'The interval from input uncertainty is not computed here: it would take too many further solutions of this method.',

  // Constant times.
  'schedule-repeats': ({ period, after, count, longest, ofSeveral = false }: Repeats) =>
    `All times are constant: the schedule repeats every ${timeText(period)}${after > 0 ? ` after the first ${timeText(after, 3)}` : ''}, with ${countText(count)} element${count === 1 ? '' : 's'} to the sinks${longest === undefined ? '' : `; none takes longer than ${timeText(longest)} from entry to sink${ofSeveral ? ', where what was made of several is as old as the youngest of them' : ''}`}.`,
  'critical-cycle': ({ names, waits }: CriticalCycle) =>
    names.length === 1
      ? `${names[0]} sets the pace: each of its starts waits for nothing but its last one.`
      : `The critical cycle is ${names.join(' → ')} → ${names[0]}${waits.length > MOST_WAITS ? '' : ` (${waits.map(criticalText).join(', ')})`}: each starts as soon as the one before lets it, so only a change there makes the schedule faster.`,

  // Markov chain.
  'erlang-stand-in': ({ name, of, phases, moves }: ErlangStandIn) =>
    `The ${of === 'arrivals' ? 'constant time between arrivals' : 'deterministic service'} of ${name} is approximated by ${phases} exponential phase${phases === 1 ? '' : 's'}.${
      moves
        ? ` Its number in system is ${formatNumber(moves.occupancy, 4)} with ${phases} phases and ${formatNumber(moves.otherOccupancy, 4)} with ${moves.otherPhases}, which extrapolates to about ${formatNumber(moves.limit, 4)}.`
        : ''
    }`,
  'erlang-moves': ({ name, phases, share }: Named & Readonly<Record<'phases' | 'share', number>>) =>
    `With ${phases} phases no number in system moves by more than ${formatPercent(Math.abs(share), 2)} (${name}).`,
  'queue-cut': ({ name, level, share }: Named & Readonly<Record<'level' | 'share', number>>) =>
    `The unbounded queue of ${name} is cut off at ${countText(level)} elements; it is that full for ${share.toExponential(0)} of the time.`,
  'times-of-served-unknown': ({ name }: Named) =>
    `${name} loses elements that have waited; the chain gives no times of those that are served there. Simulate to see them.`,
  'chain-residual': ({ residual }: { readonly residual: number }) =>
    `The balance of the chain's states is met to ${residual.toExponential(0)} of its fastest rate.`,
  'network-time-approximated': () =>
    'The mean time through the network is put together from the stages; the stages are exact, but where blocking or loss depends on an element’s route this sum is not.',
  'chain-unstable': ({ refusal }: Refused) => refusalText(refusal),
  'chain-deadlock': ({ refusal }: Refused) => `${refusalText(refusal)} The numbers are of the time before.`,
  'chain-stuck': ({ refusal }: Refused) => refusalText(refusal),
  'can-lock': ({ circle }: { readonly circle: readonly string[] }) =>
    `Can lock: once ${circle.length === 1 ? `"${circle[0]}" is full, it can come to wait for itself` : `they are full, ${circle.map((name, i) => `"${name}" can come to wait for "${circle[(i + 1) % circle.length]}"`).join(', ')}`}, and then nothing moves there any more; the numbers are of the time before.`,
  'no-exit': ({ names }: { readonly names: readonly string[] }) =>
    `${namesText(names)} ${names.length === 1 ? 'is' : 'are'} a cycle without an exit: what enters stays there, and its queue grows without end.`,
  'stands-still': ({ names, behind, growing, hasExit }: Standstill) =>
    `${namesText(names)} ${hasExit ? (names.length === 1 ? 'locks, waiting for itself' : 'lock, each waiting for another') : `${names.length === 1 ? 'is' : 'are'} a cycle without an exit`}: once full, nothing moves there any more${behind.length > 0 ? `, and ${namesText(behind)} ${behind.length === 1 ? 'waits' : 'wait'} for good${growing === undefined ? '' : ` (the queue at ${growing} grows without end)`}` : ''}. The numbers are of the time after.`,
  undecided: ({ cycles, dependent, hasExit }: Undecided) =>
    `${cycles.map(namesText).join(', and ')} ${hasExit ? 'can lock, each waiting for another' : cycles.length > 1 ? 'are cycles without an exit' : `${cycles[0]!.length === 1 ? 'is' : 'are'} a cycle without an exit`}. ${cycles.length > 1 ? 'Which of them is full first decides' : 'More than the drawing decides'} what becomes of ${cycles.length === 1 && cycles[0]!.length === 1 ? 'it' : 'them'}${dependent.length > 0 ? ` and of ${namesText(dependent)}` : ''}: no numbers are given there. The others do not depend on it.`,
  /** The nodes are a part of the drawing that nothing connects to the others. */
  'part-without-answer': ({ names, refusal }: Refused & { readonly names: readonly string[] }) =>
    `No numbers are given for ${namesText(names)}: ${refusalClause(refusal).replace(/\.$/, '')}. The others do not depend on ${names.length === 1 ? 'it' : 'them'}.`,

  // Worst-case bounds.
  'capacity-not-certain': ({ name, capacity, backlog, loses, senders }: NotCertain) =>
    `${name} has a capacity of ${capacity}; without loss or blocking it needs ${backlog} in the worst case. With less ${
      loses
        ? 'elements may be lost'
        : `it may block ${senders.join(', ')}, and the bounds before it hold only with that capacity`
    }.`,

  // Simulation.
  'few-replications': ({ count, least }: Readonly<Record<'count' | 'least', number>>) =>
    `Only ${count} replication${count === 1 ? '' : 's'}: the confidence intervals are uncertain themselves; make at least ${least}.`,
  transient: ({ horizon }: { readonly horizon: number }) =>
    `The run is one transient, as its schedules want, from the empty start to ${timeText(horizon)}: what is given for the whole run depends on its length; the frames say what happens when.`,
  'partial-period': ({ observed, period }: Readonly<Record<'observed' | 'period', number>>) =>
    `The run observes ${timeText(observed)}, which is no whole number of periods of ${timeText(period)}: means over the whole run count some parts of a period more often than others.`,
  growing: ({ name, ratio }: Named & { readonly ratio?: number }) =>
    `Stage "${name}" holds ${ratio === undefined ? 'much' : `${formatNumber(ratio, 2)} times`} as much in the second half of the run as in the first: it may have no steady state, or the run is too short; its numbers depend on the length of the run.`,
  'few-services': ({ name, served }: Named & { readonly served: number }) =>
    `Stage "${name}" served only ${counted(served, 'element')} in all replications: its numbers are rough; make the run longer.`,
  'rare-loss': ({ name, lost, offered }: Named & Readonly<Record<'lost' | 'offered', number>>) =>
    lost === 0
      ? `Stage "${name}" lost none of ${counted(offered, 'arrival')}: were they independent, its loss probability would be below ${formatNumber(3 / offered, 1)}.`
      : `Stage "${name}" lost only ${lost} of ${counted(offered, 'arrival')}: its loss probability is rough.`,
  'short-run': ({ name, relaxation, observed, warmup, wanted }: ShortRun) =>
    `${
      Number.isFinite(relaxation)
        ? `The relaxation time of stage "${name}" is about ${timeText(relaxation, 2)}`
        : `Stage "${name}" has no finite relaxation time, as the times at it have no finite variance`
    }; this run observes ${timeText(observed, 2)} after ${timeText(warmup, 2)} of warm-up: its confidence interval may be too narrow${
      wanted === undefined
        ? ', whatever the length'
        : `. Ask for a ${'length' in wanted ? `length of ${timeText(wanted.length, 2)}` : `warm-up of ${timeText(wanted.warmup, 2)}`}`
    }.`,
  'warmup-too-short': ({ name, warmup, suggested, isLong }: WarmupTooShort) =>
    `Stage "${name}" was still on its way from the empty start after the warm-up of ${timeText(warmup, 2)}: its mean is off. Ask for a warm-up of ${timeText(suggested, 2)}.${isLong ? ' That is more than half of the run: make it longer as well.' : ''}`,
  'exact-part': ({ names, model, edge, mostFull }: ExactPartKnown) =>
    `The means of ${namesText(names)} are known from the exact chain of this part (${model}), and agree with the simulation. ${edgeText(edge, mostFull)}`,
  'exact-part-differs': ({ names, model, name, measure, exact, mean, halfWidth }: ExactPartDiffers) =>
    `The exact chain of ${namesText(names)} (${model}) gives ${formatNumber(exact)} for the ${measureWords(measure)} of "${name}", the simulation ${formatNumber(mean)} ± ${formatNumber(halfWidth)}: too far apart for chance, so the chain's means are not used. A longer warm-up may bring them together.`,
  'replications-failed': ({ seed, failed, at }: ReplicationsFailed) =>
    `${failed.length === 1 ? 'Replication' : 'Replications'} ${failed.map((replication) => replication + 1).join(' and ')} with seed ${seed} failed, the first at ${timeText(at)}, by an error in Stagegraph, and were replaced; please report it with the scenario and the seed.`,
  'precision-missed': ({ precision, replications, missing, needed, unsettled = [], most }: PrecisionMissed) =>
    [
      `Not known to ${formatPercent(precision, 2)} after ${replications} replications: ${[
        ...missing
          .slice(0, MOST_NAMED)
          .map(
            ({ name, measure, share }) =>
              `${measureWords(measure)} of "${name}" (± ${formatPercent(share, 2)})`,
          ),
        ...(missing.length > MOST_NAMED ? [`${missing.length - MOST_NAMED} more`] : []),
      ].join(', ')}.`,
      ...unsettled.map(unsettledText),
      ...(needed === undefined
        ? []
        : [
            `${unsettled.length > 0 ? 'What else is missing' : 'That'} takes about ${aboutText(needed)} replications, ${aboutText(needed / replications)} times as many, or replications that much longer.`,
          ]),
      ...(needed !== undefined && needed > most
        ? [`A run makes at most ${most} unless more are asked for.`]
        : []),
    ].join(' '),
} as const satisfies Words;

export type VerdictCode = keyof typeof VERDICTS;
type VerdictOf<C extends VerdictCode> = {
  readonly [P in C]: {
    readonly code: P;
    readonly severity: 'note' | 'warning';
    readonly facts: FactsOf<(typeof VERDICTS)[P]>;
    readonly stage?: NodeId;
    /** Means at the stage come from an exact chain; this is said of the rest. */
    readonly exceptMeans?: true;
  };
}[C];

export type Verdict = VerdictOf<VerdictCode>;

type Tell = <C extends VerdictCode>(
  code: C,
  facts: FactsOf<(typeof VERDICTS)[C]>,
  stage?: NodeId,
) => VerdictOf<C>;

const told =
  (severity: Verdict['severity']): Tell =>
  (code, facts, stage) =>
    ({ code, severity, facts, ...(stage !== undefined && { stage }) }) as never;

/** Numbers may be off by more than they look. */
export const warning: Tell = told('warning');
/** For the record. */
export const note: Tell = told('note');

/** Says why stages have no numbers. */
export const isUntold = ({ code }: Pick<Verdict, 'code'>): boolean =>
  code === 'undecided' || code === 'part-without-answer';

/** One sentence or two. */
export function verdictText({ code, facts, exceptMeans }: Verdict): string {
  const words = say(VERDICTS, code, facts);
  return exceptMeans
    ? `${words} That holds for simulated numbers there, not for the means from the exact chain.`
    : words;
}

/** What a station model assumes where it is not exact, and by how much that may move its numbers. */

const MODEL_ASSUMPTIONS = {
  poissonArrivals: ({ factor }: { readonly factor: number }) =>
    `its arrivals are approximated by a Poisson stream${realQueue(factor)}`,
  noBursts: () =>
    'its arrivals are approximated by a Poisson stream, without their bursts, which can make a queue many times longer',
  singleArrivals: (batches: Batches) =>
    `batch arrivals (${batches.size}) are modelled as single arrivals; ${batchesOff(batches)}`,
  exponentialService: ({ factor }: { readonly factor: number }) =>
    `its service times are approximated by exponential ones${realQueue(factor)}`,
  gammaService: () =>
    'its service times are approximated by a gamma distribution of the same mean and variance',
  phases: ({ of, most, factor }: Phases) =>
    `${of === 'service' ? 'its service times are' : 'its arrivals and service times are'} approximated by phase-type fits (up to ${most} phases, the mean matched, and the variance where that many phases can have it)${realQueue(factor)}`,
  noTimeout: ({ timeout, filling }: { readonly timeout?: number; readonly filling: number }) =>
    `the model lets a batch wait without a timeout${timeout === undefined ? '' : `; one waits up to ${formatNumber(timeout)} s for its batch, not ${formatNumber(filling)} s`}`,
  timeoutInPhases: ({ isTried }: { readonly isTried?: boolean }) =>
    `its flush timeout is approximated by phases, and the age of what a full batch leaves behind by that of as many Poisson arrivals${isTried ? '; simulated queues are within 5 % of this' : ''}`,
  twoMoments: ({ wait }: { readonly wait?: readonly [number, number] }) =>
    `${MOMENTS_ONLY}${wait ? `; whatever their distributions, the mean wait is between ${formatNumber(wait[0])} and ${formatNumber(wait[1])} s` : ''}`,
  bulkMoments: ({ keepsStep, isTried }: { readonly keepsStep: boolean; readonly isTried?: boolean }) =>
    `${MOMENTS_ONLY}${keepsStep ? ', not how its arrivals keep step with its batches' : isTried ? '; simulated queues are within a third of this' : ''}`,
  oneServer: ({ servers }: { readonly servers: number }) =>
    `its ${servers} servers are approximated by one that is ${servers} times as fast; the real stage holds up to ${servers} batches in service`,
  unlimitedCapacity: ({ capacity, share, isDoubtful }: UnlimitedCapacity) =>
    `the model has unlimited capacity${share === undefined ? '' : `, and exceeds its ${counted(capacity, 'slot')} ${percent(share)} of the time`}${isDoubtful ? '; loss or blocking is left out' : ''}`,
  excessLeftOut: () =>
    'its capacity lets less through than it is offered; the excess is left out, and its senders carry less than shown',
  blockedRetry: ({ share }: { readonly share: number }) =>
    `arrivals that find it full (${percent(share)} of the time) are modelled to leave and come again, not to wait at their sender`,
} as const satisfies Words;

const MOMENTS_ONLY = 'only the means and variances of its arrivals and services are used';

type ModelAssumptionCode = keyof typeof MODEL_ASSUMPTIONS;
type ModelAssumptionOf<C extends ModelAssumptionCode> = {
  readonly [P in C]: {
    readonly code: P;
    readonly facts: FactsOf<(typeof MODEL_ASSUMPTIONS)[P]>;
    /** It may move the numbers by more than a fifth. */
    readonly doubtful: boolean;
  };
}[C];

export type ModelAssumption = ModelAssumptionOf<ModelAssumptionCode>;

export const modelAssumption = <C extends ModelAssumptionCode>(
  code: C,
  facts: FactsOf<(typeof MODEL_ASSUMPTIONS)[C]>,
  doubtful: boolean,
): ModelAssumptionOf<C> => ({ code, facts, doubtful }) as ModelAssumptionOf<C>;

/** A clause that begins with a small letter. */
export const modelAssumptionText = ({ code, facts }: ModelAssumption): string =>
  say(MODEL_ASSUMPTIONS, code, facts);

/** What an approximate method assumes at a stage, held against the drawing. */

const ASSUMPTIONS = {
  arrivals: ({ known }: { readonly known: keyof typeof ARRIVALS_KNOWN }) => ARRIVALS_KNOWN[known],
  singles: ({ counted }: { readonly counted: boolean }) =>
    counted ? 'Batch arrivals are counted by their mean and variability.' : 'Elements arrive one by one.',
  service: ({ asDrawn }: { readonly asDrawn: boolean }) =>
    asDrawn ? 'Services follow the distribution that is drawn.' : 'Service times are exponential.',
  bulk: ({ asDrawn }: { readonly asDrawn: boolean }) =>
    asDrawn ? 'Batches are served as drawn.' : 'Elements are served one by one.',
  servers: () => 'Each server works on its own.',
  order: () => 'The order of service follows the classes.',
  room: ({ capacity, isSeldom }: { readonly capacity: number; readonly isSeldom: boolean }) =>
    isSeldom ? `The queue seldom exceeds its capacity of ${capacity}.` : `The capacity is ${capacity}.`,
  losses: () => 'Arrivals at a full stage are lost.',
  blocking: ({ byChance }: { readonly byChance: boolean }) =>
    byChance
      ? 'It is treated as blocked at random, independently of its neighbours.'
      : 'Nothing behind it blocks it.',
  feedback: () => 'What returns comes like fresh arrivals.',
  resource: () => 'Services wait for nothing else.',
  steady: () => 'Rates stay the same over time.',
  /** Broken where a sender splits other than at random. */
  split: () => 'Elements are split at random.',
  /** What the model of the stage says itself. */
  own: () => 'The model fits the stage.',
} as const satisfies Words;

const ARRIVALS_KNOWN = {
  distribution: 'Arrivals follow the distribution of their source.',
  variability: 'Arrivals are known by rate and variability.',
  poisson: 'Arrivals are Poisson.',
} as const;

export type AssumptionCode = keyof typeof ASSUMPTIONS;
export type AssumptionFacts<C extends AssumptionCode> = FactsOf<(typeof ASSUMPTIONS)[C]>;

export type Assumption = {
  readonly [C in AssumptionCode]: {
    readonly code: C;
    /** Absent where only the verdicts against it say what is assumed. */
    readonly facts?: AssumptionFacts<C>;
    readonly holds: boolean;
    /** What says that it does not hold, with direction and size where they are known. */
    readonly because: readonly Verdict[];
  };
}[AssumptionCode];

/** What is assumed. */
export const assumptionText = ({ code, facts, because }: Assumption): string =>
  facts === undefined ? because.map(verdictText).join(' ') : say(ASSUMPTIONS, code, facts);

/** What a broken assumption does to the numbers; undefined where it holds, or where its text says so. */
export const effectText = ({ facts, because }: Assumption): string | undefined =>
  because.length === 0 || facts === undefined ? undefined : because.map(verdictText).join(' ');

/** Is a verdict on the stage told by one of its assumptions? */
export const isTold = (assumptions: readonly Assumption[], { code, stage }: Verdict): boolean =>
  assumptions.some(({ because }) => because.some((told) => told.code === code && told.stage === stage));

/** Why a method was chosen. */

const CHOICES = {
  asked: () => 'It was asked for.',
  exactAlone: () => 'Isolated analytic queues are exact here.',
  constantTimes: () => 'All times are constant, so that the schedule repeats exactly.',
  smallChain: () => 'The whole scenario is a small Markov chain, which leaves nothing out.',
  joins: () => 'Every stage is exact on its own; the wait at joins is estimated.',
  productForm: () => 'The network has a product form, which is exact.',
  meanValues: ({ chain }: WithoutChain) =>
    `No exact method applies (${refusalClause(chain)}); mean values are estimated.`,
  blocking: ({ chain }: WithoutChain) => `${noneIsExact(chain)}; this method models blocking by full stages.`,
  finiteQueues: ({ chain }: WithoutChain) =>
    `${noneIsExact(chain)}; this method follows variability, losses and the choice of the shortest queue from stage to stage.`,
  twoMoments: ({ chain }: WithoutChain) =>
    `${noneIsExact(chain)}; streams between stages are not Poisson, and this method follows their variability.`,
  alone: ({ chain }: WithoutChain) => `${noneIsExact(chain)}; every stage is solved alone.`,
  apart: () => 'Unconnected parts are solved one by one, each by its best method.',
} as const satisfies Words;

interface WithoutChain {
  readonly chain: NoAnswer;
}

const noneIsExact = (chain: NoAnswer): string =>
  `No analytic queue is exact here, and ${refusalClause(chain)}`;

export type MethodChoice = Coded<typeof CHOICES>;

export const choiceText = (choice: MethodChoice): string => say(CHOICES, choice.code, choice);

/** Numbers that users typed. */

export interface InputDoubt {
  /** What the node is called. */
  readonly name: string;
  readonly input: keyof typeof INPUTS;
  /** How well it is known where the user says so, over its value. */
  readonly stated?: number;
}

const INPUTS = {
  arrivalRate: 'arrival rate',
  arrivalTime: 'time between arrivals',
  serviceRate: 'service rate',
  serviceTime: 'service time',
  clock: 'clock C',
  elementsPerClock: 'elements per clock R',
  divisor: 'divisor M1',
  multiplier: 'multiplier M2',
  overdriveRate: 'overdrive',
  passProbability: 'pass probability',
  conversionFactor: 'expansion factor',
} as const;

/** `the service rate of disk (± 5 % as stated)`. */
export const inputText = ({ name, input, stated }: InputDoubt): string =>
  `the ${INPUTS[input]} of ${name}${stated === undefined ? '' : ` (± ${percent(stated)} as stated)`}`;

interface Batches extends Sided {
  readonly size: number;
  /** What they make of the occupancy at most, where nothing else moves it. */
  readonly factor?: number;
}

interface NotPoisson extends Named, Sided {
  readonly source: string;
  readonly scv: number;
}

interface Refused {
  readonly refusal: NoAnswer;
}

interface Scheduled extends Named {
  readonly of: 'arrivals' | 'service';
  readonly rate: number;
  readonly repeats: boolean;
}

interface Repeats {
  /** s. */
  readonly period: number;
  /** Before the first period, s. */
  readonly after: number;
  /** Elements to the sinks in a period. */
  readonly count: number;
  /** s; absent where none come from a source, or it takes too long to be known. */
  readonly longest?: number;
  /** Whether a firing takes more than one token. */
  readonly ofSeveral?: boolean;
}

interface Saturation extends Named {
  /** `name` is a shared resource. */
  readonly shares: boolean;
  readonly load: number;
  readonly limit?: number;
  /** All stages are finite. */
  readonly waits?: true;
}

interface MeasuredOtherwise extends Named {
  readonly measure: 'meanQueueLength' | 'meanOccupancy' | 'utilization';
  readonly found: number;
  readonly expected: number;
  readonly model: string;
  /** The model was changed after it was measured. */
  readonly isChanged?: true;
}

type DecompositionErrors = BlockingErrors & {
  /** Something is left out, or has an infinite variance, as in no network that the errors were measured with. */
  readonly isOutside?: true;
};

type BlockingErrors = Readonly<Record<'throughput' | 'occupancy' | 'blocked', number>> & {
  /** Some stage holds up its senders. */
  readonly holds: boolean;
  /** What the network has that others have not, in words. */
  readonly kinds: readonly string[];
};

interface NotDetermined extends Named {
  readonly low: number;
  readonly high: number;
  /** The upper end has no steady state. */
  readonly fills: boolean;
  readonly by?: InputDoubt;
}

interface ErlangStandIn extends Named {
  readonly of: 'arrivals' | 'service';
  readonly phases: number;
  readonly moves?: Readonly<Record<'occupancy' | 'otherOccupancy' | 'otherPhases' | 'limit', number>>;
}

interface NotCertain extends Named {
  readonly capacity: number;
  readonly backlog: number;
  readonly loses: boolean;
  readonly senders: readonly string[];
}

interface ShortRun extends Named {
  /** s; infinite without a finite variance. */
  readonly relaxation: number;
  readonly observed: number;
  readonly warmup: number;
  readonly wanted?: { readonly length: number } | { readonly warmup: number };
}

interface WarmupTooShort extends Named {
  readonly warmup: number;
  readonly suggested: number;
  /** More than half of the run. */
  readonly isLong: boolean;
}

type MeanMeasure =
  | 'meanOccupancy'
  | 'meanQueueLength'
  | 'throughput'
  | 'utilization'
  | 'meanSojournTime'
  | 'meanWaitingTime';

interface ExactPartKnown {
  readonly names: readonly string[];
  readonly model: string;
  /** Finite stages behind the part. */
  readonly edge: readonly string[];
  /** Bound on the share of time that one of them is full, where it is known. */
  readonly mostFull?: number;
}

interface ExactPartDiffers extends Named {
  readonly names: readonly string[];
  readonly model: string;
  readonly measure: MeanMeasure;
  readonly exact: number;
  readonly mean: number;
  readonly halfWidth: number;
}

interface ReplicationsFailed {
  readonly seed: number;
  /** Numbers of the replications, from 0. */
  readonly failed: readonly number[];
  /** Where the first of them broke off, s. */
  readonly at: number;
}

/** Why a mean of the queue at a stage settles in no run. `load`: offered, of its servers; `shape`: of a Pareto tail. */
export type Unsettled = Named & ({ readonly load: number } | { readonly shape: number });

interface PrecisionMissed {
  readonly precision: number;
  readonly replications: number;
  readonly missing: readonly (Named & { readonly measure: MeanMeasure; readonly share: number })[];
  /** For those that settle; absent where none of them does. */
  readonly needed?: number;
  readonly unsettled?: readonly Unsettled[];
  /** Replications that are made unasked. */
  readonly most: number;
}

interface Phases {
  readonly of: 'service' | 'both';
  readonly most: number;
  readonly factor: number;
}

interface UnlimitedCapacity {
  readonly capacity: number;
  readonly share?: number | undefined;
  readonly isDoubtful: boolean;
}

const ROUTING = {
  roundRobin: 'routes round robin, which is more regular than the random split of the model.',
  joinShortestQueue:
    'routes to the shortest queue, but the model splits at random, in proportion to what each stage can serve; the true shares may differ.',
  broadcast: 'sends copies along its links that move together, but the model assumes independent copies.',
} as const;

/** Missing precisions that are named one by one. */
const MOST_NAMED = 3;

function edgeText(edge: readonly string[], mostFull: number | undefined): string {
  if (edge.length === 0) return 'Nothing behind it can block it.';
  const isOne = edge.length === 1;
  const bound =
    mostFull === undefined
      ? ''
      : `; ${isOne ? 'it is' : 'they are'} full for less than ${Math.max(SMALLEST_SHARE, 1.1 * mostFull).toExponential(0)} of the time`;
  return `${namesText(edge)} could block it when full, but ${isOne ? 'was' : 'were'} never full in this run${bound}.`;
}

/** Smaller ones are as good as none. */
const SMALLEST_SHARE = 1e-15;

function namesText(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}

/** As people say large numbers: 96, 21,000, 1.8 million. */
export function aboutText(n: number): string {
  const rounded = Number(n.toPrecision(2));
  if (rounded < 1e6) return rounded.toLocaleString('en-US');
  if (rounded < 1e9) return `${formatNumber(rounded / 1e6, 2)} million`;
  return rounded < 1e12 ? `${formatNumber(rounded / 1e9, 2)} billion` : 'a trillion or more';
}

/** `all 599 slots`. */
const slotsText = (slots: number): string =>
  slots === 1 ? 'its only slot' : `all ${formatNumber(slots)} slots`;

/** `2 times`, `0.5 times`. */
const times = (x: number): string => `${formatNumber(x, 2)} times`;

function unsettledText(facts: Unsettled): string {
  return `No number of replications helps at "${facts.name}": ${
    'load' in facts
      ? `it is overloaded (offered utilization ${factorText(facts.load)}, no finite capacity), so its queue grows as long as a run lasts`
      : `its service times have no finite variance (Pareto with shape ${formatNumber(facts.shape)}), so its queue has no mean`
  }.`;
}

function withoutVariance({ queue = 'noMean', meanQueueLength, model }: NotExponential): string {
  const computed =
    meanQueueLength === undefined ? '' : `, and the ${formatNumber(meanQueueLength)} of ${model} is none`;
  if (queue === 'noMean') return `its queue has no mean${computed}; a simulated one never settles`;
  if (queue === 'hasMean')
    return `its queue has a mean, as some servers can be spared, which ${model} does not tell, and a simulated one settles slowly`;
  return `its room is bounded, so its queue has a mean, which ${model} does not tell`;
}

/** `the real queue is shorter, about 0.5 times the computed one (1.2 elements fewer)`. */
function offBy({ side, factor, meanQueueLength }: QueueOff): string {
  if (side === undefined) return EITHER_WAY;
  const said = `the real queue is ${side}`;
  if (factor === undefined || !Number.isFinite(factor)) return said;
  const size =
    meanQueueLength === undefined
      ? ''
      : ` (${formatNumber(Math.abs(factor - 1) * meanQueueLength)} elements ${factor > 1 ? 'more' : 'fewer'})`;
  return factor === 0
    ? `${said}, negligible against the computed one${size}`
    : `${said}, about ${times(factor)} the computed one${size}`;
}

const EITHER_WAY = 'the real queue may be longer or shorter';

const batchesOff = ({ side, factor }: Batches): string =>
  side
    ? `the real queue is ${side}${factor === undefined ? '' : `, up to ${times(factor)} the occupancy`}`
    : EITHER_WAY;

const measuredText = ({ measure }: MeasuredOtherwise, value: number): string =>
  measure === 'utilization' ? percent(value) : formatNumber(value);

/** `factor`: 1 where it makes no difference worth telling. */
const realQueue = (factor: number): string =>
  factor === 1 || !Number.isFinite(factor)
    ? ''
    : `; the real queue is ${factor > 1 ? 'longer' : 'shorter'}, about ${times(factor)} the computed one`;

/** `92 %`; small shares keep one digit. */
const percent = (share: number): string => formatPercent(share, share < 0.1 ? 1 : 2);

/** Three digits, more where three would read 1. */
const factorText = (x: number): string => formatNumber(x, Math.abs(x - 1) < 0.005 ? 6 : 3);

const timeText = (seconds: number, most?: number): string =>
  formatQuantity(seconds, 'time', most === undefined ? {} : { digits: most });
