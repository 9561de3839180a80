/** The rate at one end of a queue: the answer and how sure it is, its picture, what other methods say, its phases. */
import { useState } from 'react';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type {
  RatePicture as Picture,
  RateEstimate,
  SampledFile,
} from '../../../workers/estimate/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { nodeTitle } from '../results/node-title.ts';
import { cancelEstimate, estimate, estimateKey, useEstimating } from './estimating.ts';
import { MethodTable } from './MethodTable.tsx';
import { METHOD_WORDS, whyBest } from './method-words.ts';
import { PeriodHelp } from './PeriodHelp.tsx';
import { PhaseTable } from './PhaseTable.tsx';
import { RatePicture } from './RatePicture.tsx';
import { RateSettings } from './RateSettings.tsx';
import { intervalText, percentText, rateText } from './rate-text.ts';
import { stageOf } from './reference-rate.ts';
import { giveRate, UseRate } from './UseRate.tsx';

export function Rates({ file }: { readonly file: SampledFile }) {
  const state = useEstimating();
  const { run } = state;
  const stale = run.picture !== undefined && run.key !== estimateKey(state);
  return (
    <div className="panel--stack" data-stale={stale || undefined}>
      <RateSettings ends={file.ends} />
      {run.status === 'running' && <Waiting />}
      {run.status === 'failed' && (
        <div className="panel__refusal" role="alert">
          ✕ {run.failure}{' '}
          <Button size="small" onClick={() => void estimate()}>
            Try again
          </Button>
        </div>
      )}
      {stale && run.status !== 'running' && (
        <p className="panel__stale">The queue, the method or the period changed since this was estimated.</p>
      )}
      {run.picture && <Answer key={run.picture.end.key} picture={run.picture} />}
    </div>
  );
}

const Waiting = () => (
  <div className="estimate__waiting">
    <ProgressBar label="Estimating" />
    <Button size="small" onClick={cancelEstimate}>
      Stop
    </Button>
  </div>
);

/** Everything about one picture; also of a file that is still being read, then without what acts on it. */
export function Answer({
  picture,
  partial = false,
}: {
  readonly picture: Picture;
  readonly partial?: boolean;
}) {
  const scenario = useScenario();
  const [picked, setPicked] = useState<NodeId>();
  const { end, report } = picture;
  const { chosen } = report;
  const stage = stageOf(scenario, picked ?? end.stage)?.id;
  const use = (rate: RateEstimate): void => {
    if (stage !== undefined) void giveRate(stage, nodeTitle(scenario, stage), rate);
  };
  return (
    <>
      {'refused' in chosen ? (
        <div className="panel__refusal" role="alert">
          ✕ {chosen.refused}.
        </div>
      ) : (
        <Headline picture={picture} chosen={chosen} />
      )}
      {!partial && !('refused' in chosen) && (
        <UseRate {...{ stage }} estimate={chosen} onStage={setPicked} onUse={use} />
      )}
      {end.end === 'tail' && (
        <p className="panel__note">
          A tail shows who writes there. What writes may itself have waited for something else: then its rate
          is higher than this.
        </p>
      )}
      <RatePicture picture={picture} />
      {!partial && (
        <>
          <MethodTable picture={picture} />
          {report.phases.length > 0 && (
            <PhaseTable picture={picture} {...(stage !== undefined && { onUse: use })} />
          )}
          <PeriodHelp picture={picture} />
        </>
      )}
    </>
  );
}

interface HeadlineProps {
  readonly picture: Picture;
  readonly chosen: RateEstimate;
}

function Headline({ picture: { end, report }, chosen }: HeadlineProps) {
  const byItself = useEstimating(({ settings }) => settings.method === undefined);
  return (
    <div className="rates__headline">
      <p className="rates__rate">
        <strong title={String(chosen.rate)}>
          {formatQuantity(chosen.rate, 'rate', { unit: 'item', digits: 4 })}
        </strong>
        {end.itemBytes !== undefined &&
          `, ${formatQuantity(chosen.rate, 'rate', { unitBytes: end.itemBytes, digits: 4 })}`}
        {chosen.provisional && <strong className="rates__provisional"> provisional</strong>}
      </p>
      <p className="panel__note">
        95 %: {intervalText(chosen)} · {METHOD_WORDS[chosen.method].title} ·{' '}
        {report.periods.toLocaleString('en')} periods of {formatQuantity(report.period, 'time')},{' '}
        {percentText(report.blockedShare)} with blocking · throughput {rateText(report.throughput)}
      </p>
      {byItself && <p className="panel__note">{whyBest(report)}</p>}
      {report.warnings.length > 0 && (
        <ul className="rates__warnings">
          {report.warnings.map((warning) => (
            <li key={warning}>{sentence(warning)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}.`;
