/** Asks the chains of an answer what would be, and puts a change that was asked about into the drawing. */

import { err, ok } from '../../../core/base/result.ts';
import type { WhatIfCase } from '../../../core/study/what-if.ts';
import type { ChainProgress, QueuePosterior, WhatIfAnswer } from '../../../workers/posterior/contract.ts';
import { createRun } from '../../run/create-run.ts';
import { editDocument, selectScenario, useDocument } from '../../state/document-store.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';
import { type DrawnPosterior, posteriorClient, posteriorRun } from './posterior-run.ts';
import { type PutDistributions, withPrecisions } from './put-distributions.ts';

interface Question {
  readonly drawn: DrawnPosterior;
  readonly cases: readonly WhatIfCase[];
}

/** Other as soon as chains have gone on. */
export const whatIfKey = ({ key, records }: DrawnPosterior): string => `${key} ${records.length}`;

/** Progress is from 0 to 1. */
export const whatIfRun = createRun<Question, WhatIfAnswer, number>({
  name: 'what if',
  key: ({ drawn, cases }) => `${whatIfKey(drawn)} ${JSON.stringify(cases)}`,
  ask: async ({ drawn, cases }, { signal, progress }) => {
    const { problem, seed, records } = drawn;
    const done = new Map<number, number>();
    const onProgress = ({ chain, sweep, sweeps }: ChainProgress): void => {
      done.set(chain, sweep / sweeps);
      progress([...done.values()].reduce((sum, part) => sum + part, 0) / problem.chains);
    };
    const draws = await posteriorClient.whatIf({ problem, seed, records, signal, onProgress }, cases);
    if ('refused' in draws) return err(draws.refused);
    return ok(await posteriorClient.one.summarizeWhatIf(signal, problem, cases, draws));
  },
  lost: (message) => `The sampler stopped: ${message}`,
});
askWhenSilent(whatIfRun, { what: 'The what-if result' });

/** Asks these of the chains that answered last. */
export async function askWhatIf(cases: readonly WhatIfCase[]): Promise<void> {
  const drawn = posteriorRun.get().answer;
  if (drawn) await whatIfRun.ask({ drawn, cases });
}

/** The estimated distributions and the change in one undoable step, so that the drawing answers the same question. */
export async function putWhatIf(
  queues: readonly QueuePosterior[],
  {
    changes,
    words,
    isKnown,
  }: { readonly changes: WhatIfCase; readonly words: string; readonly isKnown: boolean },
): Promise<PutDistributions> {
  const drawn = posteriorRun.get().answer;
  const scenario = selectScenario(useDocument.getState());
  if (!scenario || !drawn) return { applied: [], left: [] };
  const { states, choices, queues: numbered } = drawn.problem;
  const estimated = await posteriorClient.one.apply(undefined, scenario, { queues });
  const asked = await posteriorClient.one.applyWhatIf(
    undefined,
    estimated.scenario,
    { states, choices, queues: numbered },
    queues,
    changes,
  );
  if (asked.applied.length > 0)
    editDocument(`Try ${words}`, (present) =>
      // Whoever edits meanwhile, in some milliseconds, is not overwritten.
      present !== scenario
        ? present
        : isKnown
          ? withPrecisions(asked.scenario, queues, estimated.applied)
          : asked.scenario,
    );
  return { applied: asked.applied, left: [...estimated.left, ...asked.left] };
}
