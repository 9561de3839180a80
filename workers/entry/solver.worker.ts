/** The solver, off the page. */
import { expose } from 'comlink';
import type { SolverService } from '../contract/solving.ts';
import type { TransientService } from '../contract/transient.ts';
import type { WorstCaseService } from '../contract/worst-case.ts';
import { chainSize } from '../solve/chain/chain-size.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import { solveTransient } from '../solve/transient/solve-transient.ts';
import { solveWorstCase } from '../solve/worst-case/solve-worst-case.ts';

const MEASURE = 'solve in the worker';

const service: SolverService & TransientService & WorstCaseService = {
  solve(scenario, method) {
    const start = performance.now();
    const outcome = solveScenario(scenario, method);
    // The last one only: a day of edits must not fill the list of measures.
    performance.clearMeasures(MEASURE);
    performance.measure(MEASURE, { start });
    return outcome;
  },
  chainSize,
  transient: solveTransient,
  worstCase: solveWorstCase,
};
expose(service);
