/** The page's simulators: a worker for each core, or as many as are asked for. */
import { SimulatorPool } from './simulator-pool.ts';

const MOST_WORKERS = 8;

export function pageSimulators(workers = navigator.hardwareConcurrency || 1): SimulatorPool {
  return new SimulatorPool(
    Math.max(1, Math.min(MOST_WORKERS, workers)),
    () => new Worker(new URL('../../workers/entry/simulator.worker.ts', import.meta.url), { type: 'module' }),
  );
}
