/** The measurement that is looked at, as a part of a link. */
import { useEffect, useState } from 'react';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import { type SharedMeasured, sharedMeasured } from '../measure/measured-part.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';

interface Packed {
  readonly of: ReducedMeasurement;
  /** Absent where it cannot be packed. */
  readonly shared?: SharedMeasured;
}

/** 'packing' until it is there; undefined where nothing was measured. */
export function useSharedMeasured(): SharedMeasured | 'packing' | undefined {
  const reduced = useMeasured(selectShown);
  const [packed, setPacked] = useState<Packed>();
  useEffect(() => {
    if (!reduced) return;
    let wanted = true;
    sharedMeasured(reduced).then(
      (shared) => wanted && setPacked({ of: reduced, shared }),
      () => wanted && setPacked({ of: reduced }),
    );
    return () => {
      wanted = false;
    };
  }, [reduced]);
  if (!reduced) return undefined;
  return packed?.of === reduced ? packed.shared : 'packing';
}
