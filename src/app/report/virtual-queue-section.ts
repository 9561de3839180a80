/** The verdict on a virtual queue, as a section of the report. */
import type { VirtualQueueReport } from '../../../workers/contract/virtual-queue.ts';
import { partRows } from '../virtual-queue/part-rows.ts';
import {
  ASSUMPTIONS,
  CHECK_WORDS,
  decidingReplay,
  evidenceSentence,
  namedReplays,
  OUTCOMES,
  orderSentence,
  PART_TITLES,
} from '../virtual-queue/verdict-words.ts';
import { type Block, listOf, tableOf, text } from './report-blocks.ts';

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
  const number = (value: number | undefined): string =>
    value === undefined ? '–' : String(Number(value.toPrecision(3)));
  const rows = partRows(report).map(({ model, part, predicted, measured, test, hasShapes }) => [
    ...[
      model,
      PART_TITLES[part],
      `${number(predicted.mean)} (${number(predicted.low)} … ${number(predicted.high)})`,
    ],
    ...[
      number(measured),
      test ? `${number(test.distances.wasserstein)} / ${number(test.chance.wasserstein)}` : '–',
    ],
    hasShapes
      ? `${number(test?.distances.kolmogorovSmirnov)} / ${number(test?.chance.kolmogorovSmirnov)}`
      : '–',
    number(test?.p.wasserstein),
  ]);
  return [
    ...example,
    text(`${shape} ${title}, ${note}: queue ${report.queue}.`),
    ...listOf([
      ...namedReplays(report).map(({ name, replay }) => `${name}: ${replay.verdict.sentences.join(' ')}`),
      ...(order === undefined ? [] : [order]),
    ]),
    {
      kind: 'picture',
      name: 'virtualQueue',
      caption: `Occupancies of ${report.queue}, predicted and measured`,
    },
    ...tableOf(
      'Predicted and measured occupancies; distances with what chance alone gives in 95 % of the runs',
      ['Model', 'Part', 'Predicted mean (95 %)', 'Measured mean', 'W1 / chance', 'KS / chance', 'p'],
      rows,
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
