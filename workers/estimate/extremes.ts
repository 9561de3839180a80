/** Fewer points of a long series for a picture: what stands out stays. */

/**
 * Indexes, rising, of at most about `most` of the values at `among`: the smallest and the largest of each of `most / 2`
 * stretches of equally many. All of them when there are no more. NaN is kept only where a stretch has nothing else.
 */
export function extremes(values: ArrayLike<number>, among: Int32Array, most: number): Int32Array {
  if (among.length <= most) return among;
  const stretches = Math.max(1, Math.floor(most / 2));
  const kept = new Int32Array(2 * stretches);
  let length = 0;
  for (let s = 0; s < stretches; s += 1) {
    const from = Math.floor((s * among.length) / stretches);
    const to = Math.floor(((s + 1) * among.length) / stretches);
    let [low, high] = [from, from];
    for (let i = from + 1; i < to; i += 1) {
      const value = values[among[i]!]!;
      if (!(value >= values[among[low]!]!) && !Number.isNaN(value)) low = i;
      if (!(value <= values[among[high]!]!) && !Number.isNaN(value)) high = i;
    }
    kept[length++] = among[Math.min(low, high)]!;
    if (low !== high) kept[length++] = among[Math.max(low, high)]!;
  }
  return kept.subarray(0, length);
}
