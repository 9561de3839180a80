/** What replays of measured arrivals say, in a report. */
import type { ReplayRun } from '../replay/replay-store.ts';
import { CULPRIT_TITLES, replayedWords } from '../replay/replay-words.ts';
import { nodeTitle } from '../results/node-title.ts';
import { type Block, listOf, text } from './report-blocks.ts';
import type { ReportSources } from './report-content.ts';

export const replayBlocks = (
  { scenario }: Pick<ReportSources, 'scenario'>,
  replays: Readonly<Record<string, ReplayRun>>,
): readonly Block[] =>
  Object.values(replays).flatMap(({ report }) =>
    report?.kind === 'replayed'
      ? [
          text(`${nodeTitle(scenario, report.stage)}: ${CULPRIT_TITLES[report.culprit]}.`),
          ...listOf(report.sentences),
          ...listOf(report.notes.map((note) => `${note}.`)),
          text(replayedWords(report)),
        ]
      : [],
  );
