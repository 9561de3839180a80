/** The chosen distributions over the data. */
import { useMemo, useState } from 'react';
import { useScenario } from '../../state/document-store.ts';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import { timeAxis } from '../results/time-axis.ts';
import { type DistributionPictureView, distributionRow } from './distribution-picture.ts';
import { FAMILY_TITLES } from './distribution-words.ts';
import { drawnFamilies } from './drawn-families.ts';
import { type DistributionAnswer, useFits } from './fit-store.ts';
import type { DistributionDrawing } from './use-distribution-curves.ts';

const VIEWS: readonly {
  readonly value: DistributionPictureView;
  readonly text: string;
  readonly label: string;
}[] = [
  { value: 'density', text: 'Density', label: 'Densities over the histogram' },
  { value: 'cumulative', text: 'Cumulative', label: 'Fraction of times up to here' },
  { value: 'quantiles', text: 'Q–Q', label: 'Quantiles of the data against those of the distribution' },
];
const X_TITLES = { density: 'time', cumulative: 'time', quantiles: 'quantile of the distribution' } as const;

interface DistributionPictureProps {
  readonly answer: DistributionAnswer;
  readonly drawing: DistributionDrawing;
}

export function DistributionPicture({ answer: { report, times }, drawing }: DistributionPictureProps) {
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
      return curve ? [{ name: FAMILY_TITLES[family], curve }] : [];
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
