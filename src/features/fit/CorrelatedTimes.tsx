/** How neighbours among the times hang together, and the streams of arrivals that do so too. */

import { useScenario } from '../../state/document-store.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import type { LineRow } from '../../ui/charts/line-series.ts';
import { STREAM_TITLES, short } from './distribution-words.ts';
import type { DistributionAnswer } from './fit-store.ts';
import { PutDistribution } from './PutDistribution.tsx';

interface CorrelatedTimesProps {
  readonly answer: DistributionAnswer;
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
        <section
          key={fit.distribution.distribution}
          className="fits__stream"
          aria-label={STREAM_TITLES[fit.distribution.distribution]}
        >
          <p>
            <strong>{STREAM_TITLES[fit.distribution.distribution]}</strong>: SCV {short(fit.scv)}, neighbours
            correlated by {short(fit.autocorrelation[1]!)}. {fit.notes.join(' ')}
          </p>
          <PutDistribution
            {...{ times, disabled }}
            fit={{ distribution: fit.distribution, parameters: [] }}
            distribution={fit.distribution}
            title={STREAM_TITLES[fit.distribution.distribution].toLowerCase()}
          />
        </section>
      ))}
    </>
  );
}

const Z_975 = 1.96;

/** From lag 1 on. The interval is that of independent times, around what was measured. */
function rowOf({
  autocorrelation = new Float64Array(),
  correlated,
  count,
}: DistributionAnswer['report']): LineRow {
  const points = (values: Float64Array) => Array.from(values.slice(1), (y, i) => ({ x: i + 1, y }));
  const half = Z_975 / Math.sqrt(count);
  return {
    ...{ id: 'autocorrelation', name: '', value: { title: 'correlation', unit: '' } },
    series: [
      {
        ...{ kind: 'measured', name: 'measured' },
        points: points(autocorrelation).map(({ x, y }) => ({ x, y, low: y - half, high: y + half })),
      },
      ...correlated.map(({ distribution, autocorrelation: values }) => ({
        ...{ kind: 'model' as const, name: STREAM_TITLES[distribution.distribution], points: points(values) },
      })),
    ],
  };
}
