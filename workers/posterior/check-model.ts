/**
 * Is the model to be believed? The services of visits that were seen tell which family of distributions they are of (`check-services`).
 * Then some of the tasks that were seen in every step are hidden from the chains but for their entry, and how long each
 * of their visits was is compared with what the chains draw for it. Where the model is right, the truth has any rank among the draws alike.
 */
import { NormalDraws } from '../../core/distributions/draws.ts';
import { gammaQ } from '../../core/numeric/incomplete-gamma.ts';
import { openStream, type RandomStream } from '../random/random-stream.ts';
import { ABSENT, type ChainState, ENTRY, isSeen, RANDOM } from './chain-state.ts';
import { checkServices, type ServiceFit, settlingSweeps } from './check-services.ts';
import {
  type ChainRefusal,
  DISTRIBUTION_FAMILIES,
  type DistributionFamily,
  HAS_EXPONENTIAL,
  type ModelCheck,
  type OrderCheck,
  type PosteriorProblem,
  type ServiceCheck,
  type StateCheck,
} from './contract.ts';
import { serviceDraws } from './draw-distributions.ts';
import { startChain } from './run-chain.ts';

/** Each chain does not see other tasks: so many parts of those that were seen in every step. */
const PARTS = 4;
const MOST_IN_A_PART = 100;
/** The first tasks of a longer trace are enough to tell one distribution from another. */
const MOST_TASKS = 1500;
const SWEEPS = 110;
/** Sweeps of each chain that are not used. */
const FORGOTTEN = 50;
/** Visits in each bin of ranks, where all is right; bins at most, and visits of a state at least. */
const IN_A_BIN = 5;
const MOST_BINS = 10;
const FEWEST_VISITS = 20;
/**
 * Noise that the truth and each draw get alike, as a share of the mean stay in a state. Ranks are as even as before where the
 * model is right, and differences that are smaller than this, as between a constant and nearly one, are none.
 */
const BLUR = 0.05;
/** A model that is right is doubted no more often than once in a thousand. */
const DOUBT = 1e-3;
/** Standard deviations of the replicates by which the root of the number of overtakings may be off. */
const FAR = 4;
/** Exponential services are kept unless what was seen is rarer than this with them. */
const RARE = 0.05;

/** A visit that is hidden from the chains. */
interface HeldVisit {
  readonly task: number;
  readonly step: number;
  readonly state: number;
  /** s. */
  readonly stay: number;
}

interface Held {
  readonly problem: PosteriorProblem;
  readonly visits: readonly HeldVisit[];
  readonly tasks: number;
}

interface Scored {
  /** By visit: share of the draws below the truth, half of those equal. */
  readonly rank: Float64Array;
  /** By queue: how often visits that were seen overtake each other, in truth and served anew. */
  readonly overtakings: readonly Overtakings[];
}

interface Overtakings {
  readonly truth: number;
  readonly mean: number;
  readonly deviation: number;
  /** Standard deviations between the roots, where counts vary alike. */
  readonly distance: number;
}

/** Tells that a chain has ended, of so many. */
export type OnChecked = (done: number, of: number) => void;

/**
 * The problem with what held-out tasks say of it in `check`: of the families that are stated, or with `choose` of those that
 * explain each queue best, which it then has.
 */
export function checkModel(
  problem: PosteriorProblem,
  seed: number,
  choose: boolean,
  onChecked: OnChecked = () => undefined,
): PosteriorProblem | ChainRefusal {
  const beginning = firstTasks(problem, MOST_TASKS);
  const parts = heldParts(beginning, seed);
  const chains = parts.length + (choose ? ALWAYS_TRIED.length + 1 : 1);
  let done = 0;
  const tell = (): void => onChecked(Math.min(++done, chains), chains);
  const choice = choose ? chooseFamilies(beginning, seed, tell) : undefined;
  if (choice && 'refused' in choice) return choice;
  let chosen = choice?.families ?? problem.queues.map(({ family }) => family);
  const withChosen = (one: PosteriorProblem): PosteriorProblem => withFamilies(one, (i) => chosen[i]!);
  // The others' families matter for the times at a queue.
  let fits = checkServices(withChosen(beginning), choose ? 1 : 0, seed);
  if ('refused' in fits) return fits;
  for (let again = 0; choice && again < MOST_CHOICES; again += 1) {
    const others = chooseAgain(beginning, choice.tried, chosen, fits, seed);
    if ('refused' in others) return others;
    if (others.every((family, i) => family === chosen[i])) break;
    chosen = others;
    fits = checkServices(withChosen(beginning), 1, seed);
    if ('refused' in fits) return fits;
  }
  tell();
  const scored = scoreOf(
    parts.map((part) => ({ ...part, problem: withChosen(part.problem) })),
    seed,
    tell,
  );
  if ('refused' in scored) return scored;
  const check = checkOf(parts, scored, fits, choose);
  if (!choice) return { ...problem, check };
  const services = check.services.map((one, i): ServiceCheck => {
    if (one.fits !== 'yes') return one;
    const alike = othersThatFit(chosen[i]!, choice.tried[i]!);
    return alike.length > 0 ? { ...one, alike } : one;
  });
  return { ...withChosen(problem), check: { ...check, services } };
}

/** Families that are tried for each queue; the others only where times of seen visits are of few values, or not exponential. */
const ALWAYS_TRIED = ['exponential', 'gamma', 'lognormal', 'mixture'] as const;

/** How what was seen at one queue fits each family that was tried. */
type TriedFamilies = Map<DistributionFamily, ServiceFit>;

interface FamilyChoice {
  readonly families: readonly DistributionFamily[];
  readonly tried: readonly TriedFamilies[];
}

/** Where the chosen family is doubted by another chain, the next one is taken so many times. */
const MOST_CHOICES = 2;

/** By queue the family with which what was seen is least rare. */
function chooseFamilies(
  problem: PosteriorProblem,
  seed: number,
  onChain: () => void,
): FamilyChoice | ChainRefusal {
  const tried = problem.queues.map(() => new Map<DistributionFamily, ServiceFit>());
  const attempt = (familyOf: (place: number) => DistributionFamily): ChainRefusal | undefined => {
    const refused = tryFamilies(problem, tried, familyOf, seed);
    if (!refused) onChain();
    return refused;
  };
  const hasValues = problem.queues.map(({ seen }) => seen !== undefined && seen.values.length > 0);
  if (hasValues.includes(true)) {
    const refused = attempt((i) => (hasValues[i] ? 'discrete' : 'exponential'));
    if (refused) return refused;
  }
  // Services that many visits have alike are of few values, unless that is doubted.
  const isDiscrete = tried.map((fits) => (fits.get('discrete')?.shape ?? 0) >= DOUBT);
  if (isDiscrete.includes(false))
    for (const family of ALWAYS_TRIED) {
      const refused = attempt((i) => (isDiscrete[i] ? 'discrete' : family));
      if (refused) return refused;
    }
  // A heavy tail passes now and then for a mixture, by which its least services cannot be told.
  const isSettled = tried.map((fits, i) => isDiscrete[i]! || isLikely(fits.get('exponential')));
  if (isSettled.includes(false)) {
    const best = tried.map(bestFamily);
    const refused = attempt((i) => (isSettled[i] ? best[i]! : 'pareto'));
    if (refused) return refused;
  }
  return { families: tried.map(bestFamily), tried };
}

/** One chain with these families; how they fit is noted of all queues, or of those that are wanted. */
function tryFamilies(
  problem: PosteriorProblem,
  tried: readonly TriedFamilies[],
  familyOf: (place: number) => DistributionFamily,
  seed: number,
  isWanted?: readonly boolean[],
): ChainRefusal | undefined {
  const fits = checkServices(withFamilies(problem, familyOf), 0, seed);
  if ('refused' in fits) return fits;
  for (const [i, fit] of fits.entries()) if (isWanted?.[i] ?? true) tried[i]!.set(familyOf(i), fit);
  return undefined;
}

/**
 * Families as another chain finds them: one that it doubts was likely by the chance of a chain that hangs together, so that another one
 * is taken. All that were not tried yet are tried before.
 */
function chooseAgain(
  problem: PosteriorProblem,
  tried: readonly TriedFamilies[],
  chosen: readonly DistributionFamily[],
  fits: readonly ServiceFit[],
  seed: number,
): readonly DistributionFamily[] | ChainRefusal {
  const isDoubted = fits.map(({ shape }) => (shape ?? 1) < DOUBT / fits.length);
  if (!isDoubted.includes(true)) return chosen;
  for (const [i, fit] of fits.entries()) if (isDoubted[i]) tried[i]!.set(chosen[i]!, fit);
  for (const family of [...ALWAYS_TRIED, 'pareto'] as const) {
    const isNew = tried.map((families, i) => isDoubted[i]! && !families.has(family));
    if (!isNew.includes(true)) continue;
    const refused = tryFamilies(problem, tried, (i) => (isNew[i] ? family : chosen[i]!), seed, isNew);
    if (refused) return refused;
  }
  return chosen.map((family, i) => (isDoubted[i] ? bestFamily(tried[i]!) : family));
}

/** What tells nothing speaks against no family. */
const isLikely = (fit: ServiceFit | undefined): boolean => fit !== undefined && (fit.shape ?? 1) >= RARE;

const withFamilies = (
  problem: PosteriorProblem,
  familyOf: (place: number) => DistributionFamily,
): PosteriorProblem => ({
  ...problem,
  queues: problem.queues.map((queue, i) => ({ ...queue, family: familyOf(i) })),
});

/** Copies of the problem, each with another part of the observed tasks hidden but for their entry and their path. */
function heldParts(problem: PosteriorProblem, seed: number): readonly Held[] {
  const { pathOf, first, queue, departure } = problem;
  const stream = openStream({ seed, replication: 0, node: 'held out', purpose: 'filter' });
  const isWhole = (task: number): boolean => {
    const [from, to] = [first[task]!, first[task + 1]!];
    for (let i = from; i < to; i += 1)
      if (Number.isNaN(departure[i]!) || (i > from && queue[i]! < 0)) return false;
    return to > from;
  };
  // The last one closes the time of all others.
  const seen = Array.from(pathOf.keys()).filter((task) => task < pathOf.length - 1 && isWhole(task));
  const drawn = seen.map(() => seen.splice(stream.integerBelow(seen.length), 1)[0]!);
  return Array.from({ length: PARTS }, (_, part) =>
    holdOut(problem, drawn.filter((_, i) => i % PARTS === part).slice(0, MOST_IN_A_PART)),
  );
}

function holdOut(problem: PosteriorProblem, tasks: readonly number[]): Held {
  const { pathOf, first, queue, departure, paths } = problem;
  const hidden = { queue: queue.slice(), departure: departure.slice() };
  const visits: HeldVisit[] = [];
  for (const task of tasks)
    for (let i = first[task]! + 1; i < first[task + 1]!; i += 1) {
      const step = i - first[task]!;
      const state = paths[pathOf[task]!]!.states[step - 1]!;
      visits.push({ task, step, state, stay: departure[i]! - departure[i - 1]! });
      hidden.queue[i] = -1;
      hidden.departure[i] = Number.NaN;
    }
  return { problem: { ...problem, ...hidden, chains: PARTS }, visits, tasks: tasks.length };
}

/** The tasks that entered first. */
function firstTasks(problem: PosteriorProblem, most: number): PosteriorProblem {
  const tasks = Math.min(most, problem.pathOf.length);
  const events = problem.first[tasks]!;
  return {
    ...problem,
    pathOf: problem.pathOf.slice(0, tasks),
    first: problem.first.slice(0, tasks + 1),
    entry: problem.entry.slice(0, tasks),
    departure: problem.departure.slice(0, events),
    queue: problem.queue.slice(0, events),
  };
}

/** What chains draw for the visits that they do not see. */
function scoreOf(parts: readonly Held[], seed: number, onChain: () => void): Scored | ChainRefusal {
  const visits = parts.flatMap((part) => part.visits);
  const draws: number[][] = [];
  const orders: (readonly Overtakings[])[] = [];
  for (const [chain, part] of parts.entries()) {
    const followed = followPart(part, chain, seed);
    if ('refused' in followed) return followed;
    draws.push(...followed.draws);
    orders.push(followed.overtakings);
    onChain();
  }
  const { states } = parts[0]!.problem;
  const noise = new NormalDraws(openStream({ seed, replication: 0, node: 'blur', purpose: 'filter' }));
  const blurs = states.map((_, state) => BLUR * meanStay(visits.filter((visit) => visit.state === state)));
  const rank = Float64Array.from(visits, ({ stay, state }, i) =>
    rankOf(
      draws[i]!.map((draw) => draw + blurs[state]! * noise.next()),
      stay + blurs[state]! * noise.next(),
    ),
  );
  return {
    rank,
    overtakings: orders[0]!.map((_, i) => meanOvertakings(orders.map((one) => one[i]!))),
  };
}

interface Followed {
  /** By visit. */
  readonly draws: readonly number[][];
  /** By queue. */
  readonly overtakings: readonly Overtakings[];
}

/** One chain, which does not see this part. */
function followPart({ problem, visits }: Held, chain: number, seed: number): Followed | ChainRefusal {
  const settling = settlingSweeps(problem);
  const run = startChain({ ...problem, sweeps: settling + SWEEPS }, chain, seed);
  if ('refused' in run) return run;
  const stream = openStream({ seed, replication: chain, node: 'served anew', purpose: 'filter' });
  const draws: number[][] = visits.map(() => []);
  const counts: { readonly truth: Float64Array; readonly replicated: Float64Array }[] = [];
  const { state } = run;
  const entryOf = new Int32Array(problem.pathOf.length);
  for (let e = 0; e < state.queue.length; e += 1) if (state.queue[e] === ENTRY) entryOf[state.task[e]!] = e;
  for (let sweep = 1; !run.isDone; sweep += 1) {
    run.sweep();
    if (sweep <= settling + FORGOTTEN) continue;
    for (const [i, { task, step }] of visits.entries()) {
      const e = entryOf[task]! + step;
      draws[i]!.push(state.d[e]! - state.d[e - 1]!);
    }
    counts.push(overtakings(state, stream));
  }
  return {
    draws,
    overtakings: problem.queues.map((_, i) =>
      overtakingsOf(
        counts[0]!.truth[i + 1]!,
        counts.map(({ replicated }) => replicated[i + 1]!),
      ),
    ),
  };
}

/** Roots of counts vary by about a half, however many there are (Anscombe, Biometrika 35 (1948) 246). */
const rootOf = (count: number): number => Math.sqrt(count + 3 / 8);
const LEAST_DEVIATION = 0.5;

function overtakingsOf(truth: number, replicated: readonly number[]): Overtakings {
  const roots = momentsOf(replicated.map(rootOf));
  const distance = (rootOf(truth) - roots.mean) / Math.max(LEAST_DEVIATION, roots.deviation);
  return { truth, ...momentsOf(replicated), distance };
}

/** Parts see most of the same visits, so that together they know hardly more than one. */
const meanOvertakings = (parts: readonly Overtakings[]): Overtakings => {
  const mean = (of: (part: Overtakings) => number): number =>
    parts.reduce((sum, part) => sum + of(part), 0) / parts.length;
  return {
    truth: mean(({ truth }) => truth),
    mean: mean((part) => part.mean),
    deviation: mean(({ deviation }) => deviation),
    distance: mean(({ distance }) => distance),
  };
};

function momentsOf(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / values.length) };
}

const meanStay = (visits: readonly HeldVisit[]): number =>
  visits.reduce((sum, { stay }) => sum + stay, 0) / Math.max(1, visits.length);

function rankOf(draws: readonly number[], truth: number): number {
  let below = 0;
  for (const draw of draws) below += draw < truth ? 1 : draw === truth ? 0.5 : 0;
  return below / draws.length;
}

/**
 * Few values where they explain what was seen, exponential services where they are likely, else the one with which what was seen is least
 * rare: a mixture, which has the most parameters and fits much by chance, only where no other one is likely.
 */
function bestFamily(tried: TriedFamilies): DistributionFamily {
  if ((tried.get('discrete')?.shape ?? 0) >= DOUBT) return 'discrete';
  if (isLikely(tried.get('exponential'))) return 'exponential';
  const likely = (family: DistributionFamily): number => tried.get(family)!.shape ?? 1;
  const best = (families: readonly DistributionFamily[]): DistributionFamily =>
    families.reduce((one, family) => (likely(family) > likely(one) ? family : one));
  const simple = [...tried.keys()].filter((family) => family !== 'mixture' && isLikely(tried.get(family)));
  return best(simple.length > 0 ? simple : [...tried.keys()]);
}

/** Families that explain what was seen as well as the chosen one does, less those of which it is a case. */
const othersThatFit = (chosen: DistributionFamily, tried: TriedFamilies): readonly DistributionFamily[] =>
  DISTRIBUTION_FAMILIES.filter(
    (family) =>
      family !== chosen &&
      (tried.get(family)?.shape ?? 0) >= RARE &&
      !(chosen === 'exponential' && HAS_EXPONENTIAL[family]),
  );

/** Are the ranks of each state spread evenly? */
function checkOf(
  parts: readonly Held[],
  { rank, overtakings }: Scored,
  fits: readonly ServiceFit[],
  chosen: boolean,
): ModelCheck {
  const { problem } = parts[0]!;
  const visits = parts.flatMap((part) => part.visits);
  const tasks = parts.reduce((sum, part) => sum + part.tasks, 0);
  const states = problem.states.map((name, state): StateCheck => {
    const ranks = visits.flatMap((visit, i) => (visit.state === state ? [rank[i]!] : []));
    if (ranks.length < FEWEST_VISITS) return { state: name, visits: ranks.length, fits: 'not known' };
    const bins = Math.min(MOST_BINS, Math.floor(ranks.length / IN_A_BIN));
    const counts = Array.from({ length: bins }, () => 0);
    for (const one of ranks) counts[Math.min(bins - 1, Math.floor(one * bins))]! += 1;
    const expected = ranks.length / bins;
    const distance = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    const probability = gammaQ((bins - 1) / 2, distance / 2);
    const doubt = DOUBT / problem.states.length;
    return {
      state: name,
      visits: ranks.length,
      ranks: counts,
      probability,
      fits: probability < doubt ? 'no' : 'yes',
    };
  });
  const orders = problem.queues.map(({ id }, i): OrderCheck => {
    const { truth, mean, deviation, distance } = overtakings[i]!;
    return { queue: id, overtakings: truth, expected: mean, deviation, fits: Math.abs(distance) <= FAR };
  });
  const services = problem.queues.map(({ id }, i) => serviceCheck(id, fits[i]!, problem.queues.length));
  return { tasks, chosen, states, services, orders };
}

function serviceCheck(queue: string, { visits, shape, row }: ServiceFit, queues: number): ServiceCheck {
  const doubt = DOUBT / queues;
  const isKnown = shape !== undefined || row !== undefined;
  const fails = (shape ?? 1) < doubt ? 'shape' : (row ?? 1) < doubt ? 'row' : undefined;
  return {
    ...{ queue, visits },
    ...(shape !== undefined && { shape }),
    ...(row !== undefined && { row }),
    ...(fails && { fails }),
    fits: fails ? 'no' : isKnown ? 'yes' : 'not known',
  };
}

/**
 * Who overtakes whom: in truth, and where the model serves the same arrivals anew. With the number of servers or the order of service
 * another, the visits that were seen do not leave in the order that the model gives them (a posterior predictive check: Gelman,
 * Meng & Stern, Statistica Sinica 6 (1996) 733).
 */

/** The visits to one queue by arrival, and which of them were seen to come and to go. */
interface QueueVisits {
  readonly events: Int32Array;
  readonly seen: Uint8Array;
}

/** Overtakings among the visits that were seen, by queue (0 are the entries): in truth, and served anew as the chain has it now. */
function overtakings(
  state: ChainState,
  stream: RandomStream,
): { readonly truth: Float64Array; readonly replicated: Float64Array } {
  const visits = visitsByQueue(state);
  const count = (departuresOf: (queue: number, mine: QueueVisits) => Float64Array): Float64Array =>
    Float64Array.from(visits, (mine, q) =>
      q === ENTRY ? 0 : countOvertakings(mine, state.a, departuresOf(q, mine)),
    );
  return {
    truth: count((_, { events }) => Float64Array.from(events, (e) => state.d[e]!)),
    replicated: count((q, { events }) => servedAnew(state, q, events, stream)),
  };
}

function visitsByQueue(state: ChainState): readonly QueueVisits[] {
  const { a, queue, kind } = state;
  const events = Array.from(kind, (): number[] => []);
  for (let e = 0; e < queue.length; e += 1)
    if (queue[e] !== ABSENT && queue[e] !== ENTRY) events[queue[e]!]!.push(e);
  return events.map((mine) => {
    mine.sort((one, other) => a[one]! - a[other]! || one - other);
    return { events: Int32Array.from(mine), seen: Uint8Array.from(mine, (e) => (isSeen(state, e) ? 1 : 0)) };
  });
}

/** Departures of these visits, in their order, by services that are drawn anew. */
function servedAnew(state: ChainState, q: number, events: Int32Array, stream: RandomStream): Float64Array {
  const next = serviceDraws(state.distributions, q, stream);
  return state.kind[q] === RANDOM
    ? servedAtRandom(events, state.a, next, stream)
    : servedInOrder(events, state.a, next, Math.max(1, state.servers[q]!));
}

function servedInOrder(
  events: Int32Array,
  a: Float64Array,
  next: () => number,
  servers: number,
): Float64Array {
  const free = new Float64Array(servers).fill(Number.NEGATIVE_INFINITY);
  return Float64Array.from(events, (e) => {
    let first = 0;
    for (let k = 1; k < servers; k += 1) if (free[k]! < free[first]!) first = k;
    free[first] = Math.max(a[e]!, free[first]!) + next();
    return free[first]!;
  });
}

function servedAtRandom(
  events: Int32Array,
  a: Float64Array,
  next: () => number,
  stream: RandomStream,
): Float64Array {
  const departures = new Float64Array(events.length);
  const waiting: number[] = [];
  let time = Number.NEGATIVE_INFINITY;
  let come = 0;
  for (let served = 0; served < events.length; served += 1) {
    if (waiting.length === 0) time = Math.max(time, a[events[come]!]!);
    while (come < events.length && a[events[come]!]! <= time) waiting.push(come++);
    const [chosen] = waiting.splice(stream.integerBelow(waiting.length), 1);
    time += next();
    departures[chosen!] = time;
  }
  return departures;
}

/** Pairs of seen visits of which the later one leaves first. */
function countOvertakings({ events, seen }: QueueVisits, a: Float64Array, departures: Float64Array): number {
  let count = 0;
  for (let i = 0; i < events.length; i += 1) {
    if (seen[i] === 0) continue;
    for (let j = i + 1; j < events.length && a[events[j]!]! < departures[i]!; j += 1)
      if (seen[j] === 1 && a[events[j]!]! > a[events[i]!]! && departures[j]! < departures[i]!) count += 1;
  }
  return count;
}
