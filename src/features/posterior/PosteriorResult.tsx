/** What chains gave: their answers where they agree; where they do not, that, and what to do about it. */
import type { NotConverged, PosteriorAnswer, PosteriorReport } from '../../../workers/posterior/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { ConvergenceTable } from './ConvergenceTable.tsx';
import { PutDistributions } from './PutDistributions.tsx';
import { canInferOn, inferOn } from './posterior-run.ts';
import { type TaskSource, usePosterior } from './posterior-store.ts';
import { rHatText } from './posterior-text.ts';
import { ServiceTable } from './ServiceTable.tsx';
import { ShareChart } from './ShareChart.tsx';
import { SlowestTable } from './SlowestTable.tsx';
import { TraceChart } from './TraceChart.tsx';
import { reportedChains } from './trace-rows.ts';
import { worstQueues } from './worst-queues.ts';

interface PosteriorResultProps {
  readonly report: PosteriorReport;
  readonly source: TaskSource;
  /** Of the report; absent while other settings wait to be run. */
  readonly runKey: string | undefined;
}

export function PosteriorResult({ report, source, runKey }: PosteriorResultProps) {
  const goesOn = runKey !== undefined && canInferOn(runKey);
  return (
    <>
      {report.kind === 'answer' ? (
        <Headline answer={report} goesOn={goesOn} />
      ) : (
        <Disagreement report={report} goesOn={goesOn} />
      )}
      {report.warnings.length > 0 && (
        <ul className="rates__warnings">
          {report.warnings.map((warning) => (
            <li key={warning}>{sentence(warning)}</li>
          ))}
        </ul>
      )}
      {report.kind === 'answer' && <Answer answer={report} source={source} />}
      <Chains report={report} />
    </>
  );
}

interface HeadlineProps {
  readonly answer: PosteriorAnswer;
  readonly goesOn: boolean;
}

function Headline({ answer, goesOn }: HeadlineProps) {
  const { chains, sweeps, events, tasks, observedTasks, convergence } = answer;
  return (
    <div className="posterior__headline">
      <ul className="posterior__sentences" aria-label="What the posterior says">
        {answer.sentences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="panel__note">
        ◐ {observedTasks.toLocaleString('en')} of {tasks.toLocaleString('en')} tasks observed,{' '}
        {events.toLocaleString('en')} events · {chains} chains of {sweeps.toLocaleString('en')} sweeps · worst
        R-hat {rHatText(convergence[0]?.rHat ?? 1)} {goesOn && <GoOn />}
      </p>
    </div>
  );
}

function Disagreement({ report, goesOn }: { readonly report: NotConverged; readonly goesOn: boolean }) {
  return (
    <div className="panel__refusal posterior__disagreement" role="alert">
      <p>✕ {sentence(report.message)}</p>
      <p>
        {goesOn && <GoOn />} Or choose another distribution of service, more chains, or check under Queues how
        many servers each has and who is next.
      </p>
    </div>
  );
}

function GoOn() {
  const sweeps = usePosterior(({ settings }) => settings.sweeps);
  const until = usePosterior(({ settings }) => settings.until);
  return (
    <Button size="small" onClick={() => void inferOn()}>
      Go on for {sweeps.toLocaleString('en')} sweeps{until === 'agree' ? ' or more' : ''}
    </Button>
  );
}

function Answer({ answer, source }: { readonly answer: PosteriorAnswer; readonly source: TaskSource }) {
  const { isExample } = source;
  return (
    <>
      <PutDistributions answer={answer} source={source} />
      <ShareChart answer={answer} isExample={isExample} />
      <ServiceTable queues={answer.queues} isExample={isExample} />
      <SlowestTable answer={answer} isExample={isExample} />
    </>
  );
}

/** Open where they are what there is to look at. */
function Chains({ report }: { readonly report: PosteriorReport }) {
  const history = usePosterior(({ run }) => run.history);
  const { sweeps, traces } = report;
  const [first] = traces;
  return (
    <Disclosure key={report.kind} title="Do the chains agree?" defaultOpen>
      <div className="posterior__chains">
        <TraceChart
          drawn={reportedChains(report)}
          history={history}
          worst={worstQueues(report)}
          end={sweeps}
          {...(first && { dropped: (first.dropped * sweeps) / first.rows })}
        />
        <ConvergenceTable report={report} />
      </div>
    </Disclosure>
  );
}

const sentence = (text: string): string =>
  `${text[0]!.toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
