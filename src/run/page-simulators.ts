/** The page's simulators: a worker for each core. */
import { SimulatorPool } from './simulator-pool.ts';

const MOST_WORKERS = 8;

export function pageSimulators(): SimulatorPool {
  const cores = navigator.hardwareConcurrency || 1;
  return new SimulatorPool(
    Math.max(1, Math.min(MOST_WORKERS, cores)),
    () => new Worker(new URL('../../workers/entry/simulator.worker.ts', import.meta.url), { type: 'module' }),
  );
}
