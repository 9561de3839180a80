/** The simulator in a thread, and the chains of exact parts beside it. */
import { expose } from 'comlink';
import type { SimulatorService } from '../workers/simulate/contract.ts';
import { simulatorService } from '../workers/simulate/simulator-service.ts';
import type { ExactPartService } from '../workers/solve/exact-part/contract.ts';
import { port } from './port.ts';

const service: SimulatorService & ExactPartService = {
  ...simulatorService(),
  // Loaded only by the one thread that is asked.
  exactPart: async (...asked) =>
    (await import('../workers/solve/exact-part/solve-exact-part.ts')).solveExactPart(...asked),
};
expose(service, port);
