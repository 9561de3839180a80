/** Whether the study stands above its answers, for want of width: as in explore.css. */
import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 1000px)';

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);

function subscribe(changed: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
