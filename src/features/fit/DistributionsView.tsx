/** The distribution of times: where they come from, what fits them, and the scenario that takes it. */

import { useEffect, useMemo, useState } from 'react';
import {
  type ArrivalDistribution,
  distributionMean,
  labelOf,
  wordOf,
} from '../../../core/distributions/index.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { formatNumber } from '../../../core/quantities/quantity-format.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { asMeasured } from '../../../core/scenario/measured-model.ts';
import type {
  DistributionCurve,
  DistributionFit,
  DistributionReport,
  FitData,
  FittedFamily,
} from '../../../workers/fit/contract.ts';
import { distributionColumns, furtherColumns } from '../../../workers/fit/fit-words.ts';
import { useAsked } from '../../run/use-asked.ts';
import { editDocument, useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import type { LineRow } from '../../ui/charts/line-series.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { useStudy } from '../measure/measured-keeping.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { timeAxis } from '../results/time-axis.ts';
import { type DataShape, shapeOf } from './data-shape.ts';
import {
  type DistributionPictureView,
  distributionRow,
  drawnFamilies,
  gridOf,
  toggled,
} from './distribution-picture.ts';
import { chooseTarget, drawDistributions, type Times, useFits } from './fit-store.ts';
import { type DistributionAnswer, distributionFitter, distributionRun } from './fitting.ts';
import {
  type FittedDistribution,
  likelyTarget,
  refusalAt,
  type Target,
  targetsFor,
  whyNowhere,
  withDistribution,
} from './puts.ts';
import { RunState, Sentences } from './RunState.tsx';
import { NoTimes, TimesBar } from './TimesBar.tsx';
import { chosenTimes } from './times.ts';

export function DistributionsView() {
  const choice = useFits((fits) => fits.times);
  const run = distributionRun.use();
  const reduced = useMeasured(selectShown);
  const stageOf = useStudy((study) => study?.stageOf);
  const times = useMemo(() => chosenTimes(choice, reduced, stageOf), [choice, reduced, stageOf]);
  useEffect(() => {
    if (times) void distributionRun.follow(times);
  }, [times]);
  if (!times) return <NoTimes />;
  // The stage behind a queue is known a little later than its times.
  const answer = run.answer && run.answer.times.key === times.key ? { ...run.answer, times } : run.answer;
  return (
    <>
      <TimesBar times={times} />
      <RunState
        run={distributionRun}
        label={`Fitting distributions to ${times.title}`}
        onAgain={() => void distributionRun.ask(times)}
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
        <PutDistribution times={times} fit={best} title={wordOf(best.family)} disabled={stale} />
        <DistributionTable answer={answer} disabled={stale} fileName={`${name} distributions`} />
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
            {labelOf(family)}: {reason}.
          </li>
        ))}
      </ul>
    </details>
  );
}

const VIEWS: readonly {
  readonly value: DistributionPictureView;
  readonly text: string;
  readonly label: string;
}[] = [
  { value: 'density', text: 'Density', label: 'Densities over the histogram' },
  { value: 'cumulative', text: 'CDF', label: 'Share of times up to here' },
  { value: 'quantiles', text: 'Q–Q', label: 'Quantiles of the data against those of the distribution' },
];
const X_TITLES = { density: 'time', cumulative: 'time', quantiles: 'quantile of the distribution' } as const;

interface DistributionPictureProps {
  readonly answer: DistributionAnswer;
  readonly drawing: DistributionDrawing;
}

/** The chosen distributions over the data. */
function DistributionPicture({ answer: { report, times }, drawing }: DistributionPictureProps) {
  const { name, timeUnit } = useScenario();
  const chosen = useFits((fits) => fits.drawn);
  const [view, setView] = useState<DistributionPictureView>('density');
  const { shape, grid, curves } = drawing;
  const longest = shape.histogram.high.at(-1)!;
  const x = timeAxis(X_TITLES[view], longest, timeUnit);
  const rows = useMemo(() => {
    const { unit, divisor = 1 } = timeAxis('', longest, timeUnit);
    const distributions = drawnFamilies(report, chosen).flatMap((family) => {
      const curve = curves.get(family);
      return curve ? [{ name: labelOf(family), curve }] : [];
    });
    return [distributionRow(view, { shape, grid, distributions, unit: { unit, divisor } })];
  }, [view, shape, grid, curves, report, chosen, longest, timeUnit]);
  return (
    <LineChart
      key={`${times.key} ${view}`}
      title="Distributions over the data"
      fileName={`${name} distributions`}
      {...{ x, rows }}
      rowHeight={220}
      toolbar={<ChartToggles legend="View" options={VIEWS} value={view} onChange={setView} />}
      empty="There is nothing to draw."
    />
  );
}

/** The curves of all distributions of a report, computed once beside the page. */

interface DistributionDrawing {
  readonly shape: DataShape;
  readonly grid: Float64Array;
  readonly curves: ReadonlyMap<FittedFamily, DistributionCurve>;
}

/** Undefined until they are there. */
function useDistributionCurves(data: FitData, report: DistributionReport): DistributionDrawing | undefined {
  const asked = useMemo(() => {
    const shape = shapeOf(data);
    return { report, shape, grid: gridOf(shape) };
  }, [data, report]);
  const { answer: drawing } = useAsked(asked, drawCurves);
  return drawing?.of === report ? drawing : undefined;
}

interface CurveQuestion extends Omit<DistributionDrawing, 'curves'> {
  readonly report: DistributionReport;
}

async function drawCurves({ report, shape, grid }: CurveQuestion) {
  const all = await Promise.all(
    report.fits.map(({ distribution }) => distributionFitter.curve(undefined, distribution, grid)),
  );
  const curves = report.fits.flatMap(({ family }, i) => (all[i] ? [[family, all[i]] as const] : []));
  return { of: report, shape, grid, curves: new Map(curves) };
}

interface CorrelatedTimesProps {
  readonly answer: DistributionAnswer;
  readonly disabled: boolean;
}

/** How neighbours among the times hang together, and the streams of arrivals that do so too. */
function CorrelatedTimes({ answer: { report, times }, disabled }: CorrelatedTimesProps) {
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
          aria-label={labelOf(fit.distribution.distribution)}
        >
          <p>
            <strong>{labelOf(fit.distribution.distribution)}</strong>: SCV {formatNumber(fit.scv)}, neighbours
            correlated by {formatNumber(fit.autocorrelation[1]!)}. {fit.notes.join(' ')}
          </p>
          <PutDistribution
            {...{ times, disabled }}
            fit={{ distribution: fit.distribution, parameters: [] }}
            distribution={fit.distribution}
            title={wordOf(fit.distribution.distribution)}
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
        ...{ kind: 'model' as const, name: labelOf(distribution.distribution), points: points(values) },
      })),
    ],
  };
}

interface PutDistributionProps {
  readonly times: Times;
  readonly fit: FittedDistribution;
  /** As the button says it. */
  readonly title: string;
  readonly disabled: boolean;
  /** Only nodes that can have this one. */
  readonly distribution?: ArrivalDistribution;
}

/** Which node gets the distribution, and the button that gives it. */
function PutDistribution({ times, fit, title, disabled, distribution }: PutDistributionProps) {
  const { targets, target, refusal, choose, put } = usePutDistribution(times, distribution);
  if (targets.length === 0) return <p className="panel__note">{whyNowhere(times.role)}</p>;
  return (
    <div className="fits__put">
      <ChoiceField
        label={times.role === 'arrivals' ? 'Source' : 'Stage'}
        as="list"
        placeholder="choose one"
        value={target?.id}
        choices={targets.map((node) => ({ value: node.id, label: nameOf(node) }))}
        onChange={choose}
      />
      <Button
        variant="primary"
        disabled={disabled || !target || refusal !== undefined}
        onClick={() => put(fit)}
      >
        {target ? `Put ${title} on ${nameOf(target)}` : `Put ${title} on a stage`}
      </Button>
      {refusal !== undefined && <span className="panel__note">{refusal}</span>}
    </div>
  );
}

interface DistributionTableProps {
  readonly answer: DistributionAnswer;
  readonly disabled: boolean;
  readonly fileName: string;
}

/** The distributions that fit, best first, with their numbers; a row chosen is drawn. */
function DistributionTable({ answer: { report, times }, disabled, fileName }: DistributionTableProps) {
  const chosen = useFits((fits) => fits.drawn);
  const { target, refusal, put } = usePutDistribution(times);
  const drawn = drawnFamilies(report, chosen);
  const columns: readonly PageColumn<DistributionFit>[] = [
    ...distributionColumns(report.fits),
    ...(target && refusal === undefined && !disabled ? [putColumn(put)] : []),
  ];
  return (
    <DataTable
      caption="Distributions, best first"
      showCaption
      columns={columns}
      rows={report.fits}
      rowKey={({ family }) => family}
      selectedKeys={new Set(drawn)}
      onSelectRow={(key) => {
        const fit = report.fits.find(({ family }) => family === key);
        if (fit) drawDistributions(toggled(chosen.length > 0 ? chosen : drawn, fit.family));
      }}
      fileName={fileName}
      fileColumns={furtherColumns(report.fits)}
    />
  );
}

const putColumn = (put: (fit: DistributionFit) => void): PageColumn<DistributionFit> => ({
  id: 'put',
  header: 'Model',
  cell: (fit) => (
    <Button
      size="small"
      variant="quiet"
      aria-label={`Use ${labelOf(fit.family)}`}
      // The row would take them for its own.
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
      }}
      onClick={(event) => {
        event.stopPropagation();
        put(fit);
      }}
    >
      Use
    </Button>
  ),
  value: () => '',
});

/** Which node gets a fitted distribution, and the edit that gives it. */
interface Putting {
  readonly targets: readonly Target[];
  /** Undefined until one is chosen. */
  readonly target: Target | undefined;
  /** Why the distribution would be wrong there. */
  readonly refusal: string | undefined;
  readonly choose: (id: string) => void;
  readonly put: (fit: FittedDistribution) => void;
}

/** `distribution`: only nodes that can have this one. */
function usePutDistribution(times: Times, distribution?: FittedDistribution['distribution']): Putting {
  const scenario = useScenario();
  const chosen = useFits((fits) => fits.target);
  const targets = targetsFor(scenario, times.role, distribution);
  const wanted = targets.find(({ id }) => id === chosen)?.id ?? likelyTarget(scenario, times, targets);
  const target = targets.find(({ id }) => id === wanted);
  return {
    ...{ targets, target, choose: chooseTarget },
    refusal: target && refusalAt(target, times),
    put: (fit) => target && putOn(target, fit),
  };
}

/** Says what happened; Ctrl Z takes it back. */
function putOn(target: Target, fit: FittedDistribution): void {
  editDocument(
    'Use the fitted distribution',
    asMeasured((scenario) => withDistribution(scenario, target, fit)),
  );
  selectOnly(target.id);
  showToast({
    title: `${nameOf(target)} has the fitted distribution`,
    description: `Mean ${formatQuantity(distributionMean(fit.distribution), 'time')}. Ctrl Z takes it back.`,
    tone: 'good',
  });
}
