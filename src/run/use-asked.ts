/** A question that a view asks for itself, of which nothing else is shown than its answer. */
import { useEffect, useState } from 'react';

export interface Asked<Answer> {
  /** The last one, until that to another question is there; a lost worker leaves it as it is. */
  readonly answer?: Answer;
  /** It is not the answer to this question yet. */
  readonly isOlder: boolean;
}

/** `ask` never changes. */
export function useAsked<Question, Answer>(
  question: Question | undefined,
  ask: (question: Question) => Promise<Answer>,
): Asked<Answer> {
  const [known, setKnown] = useState<{ readonly question: Question; readonly answer: Answer }>();
  useEffect(() => {
    if (question === undefined) return;
    let isNewest = true;
    const take = (answer: Answer): void => {
      if (isNewest) setKnown({ question, answer });
    };
    ask(question).then(take, () => undefined);
    return () => {
      isNewest = false;
    };
  }, [question, ask]);
  if (question === undefined || !known) return { isOlder: question !== undefined };
  return { answer: known.answer, isOlder: known.question !== question };
}

/** What the value was before `isHeld`, so that nothing is drawn of it that the next moment changes again. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [kept, keep] = useState({ value });
  if (!isHeld && kept.value !== value) keep({ value });
  return isHeld ? kept.value : value;
}
