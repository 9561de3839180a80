import { useEffect, useState } from 'react';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { loadExample } from './load-example.ts';

export type ExampleState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly scenario: Scenario }
  | { readonly kind: 'failed'; readonly message: string };

/** Loads one example for its card; `retry` asks again after a failure. */
export function useExample(slug: string): { readonly state: ExampleState; readonly retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<ExampleState>({ kind: 'loading' });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the reason to load again
  useEffect(() => {
    let wanted = true;
    setState({ kind: 'loading' });
    loadExample(slug).then(
      (scenario) => wanted && setState({ kind: 'ready', scenario }),
      (reason: unknown) => wanted && setState({ kind: 'failed', message: messageOf(reason) }),
    );
    return () => {
      wanted = false;
    };
  }, [slug, attempt]);

  return { state, retry: () => setAttempt((count) => count + 1) };
}

const messageOf = (reason: unknown) => (reason instanceof Error ? reason.message : String(reason));
