/** Greatest common divisor by Euclid's algorithm; that of 0 and n is n. */
export function gcdOf(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
