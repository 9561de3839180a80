/** Questions of the tab Explore that have one answer: goals, sensitivities, growth, mappings, differences. One at a time. */

import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { Goal, Study } from '../../../core/study/study.ts';
import type { StudyFaults } from '../../../workers/explore/contract.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { explorer } from './explore-run.ts';
import { type Asked, type ExploreState, useExplore } from './explore-store.ts';

type Question = 'goal' | 'tornado' | 'growth' | 'mapping' | 'comparison';
type AnswerTo<Q extends Question> = Exclude<NonNullable<ExploreState[Q]>['answer'], undefined>;

const STEPS = 8;

let abort = new AbortController();

export const askGoal = (study: Study, goal: Goal): Promise<void> =>
  ask('goal', keyOf(study, goal), (signal) =>
    explorer.seek(study, goal, {
      signal,
      onProgress: (goalProgress) => {
        if (useExplore.getState().goal?.status === 'running') useExplore.setState({ goalProgress });
      },
    }),
  );

/** The sensitivities, and the measure where nothing is changed. */
export const askTornado = (study: Study, measure: string): Promise<void> =>
  ask('tornado', keyOf(study, measure), async (signal) => {
    const bars = await explorer.sensitivities(study, measure, signal);
    if ('kind' in bars) return bars;
    const drawn = { ...study, vary: [], measures: [measure] };
    const same = await explorer.compare(drawn, study.scenario, signal);
    return same.kind === 'faults' ? same : { bars, middle: same.differences[0]?.first };
  });

export const askGrowth = (study: Study): Promise<void> =>
  ask('growth', keyOf(study), (signal) => explorer.growth(study, STEPS, signal));

export const askMapping = (study: Study, find: 'least' | 'largest'): Promise<void> =>
  ask('mapping', keyOf(study, find), (signal) => explorer.mapping(study, find, signal));

/** The open scenario against each baseline. */
export const askComparison = (study: Study, baselines: readonly Scenario[], now: Scenario): Promise<void> =>
  ask('comparison', comparisonKey(study, baselines, now), async (signal) => {
    const answers = [];
    for (const scenario of baselines) {
      const answer = await explorer.compare({ ...study, scenario, vary: [] }, now, signal);
      if (answer.kind === 'faults') return answer;
      answers.push(answer);
    }
    return answers;
  });

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

export function stopAsking(): void {
  abort.abort();
}

/** The newest question wins; the answer before it stays until then. */
async function ask<Q extends Question>(
  question: Q,
  key: string,
  call: (signal: AbortSignal) => Promise<AnswerTo<Q> | StudyFaults>,
): Promise<void> {
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  const since = performance.now();
  const set = (asked: Omit<Asked<AnswerTo<Q>>, 'since'>): void =>
    useExplore.setState({ [question]: { since, ...asked }, goalProgress: undefined });
  const before = useExplore.getState()[question]?.answer as AnswerTo<Q> | undefined;
  set({ status: 'running', key, ...(before && { answer: before }) });
  try {
    const answer = await call(signal);
    if (isFaults(answer)) set({ status: 'failed', key, faults: answer.faults });
    else set({ status: 'done', key, answer });
  } catch (reason) {
    if (isAbort(reason)) set({ status: 'failed', key, faults: ['Stopped.'] });
    else set({ status: 'failed', key, faults: [`The explorer stopped: ${String(reason)}`] });
  }
}

const isFaults = (answer: object): answer is StudyFaults => 'kind' in answer && answer.kind === 'faults';
