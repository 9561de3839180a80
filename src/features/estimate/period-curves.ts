/** Shares of undisturbed periods over their length, as a chart of lines. */
import type { PeriodShares } from '../../../workers/estimate/contract.ts';
import type { LineRow } from '../../ui/charts/line-series.ts';

const STEPS = 60;
/** The picture ends where the published share of reads falls to this, or at twice the period asked for. */
const LEAST_SHARE = 0.02;

interface Server {
  readonly rate: number;
  readonly utilization: number;
  readonly period: number;
}

/** Lengths of periods, s, rising: for a picture, the one asked for among them. */
export function periodsAround({ rate, utilization, period }: Server): readonly number[] {
  const items = Math.log(LEAST_SHARE) / Math.log(utilization);
  const longest = Math.max(2 * period, items / rate);
  const even = Array.from({ length: STEPS }, (_, i) => (longest * (i + 1)) / STEPS);
  return [...new Set([...even, period])].sort((a, b) => a - b);
}

export function shareRow(shares: readonly PeriodShares[]): LineRow {
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
