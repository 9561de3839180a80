/** The answer in one line: throughput, latency, what saturates first, and how far the load is from that. */
import { TRUST } from '../../../core/measures/trust.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { factsOf } from './answer-facts.ts';
import { useAnswer, useBestSimulation } from './answers.ts';

export function AnswerLine() {
  const scenario = useScenario();
  const { answer, stale } = useAnswer();
  const simulated = useBestSimulation();
  const facts = answer ? factsOf(scenario, answer, simulated?.network.latencyPercentiles?.p99?.mean) : [];
  return (
    <dl className="answer-line" data-stale={stale || undefined}>
      {stale && facts.length > 0 && (
        <div title="From the last drawing that could be solved.">
          <dt className="answer-line__old">Outdated</dt>
        </div>
      )}
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
