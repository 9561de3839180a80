/**
 * One seeded stream of random numbers: xoshiro128** (Blackman & Vigna, Scrambled linear pseudorandom number
 * generators, ACM TOMS 47 (2021)), period 2^128 - 1. Streams are opened by name, so that what one part of a model draws
 * never depends on what another part draws: changing one stage leaves all other streams as they are.
 */
import { philox4x32, type Words4 } from './philox.ts';

/** What the numbers of a stream decide. The values are part of the name: never renumber. */
export const PURPOSES = {
  interarrival: 1,
  service: 2,
  filter: 3,
  routing: 4,
  discipline: 5,
  overdrive: 6,
} as const;
export type Purpose = keyof typeof PURPOSES;

export interface StreamName {
  /** Integer 0 .. 2^32 - 1. */
  readonly seed: number;
  readonly replication: number;
  /** Id of the node that draws. */
  readonly node: string;
  readonly purpose: Purpose;
}

export class RandomStream {
  // Four 32-bit words; a typed array, because plain fields of that size would be boxed by some engines.
  private readonly state: Int32Array;

  constructor(words: Words4) {
    this.state = Int32Array.from(words, (word) => word | 0);
    if (this.state.every((word) => word === 0)) this.state[0] = 1; // the one state that never moves
  }

  /** 32 random bits, as a signed integer. */
  word(): number {
    const s = this.state;
    const s1 = s[1]!;
    const scaled = Math.imul(s1, 5);
    const result = Math.imul((scaled << 7) | (scaled >>> 25), 9);
    const s2 = s[2]! ^ s[0]!;
    const s3 = s[3]! ^ s1;
    s[1] = s1 ^ s2;
    s[0] = s[0]! ^ s3;
    s[2] = s2 ^ (s1 << 9);
    s[3] = (s3 << 11) | (s3 >>> 21);
    return result;
  }

  /** Uniform on the odd multiples of 2^-53: 53 bits, inside (0, 1), symmetric about 1/2. */
  uniform(): number {
    const high = this.word() >>> 6;
    const low = this.word() >>> 6;
    return (high * 0x4000000 + low + 0.5) * 2 ** -52;
  }

  /** Uniform integer 0 .. count - 1; off by less than count / 2^52. */
  integerBelow(count: number): number {
    return Math.floor(this.uniform() * count);
  }
}

/** The stream of that name, at its start. */
export function openStream({ seed, replication, node, purpose }: StreamName): RandomStream {
  const counter: Words4 = [
    replication,
    PURPOSES[purpose],
    hashText(node, 0x01000193),
    hashText(node, 0x85ebca6b),
  ];
  return new RandomStream(philox4x32(counter, [seed, 0]));
}

/** FNV-1a over the UTF-16 code units with a chosen odd multiplier (0x01000193 is the original's), 32 bits. */
function hashText(text: string, multiplier: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), multiplier);
  return hash >>> 0;
}
