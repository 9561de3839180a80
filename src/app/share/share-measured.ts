/** The measurement that is looked at, as a part of a link, and whether a link can hold it. */
import { useEffect, useState } from 'react';
import { measuredPart } from '../../model/link-measured.ts';
import { measuredClient } from '../../state/measured-keeping.ts';
import { selectShown, useMeasured } from '../../state/measured-store.ts';

/** Characters that a measurement may add to a link. */
const MOST_CHARACTERS = 8000;

export interface SharedMeasured {
  readonly name: string;
  /** Absent when it is too large for a link. */
  readonly part?: string;
  readonly characters: number;
}

/** Undefined while it is packed, and where nothing was measured. */
export function useSharedMeasured(): SharedMeasured | undefined {
  const reduced = useMeasured(selectShown);
  const [shared, setShared] = useState<SharedMeasured>();
  useEffect(() => {
    let wanted = true;
    const pack = async () => {
      // Means without frames are in the scenario already.
      if (!reduced || reduced.frames.start.length === 0) return setShared(undefined);
      const part = await measuredPart(await measuredClient.encode(reduced));
      const fits = part.length <= MOST_CHARACTERS;
      if (wanted) setShared({ name: reduced.name, characters: part.length, ...(fits && { part }) });
    };
    void pack();
    return () => {
      wanted = false;
    };
  }, [reduced]);
  return shared;
}
