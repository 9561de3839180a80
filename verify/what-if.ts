/** Asked of a trace of some of the tasks, what would be: against all tasks served anew, and long simulations of the changed network. */

import { caseWords, type WhatIfChange } from '../core/study/what-if.ts';
import { compileProblem } from '../workers/posterior/compile-problem.ts';
import type { WhatIfFigure } from '../workers/posterior/contract.ts';
import { type GivenTasks, responsesOf } from '../workers/posterior/serve-tasks.ts';
import {
  type KnownPath,
  type KnownTasks,
  type KnownTier,
  observeTasks,
  poissonEntries,
  simulateTasks,
} from '../workers/posterior/task-network.test-support.ts';
import { runWhatIf } from '../workers/posterior/what-if.ts';
import { summarizeWhatIf } from '../workers/posterior/what-if-words.ts';
import { openStream } from '../workers/random/random-stream.ts';
import { drawUntilAgreed } from './posterior-draws.ts';

interface Kind {
  readonly what: string;
  readonly tiers: readonly KnownTier[];
  readonly paths: readonly KnownPath[];
  /** Queue that gets a server, and that serves twice as fast. */
  readonly relieved: string;
  /** State and queue that gets 70 % of what the state deals out. */
  readonly shared: readonly [state: string, queue: string];
}

const TASKS = 1000;
const SWEEPS = 250;
const MOST_ROUNDS = 8;
/** Tasks of the long simulation that tells the percentiles which a thousand tasks do not. */
const LONG = 300_000;
const FIGURES: readonly WhatIfFigure[] = ['mean', 'p50', 'p95'];

const exponential = (id: string, mean: number, servers = 1, weight = 1) => ({
  ...{ id, servers, weight },
  service: { distribution: 'exponential', mean } as const,
});

/** One task per second. */
const KINDS: readonly Kind[] = [
  {
    what: 'three tiers',
    tiers: [
      { state: 'FRONT', queues: [exponential('front', 0.55)] },
      { state: 'APP', queues: [exponential('app1', 1.1), exponential('app2', 1.3)] },
      { state: 'DB', queues: [exponential('db', 0.72)] },
    ],
    paths: [{ tiers: [0, 1, 2], share: 1 }],
    relieved: 'db',
    shared: ['APP', 'app1'],
  },
  {
    what: 'cache, 70 % hits',
    tiers: [
      { state: 'FRONT', queues: [exponential('front1', 0.9), exponential('front2', 1.2)] },
      { state: 'CACHE', queues: [exponential('cache', 0.5)] },
      { state: 'DB', queues: [exponential('db', 4.8, 2)] },
    ],
    paths: [
      { tiers: [0, 1], share: 0.7 },
      { tiers: [0, 1, 2], share: 0.3 },
    ],
    relieved: 'db',
    shared: ['FRONT', 'front1'],
  },
  {
    what: 'gamma services (scv 2), told',
    tiers: [
      {
        state: 'APP',
        queues: ['app1', 'app2'].map((id) => ({
          ...{ id, family: 'gamma' as const },
          service: { distribution: 'gamma', mean: 1.1, scv: 2 } as const,
        })),
      },
      { state: 'DB', queues: [exponential('db', 0.65)] },
    ],
    paths: [{ tiers: [0, 1], share: 1 }],
    relieved: 'db',
    shared: ['APP', 'app1'],
  },
];

const casesOf = ({ tiers, relieved, shared: [state, queue] }: Kind): readonly (readonly WhatIfChange[])[] => {
  const { servers = 1 } = tiers.flatMap(({ queues }) => queues).find(({ id }) => id === relieved)!;
  return [
    [{ kind: 'servers', queue: relieved, servers: servers + 1 }],
    [{ kind: 'service', queue: relieved, times: 0.5 }],
    [{ kind: 'load', times: 0.5 }],
    [{ kind: 'share', state, queue, share: 0.6 }],
  ];
};

/** The network itself with these changes. */
function changedTiers(tiers: readonly KnownTier[], changes: readonly WhatIfChange[]): readonly KnownTier[] {
  return changes.reduce<readonly KnownTier[]>(
    (now, change) =>
      now.map((tier) => ({
        ...tier,
        queues: tier.queues.map((queue) => {
          if (change.kind === 'servers' && change.queue === queue.id)
            return { ...queue, servers: change.servers };
          if (change.kind === 'service' && change.queue === queue.id && 'mean' in queue.service)
            return { ...queue, service: { ...queue.service, mean: queue.service.mean! * change.times } };
          // The other of the two queues gets the rest.
          if (change.kind === 'share' && change.state === tier.state)
            return { ...queue, weight: queue.id === change.queue ? change.share : 1 - change.share };
          return queue;
        }),
      })),
    tiers,
  );
}

const loadOf = (changes: readonly WhatIfChange[]): number =>
  changes.reduce((load, change) => (change.kind === 'load' ? load * change.times : load), 1);

const long = new Map<string, Float64Array>();

function longResponses(kind: Kind, changes: readonly WhatIfChange[]): Float64Array {
  const key = `${kind.what} ${caseWords(changes)}`;
  const kept = long.get(key);
  if (kept) return kept;
  const entries = poissonEntries(LONG, loadOf(changes), 77);
  const { visits } = simulateTasks(changedTiers(kind.tiers, changes), entries, 77, kind.paths);
  const responses = Float64Array.from(visits, (steps, task) => steps.at(-1)!.departure - entries[task]!);
  const made = responses.subarray(LONG / 10).slice();
  long.set(key, made);
  return made;
}

/** All tasks, those among them that were not seen, served anew. */
function theseResponses(kind: Kind, known: KnownTasks, changes: readonly WhatIfChange[]): Float64Array {
  const queues = changedTiers(kind.tiers, changes).flatMap((tier) => tier.queues);
  const numbers = new Map(queues.map(({ id }, i) => [id, i]));
  const faster = new Map(
    changes.flatMap((change) => (change.kind === 'service' ? [[change.queue, change.times] as const] : [])),
  );
  const steps = known.visits.flat();
  const first = new Int32Array(known.visits.length + 1);
  for (const [task, visits] of known.visits.entries()) first[task + 1] = first[task]! + visits.length;
  const [start = 0] = known.entries;
  const tasks: GivenTasks = {
    entry: known.entries.map((time) => start + (time - start) / loadOf(changes)),
    first,
    queue: Int32Array.from(steps, ({ queue }) => numbers.get(queue)!),
    service: Float64Array.from(
      steps,
      (visit) => (visit.departure - visit.start) * (faster.get(visit.queue) ?? 1),
    ),
  };
  const servers = queues.map((queue) => queue.servers ?? 1);
  return responsesOf(tasks, { servers, random: servers.map(() => 0) }, openStream(ANY));
}
const ANY = { seed: 1, replication: 0, node: 'any', purpose: 'routing' } as const;

function figureOf(responses: Float64Array, figure: WhatIfFigure): number {
  if (figure === 'mean') return responses.reduce((sum, value) => sum + value, 0) / responses.length;
  const sorted = responses.slice().sort();
  return sorted[Math.ceil((Number(figure.slice(1)) / 100) * sorted.length) - 1]!;
}

interface Result {
  readonly agree: boolean;
  /** By case, as it is first. */
  readonly cases: readonly {
    readonly words: string;
    readonly these: Held;
    readonly longRun: Held;
    /** Median of the 95th percentile over its truth, less 1, where that is of these tasks and where of a long run. */
    readonly errors: readonly [these: number, longRun: number];
  }[];
  readonly seconds: number;
}

interface Held {
  readonly held: number;
  readonly of: number;
}

function runOne(kind: Kind, share: number, seed: number): Result {
  const started = process.cpuUsage();
  const known = simulateTasks(kind.tiers, poissonEntries(TASKS, 1, seed), seed, kind.paths);
  const queues = kind.tiers.flatMap((tier) => tier.queues.map(({ weight: _, ...queue }) => queue));
  const read = compileProblem({ tasks: observeTasks(known, share, seed), sweeps: SWEEPS, queues });
  if (!read.ok) throw new Error(read.error.join('\n'));
  const problem = read.value;
  const { ends, agree } = drawUntilAgreed(problem, seed, MOST_ROUNDS);
  const cases = casesOf(kind);
  const draws = ends.map((end, chain) => {
    const made = runWhatIf(problem, chain, seed, end, cases);
    if ('refused' in made) throw new Error(made.refused);
    return made;
  });
  const { user } = process.cpuUsage(started);
  const { rows } = summarizeWhatIf(problem, cases, draws);
  return {
    agree,
    cases: rows.map(({ words, changes, these, longRun }) => {
      // Which services those that go elsewhere would have met there, nobody knows.
      const moves = changes.some((change) => change.kind === 'share');
      const truths = {
        these: moves ? undefined : theseResponses(kind, known, changes),
        longRun: longResponses(kind, changes),
      };
      const count = (spreads: typeof these, truth: Float64Array | undefined): Held => {
        if (!truth) return { held: 0, of: 0 };
        const held = FIGURES.filter((figure) => {
          const value = figureOf(truth, figure);
          const { low, high } = spreads[figure];
          return value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9);
        });
        return { held: held.length, of: FIGURES.length };
      };
      const error = (spreads: typeof these, truth: Float64Array | undefined): number =>
        truth ? spreads.p95.middle / figureOf(truth, 'p95') - 1 : Number.NaN;
      return {
        words: words.replace(/ (?:at|of|to) .*/u, ''),
        these: count(these, truths.these),
        longRun: count(longRun, truths.longRun),
        errors: [error(these, truths.these), error(longRun, truths.longRun)],
      };
    }),
    seconds: user / 1e6,
  };
}

const SHARES = [0.25, 0.5];
const NETWORKS = 5;
const LEAST_HELD = 0.92;

/** The table of `npm run verify what-if`. */
export function verifyWhatIf(): { readonly lines: readonly string[]; readonly failed: boolean } {
  const all: Result[] = [];
  const rows = KINDS.flatMap((kind) =>
    SHARES.flatMap((share) => {
      const results = Array.from({ length: NETWORKS }, (_, i) => runOne(kind, share, 101 + i));
      all.push(...results);
      return results[0]!.cases.map(({ words }, place) => {
        const mine = results.map(({ cases }) => cases[place]!);
        const cells = [
          ...[kind.what, percent(share), words],
          ...[heldText(mine.map(({ these }) => these)), errorText(mine.map(({ errors }) => errors[0]))],
          ...[heldText(mine.map(({ longRun }) => longRun)), errorText(mine.map(({ errors }) => errors[1]))],
        ];
        process.stderr.write(`${line(cells)}\n`);
        return line(cells);
      });
    }),
  );
  const cases = all.flatMap((result) => result.cases);
  const [these, longRun] = [sum(cases.map((one) => one.these)), sum(cases.map((one) => one.longRun))];
  const agree = all.filter((one) => one.agree).length;
  const seconds = all.reduce((total, one) => total + one.seconds, 0) / all.length;
  return {
    lines: [
      `Each network has ${TASKS} tasks, one per second in the mean. Intervals are those of the mean, the median and the 95th percentile of the`,
      'responses: of these tasks, were all of them (also those that were not seen) served anew by the changed network; and of a long run, against',
      `a simulation of the changed network over ${LONG.toLocaleString('en')} tasks. Errors are those of the 95th percentile.`,
      '',
      line(HEAD),
      line(HEAD.map(() => '---')),
      ...rows,
      '',
      `Chains agree in ${agree} of ${all.length} networks. Of these tasks ${heldText([these])} intervals (${percent(these.held / these.of)}) hold the truth, of the long run ${heldText([longRun])} (${percent(longRun.held / longRun.of)}); ${seconds.toFixed(1)} s of processor for a network with its four questions.`,
    ],
    failed: agree < all.length || [these, longRun].some(({ held, of }) => held / of < LEAST_HELD),
  };
}

const HEAD = [
  ...['network', 'observed', 'what if', 'of these tasks, intervals hold', 'root mean square error'],
  ...['of a long run, intervals hold', 'root mean square error'],
];

const sum = (parts: readonly Held[]): Held => ({
  held: parts.reduce((total, { held }) => total + held, 0),
  of: parts.reduce((total, { of }) => total + of, 0),
});

function heldText(parts: readonly Held[]): string {
  const { held, of } = sum(parts);
  return of === 0 ? '–' : `${held} of ${of}`;
}

const errorText = (errors: readonly number[]): string =>
  errors.some(Number.isNaN)
    ? '–'
    : percent(Math.sqrt(errors.reduce((total, error) => total + error ** 2, 0) / errors.length));

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
