/** Ranks with mean 0 and variance 1; all 0 where all values are equal. */
export function standardRanks(values: Float64Array): Float64Array {
  const n = values.length;
  const order = Int32Array.from(values.keys()).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Float64Array(n);
  for (let i = 0; i < n; ) {
    let j = i;
    while (j < n && values[order[j]!] === values[order[i]!]) j += 1;
    for (let k = i; k < j; k += 1) ranks[order[k]!] = (i + j - n) / 2;
    i = j;
  }
  const variance = ranks.reduce((sum, rank) => sum + rank ** 2, 0) / n;
  return variance > 0 ? ranks.map((rank) => rank / Math.sqrt(variance)) : ranks;
}
