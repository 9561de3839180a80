/** The closed forms of M/M/1/K and M/M/c over their whole domain, in integers of 1,600 bits, against the doubles of the kernels. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relativeError } from '../fixtures/distribution.ts';
import { solveMm1k } from './mm1k.ts';
import { solveMmc } from './mmc.ts';
import { isSaturated } from './queue.ts';

const BITS = 1600n;
const ONE = 1n << BITS;

/** A double as a fixed-point number; all of its digits count. */
function fixed(x: number): bigint {
  let [scaled, shift] = [x, 0n];
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    shift++;
  }
  return (BigInt(scaled) << BITS) >> shift;
}

const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;
const over = (a: bigint, b: bigint): bigint => (a << BITS) / b;
/** Two steps, since 2^1600 is no double. */
const toNumber = (x: bigint): number => Number(x >> (BITS - 900n)) * 2 ** -900;

function power(base: bigint, exponent: number): bigint {
  let [result, square] = [ONE, base];
  for (let n = exponent; n > 0; n = Math.floor(n / 2)) {
    if (n % 2 === 1) result = times(result, square);
    square = times(square, square);
  }
  return result;
}

/** N_G and P[N = K] of M/M/1/K; above a load of 1 what is missing to K is that of the load turned over. */
function finiteQueue(lambda: number, mu: number, K: number) {
  if (lambda === mu) return { mean: K / 2, full: 1 / (K + 1) };
  const light = lambda < mu;
  const rho = light ? over(fixed(lambda), fixed(mu)) : over(fixed(mu), fixed(lambda));
  const idle = ONE - rho;
  const last = power(rho, K);
  const end = ONE - times(last, rho);
  const mean = over(rho, idle) - over(BigInt(K + 1) * times(last, rho), end);
  return light
    ? { mean: toNumber(mean), full: toNumber(over(times(idle, last), end)) }
    : { mean: toNumber((BigInt(K) << BITS) - mean), full: toNumber(over(idle, end)) };
}

/** Erlang's C by the recursion of his B, and N_Q. */
function meanQueue(lambda: number, mu: number, c: number): number {
  const a = over(fixed(lambda), fixed(mu));
  let blocked = ONE;
  for (let n = 1; n <= c; n++) {
    const carried = times(a, blocked);
    blocked = over(carried, (BigInt(n) << BITS) + carried);
  }
  const rho = a / BigInt(c);
  const waits = over(blocked, ONE - times(rho, ONE - blocked));
  return toNumber(over(times(waits, rho), ONE - rho));
}

/** From 1e-9 to 1e6, and as near to 1 as 1e-12 on both sides. */
const LOADS = fc.oneof(
  fc.double({ min: -9, max: 6, noNaN: true }).map((exponent) => 10 ** exponent),
  fc
    .tuple(fc.double({ min: -12, max: -0.5, noNaN: true }), fc.constantFrom(-1, 1))
    .map(([exponent, side]) => 1 + side * 10 ** exponent),
  fc.constant(1),
);
const SPEEDS = fc.double({ min: -3, max: 9, noNaN: true }).map((exponent) => 10 ** exponent);

describe('closed forms over the whole domain, to 1e-9', () => {
  it('of M/M/1/K, K up to a million, loads from 1e-9 to 1e6 and within 1e-12 of 1', () => {
    const places = fc.double({ min: 0, max: 6, noNaN: true }).map((exponent) => Math.round(10 ** exponent));
    fc.assert(
      fc.property(LOADS, SPEEDS, places, (load, mu, K) => {
        const lambda = load * mu;
        const queue = solveMm1k({ lambda, mu, K });
        const truth = finiteQueue(lambda, mu, K);
        expect(relativeError(queue.meanOccupancy, truth.mean)).toBeLessThan(1e-9);
        if (truth.full > 1e-250) expect(relativeError(queue.tail!(K), truth.full)).toBeLessThan(1e-9);
      }),
      { numRuns: 150 },
    );
  });

  it('of M/M/c, up to 10,000 servers, loads from 1e-9 to within 1e-12 of 1', () => {
    const servers = fc.double({ min: 0, max: 4, noNaN: true }).map((exponent) => Math.round(10 ** exponent));
    fc.assert(
      fc.property(LOADS, servers, (load, c) => {
        const lambda = c * (load < 1 ? load : 1 / (1 + load));
        const queue = solveMmc({ lambda, mu: 1, c });
        if (isSaturated(queue)) throw new Error('saturated');
        const truth = meanQueue(lambda, 1, c);
        if (truth > 1e-250) expect(relativeError(queue.meanQueueLength, truth)).toBeLessThan(1e-9);
      }),
      {
        numRuns: 25,
        examples: [
          [1 - 1e-12, 10_000],
          [0.999, 10_000],
          [1e-9, 10_000],
        ],
      },
    );
  });
});
