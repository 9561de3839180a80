/**
 * Is the model to be believed? Some of the tasks that were seen in every step are hidden from the chains but for their entry, and how
 * long each of their visits was is compared with what the chains draw for it. Where the model is right, the truth has any
 * rank among the draws alike; families of distributions are compared by the continuous ranked probability score, which
 * nothing but the true distribution minimises (Gneiting & Raftery, J. Am. Stat. Assoc. 102 (2007) 359).
 */
import { NormalDraws } from '../../core/distributions/draws.ts';
import { gammaQ } from '../../core/numeric/incomplete-gamma.ts';
import { openStream } from '../random/random-stream.ts';
import { ENTRY } from './chain-state.ts';
import {
  type ChainRefusal,
  DISTRIBUTION_FAMILIES,
  type DistributionFamily,
  type ModelCheck,
  type OrderCheck,
  type PosteriorProblem,
  type StateCheck,
} from './contract.ts';
import { startChain } from './run-chain.ts';

/** Of the tasks that were seen in every step. */
const HELD_SHARE = 0.25;
const MOST_HELD = 200;
/** Of a longer trace the first tasks are enough to tell one distribution from another. */
const MOST_TASKS = 1500;
const CHAINS = 2;
const SWEEPS = 150;
/** Sweeps of each chain that are not used, and from one used to the next. */
const FORGOTTEN = 70;
const EVERY = 2;
/** Visits in each bin of ranks, where all is right; bins at most, and visits of a state at least. */
const IN_A_BIN = 5;
const MOST_BINS = 10;
const FEWEST_VISITS = 20;
/**
 * Of the mean stay in a state: so wide is the noise that the truth and each draw get alike. Ranks are as even as before where the
 * model is right, and differences that are smaller than this, as between a constant and nearly one, are none.
 */
const BLUR = 0.05;
/** A model that is right is doubted no more often than once in a thousand. */
const DOUBT = 1e-3;
/** Standard deviations of the draws by which the number of overtakings may be off. */
const FAR = 4.5;
/** Standard errors by which another family must be better than the exponential to be taken. */
const CLEARLY = 2;

/** A visit that is hidden from the chains. */
interface HeldVisit {
  readonly task: number;
  readonly step: number;
  readonly state: number;
  readonly queue: number;
  /** s. */
  readonly arrival: number;
  readonly departure: number;
  readonly stay: number;
}

interface Held {
  readonly problem: PosteriorProblem;
  readonly visits: readonly HeldVisit[];
  readonly tasks: number;
}

/** Visits that chains see from arrival to departure, by number of the queue. */
type SeenVisits = readonly { readonly arrival: number[]; readonly departure: number[] }[];

interface Scored {
  /** By visit: share of the draws below the truth, half of those equal. */
  readonly rank: Float64Array;
  /** By visit: continuous ranked probability score, s. */
  readonly score: Float64Array;
  /** By queue: how often held-out visits and those that were seen overtake each other, in truth and in the draws. */
  readonly overtakings: readonly Overtakings[];
}

interface Overtakings {
  readonly truth: number;
  readonly mean: number;
  readonly deviation: number;
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
  const held = holdOut(problem, seed);
  const chains = CHAINS * (choose ? DISTRIBUTION_FAMILIES.length + 1 : 1);
  let done = 0;
  const scoreWith = (familyOf: (place: number) => DistributionFamily): Scored | ChainRefusal =>
    scoreOf({ ...held, problem: withFamilies(held.problem, familyOf) }, seed, () =>
      onChecked(++done, chains),
    );
  const byFamily: Scored[] = [];
  for (const family of choose ? DISTRIBUTION_FAMILIES : []) {
    const scored = scoreWith(() => family);
    if ('refused' in scored) return scored;
    byFamily.push(scored);
  }
  const chosen = problem.queues.map(({ family }, i) => (choose ? bestFamily(held, byFamily, i + 1) : family));
  const tried = choose && chosen.every((family) => family === chosen[0]);
  const scored = tried ? byFamily[DISTRIBUTION_FAMILIES.indexOf(chosen[0]!)]! : scoreWith((i) => chosen[i]!);
  if ('refused' in scored) return scored;
  return { ...withFamilies(problem, (i) => chosen[i]!), check: checkOf(held, scored, choose) };
}

const withFamilies = (
  problem: PosteriorProblem,
  familyOf: (place: number) => DistributionFamily,
): PosteriorProblem => ({
  ...problem,
  queues: problem.queues.map((queue, i) => ({ ...queue, family: familyOf(i) })),
});

/** The same problem, or its beginning, with some of the observed tasks hidden but for their entry and their path. */
function holdOut(problem: PosteriorProblem, seed: number): Held {
  const { pathOf, first, queue, departure, entry, paths } = firstTasks(problem, MOST_TASKS);
  const stream = openStream({ seed, replication: 0, node: 'held out', purpose: 'filter' });
  const isSeen = (task: number): boolean => {
    const [from, to] = [first[task]!, first[task + 1]!];
    for (let i = from; i < to; i += 1)
      if (Number.isNaN(departure[i]!) || (i > from && queue[i]! < 0)) return false;
    return to > from;
  };
  // The last one closes the time of all others.
  const seen = Array.from(pathOf.keys()).filter((task) => task < pathOf.length - 1 && isSeen(task));
  const wanted = Math.min(MOST_HELD, Math.ceil(HELD_SHARE * seen.length));
  const hidden = { queue: queue.slice(), departure: departure.slice() };
  const visits: HeldVisit[] = [];
  for (let left = wanted; left > 0; left -= 1) {
    const task = seen.splice(stream.integerBelow(seen.length), 1)[0]!;
    for (let i = first[task]! + 1; i < first[task + 1]!; i += 1) {
      const step = i - first[task]!;
      const state = paths[pathOf[task]!]!.states[step - 1]!;
      const [arrival, left] = [departure[i - 1]!, departure[i]!];
      visits.push({ task, step, state, queue: queue[i]!, arrival, departure: left, stay: left - arrival });
      hidden.queue[i] = -1;
      hidden.departure[i] = Number.NaN;
    }
  }
  return {
    problem: { ...problem, pathOf, first, entry, ...hidden, sweeps: SWEEPS, chains: CHAINS },
    visits,
    tasks: wanted,
  };
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
function scoreOf({ problem, visits }: Held, seed: number, onChain: () => void): Scored | ChainRefusal {
  const draws: number[][] = visits.map(() => []);
  const seen = seenVisits(problem);
  const counts: Float64Array[] = [];
  for (let chain = 0; chain < CHAINS; chain += 1) {
    const run = startChain(problem, chain, seed);
    if ('refused' in run) return run;
    const { state } = run;
    const entryOf = new Int32Array(problem.pathOf.length);
    for (let e = 0; e < state.queue.length; e += 1) if (state.queue[e] === ENTRY) entryOf[state.task[e]!] = e;
    for (let sweep = 1; !run.isDone; sweep += 1) {
      run.sweep();
      if (sweep <= FORGOTTEN || sweep % EVERY !== 0) continue;
      const count = new Float64Array(seen.length);
      for (const [i, { task, step }] of visits.entries()) {
        const e = entryOf[task]! + step;
        const q = state.queue[e]!;
        draws[i]!.push(state.d[e]! - state.d[e - 1]!);
        count[q]! += overtakingsOf(seen, q, state.d[e - 1]!, state.d[e]!);
      }
      counts.push(count);
    }
    onChain();
  }
  const noise = new NormalDraws(openStream({ seed, replication: 0, node: 'blur', purpose: 'filter' }));
  const blurs = problem.states.map(
    (_, state) => BLUR * meanStay(visits.filter((visit) => visit.state === state)),
  );
  const rank = Float64Array.from(visits, ({ stay, state }, i) =>
    rankOf(
      draws[i]!.map((draw) => draw + blurs[state]! * noise.next()),
      stay + blurs[state]! * noise.next(),
    ),
  );
  const score = Float64Array.from(visits, ({ stay }, i) => crpsOf(draws[i]!, stay));
  const overtakings = seen.map((_, q) => {
    const mine = counts.map((count) => count[q]!);
    const mean = mine.reduce((sum, value) => sum + value, 0) / mine.length;
    const squares = mine.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const truth = visits.reduce(
      (sum, { queue, arrival, departure }) =>
        queue === q ? sum + overtakingsOf(seen, q, arrival, departure) : sum,
      0,
    );
    return { truth, mean, deviation: Math.sqrt(squares / mine.length) };
  });
  return { rank, score, overtakings };
}

/** In the order of arrival. */
function seenVisits({ first, queue, departure, queues }: PosteriorProblem): SeenVisits {
  const visits = [ENTRY, ...queues.keys()].map((): [number, number][] => []);
  for (let task = 0; task < first.length - 1; task += 1)
    for (let i = first[task]! + 1; i < first[task + 1]!; i += 1)
      if (queue[i]! >= 0 && departure[i - 1]! <= departure[i]!)
        visits[queue[i]!]!.push([departure[i - 1]!, departure[i]!]);
  return visits.map((mine) => {
    mine.sort(([one], [other]) => one - other);
    return { arrival: mine.map(([arrival]) => arrival), departure: mine.map(([, left]) => left) };
  });
}

/** How many of those seen this visit overtakes, or is overtaken by. */
function overtakingsOf(seen: SeenVisits, queue: number, from: number, to: number): number {
  const { arrival, departure } = seen[queue]!;
  let count = 0;
  for (let i = 0; i < arrival.length && arrival[i]! < to; i += 1)
    if (arrival[i]! < from ? departure[i]! > to : arrival[i]! > from && departure[i]! < to) count += 1;
  return count;
}

const meanStay = (visits: readonly HeldVisit[]): number =>
  visits.reduce((sum, { stay }) => sum + stay, 0) / Math.max(1, visits.length);

function rankOf(draws: readonly number[], truth: number): number {
  let below = 0;
  for (const draw of draws) below += draw < truth ? 1 : draw === truth ? 0.5 : 0;
  return below / draws.length;
}

/** E |X - x| - E |X - X'| / 2. */
function crpsOf(draws: readonly number[], truth: number): number {
  const sorted = [...draws].sort((x, y) => x - y);
  const n = sorted.length;
  let far = 0;
  let apart = 0;
  for (const [i, draw] of sorted.entries()) {
    far += Math.abs(draw - truth);
    apart += (2 * i + 1 - n) * draw;
  }
  return far / n - apart / (n * n);
}

/** By the visits to states that may choose the queue. */
function bestFamily(
  { problem, visits }: Held,
  byFamily: readonly Scored[],
  queue: number,
): DistributionFamily {
  const mine = visits.flatMap(({ state }, i) => (problem.choices[state]!.includes(queue) ? [i] : []));
  const [exponential] = byFamily;
  const gains = byFamily.map(({ score }) => gainOf(mine.map((i) => exponential!.score[i]! - score[i]!)));
  let best = 0;
  for (const [family, { mean, error }] of gains.entries())
    if (mean > CLEARLY * error && mean > gains[best]!.mean) best = family;
  return DISTRIBUTION_FAMILIES[best]!;
}

function gainOf(differences: readonly number[]): { readonly mean: number; readonly error: number } {
  const n = differences.length;
  const mean = differences.reduce((sum, value) => sum + value, 0) / Math.max(1, n);
  const squares = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: n < 2 ? Number.POSITIVE_INFINITY : Math.sqrt(squares / (n * (n - 1))) };
}

/** Are the ranks of each state spread evenly? */
function checkOf(
  { problem, visits, tasks }: Held,
  { rank, overtakings }: Scored,
  chosen: boolean,
): ModelCheck {
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
    const { truth, mean, deviation } = overtakings[i + 1]!;
    const fits = Math.abs(truth - mean) <= FAR * Math.max(deviation, 0.5);
    return { queue: id, overtakings: truth, expected: mean, deviation, fits };
  });
  return { tasks, chosen, states, orders };
}
