import type { ReactNode } from 'react';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { GraphPicture } from '../../ui/editor/GraphPicture.tsx';
import { type SolvePicture, usePictureAnswer } from './use-picture-answer.ts';

/** Size at which a picture is drawn; the card scales it to its width. */
const PICTURE = { width: 320, height: 136 } as const;

export interface CardFaceProps {
  /** Absent while it loads, or when it could not. */
  readonly scenario?: Scenario | undefined;
  /** In place of the picture, when there is no scenario. */
  readonly placeholder?: ReactNode;
  /** Absent: the picture shows the graph without its loads. */
  readonly solve?: SolvePicture | undefined;
  readonly title: string;
  readonly children: ReactNode;
}

/** What a card shows: the graph in miniature, the title, and lines below. */
export function CardFace({ scenario, placeholder, solve, title, children }: CardFaceProps) {
  const answer = usePictureAnswer(scenario, solve);
  return (
    <>
      <span className="gallery-card__picture" aria-hidden={scenario !== undefined}>
        {scenario ? (
          <GraphPicture scenario={scenario} {...(answer && { answer })} {...PICTURE} compact />
        ) : (
          placeholder
        )}
      </span>
      <span className="gallery-card__text">
        <span className="gallery-card__title">{title}</span>
        {children}
      </span>
    </>
  );
}
