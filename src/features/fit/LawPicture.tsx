/** The chosen laws over the data. */
import { useMemo, useState } from 'react';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import { useScenario } from '../../state/document-store.ts';
import { type LawAnswer, useFits } from './fit-store.ts';
import { timeAxis } from '../results/time-axis.ts';
import { drawnFamilies } from './drawn-families.ts';
import { type LawPictureView, lawRow } from './law-picture.ts';
import { FAMILY_TITLES } from './law-words.ts';
import type { LawDrawing } from './use-law-curves.ts';

const VIEWS: readonly { readonly value: LawPictureView; readonly text: string; readonly label: string }[] = [
  { value: 'density', text: 'Density', label: 'Densities over the histogram' },
  { value: 'cumulative', text: 'Cumulative', label: 'Fraction of times up to here' },
  { value: 'quantiles', text: 'Q–Q', label: 'Quantiles of the data against those of the law' },
];
const X_TITLES = { density: 'time', cumulative: 'time', quantiles: 'quantile of the law' } as const;

interface LawPictureProps {
  readonly answer: LawAnswer;
  readonly drawing: LawDrawing;
}

export function LawPicture({ answer: { report, times }, drawing }: LawPictureProps) {
  const { name, timeUnit } = useScenario();
  const chosen = useFits((fits) => fits.drawn);
  const [view, setView] = useState<LawPictureView>('density');
  const { shape, grid, curves } = drawing;
  const longest = shape.histogram.high.at(-1)!;
  const x = timeAxis(X_TITLES[view], longest, timeUnit);
  const rows = useMemo(() => {
    const { unit, divisor = 1 } = timeAxis('', longest, timeUnit);
    const laws = drawnFamilies(report, chosen).flatMap((family) => {
      const curve = curves.get(family);
      return curve ? [{ name: FAMILY_TITLES[family], curve }] : [];
    });
    return [lawRow(view, { shape, grid, laws, unit: { unit, divisor } })];
  }, [view, shape, grid, curves, report, chosen, longest, timeUnit]);
  return (
    <LineChart
      key={`${times.key} ${view}`}
      title="Laws over the data"
      fileName={`${name} laws`}
      {...{ x, rows }}
      rowHeight={220}
      toolbar={<ChartToggles legend="View" options={VIEWS} value={view} onChange={setView} />}
      empty="There is nothing to draw."
    />
  );
}
