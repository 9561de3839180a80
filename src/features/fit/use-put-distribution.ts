/** Which node gets a fitted distribution, and the edit that gives it. */
import { distributionMean } from '../../../core/distributions/index.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { editDocument, useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { showToast } from '../../ui/widgets/toasts.ts';
import { chooseTarget, type Times, useFits } from './fit-store.ts';
import {
  type FittedDistribution,
  likelyTarget,
  refusalAt,
  type Target,
  targetsFor,
  withDistribution,
} from './put-distribution.ts';

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
export function usePutDistribution(times: Times, distribution?: FittedDistribution['distribution']): Putting {
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
  editDocument('Use the fitted distribution', (scenario) => withDistribution(scenario, target, fit));
  selectOnly(target.id);
  showToast({
    title: `${nameOf(target)} has the fitted distribution`,
    description: `Mean ${formatQuantity(distributionMean(fit.distribution), 'time')}. Ctrl Z takes it back.`,
    tone: 'good',
  });
}
