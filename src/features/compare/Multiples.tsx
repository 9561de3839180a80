/** Every measured stage at once, worst misfit first: its histogram with the prediction over it, or its numbers side by side. */
import { useMemo } from 'react';
import { plural } from '../../../core/base/plural.ts';
import type { Measurement } from '../../../core/measurement/measurement.ts';
import { formatMeasure, measureLabel, quantileWords } from '../../../core/measures/measure-rows.ts';
import { formatNumber, formatSignedPercent } from '../../../core/quantities/quantity.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { isStage, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';
import type {
  ComparisonReport,
  ComparisonRow,
  DistributionComparison,
  PredictionSource,
} from '../../../workers/compare/contract.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { DistributionPlot } from '../../ui/charts/DistributionPlot.tsx';
import { type DistributionSeries, naturalRange, supportEnd } from '../../ui/charts/distribution-series.ts';
import { useChartSize } from '../../ui/charts/use-chart-size.ts';
import { agreementOfAll, leastText, openText } from './comparison-table.ts';
import './compare.css';

interface MultiplesProps {
  readonly scenario: Scenario;
  readonly measurement: Measurement;
  readonly report: ComparisonReport;
  readonly source: PredictionSource['kind'];
}

export function Multiples({ scenario, report, measurement, source }: MultiplesProps) {
  const focus = useSession(({ selection }) => selection.nodes[0]);
  const cards = useMemo(() => cardsOf(scenario, report), [scenario, report]);
  const measured = new Set(measurement.stages.map(({ stage }) => stage));
  const missing = scenario.nodes.filter((node) => isStage(node) && !measured.has(node.id)).map(nameOf);
  return (
    <section className="multiples" aria-label="Predicted over measured, worst misfit first">
      {cards.map((card) => (
        <figure
          key={`${card.stage.id} ${card.levels?.of ?? ''}`}
          className="multiple"
          data-selected={card.stage.id === focus || undefined}
          data-off={card.off}
        >
          <figcaption>
            <button type="button" className="link-button" onClick={() => selectOnly(card.stage.id)}>
              {nameOf(card.stage)}
            </button>
            <span>{card.words}</span>
          </figcaption>
          {card.levels ? (
            <Levels stage={card.stage} levels={card.levels} source={source} />
          ) : (
            <Numbers rows={card.rows} timeUnit={scenario.timeUnit} />
          )}
        </figure>
      ))}
      {missing.length > 0 && (
        <p className="panel__note multiples__missing">Not measured: {missing.join(', ')}.</p>
      )}
    </section>
  );
}

interface Card {
  readonly stage: StageNode;
  /** Where a histogram was measured. */
  readonly levels?: DistributionComparison;
  readonly rows: readonly ComparisonRow[];
  /** Largest difference of the cumulative distributions, or relative difference of a number; what cards with one verdict are sorted by. */
  readonly misfit: number;
  /** Some number is off: against the model, or since the model was changed. */
  readonly off?: 'off' | 'differs';
  readonly words: string;
}

export function cardsOf(scenario: Scenario, { comparison }: ComparisonReport): readonly Card[] {
  const cards = scenario.nodes.filter(isStage).flatMap((stage): Card[] => {
    const rows = comparison.rows.filter((row) => row.stage === stage.id && row.measured !== undefined);
    const agreement = agreementOfAll(rows);
    const off = agreement === 'off' || agreement === 'differs' ? agreement : undefined;
    const distributions = comparison.distributions.filter((one) => one.stage === stage.id);
    if (distributions.length > 0)
      return distributions.map((levels) => ({
        ...{ stage, rows, levels, ...(off && { off }) },
        misfit: levels.kolmogorovSmirnov,
        words: `${measureLabel(levels.of === 'queueLength' ? 'meanQueueLength' : 'meanOccupancy')}: ${formatNumber(levels.predictedMean)} predicted, ${formatNumber(levels.measuredMean)} measured; largest CDF difference ${formatNumber(levels.kolmogorovSmirnov, 2)}${levels.tail.isClose ? '' : `; ${quantileWords(levels.tail)}`}`,
      }));
    if (rows.length === 0) return [];
    const worst = Math.max(...rows.map(misfitOf));
    return [
      {
        stage,
        rows,
        misfit: worst,
        ...(off && { off }),
        words: CARD_WORDS[agreement ?? 'nothing'],
      },
    ];
  });
  return cards.sort(
    (a, b) => Number(b.off !== undefined) - Number(a.off !== undefined) || b.misfit - a.misfit,
  );
}

const CARD_WORDS = {
  off: 'rejected by the data',
  differs: 'differs from the data; the model was changed',
  close: 'consistent with the data',
  open: 'consistent within input uncertainty',
  sampled: 'consistent within sampling error',
  untold: 'too little data to tell',
  nothing: 'measured, not predicted',
} as const;

/** Below 1, so that numbers and distributions can be ranked together. */
function misfitOf({ predicted, measured }: ComparisonRow): number {
  if (predicted === undefined || measured === undefined) return 0;
  const largest = Math.max(Math.abs(predicted), Math.abs(measured));
  return largest === 0 ? 0 : Math.abs(predicted - measured) / largest;
}

const HEIGHT = 190;

interface LevelsProps {
  readonly stage: StageNode;
  readonly levels: DistributionComparison;
  readonly source: PredictionSource['kind'];
}

function Levels({ stage, levels, source }: LevelsProps) {
  const [ref, size] = useChartSize<HTMLDivElement>(HEIGHT);
  const series = useMemo(
    (): readonly DistributionSeries[] => [
      { kind: 'measured', name: 'measured', values: levels.measured },
      { kind: source, name: 'predicted', values: levels.predicted },
    ],
    [levels, source],
  );
  const capacity = levels.of === 'occupancy' ? stage.capacity : undefined;
  // One bar would flatten the rest: then the tails say more.
  const isFlat = isDominated(levels.measured) || isDominated(levels.predicted);
  const range = useMemo(() => naturalRange(series, { capacity, log: isFlat }), [series, capacity, isFlat]);
  return (
    <div ref={ref} className="chart-stage">
      <DistributionPlot
        {...size}
        title={`${nameOf(stage)}: predicted over measured`}
        quantity={levels.of === 'occupancy' ? 'occupancy' : 'waiting'}
        unit={stage.unit ? plural(stage.unit) : 'elements'}
        series={series}
        view={isFlat ? 'tail' : 'pmf'}
        log={isFlat}
        range={range}
        support={supportEnd(series, capacity)}
        capacity={capacity}
        onRange={() => undefined}
      />
    </div>
  );
}

/** So much of the time at one level leaves nothing to see of the others. */
const DOMINATES = 0.6;

export const isDominated = (values: readonly number[]): boolean =>
  values.some((share) => share > DOMINATES) && values.filter((share) => share > 0).length > 2;

interface NumbersProps {
  readonly rows: readonly ComparisonRow[];
  readonly timeUnit: Scenario['timeUnit'];
}

/** A pair of bars for each number: predicted over measured. */
function Numbers({ rows, timeUnit }: NumbersProps) {
  return (
    <table className="multiple__numbers">
      <thead>
        <tr>
          <td />
          <th className="multiple__head">predicted</th>
          <th className="multiple__head">measured</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { quantity, dimension, unit, predicted, measured, relativeDifference, agreement } = row;
          const write = (value: number | undefined) =>
            value === undefined ? '–' : formatMeasure(value, dimension, { unit, timeUnit });
          const least = leastText(row);
          // Shares of time have a scale of their own.
          const largest = dimension === 'fraction' ? 1 : Math.max(predicted ?? 0, measured ?? 0);
          return (
            <tr
              key={quantity}
              data-off={agreement === 'off' || agreement === 'differs' ? agreement : undefined}
            >
              <th scope="row">{measureLabel(quantity)}</th>
              <td>
                <Bar kind="predicted" share={largest > 0 ? (predicted ?? 0) / largest : 0} />
                {openText(row, write) ?? write(predicted)}
              </td>
              <td>
                <Bar kind="measured" share={largest > 0 ? (measured ?? 0) / largest : 0} />
                {write(measured)}
              </td>
              <td>
                {least ?? (relativeDifference === undefined ? '' : formatSignedPercent(relativeDifference))}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const Bar = ({ kind, share }: { readonly kind: 'predicted' | 'measured'; readonly share: number }) => (
  <span className="multiple__bar" data-kind={kind} aria-hidden="true">
    <span style={{ width: `${100 * share}%` }} />
  </span>
);
