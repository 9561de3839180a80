/** The smallest capacity at which a stage is full for no more than a share of the time, from the answers of any solver. */

export interface CapacityFound {
  readonly capacity: number;
  /** P_BP with that capacity. */
  readonly share: number;
  /** P_BP with one place less, which is above what was asked for; absent at the fewest places there can be. */
  readonly withOneLess?: number;
}

export interface CapacityQuestion {
  /** Share of time that the stage is full with K places; 1 where there is no answer. */
  readonly fullAt: (K: number) => Promise<number>;
  readonly below: number;
  readonly fewest: number;
  readonly most: number;
}

/** Doubles K until it is enough, then halves in. Undefined when no K up to `most` will do. */
export async function findCapacity(question: CapacityQuestion): Promise<CapacityFound | undefined> {
  const { fullAt, below, fewest, most } = question;
  const shares = new Map<number, number>();
  const isEnough = async (K: number): Promise<boolean> => {
    const share = await fullAt(K);
    shares.set(K, share);
    return share <= below;
  };
  let low = fewest - 1;
  let high = fewest;
  while (!(await isEnough(high))) {
    if (high >= most) return undefined;
    low = high;
    high = Math.min(most, 2 * high);
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isEnough(middle)) high = middle;
    else low = middle;
  }
  const withOneLess = shares.get(high - 1);
  return {
    capacity: high,
    share: shares.get(high)!,
    ...(withOneLess !== undefined && { withOneLess }),
  };
}
