import type { ReactNode } from 'react';
import { Tooltip } from './Tooltip.tsx';

export type Trust =
  | 'exact'
  | 'approximate'
  | 'doubtful'
  | 'simulated'
  | 'notDetermined'
  | 'contradicted'
  | 'notContradicted';

interface TrustWords {
  readonly shape: string;
  readonly word: string;
  readonly sentence: string;
}

/** Also where only the shape has room. */
export const trustShape = (trust: Trust): string => TRUST[trust].shape;

const TRUST: Readonly<Record<Trust, TrustWords>> = {
  exact: { shape: '●', word: 'exact', sentence: 'Exact for this scenario as drawn.' },
  approximate: {
    shape: '◐',
    word: 'approximate',
    sentence: 'An approximation: an assumption of the model does not hold.',
  },
  doubtful: {
    shape: '⚠',
    word: 'approximate',
    sentence: 'An approximation that leaves out what may move its numbers by more than a fifth.',
  },
  simulated: { shape: '◍', word: 'simulated', sentence: 'Estimated by simulation, with a 95 % interval.' },
  notDetermined: {
    shape: '◌',
    word: 'not determined',
    sentence: 'The inputs are not known well enough to fix this number.',
  },
  contradicted: { shape: '✕', word: 'contradicted', sentence: 'The measurement contradicts this.' },
  notContradicted: {
    shape: '○',
    word: 'not contradicted',
    sentence: 'The measurement does not contradict this.',
  },
};

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
