/** The answer in one line: throughput, latency, what saturates first, and how far the load is from that. */
import { formatMeasure } from '../../../core/measures/measure-rows.ts';
import { TRUST, type Trust } from '../../../core/measures/trust.ts';
import { formatNumber } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { answerTrust } from '../solve/trust-of.ts';
import { useAnswer, useBestSimulation } from './answers.ts';
import { rungName } from './solved-tables.ts';

export function AnswerLine() {
  const scenario = useScenario();
  const { answer, stale } = useAnswer();
  const simulated = useBestSimulation();
  const facts = answer ? factsOf(scenario, answer, simulated) : [];
  return (
    <dl className="answer-line" data-stale={stale || undefined}>
      {facts.map(({ name, value, trust, stage }) => (
        <div key={name}>
          <dt className="answer-line__name">{name}</dt>
          <dd className="answer-line__value" title={trust && TRUST[trust].sentence}>
            {trust && trust !== 'exact' && (
              <span className="answer-line__trust" role="img" aria-label={TRUST[trust].word}>
                {TRUST[trust].shape}
              </span>
            )}
            {stage === undefined ? (
              value
            ) : (
              <button type="button" className="link-button" onClick={() => selectOnly(stage)}>
                {value}
              </button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Fact {
  readonly name: string;
  readonly value: string;
  /** How sure it is, where that may differ from fact to fact. */
  readonly trust?: Trust;
  /** Where it is. */
  readonly stage?: string;
}

function factsOf(
  scenario: Scenario,
  answer: SolveAnswer,
  simulated: SimulationResult | undefined,
): readonly Fact[] {
  const { timeUnit } = scenario;
  const { throughput, meanSojournTime, bottleneck, bottleneckResource } = answer.network;
  const p99 = simulated?.network.latencyPercentiles?.p99?.mean;
  const trust = answerTrust(answer);
  const facts: Fact[] = [];
  if (throughput !== undefined) facts.push({ name: 'Throughput', value: formatMeasure(throughput, 'rate') });
  if (meanSojournTime !== undefined)
    facts.push({
      name: 'Mean latency',
      trust,
      // What its inputs leave open is no number to read off.
      value:
        trust === 'notDetermined' ? TRUST[trust].word : formatMeasure(meanSojournTime, 'time', { timeUnit }),
    });
  if (p99 !== undefined)
    facts.push({ name: 'p99', trust: 'simulated', value: formatMeasure(p99, 'time', { timeUnit }) });
  if (bottleneck !== undefined) {
    const rung = {
      stage: bottleneck,
      ...(bottleneckResource !== undefined && { resource: bottleneckResource }),
    };
    facts.push({ name: 'Bottleneck', value: rungName(scenario, rung), stage: bottleneck });
  }
  if (answer.saturationFactor !== undefined) facts.push(headroom(answer.saturationFactor));
  return facts;
}

/** How much more load the bottleneck takes, or by how much it has too much. */
const headroom = (factor: number): Fact =>
  factor >= 1
    ? { name: 'Headroom', value: `load × ${formatNumber(factor, 4)}` }
    : { name: 'Overloaded', value: `stable up to load × ${formatNumber(factor, 3)}` };
