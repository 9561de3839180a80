/** What a report says, from what the page knows. Pure: the pictures are drawn where it is shown. */

import type { NoAnswer } from '../../../core/measures/measures.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ComparisonReport } from '../../../workers/compare/contract.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type { CheckedQuery } from '../../../workers/measure/queries/contract.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import type { VirtualQueueReport } from '../../../workers/virtual-queue/contract.ts';
import type { ReplayRun } from '../replay/replay-store.ts';
import { formatMeasure } from '../results/measures.ts';
import { nodeTitle } from '../results/node-title.ts';
import { assertionBlocks, comparisonBlocks, measurementBlocks } from './measured-sections.ts';
import { modelBlocks, predictedBlocks } from './model-sections.ts';
import { replayBlocks } from './replay-section.ts';
import { type Block, listOf, type Report, sectionOf, text } from './report-blocks.ts';
import { virtualQueueBlocks } from './virtual-queue-section.ts';

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
  readonly replays?: Readonly<Record<string, ReplayRun>> | undefined;
  readonly queries?: readonly CheckedQuery[] | undefined;
  readonly reduced?: ReducedMeasurement | undefined;
  readonly virtualQueue?: VirtualQueueReport | undefined;
  /** Name of its example, where it is no measurement of the user's. */
  readonly virtualQueueExample?: string | undefined;
  /** When it is made. */
  readonly date: Date;
}

export function reportOf(sources: ReportSources): Report {
  const { scenario, comparison, queries = [], virtualQueue } = sources;
  return {
    title: scenario.name,
    subtitle: `Report of Stagegraph, ${sources.date.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    sections: [
      ...sectionOf('In short', shortBlocks(sources)),
      ...sectionOf('Drawing', [
        { kind: 'picture', name: 'graph', caption: `The stages of ${scenario.name}` },
        ...(scenario.notes ? [text(scenario.notes)] : []),
      ]),
      ...sectionOf('Model', modelBlocks(scenario)),
      ...sectionOf('Predicted', predictedBlocks(sources)),
      ...(comparison
        ? sectionOf('Compared with the measurement', comparisonBlocks(sources, comparison))
        : []),
      ...sectionOf('Measured arrivals, replayed', replayBlocks(sources, sources.replays ?? {})),
      ...sectionOf('Assertions', assertionBlocks(queries)),
      ...(virtualQueue ? sectionOf('Virtual queue', virtualQueueBlocks(sources, virtualQueue)) : []),
      ...sectionOf('Method and assumptions', methodBlocks(sources)),
    ],
  };
}

function shortBlocks({
  scenario,
  answer,
  answerIsOlder,
  refusal,
  comparison,
}: ReportSources): readonly Block[] {
  const { throughput, meanSojournTime, bottleneck } = answer?.network ?? {};
  const { timeUnit } = scenario;
  return listOf([
    ...(refusal ? [`The present drawing has no answer: ${refusal.message}`] : []),
    ...(answerIsOlder ? ['The numbers belong to an earlier drawing.'] : []),
    ...(throughput === undefined ? [] : [`Throughput: ${formatMeasure(throughput, 'rate')}.`]),
    ...(meanSojournTime === undefined
      ? []
      : [`Mean time from a source to a sink: ${formatMeasure(meanSojournTime, 'time', { timeUnit })}.`]),
    ...(bottleneck === undefined ? [] : [bottleneckSentence(scenario, bottleneck, answer?.saturationFactor)]),
    ...(comparison?.sentences.slice(0, 2) ?? []),
  ]);
}

function bottleneckSentence(scenario: Scenario, bottleneck: string, factor: number | undefined): string {
  const name = nodeTitle(scenario, bottleneck);
  if (factor === undefined) return `The bottleneck is ${name}.`;
  return `The bottleneck is ${name}: it saturates at ${Number(factor.toPrecision(3))} times the present input.`;
}

function methodBlocks(sources: ReportSources): readonly Block[] {
  const { scenario, answer, result, resultIsOlder } = sources;
  const where = (stage: string | undefined): string =>
    stage === undefined ? '' : `${nodeTitle(scenario, stage)}: `;
  return [
    ...(answer?.methodLabel === undefined
      ? []
      : [
          text(
            `Solved by ${answer.methodLabel}, ${answer.exact ? 'which is exact for this model' : 'an approximation'}. ${answer.reason ?? ''}`,
          ),
        ]),
    ...listOf([
      ...(answer?.verdicts ?? []).map(({ stage, message }) => `${where(stage)}${message}`),
      ...brokenAssumptions(sources),
    ]),
    ...(result
      ? [
          text(
            `Simulated with ${result.replications} replications from seed ${result.plan.seed}${resultIsOlder ? ', of an earlier drawing' : ''}; intervals are Student's t, 95 %, over independent replications.`,
          ),
          ...listOf(result.verdicts.map(({ stage, message }) => `${where(stage)}${message}`)),
        ]
      : []),
    ...measurementBlocks(sources),
  ];
}

/** What the formulas take for granted and the drawing does not have, as far as that is not said already. */
function brokenAssumptions({ scenario, answer }: ReportSources): readonly string[] {
  const said = (answer?.verdicts ?? []).map(({ message }) => message).join(' ');
  return Object.entries(answer?.stages ?? {}).flatMap(([id, { assumptions = [] }]) =>
    assumptions
      .filter(({ holds, effect }) => !holds && !(effect !== undefined && said.includes(effect)))
      .map(({ text: assumed, effect = '' }) =>
        `${nodeTitle(scenario, id)}: assumed although it does not hold: ${lowered(assumed)} ${effect}`.trim(),
      ),
  );
}

const lowered = (sentence: string): string => `${sentence[0]?.toLowerCase() ?? ''}${sentence.slice(1)}`;
