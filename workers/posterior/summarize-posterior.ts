/** From what all chains have drawn to answers; or, where the chains do not agree, to that fact alone. */
import { exp } from '../../core/numeric/elementary.ts';
import { formatQuantity } from '../../core/quantities/quantity.ts';
import { formatNumber, formatPercent } from '../../core/quantities/quantity-format.ts';
import { ABSENT } from './chain-state.ts';
import {
  type ChainRecord,
  type Convergence,
  DISTRIBUTION_FAMILIES,
  type Interval,
  MOST_R_HAT,
  type ModelCheck,
  type PathPosterior,
  type PosteriorAnswer,
  type PosteriorProblem,
  type PosteriorReport,
  type QueuePosterior,
  type ServiceCheck,
  type ShareOfTime,
  type StateCheck,
  type WindowPosterior,
} from './contract.ts';
import { intervalOf, PooledDraws } from './pooled-draws.ts';
import { isBelieved } from './posterior-words.ts';
import { QUEUE_COLUMNS } from './row-writer.ts';
import { DISCRETE, MIXTURE } from './service-distributions.ts';
import { spanOf } from './windows.ts';

const MOST_DRAWS = 200;
const SURE = 0.95;
/** Columns of a queue. */
const [SERVICE_MEAN, SERVICE_SCV, WAITING] = [0, 1, 3];

/** Rounds of one problem, all chains in each. */
export function summarizePosterior(
  problem: PosteriorProblem,
  records: readonly ChainRecord[],
): PosteriorReport {
  const draws = new PooledDraws(problem, records);
  const convergence = convergenceOf(problem, draws);
  const [first] = draws.rounds;
  const run = {
    convergence,
    traces: draws.rounds.map((rounds, i) => traceOf(problem, i, rounds)),
    queueIds: problem.queues.map(({ id }) => id),
    chains: draws.rounds.length,
    sweeps: first!.at(-1)!.end.sweeps,
    tasks: problem.pathOf.length,
    observedTasks: problem.observedTasks,
    events: first!.at(-1)!.end.queue.filter((queue) => queue !== ABSENT).length,
    warnings: problem.warnings,
    ...(problem.isUncounted && { isUncounted: true }),
  };
  const worst = convergence[0]!;
  if (!(worst.rHat <= MOST_R_HAT)) {
    const message = `the ${run.chains} chains do not agree after ${run.sweeps} sweeps: R-hat of the ${worst.what} is ${worst.rHat.toFixed(2)}, expected at most ${MOST_R_HAT}; there is no answer yet. ${adviceOf(problem, draws)}`;
    return { kind: 'notConverged', message, ...run };
  }
  const { check } = problem;
  const drawn: Omit<PosteriorAnswer, 'sentences'> = {
    kind: 'answer',
    ...run,
    ...(check && { check }),
    queues: problem.queues.map((_, i) => queuePosterior(problem, draws, i)),
    paths: pathPosteriors(problem, draws),
    whole: windowPosterior(problem, draws, 0, problem.windows),
    windows: Array.from({ length: problem.windows }, (_, w) => windowPosterior(problem, draws, w, w + 1)),
    slowest: slowestShares(problem, draws),
  };
  const answer = check && !isBelieved(check) ? withoutIntervals(drawn) : drawn;
  const known = problem.queues
    .filter((_, i) => isKnown(draws.chainsOf(draws.queueColumn(i, WAITING))))
    .map(({ id }) => id);
  return { ...answer, sentences: posteriorSentences(answer, known) };
}

/** Services whose squared variation is less in all chains hold each other's times, so that a chain moves them by no more than that. */
const STEADY = 0.05;

function adviceOf({ queues }: PosteriorProblem, draws: PooledDraws): string {
  const steady = queues.flatMap(({ id, family }, i) => {
    // Moves that keep services bring chains of these together.
    if (family === DISTRIBUTION_FAMILIES[DISCRETE]) return [];
    const scv = draws.chainsOf(draws.queueColumn(i, SERVICE_SCV)).map(meanOf);
    const most = scv.reduce((a, b) => Math.max(a, b), 0);
    return most < STEADY ? [{ id, most }] : [];
  });
  if (steady.length === 0) return 'Try more sweeps, or a trace with more observed tasks';
  const most = steady.reduce((a, b) => Math.max(a, b.most), 0);
  return `Services at ${steady.map(({ id }) => id).join(', ')} hardly vary (squared variation up to ${formatNumber(most, 2)} in the chains): hidden times are then fixed by their neighbours, and chains stay near where they began. More sweeps do not help; a trace of all tasks does, or the mean service measured by itself`;
}

/** Paths that fewer tasks take say little about how well chains agree. */
const COMMON_PATH = 0.05;

/** Convergence of the unknown service means and waiting times of each queue and of how many took each path, the worst first. */
function convergenceOf(
  { queues, paths, states, pathOf }: PosteriorProblem,
  draws: PooledDraws,
): readonly Convergence[] {
  const ofPaths = paths.flatMap((path, i): Convergence[] => {
    const chains = draws.chainsOf(draws.pathColumn(i));
    const isCommon = chains.some((taken) => meanOf(taken) >= COMMON_PATH * pathOf.length);
    const way = path.states.map((state) => states[state]!).join(', ');
    return isCommon && !isKnown(chains) ? [{ what: `share of the path ${way}`, ...agreementOf(chains) }] : [];
  });
  const all = queues.flatMap(({ id }, i) =>
    [
      { name: 'mean service', column: SERVICE_MEAN },
      { name: 'mean waiting', column: WAITING },
    ].flatMap(({ name, column }) => {
      const chains = draws.chainsOf(draws.queueColumn(i, column));
      return column === WAITING && isKnown(chains)
        ? []
        : [{ what: `${name} of ${id}`, queue: id, ...agreementOf(chains) }];
    }),
  );
  return [...all, ...ofPaths].sort((one, other) => other.rHat - one.rHat);
}

function pathPosteriors(
  { paths, states, pathOf }: PosteriorProblem,
  draws: PooledDraws,
): readonly PathPosterior[] {
  return paths
    .map((path, i) => ({
      states: path.states.map((state) => states[state]!),
      observed: path.count,
      share: intervalOf(draws.valuesOf(draws.pathColumn(i)).map((taken) => taken / pathOf.length)),
    }))
    .sort((one, other) => other.share.mean - one.share.mean);
}

function traceOf({ queues }: PosteriorProblem, chain: number, rounds: readonly ChainRecord[]) {
  const rows = rounds.reduce((sum, record) => sum + record.rows, 0);
  const means = new Float64Array(rows * queues.length);
  let at = 0;
  for (const record of rounds)
    for (let i = 0; i < record.rows * queues.length; i += 1) means[at++] = record.queues[i * QUEUE_COLUMNS]!;
  return { chain, means, rows, dropped: rows >> 1 };
}

function queuePosterior(problem: PosteriorProblem, draws: PooledDraws, i: number): QueuePosterior {
  const { prior: _, seen: _seen, ...queue } = problem.queues[i]!;
  const column = (c: number): Float64Array => draws.valuesOf(draws.queueColumn(i, c));
  const [mean, scv, service, waiting] = [column(0), column(1), column(2), column(3)];
  const waitsMore = waiting.filter((time, draw) => time > service[draw]!).length / waiting.length;
  const every = Math.ceil(mean.length / MOST_DRAWS);
  return {
    ...queue,
    meanService: intervalOf(mean),
    scv: intervalOf(scv),
    serviceTime: intervalOf(service),
    waitingTime: intervalOf(waiting),
    waitsMore,
    moreServers: waitsMore >= SURE ? 'help' : waitsMore <= 1 - SURE ? 'no help' : 'not known',
    ...(queue.family === DISTRIBUTION_FAMILIES[MIXTURE] && componentsOf(problem, draws, i)),
    ...(queue.family === DISTRIBUTION_FAMILIES[DISCRETE] && valuesOf(draws, i)),
    draws: {
      mean: mean.filter((_value, draw) => draw % every === 0),
      scv: scv.filter((_value, draw) => draw % every === 0),
    },
  };
}

/** Components are in the order of their rates in every draw, so that their means belong together. */
function componentsOf({ components }: PosteriorProblem, draws: PooledDraws, i: number) {
  const numbers = Array.from({ length: components }, (_, j) => j);
  const mean = (values: Float64Array): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    weights: numbers.map((j) => mean(draws.valuesOf(draws.distributionColumn(i, 2 * j)))),
    means: numbers.map((j) =>
      mean(draws.valuesOf(draws.distributionColumn(i, 2 * j + 1)).map((rate) => 1 / rate)),
    ),
  };
}

/** Values keep their places in every draw. */
function valuesOf(draws: PooledDraws, i: number) {
  const column = (c: number): Float64Array => draws.valuesOf(draws.distributionColumn(i, c));
  const numbers = Array.from({ length: column(1)[0]! }, (_, j) => j);
  return {
    weights: numbers.map((j) => meanOf(column(2 + 2 * j))),
    means: numbers.map((j) => meanOf(column(3 + 2 * j).map(exp))),
  };
}

const withheld = ({ mean }: Interval): Interval => ({ mean, low: Number.NaN, high: Number.NaN });

function withoutIntervals(answer: Omit<PosteriorAnswer, 'sentences'>): Omit<PosteriorAnswer, 'sentences'> {
  const shares = <Shares extends ShareOfTime>(all: readonly Shares[]): Shares[] =>
    all.map((one) => ({ ...one, waiting: withheld(one.waiting), service: withheld(one.service) }));
  const window = (one: WindowPosterior): WindowPosterior => {
    const { bottleneck: _, ...rest } = one;
    return { ...rest, states: shares(one.states), queues: shares(one.queues) };
  };
  return {
    ...answer,
    queues: answer.queues.map((queue) => ({
      ...queue,
      meanService: withheld(queue.meanService),
      scv: withheld(queue.scv),
      serviceTime: withheld(queue.serviceTime),
      waitingTime: withheld(queue.waitingTime),
      waitsMore: Number.NaN,
      moreServers: 'not known',
    })),
    paths: answer.paths.map((path) => ({ ...path, share: withheld(path.share) })),
    whole: window(answer.whole),
    windows: answer.windows.map(window),
    slowest: shares(answer.slowest),
  };
}

/** The answers in words. */

/** `known`: queues of which the waiting is the same in every draw. */
function posteriorSentences(
  answer: Omit<PosteriorAnswer, 'sentences'>,
  known: readonly string[],
): readonly string[] {
  const { whole, windows, slowest, queues, tasks, observedTasks, check, isUncounted } = answer;
  const worst = windows.reduce(
    (most, window) => (waitingOf(window.states) > waitingOf(most.states) ? window : most),
    windows[0]!,
  );
  const slow = slowest
    .flatMap(({ name, waiting, service }) => [
      { what: `waiting in ${name}`, share: waiting },
      { what: `service in ${name}`, share: service },
    ])
    .sort((one, other) => other.share.mean - one.share.mean)[0]!;
  return [
    `${observedTasks} of ${tasks} tasks were observed; ${formatPercent(waitingOf(whole.states))} of the time of all was waiting.`,
    ...(isUncounted
      ? [
          'No ordinal tells whether these are all tasks that entered: what is said here holds if they are. In a sample the others stood in the same queues, and services would come out too long.',
        ]
      : []),
    ...(whole.bottleneck
      ? [
          `Tasks waited longest in ${whole.bottleneck.state} (probability ${formatPercent(whole.bottleneck.probability)}).`,
        ]
      : []),
    ...(worst.bottleneck
      ? [
          `From ${time(worst.from)} to ${time(worst.to)} waiting took most: ${formatPercent(waitingOf(worst.states))}; the bottleneck was ${worst.bottleneck.state} (probability ${formatPercent(worst.bottleneck.probability)}).`,
        ]
      : []),
    `The slowest 1 % of the tasks spent most of their time ${slow.what}: ${interval(slow.share)}.`,
    ...queues.map(serverSentence),
    ...(known.length === 0
      ? []
      : [
          `Waiting is known, and not estimated, in ${known.length === queues.length ? 'all queues' : known.join(', ')}.`,
        ]),
    ...(check ? checkSentences(check, queues) : ['The model was not validated on held-out tasks.']),
    ...(check && !isBelieved(check)
      ? []
      : ['Intervals come from the chains; with few effective draws they are somewhat too narrow.']),
  ];
}

/** What the tasks say of the model that the chains did not see. */
function checkSentences(check: ModelCheck, queues: readonly QueuePosterior[]): readonly string[] {
  const { tasks, chosen, states, services, orders } = check;
  const statesThat = (fits: StateCheck['fits']): readonly string[] =>
    states.filter((one) => one.fits === fits).map(({ state }) => state);
  const [none, few] = [statesThat('no'), statesThat('not known')];
  const families = [...new Set(queues.map(({ family }) => family))].map((family) => {
    const mine = queues.filter((queue) => queue.family === family).map(({ id }) => id);
    return `${family} at ${mine.length === queues.length ? 'all queues' : mine.join(', ')}`;
  });
  return [
    ...(chosen ? [`Services are taken to be ${families.join('; ')}: those that were seen fit it best.`] : []),
    ...alikeSentences(services, queues),
    ...(none.length > 0
      ? [
          `The model does not explain how long ${tasks} held-out tasks were in ${none.join(', ')}: the distribution of service, the number of servers or their order is another, or services change over time.`,
        ]
      : []),
    ...serviceSentences(services, chosen),
    ...orders
      .filter(({ fits }) => !fits)
      .map(
        ({ queue, overtakings, expected, deviation }) =>
          `At ${queue} tasks that were seen overtook each other ${overtakings.toFixed(0)} times, where the model has ${expected.toFixed(0)} ± ${deviation.toFixed(0)}: the number of servers or their order is another.`,
      ),
    isBelieved(check)
      ? `${tasks} held-out tasks are as the model has them, and so are the services of visits that were seen.`
      : 'So no 95 % intervals are given.',
    ...(few.length > 0 ? [`Too few were in ${few.join(', ')} to check how long.`] : []),
  ];
}

/** Families that the data do not tell from the chosen one, queues with the same ones together. */
function alikeSentences(
  services: readonly ServiceCheck[],
  queues: readonly QueuePosterior[],
): readonly string[] {
  const queuesBy = new Map<string, string[]>();
  for (const { queue, alike } of services) {
    if (!alike) continue;
    const { family } = queues.find(({ id }) => id === queue)!;
    const pair = `${family} services cannot be told from ${alike.join(' or ')}`;
    queuesBy.set(pair, [...(queuesBy.get(pair) ?? []), queue]);
  }
  return [...queuesBy].map(
    ([pair, ids]) =>
      `At ${ids.join(', ')} ${pair} ones by what was seen: means hold for either, the longest times may differ.`,
  );
}

function serviceSentences(services: readonly ServiceCheck[], chosen: boolean): readonly string[] {
  const at = (fault: ServiceCheck['fails']): string =>
    services
      .filter(({ fails }) => fails === fault)
      .map(({ queue }) => queue)
      .join(', ');
  const [shape, row] = [at('shape'), at('row')];
  return [
    ...(shape === ''
      ? []
      : [
          `The services that were seen at ${shape} are not distributed as the model has them: ${chosen ? 'none of its distributions fits' : 'their distribution is another'}, or the number of servers or their order is.`,
        ]),
    ...(row === ''
      ? []
      : [
          `Services after each other at ${row} are more alike, or less, than by chance: they change over time, or the number of servers or their order is another.`,
        ]),
  ];
}

function serverSentence({ id, moreServers, meanService, waitingTime }: QueuePosterior): string {
  const times = `service takes ${time(meanService.mean)}, waiting ${time(waitingTime.mean)}`;
  if (moreServers === 'help') return `${id}: more servers will help; ${times}.`;
  if (moreServers === 'no help') return `${id}: more servers will not help much; ${times}.`;
  return `${id}: whether more servers help is not known; ${times}.`;
}

const waitingOf = (shares: PosteriorAnswer['slowest']): number =>
  shares.reduce((sum, { waiting }) => sum + waiting.mean, 0);

const interval = ({ mean, low, high }: Interval): string =>
  Number.isNaN(low)
    ? formatPercent(mean)
    : `${formatPercent(mean)} (${formatPercent(low)} to ${formatPercent(high)})`;
const time = (seconds: number): string => formatQuantity(seconds, 'time');

/**
 * Do chains from starts apart agree, and what are their draws worth? Split R-hat and effective sample size as in Gelman et al.,
 * Bayesian Data Analysis (3rd ed. 2013), sections 11.4 and 11.5, the sum of correlations cut where Geyer's initial monotone
 * sequence (Stat. Sci. 7 (1992) 473) ends. All chains are equally long, four draws or more.
 */
interface Agreement {
  /** 1 when the halves of all chains agree; also where nothing varies. */
  readonly rHat: number;
  readonly effectiveSize: number;
}

/** Relative: sums of the same times differ no more, in whatever order they are added. */
const ROUNDING = 1e-10;

/** Is it the same in all draws of all chains, up to rounding? Then it is known, and there is nothing to agree on. */
function isKnown(chains: readonly Float64Array[]): boolean {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const chain of chains)
    for (const value of chain) {
      if (value < least) least = value;
      if (value > most) most = value;
    }
  return most - least <= ROUNDING * Math.max(Math.abs(least), Math.abs(most));
}

export function agreementOf(chains: readonly Float64Array[]): Agreement {
  const halves = chains.flatMap((chain) => {
    const half = chain.length >> 1;
    return [chain.subarray(0, half), chain.subarray(chain.length - half)];
  });
  const n = halves[0]!.length;
  const means = halves.map(meanOf);
  const within =
    meanOf(Float64Array.from(halves, (half, i) => autocovariance(half, means[i]!, 0))) * (n / (n - 1));
  const grand = meanOf(Float64Array.from(means));
  const between = means.reduce((sum, mean) => sum + (mean - grand) ** 2, 0) / (means.length - 1);
  const pooled = ((n - 1) / n) * within + between;
  const draws = halves.length * n;
  if (isKnown(chains)) return { rHat: 1, effectiveSize: draws };
  if (halves.every((half) => isKnown([half]))) return { rHat: Number.POSITIVE_INFINITY, effectiveSize: 1 };
  const correlation = (lag: number): number =>
    1 -
    (within - meanOf(Float64Array.from(halves, (half, i) => autocovariance(half, means[i]!, lag)))) / pooled;
  let sum = -1;
  let last = Number.POSITIVE_INFINITY;
  for (let lag = 0; lag + 1 < n; lag += 2) {
    const pair = Math.min(last, (lag === 0 ? 1 : correlation(lag)) + correlation(lag + 1));
    if (pair <= 0) break;
    sum += 2 * pair;
    last = pair;
  }
  return {
    rHat: Math.sqrt(pooled / within),
    effectiveSize: Math.min(draws, draws / Math.max(sum, 1 / draws)),
  };
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function autocovariance(values: Float64Array, mean: number, lag: number): number {
  let sum = 0;
  for (let i = lag; i < values.length; i += 1) sum += (values[i]! - mean) * (values[i - lag]! - mean);
  return sum / values.length;
}

/** Where the time of tasks went: shares of waiting and service by state and by queue, in a stretch of time or for the slowest. */

/** By queue, one number per draw. */
interface Times {
  readonly waiting: readonly Float64Array[];
  readonly service: readonly Float64Array[];
}

/** Queues that are told apart, or added up. */
interface Group {
  readonly name: string;
  readonly queues: readonly number[];
}

/** States that share a queue cannot be told apart by queues: they stand together. */
function stateGroups({ states, choices }: PosteriorProblem): readonly Group[] {
  const groups: { names: string[]; queues: Set<number> }[] = [];
  for (const [s, name] of states.entries()) {
    const mine = { names: [name], queues: new Set(choices[s]!) };
    for (let i = groups.length - 1; i >= 0; i -= 1) {
      if (![...groups[i]!.queues].some((queue) => mine.queues.has(queue))) continue;
      const [other] = groups.splice(i, 1);
      mine.names.unshift(...other!.names);
      for (const queue of other!.queues) mine.queues.add(queue);
    }
    groups.push(mine);
  }
  return groups.map(({ names, queues }) => ({
    name: names.join(' + '),
    queues: [...queues].map((q) => q - 1),
  }));
}

function sharesOf(groups: readonly Group[], times: Times): readonly ShareOfTime[] {
  const total = sumOf([...times.waiting, ...times.service]);
  const share = (parts: readonly Float64Array[]) =>
    intervalOf(sumOf(parts).map((value, draw) => (total[draw]! > 0 ? value / total[draw]! : 0)));
  return groups.map(({ name, queues }) => ({
    name,
    waiting: share(queues.map((i) => times.waiting[i]!)),
    service: share(queues.map((i) => times.service[i]!)),
  }));
}

function sumOf(columns: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(columns[0]?.length ?? 0);
  for (const column of columns) for (let i = 0; i < sum.length; i += 1) sum[i]! += column[i]!;
  return sum;
}

const queueGroups = ({ queues }: PosteriorProblem): readonly Group[] =>
  queues.map(({ id }, i) => ({ name: id, queues: [i] }));

/** Windows from `first` up to but without `end` as one. */
function windowPosterior(
  problem: PosteriorProblem,
  draws: PooledDraws,
  first: number,
  end: number,
): WindowPosterior {
  const { from, to } = spanOf(problem);
  const numbers = Array.from({ length: end - first }, (_, i) => first + i);
  const total = (column: number) => sumOf(numbers.map((w) => draws.valuesOf(draws.windowColumn(w, column))));
  const times = {
    waiting: problem.queues.map((_, i) => total(1 + 2 * i)),
    service: problem.queues.map((_, i) => total(2 + 2 * i)),
  };
  const groups = stateGroups(problem);
  const bottleneck = bottleneckOf(groups, times.waiting);
  return {
    from: from + (first / problem.windows) * (to - from),
    to: from + (end / problem.windows) * (to - from),
    tasks: intervalOf(total(0)).mean,
    states: sharesOf(groups, times),
    queues: sharesOf(queueGroups(problem), times),
    ...(bottleneck && { bottleneck }),
  };
}

function bottleneckOf(
  groups: readonly Group[],
  waiting: readonly Float64Array[],
): WindowPosterior['bottleneck'] {
  const sums = groups.map(({ queues }) => sumOf(queues.map((i) => waiting[i]!)));
  const longest = new Float64Array(groups.length);
  const draws = sums[0]!.length;
  for (let draw = 0; draw < draws; draw += 1) {
    const most = Math.max(...sums.map((sum) => sum[draw]!));
    if (most > 0) longest[sums.findIndex((sum) => sum[draw] === most)]! += 1;
  }
  const most = Math.max(...longest);
  if (most === 0) return undefined;
  return { state: groups[longest.indexOf(most)]!.name, probability: most / draws };
}

function slowestShares(problem: PosteriorProblem, draws: PooledDraws): readonly ShareOfTime[] {
  const column = (c: number): Float64Array => draws.valuesOf(draws.slowColumn(c));
  return sharesOf(stateGroups(problem), {
    waiting: problem.queues.map((_, i) => column(2 * i)),
    service: problem.queues.map((_, i) => column(2 * i + 1)),
  });
}
