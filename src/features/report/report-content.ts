/** What a report says, from what the page knows. Pure: the pictures are drawn where it is shown. */
import { queryText } from '../../../core/measurement/query-text.ts';
import { formatMeasure } from '../../../core/measures/measure-rows.ts';
import { bottlenecksOf, losesLoad } from '../../../core/measures/measures.ts';
import { methodLabel } from '../../../core/measures/methods.ts';
import { type NoAnswer, refusalText } from '../../../core/measures/refusals.ts';
import {
  assumptionText,
  choiceText,
  effectText,
  type Verdict,
  verdictText,
} from '../../../core/measures/verdicts.ts';
import { formatNumber, formatQuantity } from '../../../core/quantities/quantity.ts';
import { inSentence } from '../../../core/scenario/fields.ts';
import { hasFiniteQueue, nodesInFlowOrder } from '../../../core/scenario/graph.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ComparisonReport } from '../../../workers/compare/contract.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type { CheckedQuery } from '../../../workers/measure/queries/contract.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
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
import { comparisonColumns } from '../compare/comparison-table.ts';
import { FORMAT_NAMES } from '../measure/format-names.ts';
import type { Replays } from '../replay/replay-run.ts';
import { CULPRIT_TITLES, replayedWords } from '../replay/replay-words.ts';
import { nodeTitle } from '../results/node-title.ts';
import { rungName } from '../results/solved-tables.ts';
import { apartText } from '../solve/trust-of.ts';
import { modelBlocks, predictedBlocks } from './model-sections.ts';
import { type Block, columnsTable, listOf, type Report, sectionOf, tableOf, text } from './report-blocks.ts';

export interface ReportSources {
  readonly scenario: Scenario;
  readonly answer?: SolveAnswer | undefined;
  /** The answer belongs to an earlier drawing. */
  readonly answerIsOlder?: boolean;
  readonly refusal?: NoAnswer | undefined;
  readonly result?: SimulationResult | undefined;
  readonly resultIsOlder?: boolean;
  readonly comparison?: ComparisonReport | undefined;
  /** By stage. */
  readonly replays?: Replays | undefined;
  readonly queries?: readonly CheckedQuery[] | undefined;
  readonly reduced?: ReducedMeasurement | undefined;
  readonly virtualQueue?: VirtualQueueReport | undefined;
  /** Another queue or question is set since. */
  readonly virtualQueueIsOlder?: boolean;
  /** Name of its example, where it is no measurement of the user's. */
  readonly virtualQueueExample?: string | undefined;
  /** When it is made. */
  readonly date: Date;
}

export function reportOf(sources: ReportSources): Report {
  const { scenario, comparison, queries = [], virtualQueue } = sources;
  return {
    title: scenario.name,
    subtitle: `Stagegraph report, ${sources.date.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    sections: [
      ...sectionOf('Summary', shortBlocks(sources)),
      ...sectionOf('Drawing', [
        { kind: 'picture', name: 'graph', caption: `The stages of ${scenario.name}` },
        ...(scenario.notes ? [text(scenario.notes)] : []),
      ]),
      ...sectionOf('Model', modelBlocks(scenario)),
      ...sectionOf('Predicted', predictedBlocks(sources)),
      ...(comparison
        ? sectionOf('Compared with the measurement', comparisonBlocks(sources, comparison))
        : []),
      ...sectionOf('Trace-driven simulation', replayBlocks(sources, sources.replays ?? {})),
      ...sectionOf('Assertions', assertionBlocks(queries)),
      ...(virtualQueue
        ? sectionOf(
            `Virtual queue${sources.virtualQueueIsOlder ? ' (outdated)' : ''}`,
            virtualQueueBlocks(sources, virtualQueue),
          )
        : []),
      ...sectionOf('Method and assumptions', methodBlocks(sources)),
    ],
  };
}

function shortBlocks({
  scenario,
  answer,
  answerIsOlder,
  resultIsOlder,
  refusal,
  comparison,
}: ReportSources): readonly Block[] {
  const { throughput, meanSojournTime } = answer?.network ?? {};
  const { timeUnit } = scenario;
  const bottlenecks = answer ? bottlenecksOf(answer.network) : [];
  const apart = answer && apartText(scenario, answer);
  return listOf([
    ...(refusal ? [`The current model has no solution: ${refusalText(refusal)}`] : []),
    ...(apart === undefined ? [] : [apart]),
    ...(answerIsOlder ? ['The analytic numbers are outdated: they belong to an earlier drawing.'] : []),
    ...(resultIsOlder
      ? ['The simulated numbers are outdated: they belong to an earlier drawing. Rerun the simulation.']
      : []),
    ...(throughput === undefined ? [] : [`Throughput: ${formatMeasure(throughput, 'rate')}.`]),
    ...(meanSojournTime === undefined
      ? []
      : [`End-to-end latency: ${formatMeasure(meanSojournTime, 'time', { timeUnit })}.`]),
    ...(!answer || bottlenecks.length === 0 ? [] : [bottleneckSentence(scenario, bottlenecks, answer)]),
    ...(comparison?.sentences.slice(0, 2) ?? []),
  ]);
}

function bottleneckSentence(
  scenario: Scenario,
  bottlenecks: ReturnType<typeof bottlenecksOf>,
  { stages, saturationFactor: factor }: SolveAnswer,
): string {
  const names = bottlenecks.map((each) => rungName(scenario, each)).join(', ');
  const isOne = bottlenecks.length === 1;
  const start = losesLoad(stages)
    ? `${names} ${isOne ? 'saturates' : 'saturate'} first`
    : `The ${isOne ? 'bottleneck is' : 'bottlenecks are'} ${names}`;
  if (factor === undefined) return `${start}.`;
  const at = `${formatNumber(factor)} times the present input`;
  if (hasFiniteQueue(scenario))
    return `${start}: ${isOne ? 'its' : 'their'} servers alone saturate at ${at}; full queues hold load back or lose it before.`;
  return `${start}: ${isOne ? 'it saturates' : 'all saturate'} at ${at}.`;
}

function methodBlocks(sources: ReportSources): readonly Block[] {
  const { answer, result, resultIsOlder } = sources;
  return [
    ...(answer?.solvedBy && answer.choice
      ? [
          text(
            `Solved by ${methodLabel(answer.solvedBy)}, ${answer.exact ? 'which is exact for this model' : 'an approximation'}. ${choiceText(answer.choice)}${simulatedText(answer)}`,
          ),
        ]
      : []),
    ...listOf([...(answer?.verdicts ?? []).map(verdictText), ...brokenAssumptions(sources)]),
    ...(result
      ? [
          text(
            `Simulated with ${result.replications} replications from seed ${result.plan.seed}${resultIsOlder ? ', of an earlier drawing' : ''}; intervals are Student's t, 95 %, over independent replications.`,
          ),
          ...listOf(result.verdicts.map(verdictText)),
        ]
      : []),
    ...measurementBlocks(sources),
  ];
}

const simulatedText = ({ simulated }: SolveAnswer): string =>
  simulated
    ? ` Numbers with an interval are simulated, ${simulated.replications} replications; the method’s own values are given with them.`
    : '';

/** What the formulas take for granted and the drawing does not have, as far as that is not said already. */
function brokenAssumptions({ scenario, answer }: ReportSources): readonly string[] {
  const said = answer?.verdicts ?? [];
  const isSaid = ({ code, stage }: Verdict): boolean =>
    said.some((verdict) => verdict.code === code && verdict.stage === stage);
  return nodesInFlowOrder(scenario).flatMap(({ id }) =>
    (answer?.stages[id]?.assumptions ?? [])
      .filter(({ holds, facts, because }) => !holds && !(facts && because.every(isSaid)))
      .map((assumed) =>
        [
          `${nodeTitle(scenario, id)}: assumed although it does not hold: ${inSentence(assumptionText(assumed))}`,
          effectText(assumed) ?? '',
        ]
          .join(' ')
          .trim(),
      ),
  );
}

/** What replays of measured arrivals say, in a report. */

const replayBlocks = ({ scenario }: Pick<ReportSources, 'scenario'>, replays: Replays): readonly Block[] =>
  Object.values(replays).flatMap(({ model, report }) =>
    report.kind === 'replayed'
      ? [
          text(
            `${nodeTitle(scenario, report.stage)}${model === modelKey(scenario) ? '' : ' (outdated)'}: ${CULPRIT_TITLES[report.culprit]}.`,
          ),
          ...listOf(report.sentences),
          ...listOf(report.notes.map((note) => `${note}.`)),
          text(replayedWords(report)),
        ]
      : [],
  );

/** What was measured: the comparison, the assertions, and where the numbers come from. */

function comparisonBlocks(
  { scenario }: { readonly scenario: Scenario },
  { comparison, sentences }: ComparisonReport,
): readonly Block[] {
  const columns = comparisonColumns(scenario);
  return [
    ...columnsTable(`Predicted and measured (${scenario.measurement?.name ?? ''})`, columns, comparison.rows),
    { kind: 'picture', name: 'comparison', caption: 'Differences from the measurement' },
    ...listOf(sentences),
  ];
}

const QUERY_OUTCOMES: Readonly<Record<CheckedQuery['outcome'], string>> = {
  holds: '✓ holds',
  fails: '✕ fails',
  unknown: '? unknown',
  asked: '',
};

const assertionBlocks = (queries: readonly CheckedQuery[]): readonly Block[] =>
  tableOf(
    'Queries of the measurement, and assertions',
    ['Query', 'Outcome', 'Answer'],
    queries.map(({ query, outcome, sentence }) => [queryText(query), QUERY_OUTCOMES[outcome], sentence]),
  );

interface Measured {
  readonly scenario: Scenario;
  readonly reduced?: ReducedMeasurement | undefined;
}

function measurementBlocks({ scenario, reduced }: Measured): readonly Block[] {
  if (!reduced)
    return scenario.measurement ? [text(`Measured values are those of ${scenario.measurement.name}.`)] : [];
  const { name, format, rows, bytes, frames, faults, truncated } = reduced;
  const counted = faults.counts.map(({ code, count }) => `${code} × ${count.toLocaleString('en')}`);
  const facts = [
    `${name} (${FORMAT_NAMES[format]}): ${rows.toLocaleString('en')} rows, ${formatQuantity(bytes, 'bytes')}, ${frames.start.length} frames`,
    ...(truncated ? ['it ended in the middle'] : []),
    counted.length > 0 ? `errors and warnings ${counted.join(', ')}` : 'no errors',
  ];
  return [text(`Measurement: ${facts.join('; ')}. It was read in the browser, and not uploaded.`)];
}

/** The verdict on a virtual queue, as a section of the report. */

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
