/** The answer in one line: throughput, latency, what saturates first, how far the load is from that, and what is lost now. */
import { TRUST } from '../../../core/measures/trust.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { answerTrust } from '../solve/trust-of.ts';
import { BLOCKED, factsOf, type LatencyP99, LOST } from './answer-facts.ts';
import { useAnalytic, useAnswer, useBestSimulation } from './answers.ts';
import { useLatencyTail, useSaturationFact } from './asked-beside.ts';
import { nodeTitle } from './node-title.ts';

export function AnswerLine() {
  const scenario = useScenario();
  const { answer, stale } = useAnswer();
  const p99 = useP99(scenario, answer);
  const saturation = useSaturationFact(scenario, answer);
  const facts = answer ? factsOf(scenario, answer, p99, saturation) : [];
  const shareOf = (name: string, stage = ''): string | undefined =>
    SHARES[name]?.(nodeTitle(scenario, stage));
  return (
    <dl className="answer-line" data-stale={stale || undefined}>
      {stale && facts.length > 0 && (
        <div title="From the last drawing that could be solved.">
          <dt className="answer-line__old">Outdated</dt>
        </div>
      )}
      {facts.map(({ name, value, trust, stage, detail }) => (
        // Only a name may be long, and be cut.
        <div key={name} data-name={(stage !== undefined && !(name in SHARES)) || undefined}>
          <dt className="answer-line__name">{name}</dt>
          <dd
            className="answer-line__value"
            title={detail ?? shareOf(name, stage) ?? (trust && TRUST[trust].sentence)}
          >
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

/** What a share is of, in words. */
const SHARES: Readonly<Record<string, (title: string) => string>> = {
  [LOST]: (title) => `Share of what comes to ${title} that is lost there.`,
  [BLOCKED]: (title) => `Share of what ${title} offers that full stages keep out.`,
};

/** As the means are: exact where a method knows it so, else simulated, else by the method; where none knows it, why. */
function useP99(scenario: Scenario, answer: SolveAnswer | undefined): LatencyP99 | undefined {
  const analytic = useAnalytic();
  const tail = useLatencyTail(scenario, analytic);
  const simulation = useBestSimulation();
  const simulated = simulation?.network.latencyPercentiles?.p99;
  if (!answer) return undefined;
  if (answer.kind === 'unstable')
    return {
      unknown: 'A queue grows without bound: a time through it is as long as the run, and has no percentile.',
    };
  const solved = tail?.kind === 'p99' ? tail : undefined;
  if (simulated && !solved?.exact)
    return { value: simulated.mean, trust: 'simulated', halfWidth: simulated.halfWidth };
  if (solved && analytic) {
    const trust = answerTrust(analytic);
    return { value: solved.value, trust: trust === 'exact' && !solved.exact ? 'approximate' : trust };
  }
  if (tail?.kind !== 'unknown') return undefined;
  const instead = simulation
    ? 'The simulation saw too few elements arrive to tell; run it longer.'
    : 'A simulation (S) gives percentiles.';
  return { unknown: `No analytic p99: ${tail.reason}. ${instead}` };
}
