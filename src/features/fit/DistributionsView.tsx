/** The distribution of times: where they come from, what fits them, and the scenario that takes it. */
import { useEffect, useMemo } from 'react';
import { useScenario } from '../../state/document-store.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { CorrelatedTimes } from './CorrelatedTimes.tsx';
import { DistributionPicture } from './DistributionPicture.tsx';
import { DistributionTable } from './DistributionTable.tsx';
import { FAMILY_TITLES } from './distribution-words.ts';
import { type DistributionAnswer, useFits } from './fit-store.ts';
import { fitTimes } from './fitting.ts';
import { PutDistribution } from './PutDistribution.tsx';
import { RunState, Sentences } from './RunState.tsx';
import { NoTimes, TimesBar } from './TimesBar.tsx';
import { chosenTimes } from './times.ts';
import { useDistributionCurves } from './use-distribution-curves.ts';

export function DistributionsView() {
  const choice = useFits((fits) => fits.times);
  const run = useFits((fits) => fits.distributions);
  const reduced = useMeasured(selectShown);
  const stageOf = useMeasured(({ study }) => study?.stageOf);
  const times = useMemo(() => chosenTimes(choice, reduced, stageOf), [choice, reduced, stageOf]);
  useEffect(() => {
    if (times) void fitTimes(times);
  }, [times]);
  if (!times) return <NoTimes />;
  // The stage behind a queue is known a little later than its times.
  const answer = run.answer && run.answer.times.key === times.key ? { ...run.answer, times } : run.answer;
  return (
    <>
      <TimesBar times={times} />
      <RunState
        run={run}
        name="distributions"
        label={`Fitting distributions to ${times.title}`}
        onAgain={() => void fitTimes(times, true)}
      />
      {answer && <Distributions answer={answer} stale={answer.times.key !== times.key} />}
    </>
  );
}

function Distributions({ answer, stale }: { readonly answer: DistributionAnswer; readonly stale: boolean }) {
  const { name } = useScenario();
  const drawing = useDistributionCurves(answer.data, answer.report);
  const { report, times } = answer;
  const best = report.fits[0]!;
  return (
    <div className="panel--split fits__split" data-stale={stale || undefined}>
      <div className="panel__table">
        <Sentences sentences={report.sentences} />
        <PutDistribution
          times={times}
          fit={best}
          title={FAMILY_TITLES[best.family].toLowerCase()}
          disabled={stale}
        />
        <DistributionTable answer={answer} disabled={stale} fileName={`${name} distributions.csv`} />
        {report.refused.length > 0 && <Refusals report={report} />}
      </div>
      <div className="panel__charts">
        {drawing && <DistributionPicture {...{ answer, drawing }} />}
        {report.autocorrelation && <CorrelatedTimes answer={answer} disabled={stale} />}
      </div>
    </div>
  );
}

function Refusals({ report: { refused } }: { readonly report: DistributionAnswer['report'] }) {
  return (
    <details className="fits__refused">
      <summary>
        {refused.length} {refused.length === 1 ? 'distribution does' : 'distributions do'} not apply
      </summary>
      <ul>
        {refused.map(({ family, reason }) => (
          <li key={family}>
            {FAMILY_TITLES[family]}: {reason}.
          </li>
        ))}
      </ul>
    </details>
  );
}
