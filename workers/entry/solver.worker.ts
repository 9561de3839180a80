/** The solver, off the page. */
import { expose } from 'comlink';
import type { SolverService } from '../contract/solving.ts';
import { solveScenario } from '../solve/solve-scenario.ts';

const MEASURE = 'solve in the worker';

const service: SolverService = {
  solve(scenario, method) {
    const start = performance.now();
    const outcome = solveScenario(scenario, method);
    // The last one only: a day of edits must not fill the list of measures.
    performance.clearMeasures(MEASURE);
    performance.measure(MEASURE, { start });
    return outcome;
  },
};
expose(service);
