/** Service times whose tail falls as a power of time, and what a queue before them still has. */
import { distributionScv, type ServiceDistribution } from './index.ts';

/** The shape where there is no finite variance; undefined where there is one. */
export const shapeWithoutVariance = (service: ServiceDistribution): number | undefined =>
  service.distribution === 'pareto' && !Number.isFinite(distributionScv(service)) ? service.shape : undefined;

/**
 * Whether the mean wait before c servers in order of arrival is finite, with Poisson arrivals, though a service has no finite
 * variance. While the k = c - floor(load) servers that the load can spare are not all caught by huge services the others
 * carry it on: E[W] is finite where E[S^(1 + 1/k)] is, so with a tail of power `shape` where k (shape - 1) > 1. One server
 * is the Pollaczek-Khinchine formula. `load` in Erlangs, below c.
 * Source: Scheller-Wolf and Vesilo, Queueing Systems 54 (2006), 221-232.
 */
export const hasMeanWait = (shape: number, load: number, servers: number): boolean =>
  (servers - Math.floor(load)) * (shape - 1) > 1;
