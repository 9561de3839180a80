/** The measurement that is looked at, as a part of a link. */
import { useEffect, useState } from 'react';
import { selectShown, useMeasured } from '../../state/measured-store.ts';
import { type SharedMeasured, sharedMeasured } from '../measured/measured-part.ts';

/** Undefined while it is packed, and where nothing was measured. */
export function useSharedMeasured(): SharedMeasured | undefined {
  const reduced = useMeasured(selectShown);
  const [shared, setShared] = useState<SharedMeasured>();
  useEffect(() => {
    let wanted = true;
    const pack = async () => {
      const packed = reduced && (await sharedMeasured(reduced));
      if (wanted) setShared(packed);
    };
    void pack();
    return () => {
      wanted = false;
    };
  }, [reduced]);
  return shared;
}
