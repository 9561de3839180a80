/** Questions of the workspace Explore that have one answer: goals, sensitivities, growth, mappings, differences. One at a time. */

import { err, ok } from '../../../core/base/result.ts';
import { sizedQueues, withDepths } from '../../../core/scenario/fifo-depths.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { Goal, Study } from '../../../core/study/study.ts';
import type {
  ComparisonAnswer,
  DecidedPoint,
  DepthsFound,
  DepthsQuestion,
  GoalAnswer,
  GoalProgress,
  GrowthStep,
  MappingAnswer,
  Sensitivity,
  StudyFaults,
} from '../../../workers/explore/contract.ts';
import { createRun, type Run, type RunState, type Telling } from '../../run/create-run.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';
import { explorer } from './explorer-client.ts';

const STEPS = 8;

/** What each input alone does, and the measure as it is drawn. */
export interface Tornado {
  readonly bars: readonly Sensitivity[];
  readonly middle: number | undefined;
}

type Asked<Question, Answer, Progress = never> = Run<Question, Answer, Progress, readonly string[]>;

const asked: Pick<Run<never, unknown>, 'stop'>[] = [];

/** One question at a time: they share a worker, which does not look up from its work. */
function question<Question, Answer, Progress = never>(
  name: string,
  key: (question: Question) => string,
  call: (question: Question, tell: Telling<Answer, Progress>) => Promise<Answer | StudyFaults>,
): Asked<Question, Answer, Progress> {
  const run: Asked<Question, Answer, Progress> = createRun({
    name,
    key,
    ask: async (question, tell) => {
      for (const other of asked) if (other !== run) other.stop();
      const answer = await call(question, tell);
      if (!isFaults(answer)) return ok(answer);
      tell.dropAnswer();
      return err(answer.faults);
    },
    lost: (message) => [`The explorer stopped: ${message}`],
  });
  askWhenSilent(run, { what: 'The explorer' });
  asked.push(run);
  return run;
}

const isFaults = (answer: unknown): answer is StudyFaults =>
  typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'faults';

/** Why there is no answer; nothing while there may be one. */
export const faultsOf = ({
  status,
  failure,
}: Pick<RunState<unknown, unknown, readonly string[]>, 'status' | 'failure'>):
  | readonly string[]
  | undefined => (status === 'stopped' ? ['Stopped.'] : status === 'failed' ? failure : undefined);

interface GoalQuestion {
  readonly study: Study;
  readonly goal: Goal;
}

export const goalRun = question<GoalQuestion, GoalAnswer, GoalProgress>(
  'goal',
  ({ study, goal }) => keyOf(study, goal),
  ({ study, goal }, { signal, progress }) => explorer.asked.seek(signal, study, goal, progress),
);

interface FrontQuestion {
  readonly study: Study;
  /** Numbers of the designs on it. */
  readonly points: readonly number[];
}

/** Designs that decide, as they are known best; those that are done come one after the other. */
export const frontRun = question<FrontQuestion, readonly DecidedPoint[]>(
  'front',
  ({ study, points }) => keyOf(study, points),
  ({ study, points }, { signal, partial }) => explorer.asked.decide(signal, study, points, partial),
);

interface TornadoQuestion {
  readonly study: Study;
  readonly measure: string;
}

/** The sensitivities, and the measure where nothing is changed. */
export const tornadoRun = question<TornadoQuestion, Tornado>(
  'tornado',
  ({ study, measure }) => keyOf(study, measure),
  async ({ study, measure }, { signal }) => {
    const bars = await explorer.asked.sensitivities(signal, study, measure);
    if ('kind' in bars) return bars;
    const drawn = { ...study, vary: [], measures: [measure] };
    const same = await explorer.asked.compare(signal, drawn, study.scenario);
    return same.kind === 'faults' ? same : { bars, middle: same.differences[0]?.first };
  },
);

export const growthRun = question<Study, readonly GrowthStep[]>(
  'growth',
  (study) => keyOf(study),
  (study, { signal }) => explorer.asked.growth(signal, study, STEPS),
);

/** The depths of the drawing are no part of the question. */
export function depthsKey({ scenario, unit, memory, wanted }: DepthsQuestion): string {
  const queues = sizedQueues(scenario);
  const plain = withDepths(
    scenario,
    queues,
    queues.map(() => 1),
  );
  return JSON.stringify([modelKey(plain), unit, memory, wanted]);
}

/** What is found so far stays when the search is stopped. */
export const depthsRun = question<DepthsQuestion, DepthsFound>(
  'depths',
  depthsKey,
  (asked, { signal, partial }) => explorer.asked.depths(signal, asked, partial),
);

interface MappingQuestion {
  readonly study: Study;
  readonly find: 'least' | 'largest';
}

export const mappingRun = question<MappingQuestion, MappingAnswer>(
  'mapping',
  ({ study, find }) => keyOf(study, find),
  ({ study, find }, { signal }) => explorer.asked.mapping(signal, study, find),
);

interface ComparisonQuestion {
  readonly study: Study;
  readonly baselines: readonly Scenario[];
  readonly now: Scenario;
}

/** The open scenario against each baseline. */
export const comparisonRun = question<ComparisonQuestion, readonly ComparisonAnswer[]>(
  'comparison',
  ({ study, baselines, now }) => comparisonKey(study, baselines, now),
  async ({ study, baselines, now }, { signal }) => {
    const answers = [];
    for (const scenario of baselines) {
      const answer = await explorer.asked.compare(signal, { ...study, scenario, vary: [] }, now);
      if (answer.kind === 'faults') return answer;
      answers.push(answer);
    }
    return answers;
  },
);

/** What an answer depends on; one with another key is older than what is chosen. */
export const keyOf = (
  { scenario, vary, sampling, answer, measures, costs }: Study,
  ...more: unknown[]
): string =>
  JSON.stringify([modelKey(scenario), placesOf(scenario), vary, sampling, answer, measures, costs, more]);

export const comparisonKey = (study: Study, baselines: readonly Scenario[], now: Scenario): string =>
  JSON.stringify([
    study.answer,
    study.measures,
    study.costs,
    [...baselines, now].map((each) => [modelKey(each), placesOf(each)]),
  ]);

/** What stages would be elsewhere, and what joins platforms: no answer to the scenario itself depends on it. */
export const placesOf = ({ nodes, buses }: Scenario) => [
  nodes.map((node) => [
    'platform' in node ? node.platform : 0,
    node.kind === 'stage' ? node.alternatives : 0,
  ]),
  buses,
];
