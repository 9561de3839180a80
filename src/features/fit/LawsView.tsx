/** The law of times: where they come from, what fits them, and the scenario that takes it. */
import { useEffect, useMemo } from 'react';
import { useScenario } from '../../state/document-store.ts';
import { type LawAnswer, useFits } from './fit-store.ts';
import { fitTimes } from './fitting.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { CorrelatedTimes } from './CorrelatedTimes.tsx';
import { LawPicture } from './LawPicture.tsx';
import { LawTable } from './LawTable.tsx';
import { FAMILY_TITLES } from './law-words.ts';
import { PutLaw } from './PutLaw.tsx';
import { RunState, Sentences } from './RunState.tsx';
import { NoTimes, TimesBar } from './TimesBar.tsx';
import { chosenTimes } from './times.ts';
import { useLawCurves } from './use-law-curves.ts';

export function LawsView() {
  const choice = useFits((fits) => fits.times);
  const run = useFits((fits) => fits.laws);
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
        name="laws"
        label={`Fitting laws to ${times.title}`}
        onAgain={() => void fitTimes(times, true)}
      />
      {answer && <Laws answer={answer} stale={answer.times.key !== times.key} />}
    </>
  );
}

function Laws({ answer, stale }: { readonly answer: LawAnswer; readonly stale: boolean }) {
  const { name } = useScenario();
  const drawing = useLawCurves(answer.data, answer.report);
  const { report, times } = answer;
  const best = report.fits[0]!;
  return (
    <div className="panel--split fits__split" data-stale={stale || undefined}>
      <div className="panel__table">
        <Sentences sentences={report.sentences} />
        <PutLaw times={times} fit={best} title={FAMILY_TITLES[best.family].toLowerCase()} disabled={stale} />
        <LawTable answer={answer} disabled={stale} fileName={`${name} laws.csv`} />
        {report.refused.length > 0 && <Refusals report={report} />}
      </div>
      <div className="panel__charts">
        {drawing && <LawPicture {...{ answer, drawing }} />}
        {report.autocorrelation && <CorrelatedTimes answer={answer} disabled={stale} />}
      </div>
    </div>
  );
}

function Refusals({ report: { refused } }: { readonly report: LawAnswer['report'] }) {
  return (
    <details className="fits__refused">
      <summary>
        {refused.length} {refused.length === 1 ? 'law does' : 'laws do'} not apply
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
