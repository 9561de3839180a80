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
  /** What else it is for, such as one class of jobs; the whole node when absent. */
  readonly part?: string;
}

/** Words made at once: enough that the loop, which keeps the state in registers, is what counts. */
export const WORDS_AT_ONCE = 128;

export class RandomStream {
  // Four 32-bit words; a typed array, because plain fields of that size would be boxed by some engines.
  private readonly state: Int32Array;
  /** The words made last, and how many of them have been given out: to be read by loops over many draws only. */
  readonly words = new Int32Array(WORDS_AT_ONCE);
  used = WORDS_AT_ONCE;

  constructor(words: Words4) {
    this.state = Int32Array.of(...moving(words));
  }

  /** 32 random bits, as a signed integer. */
  word(): number {
    if (this.used === WORDS_AT_ONCE) this.refill();
    return this.words[this.used++]!;
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

  private refill(): void {
    const { state, words } = this;
    let s0 = state[0]!;
    let s1 = state[1]!;
    let s2 = state[2]!;
    let s3 = state[3]!;
    for (let i = 0; i < WORDS_AT_ONCE; i++) {
      const scaled = Math.imul(s1, 5);
      words[i] = Math.imul((scaled << 7) | (scaled >>> 25), 9);
      const shifted = s1 << 9;
      s2 ^= s0;
      s3 ^= s1;
      s1 ^= s2;
      s0 ^= s3;
      s2 ^= shifted;
      s3 = (s3 << 11) | (s3 >>> 21);
    }
    state[0] = s0;
    state[1] = s1;
    state[2] = s2;
    state[3] = s3;
    this.used = 0;
  }
}

/** The stream of that name, at its start. */
export const openStream = (name: StreamName): RandomStream => new RandomStream(firstState(name));

/** The state that the stream of that name begins with, for who draws from it by a program of its own. */
export function firstState({ seed, replication, node, purpose, part }: StreamName): Words4 {
  const counter: Words4 = [
    replication,
    PURPOSES[purpose],
    hashText(node, 0x01000193),
    hashText(node, 0x85ebca6b),
  ];
  return moving(philox4x32(counter, [seed, part === undefined ? 0 : hashText(part, 0x01000193)]));
}

/** The words as a state; another one replaces the state of zeros alone, which xoshiro128** never leaves. */
const moving = (words: Words4): Words4 => (words.some((word) => word !== 0) ? words : [1, 0, 0, 0]);

/** FNV-1a over the UTF-16 code units with a chosen odd multiplier (0x01000193 is the original's), 32 bits. */
function hashText(text: string, multiplier: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), multiplier);
  return hash >>> 0;
}
