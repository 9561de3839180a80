/** The verdict on a virtual queue, as a section of the report. */
import type { VirtualQueueReport } from '../../../workers/virtual-queue/contract.ts';
import {
  ASSUMPTIONS,
  answerSentences,
  CHECK_WORDS,
  decidingReplay,
  evidenceSentence,
  namedReplays,
  OUTCOMES,
  orderNote,
  orderSentence,
  partColumns,
  partRows,
  repairSentences,
} from '../../../workers/virtual-queue/verdict-words.ts';
import { type Block, columnsTable, listOf, tableOf, text } from './report-blocks.ts';

const METHOD =
  'A verdict comes from a Monte-Carlo test: the measured occupancy of the ends must not be farther from the replications than these are from each other; a difference that is no chance counts as one that matters from 5 % of the time or 10 % of the mean on.';

export function virtualQueueBlocks(
  { virtualQueueExample }: { readonly virtualQueueExample?: string | undefined },
  report: VirtualQueueReport,
): readonly Block[] {
  const example =
    virtualQueueExample === undefined ? [] : [text(`Of the shipped example “${virtualQueueExample}”.`)];
  if (report.kind === 'refused') return [...example, text(`No prediction: ${report.reason}.`)];
  const { shape, title, note } = OUTCOMES[decidingReplay(report).verdict.outcome];
  const order = orderSentence(report);
  const known = orderNote(report);
  return [
    ...example,
    text(`${shape} ${title}, ${note}: queue ${report.queue}.`),
    ...listOf(answerSentences(report)),
    ...listOf([
      ...namedReplays(report).map(({ name, replay }) => `${name}: ${replay.verdict.sentences.join(' ')}`),
      ...(order === undefined ? [] : [order]),
      ...repairSentences(report),
    ]),
    ...(known === undefined ? [] : [text(known)]),
    {
      kind: 'picture',
      name: 'virtualQueue',
      caption: `Occupancies of ${report.queue}, predicted and measured`,
    },
    ...columnsTable(
      'Predicted and measured occupancies; distances with their 95 % range under chance alone',
      partColumns(report),
      partRows(report),
    ),
    ...tableOf(
      'Assumptions',
      ['Assumption', 'Status', 'Evidence'],
      report.checks.map(({ assumption, status, sentence }) => [
        ...[ASSUMPTIONS[assumption], CHECK_WORDS[status].join(' '), sentence],
      ]),
    ),
    ...listOf(report.warnings.map((warning) => `${warning}.`)),
    text(`${evidenceSentence(report)} ${METHOD}`),
  ];
}
