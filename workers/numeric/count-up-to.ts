/** How many of the ascending numbers are below `limit`, or at it where `isIncluded`. */
export function countUpTo(ascending: Float64Array, limit: number, isIncluded = true): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = ascending[middle]!;
    if (value < limit || (isIncluded && value === limit)) low = middle + 1;
    else high = middle;
  }
  return low;
}
