/** From what was measured to laws, models of stations, and unknown numbers of the whole scenario. */
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { type FitView, showFits, useFits } from './fit-store.ts';
import { FileSection } from '../estimate/FileSection.tsx';
import { CalibrationView } from './CalibrationView.tsx';
import './fits.css';
import { LawsView } from './LawsView.tsx';
import { openTimes } from './open-times.ts';
import { StationsView } from './StationsView.tsx';

const VIEWS: readonly { readonly value: FitView; readonly text: string; readonly label: string }[] = [
  { value: 'laws', text: 'Laws', label: 'Which law do these times follow?' },
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
      {view === 'laws' && <LawsView />}
      {view === 'stations' && <StationsView />}
      {view === 'calibration' && <CalibrationView />}
    </FileSection>
  );
}
