/** From what all chains have drawn to answers; or, where the chains do not agree, to that fact alone. */
import type {
  ChainRecord,
  Convergence,
  PosteriorAnswer,
  PosteriorProblem,
  PosteriorReport,
  QueuePosterior,
} from './contract.ts';
import { agreementOf, isKnown } from './convergence.ts';
import { intervalOf, PooledDraws } from './pooled-draws.ts';
import { posteriorSentences } from './posterior-sentences.ts';
import { QUEUE_COLUMNS } from './row-writer.ts';
import { FAMILIES, MIXTURE } from './service-distributions.ts';
import { slowestShares, windowPosterior } from './summarize-windows.ts';

/** Chains agree when no R-hat is above. */
const MOST_R_HAT = 1.1;
const MOST_DRAWS = 200;
const SURE = 0.95;
/** Of the columns of a queue. */
const [LAW_MEAN, WAITING] = [0, 3];

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
    events: first![0]!.end.queue.length,
    warnings: problem.warnings,
  };
  const worst = convergence[0]!;
  if (!(worst.rHat <= MOST_R_HAT)) {
    const message = `the ${run.chains} chains do not agree after ${run.sweeps} sweeps: R-hat of the ${worst.what} is ${worst.rHat.toFixed(2)}, expected at most ${MOST_R_HAT}; there is no answer yet. Try more sweeps, or a trace with more observed tasks`;
    return { kind: 'notConverged', message, ...run };
  }
  const answer: Omit<PosteriorAnswer, 'sentences'> = {
    kind: 'answer',
    ...run,
    queues: problem.queues.map((_, i) => queuePosterior(problem, draws, i)),
    whole: windowPosterior(problem, draws, 0, problem.windows),
    windows: Array.from({ length: problem.windows }, (_, w) => windowPosterior(problem, draws, w, w + 1)),
    slowest: slowestShares(problem, draws),
  };
  const known = problem.queues
    .filter((_, i) => isKnown(draws.chainsOf(draws.queueColumn(i, WAITING))))
    .map(({ id }) => id);
  return { ...answer, sentences: posteriorSentences(answer, known) };
}

/** Of the distribution and of the waiting of each queue as far as it is not known, the worst first. */
function convergenceOf({ queues }: PosteriorProblem, draws: PooledDraws): readonly Convergence[] {
  const all = queues.flatMap(({ id }, i) =>
    [
      { name: 'mean service', column: LAW_MEAN },
      { name: 'mean waiting', column: WAITING },
    ].flatMap(({ name, column }) => {
      const chains = draws.chainsOf(draws.queueColumn(i, column));
      return column === WAITING && isKnown(chains)
        ? []
        : [{ what: `${name} of ${id}`, ...agreementOf(chains) }];
    }),
  );
  return all.sort((one, other) => other.rHat - one.rHat);
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
  const { prior: _, ...queue } = problem.queues[i]!;
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
    ...(queue.family === FAMILIES[MIXTURE] && componentsOf(problem, draws, i)),
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
