/** How large the Markov chain of the drawing is, before anything is computed. */

import { useEffect } from 'react';
import { countText, estimateText, refusalText } from '../../../core/measures/refusals.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { ChainSize } from '../../../workers/transient/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { chainSizeRun } from '../transient/transient-run.ts';

/** `until`: s, length of the walk if it is given. */
export function ChainSizeWords({ until }: { readonly until: number | undefined }) {
  const scenario = useScenario();
  const run = chainSizeRun.use();
  useEffect(() => void chainSizeRun.follow(scenario), [scenario]);
  const isCurrent = run.key === modelKey(scenario);
  return (
    <p className="panel__note" aria-live="polite">
      {isCurrent && run.status === 'failed'
        ? `No Markov chain: ${refusalText(run.failure)}`
        : isCurrent && run.status === 'done' && run.answer
          ? `Markov chain: ${sizeWords(run.answer, until)}`
          : 'Markov chain: counting its states …'}
    </p>
  );
}

/** Over time, as far as is known before it is tried. */
const canBeFollowed = ({ fits, states, mostFollowed }: ChainSize): boolean => fits && states <= mostFollowed;

/** An estimate is off by a factor of two or so: what is a little too large by it may be tried. */
const isSurelyTooLarge = ({ isExact, states, mostFollowed }: ChainSize): boolean =>
  isExact || states > 4 * mostFollowed;

/** Why the chain of the drawing cannot be followed over time, as far as that is known before it is tried. */
export function useWhyNotFollowed(): 'noChain' | 'tooLarge' | 'perhapsTooLarge' | undefined {
  const run = chainSizeRun.use();
  if (run.key !== modelKey(useScenario())) return undefined;
  // A worker that was lost tells nothing of the chain.
  if (run.status === 'failed') return run.lost ? undefined : 'noChain';
  if (run.answer === undefined || canBeFollowed(run.answer)) return undefined;
  return isSurelyTooLarge(run.answer) ? 'tooLarge' : 'perhapsTooLarge';
}

function sizeWords(size: ChainSize, until: number | undefined): string {
  // Unbounded queues are cut farther out when the chain is followed.
  const states = `${size.isExact ? countText(size.states) : `about ${estimateText(size.states)}`} states${size.isCut ? ' or more' : ''}`;
  if (!canBeFollowed(size))
    return `${states}, more than the ${countText(size.mostFollowed)} that can be followed over time`;
  if (!size.walk || until === undefined) return states;
  const { ticksPerSecond, secondsBefore, secondsPerTick } = size.walk;
  const seconds = secondsBefore + until * ticksPerSecond * secondsPerTick;
  return `${states}, ${seconds < 0.1 ? 'done in no time' : `about ${formatQuantity(Number(seconds.toPrecision(1)), 'time')}`}`;
}
