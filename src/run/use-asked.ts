/** A question that a view asks for itself, of which nothing else is shown than its answer. */
import { useEffect, useState } from 'react';

/** The last answer, until the one to another `question` is there; a lost worker leaves it as it is. `ask` never changes. */
export function useAsked<Question, Answer>(
  question: Question | undefined,
  ask: (question: Question) => Promise<Answer>,
): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (question === undefined) return;
    let isNewest = true;
    const take = (next: Answer): void => {
      if (isNewest) setAnswer(next);
    };
    ask(question).then(take, () => undefined);
    return () => {
      isNewest = false;
    };
  }, [question, ask]);
  return question === undefined ? undefined : answer;
}
