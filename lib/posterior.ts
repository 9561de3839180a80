/** What a trace of some of the tasks tells of all of them. */

import { disciplineOf } from '../core/rules/discipline.ts';
import { serverCountOf } from '../core/scenario/defaults.ts';
import { isStage, type Scenario } from '../core/scenario/scenario.ts';
import { readWhatIf, type WhatIfCase } from '../core/study/what-if.ts';
import type {
  ByteSource,
  MeasurementFault,
  ReducedMeasurement,
  TaskTable,
} from '../workers/measure/contract.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import type { ReadContext } from '../workers/measure/read-rows.ts';
import { stageFinder, stageOfQueue } from '../workers/measure/stage-of-queue.ts';

import { applyPosterior } from '../workers/posterior/apply-posterior.ts';
import { compileProblem } from '../workers/posterior/compile-problem.ts';
import {
  type ChainEnd,
  type ChainProgress,
  type ChainRefusal,
  type DistributionFamily,
  MOST_SERVERS,
  type PosteriorProblem,
  type PosteriorReport,
  type QueueOfTasks,
  type WhatIfAnswer,
} from '../workers/posterior/contract.ts';
import { estimatePosterior } from '../workers/posterior/estimate-posterior.ts';
import { hasComponents, usualQuestions } from '../workers/posterior/posterior-words.ts';
import { summarizeWhatIf } from '../workers/posterior/what-if-words.ts';
import { BadInput } from './bad-input.ts';
import { readMeasurementSource } from './measurements.ts';
import { type Plain, plain } from './plain.ts';
import { chainRunner, checkedModel } from './posterior-threads.ts';
import type { CheckProgress } from './posterior-worker.ts';
import { type ReadOptions, readingOf } from './verbs.ts';

export interface PosteriorOptions {
  /** Tells servers, disciplines and stages of the queues, and gets the estimated distributions. */
  readonly scenario?: Scenario | undefined;
  /** Family of the distributions of service; default, for each queue, that which explains held-out tasks best. */
  readonly distribution?: DistributionFamily | undefined;
  /** Components of a mixture of exponentials, 2 to 8; default 4. */
  readonly components?: number | undefined;
  /** Discipline where neither the file nor the scenario tells it; default FCFS. */
  readonly discipline?: 'FCFS' | 'RSS' | undefined;
  /** Servers of each queue where neither the file nor the scenario tells them; default 1. */
  readonly servers?: number | undefined;
  /** Tasks choose alike among the queues of a state; else that is estimated. */
  readonly evenRoutes?: boolean | undefined;
  /** Stretches of time that are told apart, 1 to 100; default 12. */
  readonly windows?: number | undefined;
  /** Sweeps of each chain in a round; default 125. */
  readonly sweeps?: number | undefined;
  /** Chains, each from its own start, 4 or more; default 4. */
  readonly chains?: number | undefined;
  /**
   * What would be if …, such as `db.servers=+1`, `db.service=0.5x`, `load=2x`, `state>queue.share=0.7`, with commas between changes that
   * are made together. An empty list asks for relief of the queue where tasks wait longest, and for half the load.
   */
  readonly whatIf?: readonly string[] | undefined;
}

export interface PosteriorQuestion {
  readonly problem: PosteriorProblem;
  /** No family of distributions is stated. */
  readonly choosesFamilies: boolean;
  /** What-if questions; an empty list stands for the usual ones. */
  readonly whatIf?: readonly WhatIfCase[];
  /** Warnings about the file, but not about tasks that overtake: the discipline of each queue judges those. */
  readonly warnings: readonly MeasurementFault[];
}

/** Reads the tasks of a file and puts together what chains need. */
export async function posteriorQuestion(
  source: ByteSource,
  context: ReadContext,
  options: PosteriorOptions,
): Promise<PosteriorQuestion | { readonly faults: readonly MeasurementFault[] }> {
  const { scenario, distribution, components, windows, sweeps, chains } = options;
  if (components !== undefined && !(distribution && hasComponents(distribution)))
    throw new BadInput([
      '--components: expected --distribution mixture beside it, whose components they are',
    ]);
  const { fileName } = context;
  // Any option makes the reader give the tasks also of a small file.
  const read = await readMeasurementSource(
    source,
    { ...context, options: { timeScale: 1, ...context.options } },
    scenario,
  );
  if (!read.ok) return { faults: read.error };
  const { reduced, warnings } = read.value;
  const { tasks } = reduced ?? {};
  if (!reduced || !tasks)
    throw new BadInput([`${fileName}: nothing to infer from; expected rows of a table tasks`]);
  const problem = compileProblem({
    tasks,
    queues: knownQueues(tasks, reduced, options),
    onlyThese: scenario !== undefined,
    ...(distribution && { family: distribution }),
    ...(components !== undefined && { components }),
    ...(windows !== undefined && { windows }),
    ...(sweeps !== undefined && { sweeps }),
    ...(chains !== undefined && { chains }),
  });
  if (!problem.ok) throw new BadInput(problem.error.map((message) => `${fileName}: ${message}`));
  return {
    problem: problem.value,
    ...(options.whatIf && { whatIf: options.whatIf.map((text) => askedCase(text, problem.value)) }),
    choosesFamilies: distribution === undefined,
    warnings: warnings.filter(({ code }) => code !== 'W17'),
  };
}

function askedCase(text: string, problem: PosteriorProblem): WhatIfCase {
  const read = readWhatIf(text, { ...problem, noun: 'queue', mostServers: MOST_SERVERS });
  if (!read.ok) throw new BadInput([`--what-if: ${read.error}`]);
  return read.value;
}

/** Servers and discipline of each queue: as the file says, else as the stage that it feeds, else as the options; and its weight, where that is known. */
function knownQueues(
  { queue }: TaskTable,
  { queues }: ReducedMeasurement,
  options: PosteriorOptions,
): readonly QueueOfTasks[] {
  const { scenario } = options;
  const stages = scenario?.nodes.filter(isStage) ?? [];
  const find = stageFinder(stages);
  const ids = new Set(queue.filter((id) => id !== '' && id !== '__ARRIVALS__'));
  for (const { id } of stages) ids.add(id);
  const factsOf = new Map(queues.map((queue) => [queue.id, queue]));
  return [...ids].flatMap((id): QueueOfTasks[] => {
    const facts = factsOf.get(id);
    const stage = stageOfQueue(facts ?? { id }, find);
    if (scenario && !stage) return [];
    const servers = facts?.servers ?? (stage ? serverCountOf(stage) : options.servers);
    const discipline = facts?.discipline ?? (stage ? disciplineOf(stage) : options.discipline);
    return [
      {
        id,
        ...(stage && { stage: stage.id }),
        ...(servers !== undefined && { servers }),
        ...(discipline !== undefined && { discipline }),
        ...(options.evenRoutes && { weight: 1 }),
      },
    ];
  });
}

export interface ChainsRun {
  /** Seed of the draws: equal seeds give equal draws; default 1. */
  readonly seed?: number | undefined;
  /** The most rounds until the chains agree; default 64. */
  readonly rounds?: number | undefined;
  /** Threads that share the chains; default as many as cores. The numbers do not depend on it. */
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ChainProgress) => void) | undefined;
  /** Told when one of the chains that check the model has ended. */
  readonly onChecked?: ((progress: CheckProgress) => void) | undefined;
  /** Told after a round that the chains do not agree in yet. */
  readonly onRound?: ((report: PosteriorReport) => void) | undefined;
}

export interface PosteriorOutcome {
  readonly report: PosteriorReport;
  /** Present where it was asked for and the chains agree. */
  readonly whatIf?: WhatIfAnswer;
}

/** The model is held against tasks that the chains do not see; then chains in rounds, until they agree; then what would be. */
export async function runPosterior(
  { problem, choosesFamilies: choose, whatIf: asked }: PosteriorQuestion,
  {
    seed = 1,
    rounds,
    threads,
    signal,
    onProgress = () => undefined,
    onChecked = () => undefined,
    onRound,
  }: ChainsRun,
): Promise<PosteriorOutcome | ChainRefusal> {
  const checked = await checkedModel({ problem, seed, choose }, onChecked, signal);
  if ('refused' in checked) return checked;
  const runner = chainRunner(checked, seed, onProgress, {
    ...(threads !== undefined && { threads }),
    ...(signal && { signal }),
  });
  const ends: ChainEnd[] = [];
  try {
    const report = await estimatePosterior(
      checked,
      async (chain, from) => {
        const record = await runner.runRound(chain, from);
        if ('end' in record) ends[chain] = record.end;
        return record;
      },
      onRound,
      rounds,
    );
    if ('refused' in report) return report;
    if (!asked || report.kind !== 'answer') return { report };
    const cases = asked.length > 0 ? asked : usualQuestions(report);
    const drawn = await Promise.all(ends.map((end, chain) => runner.whatIf(chain, end, cases)));
    const refused = drawn.find((one) => 'refused' in one);
    if (refused) return refused;
    const draws = drawn.flatMap((one) => ('refused' in one ? [] : [one]));
    return { report, whatIf: summarizeWhatIf(checked, cases, draws) };
  } finally {
    runner.close();
  }
}

/** For the JSON document: without draws and the traces of the chains, which are long. */
export function posteriorJson({ traces: _, ...report }: PosteriorReport) {
  if (report.kind === 'notConverged') return report;
  return { ...report, queues: report.queues.map(({ draws: _draws, ...queue }) => queue) };
}

export type Posterior =
  | (Plain<ReturnType<typeof posteriorJson>> & {
      /** What would be, where it was asked for. Times without end, and what is withheld, are null. */
      readonly whatIf?: WhatIfAnswer;
      /** Warnings about the file and its tasks. */
      readonly warnings: readonly string[];
      /** The scenario that was given, with the estimated distributions; only of an answer. */
      readonly scenario?: Scenario;
    })
  | { readonly kind: 'refused'; readonly message: string };

/** The whole answer as plain data. */
export async function inferPosterior(
  source: ByteSource,
  {
    rounds,
    seed,
    frameSeconds,
    timeScale,
    mapping,
    queueMap,
    ...options
  }: PosteriorOptions & ReadOptions & Pick<ChainsRun, 'rounds' | 'seed'>,
  run: Pick<ChainsRun, 'threads' | 'signal' | 'onProgress'>,
): Promise<Posterior> {
  run.signal?.throwIfAborted();
  const context = { fileName: 'tasks', options: readingOf({ frameSeconds, timeScale, mapping, queueMap }) };
  const asked = await posteriorQuestion(source, context, options);
  if ('faults' in asked) throw new BadInput(asked.faults.map(describeFault));
  const outcome = await runPosterior(asked, { ...run, rounds, seed });
  if ('refused' in outcome) return { kind: 'refused', message: outcome.refused };
  const { report, whatIf } = outcome;
  const warnings = [...asked.warnings.map(describeFault), ...asked.problem.warnings];
  const { scenario } = options;
  return {
    ...plain(posteriorJson(report)),
    ...(whatIf && { whatIf: plain(whatIf) }),
    warnings,
    ...(scenario && report.kind === 'answer' && { scenario: applyPosterior(scenario, report).scenario }),
  };
}
