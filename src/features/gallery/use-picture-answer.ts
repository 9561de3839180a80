import { useEffect, useState } from 'react';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer, SolveOutcome } from '../../../workers/solve/contract.ts';

/** Solves a scenario for its picture; the same function on every render. */
export type SolvePicture = (scenario: Scenario) => Promise<SolveOutcome>;

/** The answer that colours the picture of a card; absent while it is sought, and where there is none. */
export function usePictureAnswer(
  scenario: Scenario | undefined,
  solve: SolvePicture | undefined,
): SolveAnswer | undefined {
  const [found, setFound] = useState<{ readonly scenario: Scenario; readonly answer: SolveAnswer }>();

  useEffect(() => {
    if (!scenario || !solve) return;
    let wanted = true;
    solve(scenario).then(
      (outcome) => wanted && outcome.kind !== 'noAnswer' && setFound({ scenario, answer: outcome }),
      // A card says nothing about a solver that failed: its picture stays plain, and opening it will tell.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [scenario, solve]);

  return found?.scenario === scenario ? found?.answer : undefined;
}
