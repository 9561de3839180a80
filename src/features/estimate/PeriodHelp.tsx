/** How long a period to sample with: how often one is free of blocking, over its length and the utilization. */
import { useMemo, useState } from 'react';
import { formatFull, formatQuantity, parseQuantity } from '../../../core/quantities/quantity.ts';
import { formatNumber, formatPercent } from '../../../core/quantities/quantity-format.ts';
import type { PeriodQuestion, PeriodShares, RatePicture } from '../../../workers/estimate/contract.ts';
import { useAsked } from '../../run/use-asked.ts';
import { useScenario } from '../../state/document-store.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import type { LineRow } from '../../ui/charts/line-series.ts';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { timeAxis } from '../results/time-axis.ts';
import { estimator } from './estimating.ts';

/** The chain of an M/M/1 queue is followed for utilizations up to here. */
const BUSIEST = 0.995;
const IDLEST = 0.01;
/** Where blocked times were not measured, or nothing was ever blocked. */
const USUAL = 0.9;

export function PeriodHelp({ picture }: { readonly picture: RatePicture }) {
  const { chosen } = picture.report;
  if ('refused' in chosen || chosen.rate === 0) return null;
  return (
    <Disclosure title="How long should a period be?" remember="estimate-period" defaultOpen={false}>
      <PeriodShareChart key={picture.end.key} picture={picture} rate={chosen.rate} />
    </Disclosure>
  );
}

function PeriodShareChart({ picture, rate }: { readonly picture: RatePicture; readonly rate: number }) {
  const scenario = useScenario();
  const { busyShare, period: measured } = picture.report;
  const { capacity } = picture.end;
  const [period, setPeriod] = useState(measured);
  const [utilization, setUtilization] = useState(startingUtilization(busyShare));
  const periods = useMemo(() => periodsAround({ rate, utilization, period }), [rate, utilization, period]);
  const shares = usePeriodShares({ rate, utilization, capacity, periods });
  const here = shares.find((one) => one.period === period);
  return (
    <div className="panel--stack">
      <div className="rates__settings">
        <QuantityField
          label="Utilization ρ"
          value={utilization}
          format={(value) => formatNumber(value)}
          formatFull={String}
          parse={parseUtilization}
          coarsestStep={0.01}
          slider={{ min: IDLEST, max: BUSIEST }}
          onChange={(value) => value !== undefined && setUtilization(value)}
        />
        <QuantityField
          label="Period T"
          value={period}
          format={(value) => formatQuantity(value, 'time')}
          formatFull={(value) => formatFull(value, 'time')}
          parse={parsePeriod}
          slider={{ min: measured / 30, max: measured * 30, log: true }}
          onChange={(value) => value !== undefined && setPeriod(value)}
        />
      </div>
      {here && <p className="rates__advice">{adviceWords(here, utilization)}</p>}
      <LineChart
        title="Periods without blocking, M/M/1"
        fileName={`${scenario.name} sampling period`}
        x={timeAxis('period T', periods.at(-1)!, scenario.timeUnit)}
        rows={[shareRow(shares)]}
        marks={[{ x: period, kind: 'cut', text: `T = ${formatQuantity(period, 'time')}` }]}
        rowHeight={140}
        empty="Not computed yet."
      />
    </div>
  );
}

const startingUtilization = (busyShare = USUAL): number =>
  busyShare >= BUSIEST ? USUAL : Math.max(IDLEST, busyShare);

interface Asked {
  readonly rate: number;
  readonly utilization: number;
  readonly capacity: number | undefined;
  readonly periods: readonly number[];
}

/** The last that were computed, until those asked for are there. */
function usePeriodShares({ rate, utilization, capacity, periods }: Asked): readonly PeriodShares[] {
  const question = useMemo(
    () => ({ rate, utilization, periods, ...(capacity !== undefined && { capacity }) }),
    [rate, utilization, capacity, periods],
  );
  return useAsked(question, askShares).answer ?? [];
}

const askShares = (question: PeriodQuestion): Promise<readonly PeriodShares[]> =>
  estimator.periodShares(undefined, question);

function adviceWords({ period, exact, read, write }: PeriodShares, utilization: number): string {
  const periods = `of the periods of ${formatQuantity(period, 'time')}`;
  const published =
    exact === undefined
      ? `${formatPercent(read)} ${periods} by the published formula`
      : `${formatPercent(exact)} ${periods} (${formatPercent(read)} by the published formula)`;
  const writes = write === undefined ? '' : `, and an unblocked write in ${formatPercent(write)}`;
  return `At ρ = ${formatNumber(utilization)} you will see an unblocked read in ${published}${writes}.`;
}

function parseUtilization(text: string) {
  const value = parseQuantity(text, 'probability');
  if (!value.ok || (value.value >= IDLEST && value.value <= BUSIEST)) return value;
  return { ok: false, error: `Expected a number from ${IDLEST} to ${BUSIEST}.` } as const;
}

function parsePeriod(text: string) {
  const value = parseQuantity(text, 'time');
  return value.ok && value.value === 0 ? ({ ok: false, error: 'Expected a time > 0.' } as const) : value;
}

/** Shares of undisturbed periods over their length, as a chart of lines. */

const STEPS = 60;
/** The picture ends where the published share of reads falls to this, or at twice the period asked for. */
const LEAST_SHARE = 0.02;

interface Server {
  readonly rate: number;
  readonly utilization: number;
  readonly period: number;
}

/** Lengths of periods, s, rising: for a picture, the one asked for among them. */
function periodsAround({ rate, utilization, period }: Server): readonly number[] {
  const items = Math.log(LEAST_SHARE) / Math.log(utilization);
  const longest = Math.max(2 * period, items / rate);
  const even = Array.from({ length: STEPS }, (_, i) => (longest * (i + 1)) / STEPS);
  return [...new Set([...even, period])].sort((a, b) => a - b);
}

function shareRow(shares: readonly PeriodShares[]): LineRow {
  const of = (name: 'exact' | 'read' | 'write') =>
    shares.flatMap(({ period, [name]: share }) => (share === undefined ? [] : [{ x: period, y: share }]));
  const series = [
    { kind: 'model', name: 'reads, exactly', points: of('exact') },
    { kind: 'baseline', name: 'Pr_READ', points: of('read') },
    { kind: 'simulation', name: 'Pr_WRITE', points: of('write') },
  ] as const;
  return {
    id: 'shares',
    name: '',
    value: { title: 'share of periods without blocking', unit: '' },
    series: series.filter(({ points }) => points.length > 0),
  };
}
