/** The simulator, off the page: one replication at a time, stopped on demand. */
import { expose } from 'comlink';
import type { SimulatorService } from '../contract/simulating.ts';
import { planRun } from '../simulate/plan-run.ts';
import { replicate } from '../simulate/replicate.ts';
import { summarizeReplications } from '../simulate/summarize.ts';

let stopWanted = false;

const service: SimulatorService = {
  plan: planRun,
  replicate(scenario, plan, replication, onProgress) {
    stopWanted = false;
    return replicate(scenario, plan, replication, { onProgress, shouldStop: () => stopWanted });
  },
  summarize: summarizeReplications,
  cancel() {
    stopWanted = true;
  },
};
expose(service);
