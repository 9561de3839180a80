/** Where the time of tasks went: shares of waiting and service by state and by queue, in a stretch of time or for the slowest. */
import type { PosteriorProblem, ShareOfTime, WindowPosterior } from './contract.ts';
import { intervalOf, type PooledDraws } from './pooled-draws.ts';
import { spanOf } from './windows.ts';

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
export function windowPosterior(
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

export function slowestShares(problem: PosteriorProblem, draws: PooledDraws): readonly ShareOfTime[] {
  const column = (c: number): Float64Array => draws.valuesOf(draws.slowColumn(c));
  return sharesOf(stateGroups(problem), {
    waiting: problem.queues.map((_, i) => column(2 * i)),
    service: problem.queues.map((_, i) => column(2 * i + 1)),
  });
}
