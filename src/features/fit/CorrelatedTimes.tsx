/** How neighbours among the times hang together, and the streams of arrivals that do so too. */
import { LineChart } from '../../ui/charts/LineChart.tsx';
import type { LineRow } from '../../ui/charts/line-series.ts';
import { useScenario } from '../../state/document-store.ts';
import type { LawAnswer } from './fit-store.ts';
import { STREAM_TITLES, short } from './law-words.ts';
import { PutLaw } from './PutLaw.tsx';

interface CorrelatedTimesProps {
  readonly answer: LawAnswer;
  readonly disabled: boolean;
}

export function CorrelatedTimes({ answer: { report, times }, disabled }: CorrelatedTimesProps) {
  const { name } = useScenario();
  return (
    <>
      <LineChart
        title="Autocorrelation"
        fileName={`${name} autocorrelation`}
        x={{ title: 'times apart', unit: '' }}
        rows={[rowOf(report)]}
        rowHeight={140}
        fromZero={false}
        empty="All times are equal: they have no correlation."
      />
      {report.correlated.map((fit) => (
        <section key={fit.law.law} className="fits__stream" aria-label={STREAM_TITLES[fit.law.law]}>
          <p>
            <strong>{STREAM_TITLES[fit.law.law]}</strong>: SCV {short(fit.scv)}, neighbours correlated by{' '}
            {short(fit.autocorrelation[1]!)}. {fit.notes.join(' ')}
          </p>
          <PutLaw
            {...{ times, disabled }}
            fit={{ law: fit.law, parameters: [] }}
            law={fit.law}
            title={STREAM_TITLES[fit.law.law].toLowerCase()}
          />
        </section>
      ))}
    </>
  );
}

const Z_975 = 1.96;

/** From lag 1 on. The interval is that of independent times, around what was measured. */
function rowOf({ autocorrelation = new Float64Array(), correlated, count }: LawAnswer['report']): LineRow {
  const points = (values: Float64Array) => Array.from(values.slice(1), (y, i) => ({ x: i + 1, y }));
  const half = Z_975 / Math.sqrt(count);
  return {
    ...{ id: 'autocorrelation', name: '', value: { title: 'correlation', unit: '' } },
    series: [
      {
        ...{ kind: 'measured', name: 'measured' },
        points: points(autocorrelation).map(({ x, y }) => ({ x, y, low: y - half, high: y + half })),
      },
      ...correlated.map(({ law, autocorrelation: values }) => ({
        ...{ kind: 'model' as const, name: STREAM_TITLES[law.law], points: points(values) },
      })),
    ],
  };
}
