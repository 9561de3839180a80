import type { ReactNode } from 'react';

interface LastAnswerProps {
  /** It answers another question than the one that stands above, or that is being answered. */
  readonly isOld: boolean;
  /** What is to be known of an old one. */
  readonly note: string;
  readonly children: ReactNode;
}

/** An answer; grey, and said so, where it is that of the last question. */
export const LastAnswer = ({ isOld, note, children }: LastAnswerProps) => (
  <div className="explore-last" data-stale={isOld || undefined}>
    {isOld && <p className="panel__note">◌ {note}</p>}
    {children}
  </div>
);

export const WHILE_SEEKING = 'The answer to the last question, until this one is answered.';
