/**
 * A delay: M/G/infinity. Every element has a server of its own, so that the mean number is lambda times the mean stay
 * whatever the arrivals; under Poisson arrivals the number is Poisson whatever the distribution of the stay.
 * Source: Bolch, Greiner, de Meer & Trivedi 2006, section 6.4 (M/M/infinity); insensitivity: Baskett, Chandy, Muntz & Palacios 1975.
 */
import type { StageAnswer } from '../contract.ts';
import { LONGEST_DISTRIBUTION, SMALLEST_TAIL } from '../stations/queue.ts';

export interface DelayQuestion {
  /** 1/s. */
  readonly offered: number;
  /** Mean stay, s. */
  readonly mean: number;
  readonly mayBeBlocked: boolean;
  readonly meansOnly?: boolean;
}

export function answerDelay(question: DelayQuestion): Omit<StageAnswer, 'exact'> {
  const { offered, mean, mayBeBlocked, meansOnly = false } = question;
  const L = offered * mean;
  const occupancyDistribution = meansOnly || mayBeBlocked ? undefined : poissonDistribution(L);
  return {
    model: 'M/G/∞',
    saturated: false,
    loadPerServer: 0,
    offeredRate: offered,
    arrivalRate: offered,
    throughput: offered,
    outputRate: offered,
    lossRate: 0,
    lossProbability: 0,
    meanOccupancy: L,
    meanQueueLength: 0,
    ...(offered > 0 && { meanSojournTime: mean, meanWaitingTime: 0 }),
    ...(occupancyDistribution && { occupancyDistribution }),
  };
}

/** From the mode outwards, so that nothing overflows; undefined where it would be too long to write out. */
function poissonDistribution(L: number): number[] | undefined {
  if (L === 0) return [1];
  const length = Math.ceil(L + 12 * Math.sqrt(L) + 40);
  if (!(length <= LONGEST_DISTRIBUTION)) return undefined;
  const p = new Array<number>(length).fill(0);
  const mode = Math.floor(L);
  p[mode] = 1;
  for (let n = mode; n > 0; n--) p[n - 1] = p[n]! * (n / L);
  for (let n = mode + 1; n < length; n++) p[n] = p[n - 1]! * (L / n);
  const total = p.reduce((sum, x) => sum + x, 0);
  for (let n = 0; n < length; n++) p[n]! /= total;
  let tail = 0;
  while (p.length > 1 && tail + p.at(-1)! < SMALLEST_TAIL) tail += p.pop()!;
  return p;
}
