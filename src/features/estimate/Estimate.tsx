/** From measurements to parameters of the model: rates of single queues, the posterior from traces of tasks, distributions and models that fit. */
import { lazy, type ReactNode, Suspense } from 'react';
import { ESTIMATE_PARTS, type EstimatePart, setEstimatePart, useSession } from '../../state/session-store.ts';
import { Tabs } from '../../ui/widgets/Tabs.tsx';
import { Waiting } from '../../ui/widgets/Waiting.tsx';
import { RatesView } from './RatesView.tsx';
import './estimate.css';

const PosteriorView = lazy(() => import('../posterior/PosteriorView.tsx'));

const FitsView = lazy(async () => ({ default: (await import('../fit/FitsView.tsx')).FitsView }));

const LABELS: Readonly<Record<EstimatePart, string>> = {
  rates: 'Rates',
  posterior: 'Posterior',
  fits: 'Fits',
};
const PANELS: Readonly<Record<EstimatePart, ReactNode>> = {
  rates: <RatesView />,
  posterior: <PosteriorView />,
  fits: <FitsView />,
};

export default function Estimate() {
  const part = useSession((session) => session.estimatePart);
  return (
    <Tabs
      label="What to estimate"
      value={part}
      onChange={setEstimatePart}
      tabs={ESTIMATE_PARTS.map((id) => ({
        id,
        label: LABELS[id],
        content: <Suspense fallback={<Waiting />}>{PANELS[id]}</Suspense>,
      }))}
    />
  );
}
