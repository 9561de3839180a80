/** The answer in a few facts: throughput, latency, what saturates first, and how far the load is from that. */
import { formatMeasure } from '../../../core/measures/measure-rows.ts';
import { bottlenecksOf } from '../../../core/measures/measures.ts';
import { TRUST, type Trust } from '../../../core/measures/trust.ts';
import { formatHalfWidth, formatNumber } from '../../../core/quantities/quantity.ts';
import { isClosed } from '../../../core/scenario/classes.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { answerTrust } from '../solve/trust-of.ts';
import { rungName } from './solved-tables.ts';

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** How sure it is, where that may differ from fact to fact. */
  readonly trust?: Trust;
  /** Where it is. */
  readonly stage?: string;
}

/** Each number in the unit that suits it: they stand in no column. `p99`: latency from a simulation, s. */
export function factsOf(scenario: Scenario, answer: SolveAnswer, p99?: number): readonly Fact[] {
  const { throughput, meanSojournTime } = answer.network;
  const trust = answerTrust(answer);
  const facts: Fact[] = [...roundFacts(scenario, answer, trust)];
  // Into the sinks: nothing leaves a drawing without one.
  if (throughput !== undefined && scenario.nodes.some(({ kind }) => kind === 'sink')) {
    const halfWidth = answer.simulated?.throughput;
    const spread = halfWidth === undefined ? '' : ` ${formatHalfWidth({ mean: throughput, halfWidth })}`;
    facts.push({
      name: 'Throughput',
      value: `${formatMeasure(throughput, 'rate')}${spread}`,
      ...(halfWidth !== undefined && { trust: 'simulated' }),
    });
  }
  if (meanSojournTime !== undefined)
    facts.push({
      name: 'Mean latency',
      trust,
      // What its inputs leave open is no number to read off.
      value: trust === 'notDetermined' ? TRUST[trust].word : formatMeasure(meanSojournTime, 'time'),
    });
  // Where a queue grows it is as long as the run was.
  if (p99 !== undefined && answer.kind !== 'unstable')
    facts.push({ name: 'p99', trust: 'simulated', value: formatMeasure(p99, 'time') });
  const [first, ...others] = bottlenecksOf(answer.network);
  if (first) {
    const also = others.length === 0 ? '' : ` and ${others.length} more`;
    facts.push({ name: 'Bottleneck', value: `${rungName(scenario, first)}${also}`, stage: first.stage });
  }
  if (answer.saturationFactor !== undefined) facts.push(headroom(answer.saturationFactor));
  return facts;
}

/** Closed classes: rounds a second, and how long one takes, the stay where it starts included. */
function roundFacts(scenario: Scenario, answer: SolveAnswer, trust: Trust): readonly Fact[] {
  const closed = scenario.classes?.filter(isClosed) ?? [];
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

/** How much more load the bottleneck takes, or by how much it has too much. */
const headroom = (factor: number): Fact =>
  factor >= 1
    ? { name: 'Headroom', value: `load × ${formatNumber(factor, 4)}` }
    : { name: 'Overloaded beyond', value: `load × ${formatNumber(factor, 3)}` };
