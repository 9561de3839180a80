/** From what was measured to distributions, models of stations, and unknown numbers of the whole scenario. */
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { FileSection } from '../estimate/FileSection.tsx';
import { CalibrationView } from './CalibrationView.tsx';
import { type FitView, showFits, useFits } from './fit-store.ts';
import './fits.css';
import { DistributionsView } from './DistributionsView.tsx';
import { openTimes } from './open-times.ts';
import { StationsView } from './StationsView.tsx';

const VIEWS: readonly { readonly value: FitView; readonly text: string; readonly label: string }[] = [
  { value: 'distributions', text: 'Distributions', label: 'Which distribution do these times follow?' },
  { value: 'stations', text: 'Stations', label: 'Which model explains the levels of one stage?' },
  {
    value: 'calibration',
    text: 'Calibration',
    label: 'Numbers that nobody wrote down, from all measurements',
  },
];

export function FitsView() {
  const view = useFits((fits) => fits.view);
  return (
    <FileSection label="Fits" className="fits" onFile={(file) => void openTimes(file)}>
      <ChartToggles legend="What is fitted" options={VIEWS} value={view} onChange={showFits} />
      {view === 'distributions' && <DistributionsView />}
      {view === 'stations' && <StationsView />}
      {view === 'calibration' && <CalibrationView />}
    </FileSection>
  );
}
