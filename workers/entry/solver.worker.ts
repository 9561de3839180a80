/** The solver, off the page. */
import { expose } from 'comlink';
import type { SolverService } from '../contract/solving.ts';
import { solveScenario } from '../solve/solve-scenario.ts';

const service: SolverService = { solve: solveScenario };
expose(service);
