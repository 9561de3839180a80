/** The rate of a law where it is written in it, without the mathematics of the other laws. */
import type { ArrivalLaw } from '../../../core/distributions/law.ts';
import { locationRate } from '../../../core/distributions/law-moments.ts';

/** 1/s; undefined for laws whose rate follows from their other numbers. */
export function statedRate(law: ArrivalLaw): number | undefined {
  return 'rate' in law || 'mean' in law || 'factors' in law ? locationRate(law) : undefined;
}
