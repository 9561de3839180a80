/**
 * Philox4x32-10: a strong, counter-based mixing function from 6 words to 4. Here it turns the name of a random stream
 * into the first state of its generator, so that streams with any two different names are unrelated.
 *
 * Source: Salmon, Moraes, Dror & Shaw, Parallel random numbers: as easy as 1, 2, 3 (SC 2011), section 3.3; known
 * answers from their Random123 library.
 */
export type Words4 = readonly [number, number, number, number];
export type Words2 = readonly [number, number];

const MULTIPLIER_0 = 0xd2511f53;
const MULTIPLIER_1 = 0xcd9e8d57;
const WEYL_0 = 0x9e3779b9;
const WEYL_1 = 0xbb67ae85;
const ROUNDS = 10;

/** Four words from a counter and a key, each word an unsigned 32-bit integer. For seeding only. */
export function philox4x32(counter: Words4, key: Words2): Words4 {
  let [c0, c1, c2, c3] = counter;
  let [k0, k1] = key;
  for (let round = 0; round < ROUNDS; round++) {
    const [high0, low0] = multiply(MULTIPLIER_0, c0);
    const [high1, low1] = multiply(MULTIPLIER_1, c2);
    [c0, c1, c2, c3] = [(high1 ^ c1 ^ k0) >>> 0, low1, (high0 ^ c3 ^ k1) >>> 0, low0];
    k0 = (k0 + WEYL_0) >>> 0;
    k1 = (k1 + WEYL_1) >>> 0;
  }
  return [c0, c1, c2, c3];
}

/** The 64-bit product as [high word, low word]: of halves of 16 bits each, which numbers hold exactly. */
function multiply(a: number, b: number): Words2 {
  const [aHigh, aLow] = [a >>> 16, a & 0xffff];
  const [bHigh, bLow] = [b >>> 16, b & 0xffff];
  const across = aHigh * bLow;
  const back = aLow * bHigh;
  const middle = ((aLow * bLow) >>> 16) + (across & 0xffff) + (back & 0xffff);
  const high = aHigh * bHigh + (across >>> 16) + (back >>> 16) + (middle >>> 16);
  return [high >>> 0, Math.imul(a, b) >>> 0];
}
