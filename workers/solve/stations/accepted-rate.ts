/**
 * The same station by what it accepts instead of what it is offered: a loss model at the offered rate that makes it accept
 * lambda, as Dor 2010, section 4.3.3 has it for M/M/1/K. What finds it full is taken to come again at another time.
 *
 * `solve` gives the loss model at an offered rate; what it accepts grows with that. Saturated where `lambda` reaches
 * what the servers do; undefined where no offered rate below 1e6 times it will do.
 */
import { findRoot } from '../../numeric/find-root.ts';
import { isSaturated, type Queue, type Saturated, saturated } from './queue.ts';

export function acceptedAt(
  lambda: number,
  limit: number,
  solve: (offered: number) => Queue | Saturated | undefined,
): Queue | Saturated | undefined {
  const first = solve(lambda);
  if (!first || isSaturated(first) || lambda === 0) return first;
  if (lambda >= limit) return saturated(first.model);
  const lost = first.lossProbability ?? 1 - first.arrivalRate / lambda;
  if (lost < NOTHING_LOST) return { ...first, arrivalRate: lambda };
  const known = new Map<number, Queue>();
  const excess = (log: number): number => {
    const queue = solve(Math.exp(log));
    if (!queue || isSaturated(queue)) return Number.NaN;
    known.set(log, queue);
    // The root needs no more digits than are shown.
    const off = queue.arrivalRate / lambda - 1;
    return Math.abs(off) < CLOSE_ENOUGH ? 0 : off;
  };
  const low = Math.log(lambda);
  let high = low - 2 * Math.log1p(-Math.min(lost, 0.9));
  let beyond = excess(high);
  while (beyond < 0 && high < low + FARTHEST) {
    high = low + 2 * (high - low);
    beyond = excess(high);
  }
  if (!(beyond >= 0)) return undefined;
  const root = findRoot(excess, low, high);
  return { ...known.get(root)!, arrivalRate: lambda };
}

const NOTHING_LOST = 1e-12;
const CLOSE_ENOUGH = 1e-8;
const FARTHEST = Math.log(1e6);
