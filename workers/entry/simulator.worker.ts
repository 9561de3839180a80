/** The simulator, off the page, and the chains of exact parts beside it. */
import { expose } from 'comlink';
import type { SimulatorService } from '../simulate/contract.ts';
import { simulatorService } from '../simulate/simulator-service.ts';
import type { ExactPartService } from '../solve/exact-part/contract.ts';

const service: SimulatorService & ExactPartService = {
  ...simulatorService(),
  // Loaded only by the one worker that is asked.
  exactPart: async (...asked) =>
    (await import('../solve/exact-part/solve-exact-part.ts')).solveExactPart(...asked),
};
expose(service);
