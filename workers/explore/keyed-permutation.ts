/**
 * A permutation of 0 ... size - 1 that is not stored: any value of it by its place, at once, for sizes up to 2^48. Four
 * rounds of a Feistel network (M. Luby, C. Rackoff 1988) over the next even number of bits, gone around until the value
 * lies inside (J. Black, P. Rogaway, Ciphers with arbitrary finite domains, 2002).
 */
export function keyedPermutation(size: number, keys: readonly [number, number, number, number]) {
  const half = Math.max(1, Math.ceil(Math.log2(Math.max(2, size)) / 2));
  const side = 2 ** half;
  const once = (value: number): number => {
    let [left, right] = [Math.floor(value / side), value % side];
    for (const key of keys) [left, right] = [right, (left ^ (mixed(right ^ key) % side)) >>> 0];
    return left * side + right;
  };
  return (place: number): number => {
    let value = once(place);
    while (value >= size) value = once(value);
    return value;
  };
}

/** All bits of a word into all others (A. Appleby's finalizer of MurmurHash3). */
function mixed(word: number): number {
  let x = word ^ (word >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
