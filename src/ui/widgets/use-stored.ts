/** State that survives a reload, in this browser only. */
import { useState } from 'react';

const PREFIX = 'stagegraph:';

/**
 * Like `useState`, kept in localStorage under `key`; without a key it is plain state. What is stored is used only when
 * `isValid` accepts it. A browser that refuses storage still has the state for this visit.
 */
export function useStored<T>(
  key: string | undefined,
  initial: T,
  isValid: (value: unknown) => value is T,
): [T, (value: T) => void] {
  const [value, setValue] = useState(() => readStored(key, initial, isValid));
  const store = (next: T) => {
    setValue(next);
    if (key) writeStored(key, next);
  };
  return [value, store];
}

/** What is kept under `key`, where `isValid` accepts it. */
export function readStored<T>(
  key: string | undefined,
  initial: T,
  isValid: (value: unknown) => value is T,
): T {
  if (!key) return initial;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null');
    return isValid(stored) ? stored : initial;
  } catch {
    return initial;
  }
}

/** A browser that refuses storage, or has none left, forgets it. */
export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Storage is full or refused: the choice is forgotten at the next visit, nothing else is lost.
  }
}
