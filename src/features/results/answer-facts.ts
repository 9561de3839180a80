/** The answer in a few facts: throughput, latency, what saturates first, and how far the load is from that. */
import { capitalized } from '../../../core/base/plural.ts';
import { formatMeasure } from '../../../core/measures/measure-rows.ts';
import { bottlenecksOf, bottleneckWord, TOLD_SHARE } from '../../../core/measures/measures.ts';
import { TRUST, type Trust } from '../../../core/measures/trust.ts';
import { formatHalfWidth, formatNumber } from '../../../core/quantities/quantity.ts';
import { closedClassesOf } from '../../../core/scenario/classes.ts';
import { blockersOf, graphOf, hasFiniteQueue } from '../../../core/scenario/graph.ts';
import type { Scenario, ScenarioNode, SourceNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { percentText } from '../../ui/editor/figure-text.ts';
import { unsentShare } from '../../ui/editor/node-data.ts';
import { answerTrust } from '../solve/trust-of.ts';
import { rungName } from './solved-tables.ts';

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** How sure it is, where that may differ from fact to fact. */
  readonly trust?: Trust;
  /** Where it is. */
  readonly stage?: string;
  /** Shown on hovering. */
  readonly detail?: string;
}

/** End-to-end latency that 99 % do not exceed, s; or why nobody knows it. */
export type LatencyP99 =
  | { readonly value: number; readonly trust: Trust; readonly halfWidth?: number }
  | { readonly unknown: string };

/** Each number in the unit that suits it: they stand in no column. `limit`: how far the load is from what gets through at most. */
export function factsOf(
  scenario: Scenario,
  answer: SolveAnswer,
  p99?: LatencyP99,
  limit?: Fact,
): readonly Fact[] {
  const { throughput, meanSojournTime } = answer.network;
  const trust = answerTrust(answer);
  const facts: Fact[] = [...roundFacts(scenario, answer, trust)];
  // Into the sinks: nothing leaves a drawing without one.
  if (throughput !== undefined && scenario.nodes.some(({ kind }) => kind === 'sink')) {
    const halfWidth = answer.simulated?.throughput;
    facts.push({
      name: 'Throughput',
      value: `${formatMeasure(throughput, 'rate')}${spread(throughput, halfWidth)}`,
      ...(halfWidth !== undefined && { trust: 'simulated' }),
    });
  }
  if (meanSojournTime !== undefined) {
    const halfWidth = answer.simulated?.meanSojournTime;
    const isSimulated = halfWidth !== undefined && trust !== 'notDetermined';
    facts.push(latency('Mean latency', meanSojournTime, isSimulated ? 'simulated' : trust, halfWidth));
  }
  if (p99 !== undefined && scenario.nodes.some(({ kind }) => kind === 'sink'))
    facts.push(
      'value' in p99
        ? latency('p99', p99.value, p99.trust, p99.halfWidth)
        : { name: 'p99', value: '–', detail: p99.unknown },
    );
  const hindered = hinderedFacts(scenario, answer);
  const [first, ...others] = bottlenecksOf(answer.network);
  if (first) {
    const also = others.length === 0 ? '' : ` and ${others.length} more`;
    const name = capitalized(bottleneckWord(answer.stages));
    facts.push({ name, value: `${rungName(scenario, first)}${also}`, stage: first.stage });
  }
  if (answer.saturationFactor !== undefined)
    facts.push(limit ?? headroom(answer.saturationFactor, hasFiniteQueue(scenario)));
  return [...facts, ...hindered];
}

const spread = (mean: number, halfWidth: number | undefined): string =>
  halfWidth === undefined ? '' : ` ${formatHalfWidth({ mean, halfWidth })}`;

/** What its inputs leave open is no number to read off. */
const latency = (name: string, time: number, trust: Trust, halfWidth?: number): Fact => ({
  ...{ name, trust },
  value:
    trust === 'notDetermined'
      ? TRUST[trust].word
      : `${formatMeasure(time, 'time')}${spread(time, halfWidth)}`,
});

/** Closed classes: rounds a second, and how long one takes, the stay where it starts included. */
function roundFacts(scenario: Scenario, answer: SolveAnswer, trust: Trust): readonly Fact[] {
  const closed = closedClassesOf(scenario);
  return closed.flatMap(({ id, name = id }): readonly Fact[] => {
    const { throughput, meanSojournTime } = answer.network.byClass?.[id] ?? {};
    const of = closed.length > 1 ? ` of ${name}` : '';
    return [
      ...(throughput === undefined
        ? []
        : [{ name: `Throughput${of}`, trust, value: formatMeasure(throughput, 'rate') }]),
      ...(meanSojournTime === undefined
        ? []
        : [{ name: `Mean cycle time${of}`, trust, value: formatMeasure(meanSojournTime, 'time') }]),
    ];
  });
}

/** How much more load the bottleneck takes, or by how much it has too much. Full queues hold load back or lose it before that: no headroom. */
function headroom(factor: number, hasFinite: boolean): Fact {
  if (hasFinite) return { name: 'Servers saturate at', value: `load × ${formatNumber(factor, 4)}` };
  if (factor < 1) return { name: 'Overloaded beyond', value: `load × ${formatNumber(factor, 3)}` };
  return { name: 'Headroom', value: `load × ${formatNumber(factor, 4)}` };
}

/** Shares of what comes to a stage or is offered by a source. */
export const LOST = 'Lost now';
export const BLOCKED = 'Blocked now';

/** Where most is lost now, and which source is held back most. */
function hinderedFacts(scenario: Scenario, answer: SolveAnswer): readonly Fact[] {
  const worst = (name: string, shareAt: (node: ScenarioNode) => number | undefined): readonly Fact[] => {
    const [most] = scenario.nodes
      .map((node) => ({ stage: node.id, share: shareAt(node) ?? 0 }))
      .sort((a, b) => b.share - a.share);
    if (!most || most.share < TOLD_SHARE) return [];
    return [{ name, value: percentText(most.share), stage: most.stage }];
  };
  const graph = graphOf(scenario);
  // A simulated rate differs from what is offered by chance too.
  const heldBack = (source: SourceNode): number | undefined =>
    blockersOf(graph, source.id).some(
      ({ id }) => (answer.stages[id]?.backPressureProbability ?? 0) >= TOLD_SHARE,
    )
      ? unsentShare(source, answer)
      : undefined;
  return [
    ...worst(LOST, ({ id }) => answer.stages[id]?.lossProbability),
    ...worst(BLOCKED, (node) => (node.kind === 'source' ? heldBack(node) : undefined)),
  ];
}
