/** The solver, off the page. */
import { expose } from 'comlink';
import type { BoundsService } from '../bounds/contract.ts';
import { solveBounds } from '../bounds/solve-bounds.ts';
import type { LatencyService } from '../explore/contract.ts';
import { latencyTail } from '../explore/solved-percentiles.ts';
import { chainSize } from '../solve/chain/chain-size.ts';
import { STAND_IN_PHASES } from '../solve/chain/erlang-stand-in.ts';
import type { SolverService } from '../solve/contract.ts';
import { sizeStage } from '../solve/size-stage.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { TransientService } from '../transient/contract.ts';
import { solveTransient } from '../transient/solve-transient.ts';

const MEASURE = 'solve in the worker';
/** ms. */
const TELL_EVERY = 100;

const service: SolverService & TransientService & BoundsService & LatencyService = {
  solve(scenario, method, timed) {
    const start = performance.now();
    const outcome = solveScenario(scenario, method, timed);
    // Percentiles are asked for beside the answer. The last one only: a day of edits must not fill the list of measures.
    if (timed) return outcome;
    performance.clearMeasures(MEASURE);
    performance.measure(MEASURE, { start });
    return outcome;
  },
  size: sizeStage,
  // Asked by the view that follows the chain over time.
  chainSize: (scenario) => chainSize(scenario, STAND_IN_PHASES),
  transient(scenario, request, onWalked) {
    let told = Number.NEGATIVE_INFINITY;
    return solveTransient(scenario, request, (fraction) => {
      const now = performance.now();
      if (now - told < TELL_EVERY) return;
      told = now;
      onWalked?.(fraction);
    });
  },
  bounds: solveBounds,
  latencyTail,
};
expose(service);
