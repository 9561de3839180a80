/** Which node gets a fitted law, and the edit that gives it. */
import { lawMean } from '../../../core/distributions/law-moments.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { editDocument, useScenario } from '../../state/document-store.ts';
import { chooseTarget, type Times, useFits } from './fit-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { showToast } from '../../ui/widgets/toasts.ts';
import { type FittedLaw, likelyTarget, refusalAt, type Target, targetsFor, withLaw } from './put-law.ts';

interface Putting {
  readonly targets: readonly Target[];
  /** Undefined until one is chosen. */
  readonly target: Target | undefined;
  /** Why the law would be wrong there. */
  readonly refusal: string | undefined;
  readonly choose: (id: string) => void;
  readonly put: (fit: FittedLaw) => void;
}

/** `law`: only nodes that can have this one. */
export function usePutLaw(times: Times, law?: FittedLaw['law']): Putting {
  const scenario = useScenario();
  const chosen = useFits((fits) => fits.target);
  const targets = targetsFor(scenario, times.role, law);
  const wanted = targets.find(({ id }) => id === chosen)?.id ?? likelyTarget(scenario, times, targets);
  const target = targets.find(({ id }) => id === wanted);
  return {
    ...{ targets, target, choose: chooseTarget },
    refusal: target && refusalAt(target, times),
    put: (fit) => target && putOn(target, fit),
  };
}

/** Says what happened; Ctrl Z takes it back. */
function putOn(target: Target, fit: FittedLaw): void {
  editDocument('Use the fitted law', (scenario) => withLaw(scenario, target, fit));
  selectOnly(target.id);
  showToast({
    title: `${target.name ?? target.id} has the fitted law`,
    description: `Mean ${formatQuantity(lawMean(fit.law), 'time')}. Ctrl Z takes it back.`,
    tone: 'good',
  });
}
