import type { ReactNode } from 'react';
import { TRUST, type Trust } from '../../../core/measures/trust.ts';
import { Tooltip } from './Tooltip.tsx';

export interface BadgeProps {
  readonly trust: Trust;
  /** The sentence on hover and focus; a general one when absent. */
  readonly detail?: ReactNode;
  /** Behind the word, such as '± 1 %'. */
  readonly suffix?: string;
  /** Given: the badge is a button that leads to the evidence. */
  readonly onPress?: () => void;
}

/** How far a number can be believed: shape, colour and word. */
export function Badge({ trust, detail, suffix, onPress }: BadgeProps) {
  const { shape, word, sentence } = TRUST[trust];
  const face = (
    <>
      <span className="w-badge__shape" aria-hidden="true">
        {shape}
      </span>
      {suffix ? `${word} ${suffix}` : word}
    </>
  );
  return (
    <Tooltip content={detail ?? sentence}>
      {onPress ? (
        <button type="button" className={`w-badge w-badge--${trust}`} onClick={onPress}>
          {face}
        </button>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the sentence behind the badge must open by keyboard too
        <span className={`w-badge w-badge--${trust}`} tabIndex={0}>
          {face}
        </span>
      )}
    </Tooltip>
  );
}
