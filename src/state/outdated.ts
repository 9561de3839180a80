/** What is shown and is older than the drawing or its question: the strip over the workspace names it, and makes it anew. */
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

interface Outdated {
  /** Such as `Transient response`. */
  readonly name: string;
  /** Absent where it takes more than a click. */
  readonly rerun?: () => void;
}

const useParts = create<{ readonly parts: readonly Outdated[] }>()(() => ({ parts: [] }));

/** For the strip. */
export const useOutdatedParts = (): readonly Outdated[] => useParts(({ parts }) => parts);

/** A view tells the strip while what it shows `isOld`. */
export function useOutdated(name: string, isOld: boolean, rerun?: () => void): void {
  const latest = useRef(rerun);
  latest.current = rerun;
  const hasRerun = rerun !== undefined;
  useEffect(() => {
    if (!isOld) return;
    const part: Outdated = { name, ...(hasRerun && { rerun: () => latest.current?.() }) };
    useParts.setState(({ parts }) => ({ parts: [...parts, part] }));
    return () => useParts.setState(({ parts }) => ({ parts: parts.filter((one) => one !== part) }));
  }, [name, isOld, hasRerun]);
}
