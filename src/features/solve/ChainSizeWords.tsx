/** How large the Markov chain of the drawing is, before anything is computed. */
import { useEffect } from 'react';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { ChainSize } from '../../../workers/transient/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { askChainSize, useTransient } from '../transient/transient-run.ts';

/** `until`: s, length of the walk if it is given. */
export function ChainSizeWords({ until }: { readonly until: number | undefined }) {
  const scenario = useScenario();
  const size = useTransient((state) => state.size);
  useEffect(() => void askChainSize(scenario), [scenario]);
  const current = size?.key === modelKey(scenario) ? size.outcome : undefined;
  return (
    <p className="panel__note" aria-live="polite">
      {current === undefined
        ? 'Markov chain: counting its states …'
        : current.kind === 'noAnswer'
          ? `No Markov chain: ${current.message}`
          : `Markov chain: ${sizeWords(current, until)}`}
    </p>
  );
}

function sizeWords(size: ChainSize, until: number | undefined): string {
  const states = `${size.isExact ? '' : 'about '}${countText(size.states)} states`;
  if (!size.fits || size.states > size.mostFollowed)
    return `${states}, more than the ${countText(size.mostFollowed)} that can be followed over time`;
  if (!size.walk || until === undefined) return states;
  const { ticksPerSecond, secondsBefore, secondsPerTick } = size.walk;
  const seconds = secondsBefore + until * ticksPerSecond * secondsPerTick;
  return `${states}, ${seconds < 0.1 ? 'done in no time' : `about ${formatQuantity(Number(seconds.toPrecision(1)), 'time')}`}`;
}

const countText = (count: number): string =>
  count < 1e7 ? Math.round(count).toLocaleString('en') : `10^${Math.round(Math.log10(count))}`;
