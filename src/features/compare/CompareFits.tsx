/** From a comparison to what would fit better: models of the station, ranked, and the distribution behind its measured times. */
import type { StageNode } from '../../../core/scenario/scenario.ts';
import { useScenario } from '../../state/document-store.ts';
import { setEstimatePart, showTab } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { chooseStation, chooseTimes, showFits } from '../fit/fit-store.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { fitTargets } from './compare-fit-targets.ts';
import './compare.css';

export function CompareFits({ stage }: { readonly stage: StageNode }) {
  const { measurement } = useScenario();
  const reduced = useMeasured(selectShown);
  const stageOf = useMeasured(({ study }) => study?.stageOf);
  const { hasLevels, services, arrivals } = fitTargets(stage.id, { measurement, reduced, stageOf });
  if (!hasLevels && !services && !arrivals) return null;
  const title = stage.name ?? stage.id;
  return (
    <div className="compare__fits compare__ask">
      <span>What would fit {title} better?</span>
      {hasLevels && (
        <Button size="small" onClick={() => showStations(stage.id)}>
          Models of the station, ranked
        </Button>
      )}
      {services && (
        <Button size="small" onClick={() => showDistributions(services)}>
          Fit the distribution of its services
        </Button>
      )}
      {arrivals && (
        <Button size="small" onClick={() => showDistributions(arrivals)}>
          Fit the distribution of its arrivals
        </Button>
      )}
    </div>
  );
}

function showStations(stage: string): void {
  chooseStation(stage);
  showFits('stations');
  openFits();
}

function showDistributions(times: Parameters<typeof chooseTimes>[0]): void {
  chooseTimes(times);
  openFits();
}

function openFits(): void {
  setEstimatePart('fits');
  showTab('estimate');
}
